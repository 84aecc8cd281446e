package io.ndmap.cli.array;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Finds the `.npy` and `.npz` files in a directory and the directories in it.
///
/// Hidden files and directories, whose names begin with a dot, are left out. Symbolic links to
/// files count as files; those to directories are not followed.
final class ArrayFiles extends SimpleFileVisitor<Path> {

  private final Path top;
  private final List<Path> found = new ArrayList<>();

  private ArrayFiles(Path top) {
    this.top = top;
  }

  /// Finds the files, sorted by their paths. A directory that cannot be read is among them: whoever
  /// opens it gets the reason.
  static List<Path> in(Path directory) throws IOException {
    // The directory itself may be named by a link.
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
    boolean array = name.endsWith(".npy") || name.endsWith(".npz");
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
