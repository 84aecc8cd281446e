package io.ndmap.posix;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Set;

/// Forces files to the disk, and says what is wrong where that fails.
public final class Disk {

  /// Errors of `fsync(2)` where a file system does not have it.
  private static final Set<String> UNSUPPORTED =
      Set.of("Invalid argument", "Operation not supported", "Read-only file system");

  private Disk() {}

  /// Forces a file with its length and its other attributes.
  ///
  /// @param name of the file, for the message
  /// @throws IOException if the disk reports an error, or the file system forces no files
  public static void force(FileChannel channel, Path name) throws IOException {
    force(channel, true, name);
  }

  /// Forces the bytes of a file, and its length.
  ///
  /// @param name of the file, for the message
  /// @throws IOException as [#force(FileChannel, Path)]
  public static void forceData(FileChannel channel, Path name) throws IOException {
    force(channel, false, name);
  }

  private static void force(FileChannel channel, boolean attributes, Path name) throws IOException {
    try {
      channel.force(attributes);
    } catch (ClosedChannelException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException(failure(name, e), e);
    }
  }

  /// The message for a file that cannot be forced.
  ///
  /// @param e with the words of the system
  static String failure(Path name, IOException e) {
    String words = String.valueOf(e.getMessage());
    return name
        + ": cannot be forced to the disk: "
        + (UNSUPPORTED.contains(words)
            ? words + ": its file system does not support fsync(2); write it to another one"
            : SystemError.text(e));
  }
}
