package io.ndmap.serve.http;

import io.ndmap.serve.answer.Problem;
import java.util.concurrent.atomic.AtomicLong;

/// Bounds the memory of all requests together. A request that exceeds the limit fails with 503, and
/// the client may retry it.
final class Admission {

  private final long most;
  private final AtomicLong inFlight = new AtomicLong();

  Admission(long most) {
    this.most = most;
  }

  /// One request's share of the memory, which is released when the share is closed. A share may be
  /// used by one thread at a time.
  final class Share implements AutoCloseable {

    private long bytes;

    private Share() {}

    /// Raises the share to at least the given number of bytes.
    ///
    /// @throws Problem with 503 if the limit is exceeded; a share that is larger than the limit is
    ///   granted if it is the only one
    void raise(long requested) {
      long more = requested - bytes;
      if (more <= 0) {
        return;
      }
      long all = inFlight.addAndGet(more);
      bytes += more;
      if (all > most && all > bytes) {
        close();
        throw new Problem(
            503, "too much is being sent already: %s bytes of %s".formatted(all - more, most));
      }
    }

    /// Raises the share by the given number of bytes.
    ///
    /// @throws Problem as [#raise]
    void add(long more) {
      raise(bytes + more);
    }

    @Override
    public void close() {
      inFlight.addAndGet(-bytes);
      bytes = 0;
    }
  }

  Share share() {
    return new Share();
  }

  /// The sum of all shares, in bytes.
  long inFlight() {
    return inFlight.get();
  }
}
