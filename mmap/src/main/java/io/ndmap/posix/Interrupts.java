package io.ndmap.posix;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;

/// Handles interrupts of threads that use channels: if a thread is interrupted while it uses a
/// channel, the JDK closes the channel.
public final class Interrupts {

  private Interrupts() {}

  /// A call that waits, and uses channels.
  public interface Call<T> {
    T call() throws IOException, InterruptedException;
  }

  /// Makes a call whose interrupts all raise [InterruptedException]: an [IOException] that the call
  /// throws while the thread is interrupted, usually that of a closed channel, becomes the cause.
  ///
  /// @param name the file's name, for the message
  public static <T> T unified(String name, Call<T> call) throws IOException, InterruptedException {
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

  /// Opens a channel, uses it and closes it.
  public interface ChannelUse {
    void run() throws IOException;
  }

  /// Uses a channel, and starts again if an interrupt has closed it. The interrupt status of the
  /// thread is kept.
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
