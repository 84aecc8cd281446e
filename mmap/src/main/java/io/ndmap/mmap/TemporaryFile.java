package io.ndmap.mmap;

import io.ndmap.posix.Directories;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.HexFormat;

/// A file under a name that says that nobody should read it yet: `.x.npy.<pid>-<random>.tmp`.
///
/// @param path where it is, in the directory of the file it is to become
record TemporaryFile(Path path) {

  private static final SecureRandom RANDOM = new SecureRandom();

  // 255 bytes are the most that file systems take for a name.
  private static final int MAX_NAME_BYTES = 255;

  /// A name that is free, in the directory of a file; nothing is created.
  static TemporaryFile beside(Path target) {
    Path name = target.getFileName();
    if (name == null) {
      throw new IllegalArgumentException("'" + target + "' names no file");
    }
    String suffix =
        "."
            + ProcessHandle.current().pid()
            + "-"
            + HexFormat.of().toHexDigits(RANDOM.nextLong())
            + ".tmp";
    String stem = name.toString();
    while (1 + stem.getBytes(StandardCharsets.UTF_8).length + suffix.length() > MAX_NAME_BYTES) {
      stem = stem.substring(0, stem.offsetByCodePoints(stem.length(), -1));
    }
    return new TemporaryFile(target.resolveSibling("." + stem + suffix));
  }

  /// Creates the file, which must not exist, for reading and writing.
  ///
  /// @param target the file it is to become, which is the one that a caller knows
  /// @throws FileSystemException of the JDK's type for it, naming the target, if it cannot be
  ///   created
  FileChannel create(Path target) throws IOException {
    try {
      return FileChannel.open(
          path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    } catch (FileSystemException e) {
      throw Directories.naming(target, e);
    }
  }

  /// Gives the file a name that must be free, in one step.
  ///
  /// @throws FileAlreadyExistsException if the name is taken
  /// @throws FileSystemException if there is no way to do it in one step here
  void publish(Path target) throws IOException {
    Directories.publish(path, target);
  }

  /// Gives the file a name, and takes it from the file that has it, in one step.
  void replace(Path target) throws IOException {
    Files.move(path, target, StandardCopyOption.ATOMIC_MOVE);
  }

  /// Removes the temporary name if it is still there.
  void delete() throws IOException {
    Files.deleteIfExists(path);
  }
}
