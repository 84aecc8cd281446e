package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.testing.ChildJvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Two processes count in one file, and no count is lost.
class SharedCounterTest {

  private static final int TIMES = 1_500_000;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"<i8", ">u8", "<u4", ">i4"})
  void noCountIsLost(String dtype) throws Exception {
    Path path = directory.resolve("counters.npy");
    NpyFile.create(path, DType.parse(dtype), Shape.of(4), Order.C).close();
    List<ChildJvm> children = new ArrayList<>();
    try {
      for (int i = 0; i < 2; i++) {
        children.add(
            ChildJvm.start(
                List.of(ChildJvm.OPTIMISED, ChildJvm.NATIVE),
                SharedCounterChild.class,
                path,
                TIMES));
      }
      for (ChildJvm child : children) {
        assertThat(child.line()).isEqualTo("ready");
      }
      for (ChildJvm child : children) {
        child.tell("go");
      }
      for (ChildJvm child : children) {
        assertThat(child.finish()).isEmpty();
      }
    } finally {
      children.forEach(ChildJvm::close);
    }
    try (NpyFile file = NpyFile.open(path)) {
      assertThat(file.view().longs().toArray())
          .as("added, compared and set, lock, guarded by the lock")
          .containsExactly(2 * TIMES, 2 * TIMES, 0, 2 * (TIMES / 10));
    }
  }
}
