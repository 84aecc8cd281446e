package io.ndmap.cli.run;

import io.ndmap.cli.output.Printable;
import io.ndmap.cli.output.QuantityText;
import io.ndmap.mmap.NpyFile;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.ObjectArrayException;
import io.ndmap.npy.ResourceLimitException;
import io.ndmap.npz.ArrayName;
import io.ndmap.posix.SystemError;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// A description of a failure: a `message` for people and a `name` for scripts.
///
/// @param name the simple name of the exception's class
/// @param message one line, without the file's name at its start
public record FileFailure(String name, String message) {

  /// The character with which Java replaces bytes that the locale's encoding cannot decode.
  private static final char UNDECODABLE = '\ufffd';

  /// Describes an exception.
  ///
  /// @param error the exception that ended the work on a file
  /// @param file the file
  public static FileFailure of(Throwable error, Path file) {
    return of(error, ArrayName.of(file));
  }

  /// Describes an exception.
  ///
  /// @param error the exception that ended the work on an array
  /// @param name the array
  public static FileFailure of(Throwable error, ArrayName name) {
    if (isMappingFault(error)) {
      return new FileFailure(
          "MappingFaultException",
          "the mapped memory cannot be accessed; the file was truncated by another process, its"
              + " disk is full, or reading it failed");
    }
    return new FileFailure(
        error.getClass().getSimpleName(),
        Printable.line(withoutName(text(error, name.file()), name)));
  }

  /// Whether the error reports an access to a part of a mapped file that does not exist any more.
  /// The JVM throws this error for accesses to single elements.
  private static boolean isMappingFault(Throwable error) {
    return error instanceof InternalError
        && String.valueOf(error.getMessage()).contains("unsafe memory access");
  }

  private static String text(Throwable error, Path file) {
    return switch (error) {
      case NoSuchFileException e when e.getReason() != null -> e.getReason();
      case NoSuchFileException _ when isNowhere(file) -> "no such directory";
      case NoSuchFileException _ when Files.isSymbolicLink(file) ->
          "no such file: this is a symbolic link to " + target(file) + ", which does not exist";
      case NoSuchFileException _ when file.toString().indexOf(UNDECODABLE) >= 0 ->
          "no such file; its name has bytes that are not UTF-8, and does not reach Java: rename it,"
              + " link to it, or give it to a command that reads - (ndmap get - < FILE)";
      case NoSuchFileException _ -> "no such file";
      case AccessDeniedException e when e.getReason() != null -> e.getReason();
      case AccessDeniedException _ -> "permission denied" + linkText(file);
      case FileAlreadyExistsException _ when Files.isDirectory(file) -> "this is a directory";
      case FileAlreadyExistsException _ ->
          "the file exists" + linkText(file) + "; --force replaces it";
      case DirectoryNotEmptyException _ -> "this is a directory, and not empty";
      case NotDirectoryException _ -> "not a directory";
      case FileSystemException e when e.getReason() != null ->
          SystemError.text(new IOException(e.getReason())).toLowerCase(Locale.ROOT);
      case ResourceLimitException e -> inOptions(String.valueOf(e.getMessage()));
      case ObjectArrayException _ ->
          error.getMessage() + ", or --allow-pickle of ndmap get and ndmap diff";
      case IOException e when isStream(file) ->
          e.getMessage() + "; commands that take - read it as a stream (ndmap get - < FILE)";
      case OutOfMemoryError _ -> outOfMemory(String.valueOf(error.getMessage()), file);
      case IOException e when e.getMessage() != null -> SystemError.text(e);
      default -> error.getMessage() == null ? error.getClass().getSimpleName() : error.getMessage();
    };
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      return "something";
    }
  }

  private static boolean isStream(Path file) {
    return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
  }

  private static String outOfMemory(String message, Path file) {
    if (message.contains("native thread")) {
      return "cannot create more threads (" + message + "); --threads 1 needs fewer";
    }
    return (message.contains("direct buffer") ? "the direct memory of " : "the heap of ")
        + QuantityText.bytes(Runtime.getRuntime().maxMemory())
        + " is too small for this"
        + array(file)
        + "; --heap, or NDMAP_JAVA_OPTS=-Xmx1g for ./ndmap, gives more";
  }

  /// Describes an array by its header; empty if the header cannot be read.
  private static String array(Path file) {
    try {
      NpyHeader header = NpyFile.readHeader(file);
      return ", an array of shape "
          + header.shape()
          + " and dtype "
          + header.dtype()
          + ", "
          + QuantityText.bytes(header.dataBytes());
    } catch (IOException | RuntimeException e) {
      return "";
    }
  }

  /// Replaces the library's names of limits by the command's options.
  ///
  /// @param message a message of the library
  public static String inOptions(String message) {
    return message
        .replace("the option HeaderLimits", "--max-header")
        .replace("the option NpzOptions.withMaxMembers", "--max-members")
        .replace("the option NpzOptions.withMaxInflatedBytes", "--max-inflated");
  }

  /// Removes the name of the file or member at the start of a message, since the command prints the
  /// name anyway.
  private static String withoutName(String text, ArrayName name) {
    for (Object prefix : List.of(name, name.file(), name.file().toAbsolutePath())) {
      if (text.startsWith(prefix + ": ")) {
        return text.substring((prefix + ": ").length());
      }
    }
    return text;
  }

  /// Describes the target of a link, which is the file that a command would change.
  private static String linkText(Path file) {
    if (!Files.isSymbolicLink(file)) {
      return "";
    }
    try {
      return ", a link to "
          + (Files.exists(file) ? file.toRealPath() : Files.readSymbolicLink(file));
    } catch (IOException e) {
      return ", a link";
    }
  }

  private static boolean isNowhere(Path file) {
    Path directory = file.toAbsolutePath().getParent();
    return directory != null && !Files.exists(directory);
  }
}
