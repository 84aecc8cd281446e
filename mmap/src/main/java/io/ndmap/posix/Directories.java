package io.ndmap.posix;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/// What is done with directories.
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
      Interrupts.deferred(
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
