package io.ndmap.posix;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Translates an `errno` of Linux into the JDK's exceptions.
///
/// @param errno the number
record SystemError(int errno) {

  private static final int EPERM = 1;
  private static final int ENOENT = 2;
  private static final int EIO = 5;
  private static final int ENOMEM = 12;
  private static final int EACCES = 13;
  private static final int ENOTDIR = 20;
  private static final int EISDIR = 21;
  private static final int EINVAL = 22;
  private static final int ENFILE = 23;
  private static final int EMFILE = 24;
  private static final int EROFS = 30;
  private static final int ENAMETOOLONG = 36;
  private static final int ENOLCK = 37;
  private static final int ELOOP = 40;
  private static final int ESTALE = 116;
  private static final int EDQUOT = 122;

  /// The words of the C library, or the number.
  String text() {
    return switch (errno) {
      case EPERM -> "Operation not permitted";
      case ENOENT -> "No such file or directory";
      case EIO -> "Input/output error";
      case ENOMEM -> "Cannot allocate memory";
      case EACCES -> "Permission denied";
      case Posix.EEXIST -> "File exists";
      case ENOTDIR -> "Not a directory";
      case EISDIR -> "Is a directory";
      case EINVAL -> "Invalid argument";
      case ENFILE -> "Too many open files in system";
      case EMFILE -> "Too many open files";
      case Posix.ENOSPC -> "No space left on device";
      case EROFS -> "Read-only file system";
      case ENAMETOOLONG -> "File name too long";
      case ENOLCK -> "No locks available";
      case Posix.ENOSYS -> "Function not implemented";
      case ELOOP -> "Too many levels of symbolic links";
      case Posix.EOPNOTSUPP -> "Operation not supported";
      case ESTALE -> "Stale file handle";
      case EDQUOT -> "Disk quota exceeded";
      default -> "errno " + errno;
    };
  }

  /// That a file could not be opened, of the type that the JDK has for it.
  FileSystemException ofOpening(Path path) {
    return switch (errno) {
      case ENOENT -> new NoSuchFileException(path.toString());
      case EACCES -> new AccessDeniedException(path.toString());
      default -> new FileSystemException(path.toString(), null, text());
    };
  }
}
