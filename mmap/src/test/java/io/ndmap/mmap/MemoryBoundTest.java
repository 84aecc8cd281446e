package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.testing.ChildJvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The memory that operations take does not grow with the file: a JVM with 8 MiB on the heap and 8
/// MiB beside it works on columns of 12 MiB, and selects among 24 Mi elements. The file is larger,
/// for a copy that is refused.
class MemoryBoundTest {

  private static final long ROWS = 9L << 20;

  @TempDir Path directory;

  @Tag("heavy")
  @Test
  void worksOnColumnsLargerThanItsMemoryOnOneThread() throws Exception {
    check(1, ChildJvm.OPTIMISED);
  }

  @Tag("heavy")
  @Test
  void worksOnThemWhileLoopsAreOptimised() throws Exception {
    check(2, ChildJvm.OPTIMISED);
  }

  @Tag("slow")
  @Test
  void worksOnColumnsLargerThanItsMemory() throws Exception {
    check(2);
  }

  private void check(int threads, String... optimised) throws Exception {
    Path path = directory.resolve("columns.npy");
    NpyFile.create(path, DType.FLOAT64, Shape.of(ROWS, 2), Order.C).close();
    List<String> flags = new ArrayList<>(List.of(optimised));
    flags.addAll(List.of("-Xmx8m", "-XX:MaxDirectMemorySize=8m", ChildJvm.NATIVE));
    try (ChildJvm child = ChildJvm.start(flags, MemoryBoundChild.class, path, threads)) {
      assertThat(child.finish())
          .containsExactly(
              "plus 3.0 2.0",
              "addScaled 4.0 2.0",
              "expression 8.5",
              "sum of an expression 6.5",
              "maxima of an expression [17.  4.]",
              "a sum of none 0.0",
              "counts 1",
              "copyTo 2.0",
              "cast 2",
              "zip 3.0",
              "shifted 9.0 3.0",
              "select [6 5]",
              "transposed [6 5]",
              "into 1 [5 5]",
              "nonZero 2 1",
              "refused");
    }
  }
}
