package io.ndmap.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/// Files that can be mapped.
public final class RegularFile {

  private RegularFile() {}

  /// Asks what a path leads to, before it is opened: to open a FIFO is to wait for its writer.
  ///
  /// @throws IOException if there is no such file, or it is not a regular one
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
