package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.layout.Order;
import io.ndmap.op.Backing;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Arrays are equal where NumPy says so, whatever their dtypes and layouts.
class LiveEqualityTest {

  private static final int CASES = 1000;
  private static final int MORE_CASES = 3000;

  @Test
  void equalsAsNumpyDoes() {
    equalsAsNumpyDoes(CASES);
  }

  @Tag("heavy")
  @Test
  void equalsAsNumpyDoesInMoreCases() {
    equalsAsNumpyDoes(MORE_CASES);
  }

  private static void equalsAsNumpyDoes(int count) {
    int[] equal = {0};
    int cases =
        LiveCases.forEach(
            "equality.py",
            3,
            count,
            next -> {
              try (Arena arena = Arena.ofConfined()) {
                NdView<?> first = next.view("first", arena);
                NdView<?> second = inFortranOrder(next.view("second", arena), arena);
                boolean same = next.json().get("equal").getAsBoolean();
                boolean sameWithNaN = next.json().get("equalNaN").getAsBoolean();
                assertThat(first.contentEquals(second)).as("%s", next).isEqualTo(same);
                assertThat(second.contentEquals(first)).as("%s", next).isEqualTo(same);
                assertThat(first.contentEquals(second, true)).as("%s", next).isEqualTo(sameWithNaN);
                assertThat(second.contentEquals(first, true)).as("%s", next).isEqualTo(sameWithNaN);
                equal[0] += same ? 1 : 0;
              }
            });
    assertThat(cases).isEqualTo(count);
    assertThat(equal[0]).isBetween(count / 5, count * 4 / 5);
  }

  private static NdView<?> inFortranOrder(NdView<?> view, Arena arena) {
    NdView<?> copy =
        NdView.of(
            arena.allocate(view.shape().byteSize(view.dtype().itemsize())),
            view.dtype(),
            view.shape(),
            Order.F,
            Backing.MEMORY);
    view.copyTo(copy);
    return copy;
  }
}
