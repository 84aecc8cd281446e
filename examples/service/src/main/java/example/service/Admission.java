package example.service;

import java.util.concurrent.atomic.AtomicLong;

/// Admits requests while the total of the bytes that they hold in memory is below a limit.
final class Admission {

  private final long most;
  private final AtomicLong inFlight = new AtomicLong();

  Admission(long most) {
    this.most = most;
  }

  /// The bytes held by a request; closing releases them.
  interface Share extends AutoCloseable {
    @Override
    void close();
  }

  /// {@return a share of the given bytes} A request larger than the limit is admitted alone.
  ///
  /// @throws FullException if the limit is reached
  Share admit(long bytes) {
    long share = Math.min(bytes, most);
    long before = inFlight.getAndAdd(share);
    if (before + share > most) {
      inFlight.addAndGet(-share);
      throw new FullException(before, most);
    }
    return () -> inFlight.addAndGet(-share);
  }

  long inFlight() {
    return inFlight.get();
  }

  /// Thrown if the limit is reached; the request may be retried.
  static final class FullException extends RuntimeException {
    FullException(long inFlight, long most) {
      super(inFlight + " of " + most + " bytes are in flight; ask again");
    }
  }
}
