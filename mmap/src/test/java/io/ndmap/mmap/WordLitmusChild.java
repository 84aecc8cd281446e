package io.ndmap.mmap;

import io.ndmap.nd.LongView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// One of the two processes of each [WordLitmus].
final class WordLitmusChild {

  static final List<String> DTYPES = List.of("<u8", ">u8");

  private WordLitmusChild() {}

  /// Runs one after the other, and prints what it saw on a line each.
  ///
  /// @param arguments the process, the directory of a table for each litmus and dtype, the number
  ///   that the runs are divided by
  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[1]);
    int fewer = Integer.parseInt(arguments[2]);
    for (String dtype : DTYPES) {
      for (WordLitmus litmus : WordLitmus.values()) {
        run(litmus, directory.resolve(litmus + dtype), arguments[0], litmus.times() / fewer);
      }
    }
  }

  private static void run(WordLitmus litmus, Path path, String which, int times)
      throws IOException {
    try (NpyFile file = NpyFile.open(path, OpenMode.READ_WRITE)) {
      LongView table = file.view(LongView.class);
      System.out.println("ready");
      if (System.in.read() < 0) {
        throw new IllegalStateException("nobody said go");
      }
      if (which.equals("write")) {
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
