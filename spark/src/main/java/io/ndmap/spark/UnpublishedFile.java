package io.ndmap.spark;

import io.ndmap.posix.Directories;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// The file that all tasks of a write fill. It has a hidden temporary name in the folder of the
/// target.
///
/// @param target the file that is written or appended to
/// @param path the temporary file
record UnpublishedFile(Path target, Path path) {

  /// Returns the temporary file for a target. If the target is a symbolic link to an existing file,
  /// that file is written.
  ///
  /// @param queryId makes the temporary name unique among writes
  static UnpublishedFile of(Path path, String queryId) throws IOException {
    Path target = Files.exists(path) ? path.toRealPath() : path;
    return new UnpublishedFile(
        target,
        target.resolveSibling(
            "." + Objects.requireNonNull(target.getFileName()) + "." + queryId + ".tmp"));
  }

  /// Requires that a file can be created in the folder of the target and, for a new target,
  /// published there. Tries both with an empty file.
  ///
  /// @param isNew whether the target must not exist; false if a file is replaced or appended to
  void requirePlace(boolean isNew) throws IOException {
    if (isNew) {
      Directories.requirePublishing(target);
      return;
    }
    Path folder = Objects.requireNonNull(target.toAbsolutePath().getParent());
    try {
      Files.delete(Files.createTempFile(folder, ".ndmap-", ".tmp"));
    } catch (FileSystemException e) {
      throw Directories.naming(target, e);
    }
  }

  /// Requires that the disk has enough free space. The space is not reserved, so other programs may
  /// use it before the tasks start.
  void requireSpace(long bytes) throws IOException {
    long free = free(Objects.requireNonNull(target.toAbsolutePath().getParent()));
    if (free < bytes) {
      throw new IOException(
          "there is not enough space on the disk: the option shape asks for "
              + bytes
              + " bytes, "
              + free
              + " are free");
    }
  }

  private static long free(Path folder) {
    try {
      return Files.getFileStore(folder).getUsableSpace();
    } catch (IOException e) {
      // In some containers the JDK does not find the mount point; the file can be created
      // nevertheless.
      return Long.MAX_VALUE;
    }
  }
}
