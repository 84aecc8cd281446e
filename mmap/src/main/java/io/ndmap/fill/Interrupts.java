package io.ndmap.fill;

import java.io.IOException;

/// An interrupt of a thread, however it comes out of a call.
final class Interrupts {

  private Interrupts() {}

  /// A call that waits, and uses channels.
  interface Call<T> {
    T call() throws IOException, InterruptedException;
  }

  /// Makes a call. A channel that an interrupt finds at work is closed by it and throws an
  /// `IOException`; the caller is to see an interrupt all the same.
  ///
  /// @param name of the file, for the message
  /// @throws InterruptedException if the thread is interrupted
  static <T> T seen(String name, Call<T> call) throws IOException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException(name);
    }
    try {
      return call.call();
    } catch (IOException e) {
      if (Thread.interrupted()) {
        InterruptedException interrupted = new InterruptedException(name);
        var _ = interrupted.initCause(e);
        throw interrupted;
      }
      throw e;
    }
  }
}
