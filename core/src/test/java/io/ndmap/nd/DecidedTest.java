package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.op.Execution;
import io.ndmap.op.Reduction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// One element decides `any` and `all`, in whichever part of a large array it is.
class DecidedTest {

  private static final int COUNT = 1_200_000;

  private static void check(ByteView items, boolean any, boolean all) {
    assertThat(items.any()).isEqualTo(any);
    assertThat(items.all()).isEqualTo(all);
    assertThat(items.reduce(Reduction.ANY).toString()).isEqualTo(any ? "True" : "False");
    assertThat(items.reduce(Reduction.ALL).toString()).isEqualTo(all ? "True" : "False");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 65_535, 65_536, 524_287, 524_288, COUNT - 1})
  void oneItem(int place) {
    for (Execution execution : new Execution[] {Execution.SEQUENTIAL, Execution.parallel(3)}) {
      ByteView zeros = NdView.zeros(DType.UINT8, COUNT).as(ByteView.class).on(execution);
      check(zeros, false, false);
      zeros.set(place, (byte) 7);
      check(zeros, true, false);
      zeros.fill(1);
      check(zeros, true, true);
      zeros.set(place, (byte) 0);
      check(zeros, true, false);
    }
  }
}
