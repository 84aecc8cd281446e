package io.ndmap.npy;

import java.io.Serial;
import java.util.List;

/// Thrown if a file was closed with a time limit, and leases of the file were still held when the
/// limit expired. The file is closed nevertheless: it grants no new leases, and the memory is
/// unmapped when the last lease is released.
public final class LeaseTimeoutException extends IllegalStateException {

  @Serial private static final long serialVersionUID = 1L;

  /// An array, because not every list is serializable.
  private final String[] holders;

  /// Creates the exception.
  ///
  /// @param path the file
  /// @param limit the time limit, such as `2 s`
  /// @param holders the names of the named leases, each with the time it has been held, the oldest
  ///   first
  /// @param unnamed the number of leases without a name
  public LeaseTimeoutException(String path, String limit, List<String> holders, long unnamed) {
    super(
        path
            + ": leases are still held after "
            + limit
            + ": "
            + String.join(", ", holders)
            + (holders.isEmpty() || unnamed == 0 ? "" : " and ")
            + (unnamed == 0 ? "" : unnamed + " without a name")
            + "; the memory stays mapped until they are closed");
    this.holders = holders.toArray(String[]::new);
  }

  /// The named leases.
  ///
  /// @return the name of each, with the time it has been held, such as `'onnxruntime session 3' for
  ///   12.3 s`, the oldest first
  public List<String> holders() {
    return List.of(holders);
  }
}
