package io.ndmap.posix;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// What is done with directories.
public final class Directories {

  private Directories() {}

  /// Makes the names in a file's directory outlast a crash of the system, where directories can be
  /// forced.
  ///
  /// @param file in the directory; it need not exist
  public static void forceThatOf(Path file) {
    Path directory = file.toAbsolutePath().getParent();
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Some network file systems and Windows cannot; the names are there all the same.
      System.getLogger(Posix.LOGGER)
          .log(Level.DEBUG, "The directory " + directory + " could not be forced", e);
    }
  }
}
