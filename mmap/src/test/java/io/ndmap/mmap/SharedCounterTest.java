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

/// Two processes count in one file after the other, and no count is lost.
class SharedCounterTest {

  private static final List<String> DTYPES = List.of("<i8", ">u8", "<u4", ">i4");

  @TempDir Path directory;

  @Test
  void noCountIsLost() throws Exception {
    check(30_000);
  }

  @Tag("slow")
  @Test
  void noneOfFiveTimesAsMany() throws Exception {
    check(150_000);
  }

  @Tag("heavy")
  @Test
  void noneOfFiftyTimesAsMany() throws Exception {
    check(1_500_000);
  }

  private void check(int times) throws Exception {
    for (int k = 0; k < DTYPES.size(); k++) {
      NpyFile.create(file(k), DType.parse(DTYPES.get(k)), Shape.of(4), Order.C).close();
    }
    try (ChildJvm one = child(times);
        ChildJvm other = child(times)) {
      for (int k = 0; k < DTYPES.size(); k++) {
        for (ChildJvm each : List.of(one, other)) {
          assertThat(each.line()).isEqualTo("ready");
        }
        one.send("");
        other.send("");
      }
      assertThat(one.finish()).isEmpty();
      assertThat(other.finish()).isEmpty();
    }
    for (int k = 0; k < DTYPES.size(); k++) {
      try (NpyFile file = NpyFile.open(file(k))) {
        assertThat(file.view().longs().toArray())
            .as("%s: added, compared and set, lock, guarded by the lock", DTYPES.get(k))
            .containsExactly(2L * times, 2L * times, 0L, 2L * (times / 10));
      }
    }
  }

  private Path file(int number) {
    return directory.resolve(number + ".npy");
  }

  private ChildJvm child(int times) throws IOException {
    return ChildJvm.start(
        List.of(ChildJvm.OPTIMISED, ChildJvm.NATIVE),
        SharedCounterChild.class,
        times,
        file(0),
        file(1),
        file(2),
        file(3));
  }
}
