package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.layout.Order;
import io.ndmap.op.Backing;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

/// Arrays are equal where NumPy says so, whatever their dtypes and layouts.
class LiveEqualityTest {

  private static final int CASES = 3000;

  @Test
  void equalsAsNumpyDoes() {
    int[] equal = {0};
    int cases =
        LiveCases.forEach(
            "equality.py",
            3,
            CASES,
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
    assertThat(cases).isEqualTo(CASES);
    assertThat(equal[0]).isBetween(CASES / 5, CASES * 4 / 5);
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
