package io.ndmap.spark;

import io.ndmap.posix.Directories;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// The file that all tasks of a write fill, under a name that nobody looks for, beside the one that
/// is written.
///
/// @param target the file that is written or appended to
/// @param path the file of the tasks, in the same folder
record UnpublishedFile(Path target, Path path) {

  /// A symbolic link stays, and what it leads to is written.
  ///
  /// @param queryId makes the name one that no other write has
  static UnpublishedFile of(Path path, String queryId) throws IOException {
    Path target = Files.exists(path) ? path.toRealPath() : path;
    return new UnpublishedFile(
        target,
        target.resolveSibling(
            "." + Objects.requireNonNull(target.getFileName()) + "." + queryId + ".tmp"));
  }

  /// Requires that it can be made, and named in the end if its name must be free: by doing so with
  /// an empty file.
  ///
  /// @param isNew whether it gets a name that must be free, and does not replace a file or go into
  ///   one
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

  /// Requires that the disk has room for so many bytes. They are not reserved: others may take them
  /// before the tasks begin.
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
      // In some containers the JDK does not find the mount point; the file can still be made.
      return Long.MAX_VALUE;
    }
  }
}
