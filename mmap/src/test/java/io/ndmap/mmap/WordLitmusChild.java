package io.ndmap.mmap;

import io.ndmap.nd.LongView;
import java.nio.file.Path;

/// One of the two processes of a [WordLitmus].
final class WordLitmusChild {

  private WordLitmusChild() {}

  /// Runs, and prints what it saw.
  ///
  /// @param arguments the litmus, the process, the table, the number of runs
  public static void main(String[] arguments) throws Exception {
    WordLitmus litmus = WordLitmus.valueOf(arguments[0]);
    int times = Integer.parseInt(arguments[3]);
    try (NpyFile file = NpyFile.open(Path.of(arguments[2]), OpenMode.READ_WRITE)) {
      LongView table = file.view(LongView.class);
      System.out.println("ready");
      if (System.in.read() < 0) {
        throw new IllegalStateException("nobody said go");
      }
      if (arguments[1].equals("write")) {
        litmus.write(table, times);
      } else {
        WordLitmus.Outcomes outcomes = new WordLitmus.Outcomes();
        litmus.read(table, times, outcomes);
        outcomes.counts().forEach((outcome, count) -> System.out.println(outcome + ": " + count));
      }
    }
  }
}
