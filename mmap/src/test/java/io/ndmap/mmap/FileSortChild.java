package io.ndmap.mmap;

import io.ndmap.nd.NdView;
import io.ndmap.op.Execution;
import java.io.IOException;
import java.nio.file.Path;

/// Sorts a file into another one, which it replaces, and prints its progress.
final class FileSortChild {

  private FileSortChild() {}

  /// Sorts.
  ///
  /// @param arguments source, target, the bytes of memory, and the threads
  public static void main(String[] arguments) throws IOException {
    Execution execution =
        Execution.parallel(Integer.parseInt(arguments[3]))
            .droppingBehind()
            .withProgress(_ -> System.out.println("working"));
    try (NpyFile file = NpyFile.open(Path.of(arguments[0]))) {
      NdView<?> view = file.view().on(execution);
      FileSort.along(0)
          .withMemory(Long.parseLong(arguments[2]))
          .write(view, Path.of(arguments[1]), CreateOptions.DEFAULT.withReplacing());
    }
    System.out.println("sorted");
  }
}
