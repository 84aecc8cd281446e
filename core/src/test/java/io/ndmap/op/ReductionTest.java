package io.ndmap.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReductionTest {

  @Test
  void hasTheNameOfItsMethod() {
    assertThat(Reduction.NAN_ARG_MAX).hasToString("nanArgMax");
    assertThat(Reduction.COUNT_NONZERO).hasToString("countNonZero");
    assertThat(Reduction.nanStd(1)).hasToString("nanStd(1)");
  }

  @ParameterizedTest
  @EnumSource(names = {"ANY", "ALL", "COUNT", "COUNT_NONZERO"})
  void refusesToLeaveOutNaN(Reduction.Kind kind) {
    assertThatThrownBy(() -> new Reduction(kind, true, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(kind + " does not leave out NaN");
  }

  @Test
  void refusesDegreesOfFreedomOfSums() {
    assertThatThrownBy(() -> new Reduction(Reduction.Kind.SUM, false, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("ddof is for variances, found 1 for SUM");
    assertThat(new Reduction(Reduction.Kind.VAR, true, -1)).isEqualTo(Reduction.nanVar(-1));
  }
}
