package io.ndmap.cli.run;

import io.ndmap.cli.output.Printable;
import io.ndmap.cli.output.Quantity;
import io.ndmap.mmap.NpyFile;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.ObjectArrayException;
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
import java.util.Locale;

/// Describes the failure of a file, for people (`message`) and for scripts (`name` too).
///
/// @param name the exception's simple name
/// @param message one line, without the file's name in front
public record Failure(String name, String message) {

  /// Says what an exception means.
  ///
  /// @param error what was thrown while a file was handled
  /// @param file the file
  public static Failure of(Throwable error, Path file) {
    if (isMappingFault(error)) {
      return new Failure(
          "MappingFaultException",
          "the mapped memory cannot be accessed; the file was truncated by another process, its"
              + " disk is full, or reading it failed");
    }
    return new Failure(
        error.getClass().getSimpleName(), Printable.line(withoutName(text(error, file), file)));
  }

  /// Elements read one by one report a file that shrank as the JVM's own error.
  private static boolean isMappingFault(Throwable error) {
    return error instanceof InternalError
        && String.valueOf(error.getMessage()).contains("unsafe memory access");
  }

  private static String text(Throwable error, Path file) {
    return switch (error) {
      case NoSuchFileException e when e.getReason() != null -> e.getReason();
      case NoSuchFileException _ when isNowhere(file) -> "no such directory";
      case NoSuchFileException _ -> "no such file";
      case AccessDeniedException _ -> "permission denied";
      case FileAlreadyExistsException _ when Files.isDirectory(file) -> "this is a directory";
      case FileAlreadyExistsException _ -> "the file exists; --force replaces it";
      case DirectoryNotEmptyException _ -> "this is a directory, and not empty";
      case NotDirectoryException _ -> "not a directory";
      case FileSystemException e when e.getReason() != null ->
          SystemError.text(new IOException(e.getReason())).toLowerCase(Locale.ROOT);
      case ObjectArrayException _ -> error.getMessage() + ", or ndmap get --allow-pickle";
      case OutOfMemoryError _ -> outOfMemory(String.valueOf(error.getMessage()), file);
      case IOException e when e.getMessage() != null -> SystemError.text(e);
      default -> error.getMessage() == null ? error.getClass().getSimpleName() : error.getMessage();
    };
  }

  private static String outOfMemory(String message, Path file) {
    if (message.contains("native thread")) {
      return "cannot create more threads (" + message + "); --threads 1 needs fewer";
    }
    return (message.contains("direct buffer") ? "the direct memory of " : "the heap of ")
        + Quantity.bytes(Runtime.getRuntime().maxMemory())
        + " is too small for this"
        + array(file)
        + "; --heap, or NDMAP_JAVA_OPTS=-Xmx1g for ./ndmap, gives more";
  }

  /// What an array is, if it can be told.
  private static String array(Path file) {
    try (NpyFile npy = NpyFile.open(file)) {
      NpyHeader header = npy.header();
      return ", an array of shape "
          + header.shape()
          + " and dtype "
          + header.dtype()
          + ", "
          + Quantity.bytes(header.dataBytes());
    } catch (IOException | RuntimeException e) {
      return "";
    }
  }

  /// Most messages begin with the file, which is shown anyway.
  private static String withoutName(String text, Path file) {
    String prefix = file + ": ";
    return text.startsWith(prefix) ? text.substring(prefix.length()) : text;
  }

  private static boolean isNowhere(Path file) {
    Path directory = file.toAbsolutePath().getParent();
    return directory != null && !Files.exists(directory);
  }
}
