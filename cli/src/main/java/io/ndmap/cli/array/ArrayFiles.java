package io.ndmap.cli.array;

import io.ndmap.npz.ArrayName;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Finds the `.npy`, `.npz` and `.safetensors` files in a directory and its subdirectories.
///
/// Skips hidden files and directories, whose names begin with a dot. Symbolic links to files count
/// as files; links to directories are not followed.
final class ArrayFiles extends SimpleFileVisitor<Path> {

  private final Path top;
  private final List<Path> found = new ArrayList<>();

  private ArrayFiles(Path top) {
    this.top = top;
  }

  /// Returns the files, sorted by path. An unreadable directory is included, so that opening it
  /// reports the reason.
  static List<Path> in(Path directory) throws IOException {
    // Resolve the directory, which may itself be a symbolic link.
    Path real = directory.toRealPath();
    ArrayFiles files = new ArrayFiles(real);
    var _ = Files.walkFileTree(real, files);
    return files.found.stream()
        .map(file -> directory.resolve(real.relativize(file)))
        .sorted()
        .toList();
  }

  @Override
  public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
    boolean hidden = !directory.equals(top) && isHidden(directory);
    return hidden ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
    String name = name(file).toLowerCase(Locale.ROOT);
    boolean array =
        name.endsWith(".npy") || name.endsWith(".npz") || ArrayName.isSafetensorsName(name);
    if (array && !isHidden(file) && !Files.isDirectory(file)) {
      found.add(file);
    }
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException error) {
    found.add(file);
    return FileVisitResult.CONTINUE;
  }

  private static boolean isHidden(Path file) {
    return name(file).startsWith(".");
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }
}
