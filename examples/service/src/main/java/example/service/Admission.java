package example.service;

import java.util.concurrent.atomic.AtomicLong;

/// Lets requests in while the bytes that all of them hold in memory are below a limit.
final class Admission {

  private final long most;
  private final AtomicLong inFlight = new AtomicLong();

  Admission(long most) {
    this.most = most;
  }

  /// What a request holds; closing it gives it back.
  interface Share extends AutoCloseable {
    @Override
    void close();
  }

  /// {@return a share of some bytes} A request that is larger than the limit comes in alone.
  ///
  /// @throws FullException if there is no room now
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

  /// There is no room for a request now; it may be sent again.
  static final class FullException extends RuntimeException {
    FullException(long inFlight, long most) {
      super(inFlight + " of " + most + " bytes are in flight; ask again");
    }
  }
}
