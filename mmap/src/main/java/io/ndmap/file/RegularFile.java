package io.ndmap.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/// Checks that a file is a regular file, which can be mapped.
public final class RegularFile {

  private RegularFile() {}

  /// Reads the attributes of a regular file. Called before the file is opened, because opening a
  /// FIFO would block until another process opens it for writing.
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
