package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Stores and loads of words keep their promises between two processes: forbidden results are not
/// seen, however often they try.
class WordLitmusTest {

  @TempDir Path directory;

  @Tag("slow")
  @Test
  void whatMustNotBeSeenIsNot() throws Exception {
    check(40);
  }

  @Tag("heavy")
  @Test
  void norInFortyTimesAsManyTries() throws Exception {
    check(1);
  }

  /// Runs all, in either byte order, in two processes.
  ///
  /// @param divisor the number that the usual number of tries is divided by
  private void check(int divisor) throws Exception {
    // On one processor they take turns at the scheduler's pace, a few milliseconds each.
    int fewer = Runtime.getRuntime().availableProcessors() > 1 ? divisor : 100;
    for (String dtype : WordLitmusChild.DTYPES) {
      for (WordLitmus litmus : WordLitmus.values()) {
        Path file = directory.resolve(litmus + dtype);
        NpyFile.create(file, DType.parse(dtype), Shape.of(64, 8), Order.C).close();
      }
    }
    try (ChildJvm writer = child("write", fewer);
        ChildJvm reader = child("read", fewer)) {
      for (String dtype : WordLitmusChild.DTYPES) {
        for (WordLitmus litmus : WordLitmus.values()) {
          assertThat(writer.line()).isEqualTo("ready");
          assertThat(reader.line()).isEqualTo("ready");
          writer.send("");
          reader.send("");
          String allowed = litmus == WordLitmus.STORE_BUFFER ? "one or both" : "whole";
          assertThat(reader.line())
              .as("%s of %s", litmus, dtype)
              .matches("\\[" + allowed + ": \\d+\\]");
        }
      }
      assertThat(reader.finish()).isEmpty();
      assertThat(writer.finish()).isEmpty();
    }
  }

  private ChildJvm child(String which, int fewer) throws IOException {
    return ChildJvm.start(
        List.of(ChildJvm.OPTIMISED, ChildJvm.NATIVE),
        WordLitmusChild.class,
        which,
        directory,
        fewer);
  }
}
