package io.ndmap.spark.option;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Describes in words why a file cannot be used. The messages of the JDK's exceptions for the most
/// common reasons consist of the file's name only.
public final class Reason {

  private Reason() {}

  /// Returns the reason, without the file's name at its start.
  ///
  /// @param e the exception
  /// @param file the file, as the surrounding message names it
  /// @return the reason
  public static String of(IOException e, Object file) {
    return switch (e) {
      case FileAlreadyExistsException _ ->
          "the file exists; write with the mode overwrite, append or ignore";
      case FileSystemException failure when failure.getReason() != null -> failure.getReason();
      case NoSuchFileException missing ->
          isInAFolder(missing.getFile()) ? "no such file" : "no such directory";
      case AccessDeniedException _ ->
          "permission denied for the user " + System.getProperty("user.name");
      default -> withoutName(e, file + ": ");
    };
  }

  private static boolean isInAFolder(@Nullable String file) {
    Path folder = file == null ? null : Path.of(file).toAbsolutePath().getParent();
    return folder == null || Files.isDirectory(folder);
  }

  private static String withoutName(IOException e, String prefix) {
    String text = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return text.startsWith(prefix) ? text.substring(prefix.length()) : text;
  }
}
