package io.ndmap.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/// Checks for files that can be mapped.
public final class RegularFile {

  private RegularFile() {}

  /// Reads the attributes of a regular file before it is opened: opening a FIFO would block until
  /// it has a writer.
  ///
  /// @throws IOException if there is no such file, or it is not a regular file
  public static BasicFileAttributes attributes(Path path) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      throw new IOException(
          path
              + ": not a regular file but "
              + (attributes.isDirectory() ? "a directory" : "a device, socket or FIFO")
              + "; only regular files are mapped");
    }
    return attributes;
  }
}
