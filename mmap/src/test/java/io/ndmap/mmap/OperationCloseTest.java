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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files and claims are closed, again and again, while all operations run on their memory: nothing
/// is unmapped under one, or the JVM would end.
class OperationCloseTest {

  @TempDir Path directory;

  /// How often each kind of memory is closed.
  private static final List<String> CLOSES =
      List.of("READ_WRITE 8", "READ_ONLY 3", "COPY_ON_WRITE 3", "ARENA 3", "CLAIM 3");

  private static final List<String> MORE_CLOSES =
      List.of("READ_WRITE 30", "READ_ONLY 12", "COPY_ON_WRITE 12", "ARENA 12", "CLAIM 12");

  /// All in one JVM, most of whose work is to load and compile the operations: optimised ones are
  /// closed in thousands of tries.
  @Tag("slow")
  @Test
  void nothingIsUnmappedUnderAnOperation() throws Exception {
    // Just enough elements for operations of two parts.
    check(260, CLOSES);
  }

  @Tag("heavy")
  @Test
  void norWhileTheyAreOptimised() throws Exception {
    check(260, MORE_CLOSES, ChildJvm.OPTIMISED, "-XX:+UseG1GC");
  }

  @Tag("heavy")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "READ_WRITE 5000",
        "READ_ONLY 2000",
        "COPY_ON_WRITE 2000",
        "ARENA 2000",
        "CLAIM 2000"
      })
  void notEvenInThousandsOfTries(String closes) throws Exception {
    check(400, List.of(closes), ChildJvm.OPTIMISED, "-XX:+UseG1GC");
  }

  private void check(int size, List<String> closes, String... more) throws Exception {
    Path path = directory.resolve("x.npy");
    Path other = directory.resolve("other.npy");
    for (Path each : List.of(path, other)) {
      NpyFile.create(each, DType.FLOAT64, Shape.of(size, size), Order.C).close();
    }
    List<String> flags = new ArrayList<>(List.of(more));
    flags.addAll(List.of("-XX:-CreateCoredumpOnCrash", ChildJvm.NATIVE));
    try (ChildJvm child =
        ChildJvm.start(flags, OperationCloseChild.class, path, other, String.join(",", closes))) {
      assertThat(child.finish())
          .containsExactlyElementsOf(closes.stream().map(each -> "alive after " + each).toList());
    }
  }
}
