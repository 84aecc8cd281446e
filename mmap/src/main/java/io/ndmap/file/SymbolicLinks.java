package io.ndmap.file;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/// Resolves symbolic links.
public final class SymbolicLinks {

  /// Linux follows at most this number of links.
  private static final int MAX_LINKS = 40;

  private SymbolicLinks() {}

  /// Returns the file that `open(2)` would write or create.
  ///
  /// @param path a name, which may be a link; the file need not exist
  /// @return the name of the file, which is not a link
  /// @throws FileSystemException if the links form a cycle, or may not be followed
  public static Path target(Path path) throws IOException {
    if (!Files.isSymbolicLink(path)) {
      return path;
    }
    try {
      // Let the system resolve the link first: Linux refuses other users' links in a sticky
      // directory.
      var _ = Files.readAttributes(path, BasicFileAttributes.class);
    } catch (NoSuchFileException e) {
      // The links lead to a file that does not exist; it can be created.
    }
    Path at = path;
    for (int links = 0; Files.isSymbolicLink(at); links++) {
      if (links == MAX_LINKS) {
        throw new FileSystemException(path.toString(), null, "Too many levels of symbolic links");
      }
      at = at.resolveSibling(Files.readSymbolicLink(at));
    }
    return at;
  }
}
