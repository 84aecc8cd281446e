package io.ndmap.posix;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;

/// An interrupt of a thread, however it comes out of a call.
public final class Interrupts {

  private Interrupts() {}

  /// A call that waits, and uses channels.
  ///
  /// @param <T> what it returns
  public interface Call<T> {
    /// Makes the call.
    ///
    /// @return what it is about
    /// @throws IOException if it fails, or an interrupt has closed a channel
    /// @throws InterruptedException if the thread is interrupted
    T call() throws IOException, InterruptedException;
  }

  /// Makes a call. A channel that an interrupt finds at work is closed by it and throws an
  /// `IOException`; the caller is to see an interrupt all the same.
  ///
  /// @param name of the file, for the message
  /// @param call what is to be done
  /// @param <T> what it returns
  /// @return what it returns
  /// @throws IOException if it fails
  /// @throws InterruptedException if the thread is interrupted
  public static <T> T seen(String name, Call<T> call) throws IOException, InterruptedException {
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

  /// What is done by a channel.
  public interface ChannelUse {
    /// Opens a channel, uses it and closes it.
    ///
    /// @throws IOException if that fails, or an interrupt has closed the channel
    void run() throws IOException;
  }

  /// Uses a channel whatever interrupts come, which would close it: then it is done once more, and
  /// the interrupt stays pending.
  ///
  /// @param use what is done; it may be done several times
  /// @throws IOException if it fails for another reason
  public static void deferred(ChannelUse use) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          use.run();
          return;
        } catch (ClosedByInterruptException e) {
          interrupted |= Thread.interrupted();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
