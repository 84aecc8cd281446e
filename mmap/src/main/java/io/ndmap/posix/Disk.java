package io.ndmap.posix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Set;

/// Forces files to the disk, with messages that explain failures.
public final class Disk {

  /// Errors of `fsync(2)` on file systems that do not support it.
  private static final Set<String> UNSUPPORTED =
      Set.of("Invalid argument", "Operation not supported", "Read-only file system");

  private Disk() {}

  /// Forces the bytes of a file, its length and other attributes.
  ///
  /// @param name the file's name, for the message
  /// @throws IOException if the disk reports an error, or the file system does not support
  ///   `fsync(2)`
  public static void force(FileChannel channel, Path name) throws IOException {
    force(channel, true, name);
  }

  /// Forces the bytes of a file, and its length.
  ///
  /// @param name the file's name, for the message
  /// @throws IOException as [#force(FileChannel, Path)]
  public static void forceData(FileChannel channel, Path name) throws IOException {
    force(channel, false, name);
  }

  /// Forces stores into a mapping of a file.
  ///
  /// @param mapped the memory
  /// @param name the file's name, for the message
  /// @throws IOException if the disk reports an error
  public static void force(MemorySegment mapped, Path name) throws IOException {
    try {
      mapped.force();
    } catch (UncheckedIOException e) {
      throw new IOException(
          name + ": the disk failed to store what was written: " + SystemError.text(e), e);
    }
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
  /// @param e the exception with the system's message
  static String failure(Path name, IOException e) {
    String words = String.valueOf(e.getMessage());
    return name
        + ": cannot be forced to the disk: "
        + (UNSUPPORTED.contains(words)
            ? words + ": its file system does not support fsync(2); write it to another one"
            : SystemError.text(e));
  }
}
