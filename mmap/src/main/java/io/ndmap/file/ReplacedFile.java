package io.ndmap.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Resolves and checks files that are to be replaced.
public final class ReplacedFile {

  private static final int WRITE_BITS = 0222;

  private ReplacedFile() {}

  /// Returns the file to be replaced, with symbolic links followed. The system lets a process
  /// replace a file in any directory that the process may write, even if the file's permissions
  /// protect the content, as in the store of a data-versioning tool. So this method requires that
  /// the process may write the old file. A file without any write permission is protected even from
  /// root, who may otherwise write all files.
  ///
  /// @param path a name, which may be a link; the file need not exist
  /// @return the name of the file, which is not a link; the file need not exist
  /// @throws AccessDeniedException if the file exists and may not be written; the message names the
  ///   file
  /// @throws FileSystemException if the links form a cycle, or may not be followed
  /// @throws IOException if the file exists and is not a regular file
  public static Path of(Path path) throws IOException {
    Path target = SymbolicLinks.target(path);
    if (!Files.exists(target)) {
      return target;
    }
    if (!Files.isRegularFile(target)) {
      throw new IOException(path + ": not a regular file; only regular files are replaced");
    }
    if (!Files.isWritable(target) || hasNoWriteBit(target)) {
      throw new AccessDeniedException(
          path.toString(),
          null,
          target.equals(path)
              ? "write-protected, and so not replaced; make it writable, or remove it first"
              : "leads to "
                  + target
                  + ", which is write-protected, and so not replaced; make that file writable, or"
                  + " remove the link for a new file here");
    }
    return target;
  }

  private static boolean hasNoWriteBit(Path file) throws IOException {
    return file.getFileSystem().supportedFileAttributeViews().contains("unix")
        && ((Integer) Files.getAttribute(file, "unix:mode") & WRITE_BITS) == 0;
  }
}
