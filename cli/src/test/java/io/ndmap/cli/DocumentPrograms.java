package io.ndmap.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Runs the programs of several documents in one JVM.
final class DocumentPrograms {

  private DocumentPrograms() {}

  /// Each begins with one file in the working directory, `x.npy`.
  ///
  /// @param arguments what that is a copy of, and the names of the classes
  public static void main(String[] arguments) throws Exception {
    List<String> words = List.of(arguments);
    for (String name : words.subList(1, words.size())) {
      for (Path file : files()) {
        Files.delete(file);
      }
      Files.copy(Path.of(words.getFirst()), Path.of("x.npy"));
      System.out.println(name);
      Class.forName(name)
          .getDeclaredMethod("main", String[].class)
          .invoke(null, (Object) new String[0]);
    }
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(Path.of(""))) {
      return all.filter(Files::isRegularFile).toList();
    }
  }
}
