package io.ndmap.posix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// An `errno` of Linux, with the system's message, a remedy, and the JDK's exception for it.
///
/// @param errno the number
public record SystemError(int errno) {

  private static final int ENOENT = 2;
  private static final int EACCES = 13;

  /// The errors of calls on files, with the messages of the C library. JDK exceptions contain the
  /// same messages.
  private enum Known {
    EPERM(1, "Operation not permitted"),
    ENOENT(2, "No such file or directory"),
    EINTR(4, "Interrupted system call"),
    EIO(5, "Input/output error", "the disk or the network failed: see the system's log (dmesg)"),
    ENXIO(6, "No such device or address"),
    EBADF(9, "Bad file descriptor"),
    EAGAIN(11, "Resource temporarily unavailable"),
    ENOMEM(12, "Cannot allocate memory", "free some, or raise the limit (ulimit -v)"),
    EACCES(13, "Permission denied"),
    EFAULT(14, "Bad address"),
    EBUSY(16, "Device or resource busy"),
    EEXIST(17, "File exists"),
    EXDEV(18, "Invalid cross-device link"),
    ENODEV(19, "No such device", "its file system does not support the call"),
    ENOTDIR(20, "Not a directory"),
    EISDIR(21, "Is a directory"),
    EINVAL(22, "Invalid argument"),
    ENFILE(23, "Too many open files in system", "raise sysctl fs.file-max, or end programs"),
    EMFILE(24, "Too many open files", "close some, or raise the limit (ulimit -n)"),
    ETXTBSY(26, "Text file busy", "a program of that name is running"),
    EFBIG(
        27,
        "File too large",
        "the file system, or the limit of the process (ulimit -f), has no files of that size"),
    ENOSPC(28, "No space left on device"),
    ESPIPE(29, "Illegal seek", "it is a pipe: use - for pipes"),
    EROFS(30, "Read-only file system"),
    EMLINK(31, "Too many links"),
    EPIPE(32, "Broken pipe"),
    EDEADLK(35, "Resource deadlock avoided"),
    ENAMETOOLONG(36, "File name too long"),
    ENOLCK(37, "No locks available"),
    ENOSYS(38, "Function not implemented", "the kernel, or a sandbox, does not have the call"),
    ENOTEMPTY(39, "Directory not empty"),
    ELOOP(40, "Too many levels of symbolic links"),
    ENODATA(61, "No data available"),
    ENOLINK(67, "Link has been severed"),
    EPROTO(71, "Protocol error"),
    EOVERFLOW(75, "Value too large for defined data type"),
    EOPNOTSUPP(95, "Operation not supported"),
    ENETUNREACH(101, "Network is unreachable"),
    ECONNABORTED(103, "Software caused connection abort"),
    ECONNRESET(104, "Connection reset by peer"),
    ENOTCONN(
        107, "Transport endpoint is not connected", "the program that serves the mount has ended"),
    ESHUTDOWN(108, "Cannot send after transport endpoint shutdown"),
    ETIMEDOUT(110, "Connection timed out", "the file server does not answer"),
    ECONNREFUSED(111, "Connection refused"),
    EHOSTDOWN(112, "Host is down", "the file server does not answer"),
    EHOSTUNREACH(113, "No route to host", "the file server cannot be reached"),
    ESTALE(
        116, "Stale file handle", "the file was replaced or removed on the server: open it anew"),
    EUCLEAN(117, "Structure needs cleaning", "the file system is damaged: check it (fsck)"),
    EREMOTEIO(121, "Remote I/O error"),
    EDQUOT(122, "Disk quota exceeded", "remove files of this user, or have the quota raised"),
    ECANCELED(125, "Operation canceled"),
    ENOKEY(126, "Required key not available", "the directory is encrypted and locked"),
    EKEYEXPIRED(127, "Key has expired", "log in again, as by kinit"),
    EHWPOISON(133, "Memory page has hardware error");

    private final int number;
    private final String words;
    private final String remedy;

    Known(int number, String words) {
      this(number, words, "");
    }

    Known(int number, String words, String remedy) {
      this.number = number;
      this.words = words;
      this.remedy = remedy;
    }

    String text() {
      return remedy.isEmpty() ? words : words + ": " + remedy;
    }
  }

  /// Returns the message of the C library, and the remedy if one is known. For an error that calls
  /// on files do not report, returns its number.
  public String text() {
    for (Known known : Known.values()) {
      if (known.number == errno) {
        return known.text();
      }
    }
    return "error " + errno + " of the system, see errno(3)";
  }

  /// Returns the message of an exception, with a remedy if it is a known error of the system.
  public static String text(IOException e) {
    String message = String.valueOf(e.getMessage());
    for (Known known : Known.values()) {
      if (!known.remedy.isEmpty() && message.endsWith(known.words)) {
        return message + ": " + known.remedy;
      }
    }
    return message;
  }

  /// Returns the message of the exception's cause, with a remedy as in [#text(IOException)].
  public static String text(UncheckedIOException e) {
    IOException cause = e.getCause();
    return cause == null ? String.valueOf(e.getMessage()) : text(cause);
  }

  /// Returns whether an exception of the JDK or of this module reports a full disk or an exhausted
  /// quota.
  public static boolean isDiskFull(IOException e) {
    String message = String.valueOf(e.getMessage());
    return message.contains(Known.ENOSPC.words) || message.contains(Known.EDQUOT.words);
  }

  /// Creates the JDK's exception for a failure to open a file.
  FileSystemException ofOpening(Path path) {
    return switch (errno) {
      case ENOENT -> new NoSuchFileException(path.toString());
      case EACCES -> new AccessDeniedException(path.toString());
      default -> new FileSystemException(path.toString(), null, text());
    };
  }
}
