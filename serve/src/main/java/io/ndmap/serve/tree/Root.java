package io.ndmap.serve.tree;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// A file or directory that is served.
///
/// @param label the name in the tree
/// @param path the absolute path; if it is a link, each request follows it
/// @param isDirectory whether it was a directory when the server started
record Root(String label, Path path, boolean isDirectory) {

  /// Returns the roots for some paths, in their order. If several have the same file name, the
  /// later ones get a number.
  ///
  /// @throws IOException if there is no such file or directory, or it may not be read
  static List<Root> of(List<Path> paths) throws IOException {
    Set<String> labels = new HashSet<>();
    List<Root> roots = new ArrayList<>();
    for (Path path : paths) {
      Path absolute = path.toAbsolutePath().normalize();
      boolean isDirectory = Files.isDirectory(absolute);
      if (!isDirectory && !Files.isRegularFile(absolute)) {
        throw new IOException(
            Files.exists(absolute)
                ? path + ": neither a regular file nor a directory"
                : path + ": there is no such file or directory");
      }
      if (!Files.isReadable(absolute)) {
        throw new IOException(path + ": may not be read");
      }
      String name = absolute.getFileName() == null ? "root" : absolute.getFileName().toString();
      String label = name;
      for (int k = 2; !labels.add(label); k++) {
        label = name + "-" + k;
      }
      roots.add(new Root(label, absolute, isDirectory));
    }
    return List.copyOf(roots);
  }
}
