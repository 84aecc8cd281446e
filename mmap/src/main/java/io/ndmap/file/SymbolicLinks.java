package io.ndmap.file;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/// Resolves symbolic links.
public final class SymbolicLinks {

  /// As many as Linux follows.
  private static final int MAX_LINKS = 40;

  private SymbolicLinks() {}

  /// The file that `open(2)` would write, or make.
  ///
  /// @param path a name, which need not exist, or be a link
  /// @return the name of that file, which is no link
  /// @throws FileSystemException if the links form a cycle, or may not be followed here
  public static Path target(Path path) throws IOException {
    if (!Files.isSymbolicLink(path)) {
      return path;
    }
    try {
      // The system is asked first: it does not follow other users' links in a sticky directory.
      var _ = Files.readAttributes(path, BasicFileAttributes.class);
    } catch (NoSuchFileException e) {
      // They lead to a file that can be made.
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
