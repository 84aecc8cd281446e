package io.ndmap.serve.http;

import io.ndmap.serve.answer.Problem;
import java.util.concurrent.atomic.AtomicLong;

/// Bounds the memory of all requests together: who comes when it is full is told to come again.
final class Admission {

  private final long most;
  private final AtomicLong inFlight = new AtomicLong();

  Admission(long most) {
    this.most = most;
  }

  /// A part of the memory, until it is closed. Of several threads at a time only one may use it.
  final class Share implements AutoCloseable {

    private long bytes;

    private Share() {}

    /// Makes the share at least as large.
    ///
    /// @throws Problem with 503 if the memory is full; a share larger than all of it is granted if
    ///   it is the only one
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

    /// Makes the share larger.
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

  long inFlight() {
    return inFlight.get();
  }
}
