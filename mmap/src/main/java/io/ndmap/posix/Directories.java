package io.ndmap.posix;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/// What is done with directories, and by channels that an interrupt of the thread does not end.
public final class Directories {

  private Directories() {}

  /// Makes the names in a file's directory outlast a crash of the system. An interrupt of the
  /// thread stays pending.
  ///
  /// @param file in the directory; it need not exist
  /// @throws IOException if the directory cannot be opened or forced: whether its names outlast a
  ///   crash is not known then
  public static void forceThatOf(Path file) throws IOException {
    Path directory =
        Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file's directory");
    try {
      uninterrupted(
          () -> {
            // Only a channel opens directories.
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
              channel.force(true);
            }
          });
    } catch (IOException e) {
      throw new IOException(
          directory
              + ": the directory could not be forced to the disk, so its names may not outlast a"
              + " crash: "
              + e,
          e);
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
  public static void uninterrupted(ChannelUse use) throws IOException {
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

  /// The same where nothing was promised: some network file systems and Windows cannot force
  /// directories, and the names are there all the same.
  ///
  /// @param file in the directory; it need not exist
  public static void tryToForceThatOf(Path file) {
    try {
      forceThatOf(file);
    } catch (IOException e) {
      System.getLogger(Posix.LOGGER).log(Level.DEBUG, "Names may not outlast a crash", e);
    }
  }
}
