package io.ndmap.npy;

import java.io.Serial;

/// Thrown if a fast fill (one that is not durable) was created, or last recovered, before the last
/// boot of the system, so that the data of completed chunks may not have reached the disk. Call
/// `FillControl.recover` or `FillControl.abort`. A durable fill continues after a reboot without
/// this exception.
public final class FillRebootException extends FillException {

  @Serial private static final long serialVersionUID = 1L;

  /// Makes the exception.
  ///
  /// @param file the array
  /// @param done the number of chunks that the ledger marks as complete
  /// @param chunks the total number of chunks
  public FillRebootException(String file, long done, long chunks) {
    super(
        file,
        "the system was rebooted since this fill was created, and the fill is a fast one: "
            + done
            + " of "
            + chunks
            + " chunks are marked done, but their data may never have reached the disk. Decide:"
            + " ndmap fill recover --refill fills all of it again, --trust continues as if nothing"
            + " had been lost, ndmap fill abort removes it");
  }
}
