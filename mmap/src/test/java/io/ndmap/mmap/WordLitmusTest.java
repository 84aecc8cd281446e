package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Stores and loads of words keep their promises between two processes: forbidden results are not
/// seen, however often they try.
class WordLitmusTest {

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "LEDGER_WORD, <u8, 1000000, whole",
    "LEDGER_WORD, >u8, 1000000, whole",
    "WHOLE_WORD, <u8, 2000000, whole",
    "WHOLE_WORD, >u8, 2000000, whole",
    "STORE_BUFFER, <u8, 100000, one or both",
    "STORE_BUFFER, >u8, 100000, one or both",
    "CELL, <u8, 50000, whole",
    "CELL, >u8, 50000, whole",
  })
  void whatMustNotBeSeenIsNot(WordLitmus litmus, String dtype, int times, String allowed)
      throws Exception {
    Path path = directory.resolve("words.npy");
    NpyFile.create(path, DType.parse(dtype), Shape.of(64, 8), Order.C).close();
    // On one processor they take turns at the scheduler's pace, a few milliseconds each.
    int tries = Runtime.getRuntime().availableProcessors() > 1 ? times : times / 100;
    try (ChildJvm writer = child(litmus, "write", path, tries);
        ChildJvm reader = child(litmus, "read", path, tries)) {
      writer.tell("go");
      reader.tell("go");
      List<String> outcomes = reader.finish();
      assertThat(outcomes).singleElement().asString().startsWith(allowed + ": ");
      assertThat(writer.finish()).isEmpty();
    }
  }

  private static ChildJvm child(WordLitmus litmus, String which, Path path, int times)
      throws IOException {
    ChildJvm child =
        ChildJvm.start(
            List.of(ChildJvm.OPTIMISED, ChildJvm.NATIVE),
            WordLitmusChild.class,
            litmus,
            which,
            path,
            times);
    assertThat(child.line()).isEqualTo("ready");
    return child;
  }
}
