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
    assertThat(Reduction.NAN_STD.ddof(1)).hasToString("nanStd(1)");
  }

  @Test
  void anotherOneIsMadeOfIt() {
    assertThat(Reduction.SUM.ignoringNaN()).isEqualTo(Reduction.NAN_SUM);
    assertThat(Reduction.NAN_SUM.ignoringNaN()).isEqualTo(Reduction.NAN_SUM);
    assertThat(Reduction.STD.ddof(1).ignoringNaN()).isEqualTo(Reduction.NAN_STD.ddof(1));
    assertThat(Reduction.VAR.ddof(1).ddof(0)).isEqualTo(Reduction.VAR);
    assertThatThrownBy(() -> Reduction.ANY.ignoringNaN())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("ANY has no form that ignores NaN");
    assertThatThrownBy(() -> Reduction.MEAN.ddof(2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("ddof is for variances, found 2 for MEAN");
  }

  @ParameterizedTest
  @EnumSource(names = {"ANY", "ALL", "COUNT", "COUNT_NONZERO"})
  void refusesToLeaveOutNaN(Reduction.Kind kind) {
    assertThatThrownBy(() -> new Reduction(kind, true, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(kind + " has no form that ignores NaN");
  }

  @Test
  void refusesDegreesOfFreedomOfSums() {
    assertThatThrownBy(() -> new Reduction(Reduction.Kind.SUM, false, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("ddof is for variances, found 1 for SUM");
    assertThat(new Reduction(Reduction.Kind.VAR, true, -1)).isEqualTo(Reduction.NAN_VAR.ddof(-1));
  }
}
