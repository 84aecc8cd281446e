package io.ndmap.mmap;

import io.ndmap.nd.LongView;
import java.nio.file.Path;

/// One of the two processes of each [WordLitmus].
final class WordLitmusChild {

  private WordLitmusChild() {}

  /// Runs one after the other, and prints what it saw on a line each.
  ///
  /// @param arguments the process, the directory of a table for each litmus, the number that the
  ///   runs are divided by
  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[1]);
    int fewer = Integer.parseInt(arguments[2]);
    for (WordLitmus litmus : WordLitmus.values()) {
      try (NpyFile file = NpyFile.open(directory.resolve(litmus.name()), OpenMode.READ_WRITE)) {
        LongView table = file.view(LongView.class);
        System.out.println("ready");
        if (System.in.read() < 0) {
          throw new IllegalStateException("nobody said go");
        }
        int times = litmus.times() / fewer;
        if (arguments[0].equals("write")) {
          litmus.write(table, times);
        } else {
          WordLitmus.Outcomes outcomes = new WordLitmus.Outcomes();
          litmus.read(table, times, outcomes);
          System.out.println(
              outcomes.counts().entrySet().stream()
                  .map(seen -> seen.getKey() + ": " + seen.getValue())
                  .toList());
        }
      }
    }
  }
}
