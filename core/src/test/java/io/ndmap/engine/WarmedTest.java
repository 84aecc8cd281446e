package io.ndmap.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.Loop;
import io.ndmap.loop.plain.PlainTable;
import io.ndmap.op.Binary;
import org.junit.jupiter.api.Test;

class WarmedTest {

  private static final long NEVER = Long.MAX_VALUE;

  private final Loop plain = PlainTable.loop(Binary.PLUS, ScalarKind.FLOAT64);
  private final Loop vector = PlainTable.loop(Binary.MINUS, ScalarKind.FLOAT64);

  private Warmed<Loop> warmed() {
    assumeFalse(Vectors.AT_ONCE, "vector loops are not tried here: " + Vectors.MODULE);
    return new Warmed<>(Binary.PLUS, ScalarKind.FLOAT64, NEVER, plain, () -> vector, loop -> loop);
  }

  @Test
  void aLoopThatWonIsUsedWithItsFinalSpeed() {
    Warmed<Loop> warmed = warmed();

    assertThat(warmed.trial()).isSameAs(vector);
    warmed.receive(vector, 0.5);
    assertThat(warmed.chosen(1)).isSameAs(vector);
    warmed.receive(vector, 3.5);

    assertThat(warmed.saves()).isEqualTo(3.5);
  }

  /// A fused loop that runs several steps one after the other would not have room for a whole part.
  @Test
  void aLoopThatWonStaysEvenIfItsFinalSpeedIsLower() {
    Warmed<Loop> warmed = warmed();

    assertThat(warmed.trial()).isSameAs(vector);
    warmed.receive(vector, 0.5);
    warmed.receive(null, -1);

    assertThat(warmed.isWarm()).isTrue();
    assertThat(warmed.chosen(1)).isSameAs(vector);
    assertThat(warmed.saves()).isZero();
  }

  @Test
  void aLoopThatLostStaysPlain() {
    Warmed<Loop> warmed = warmed();

    assertThat(warmed.trial()).isSameAs(vector);
    warmed.receive(null, 0);

    assertThat(warmed.isWarm()).isFalse();
    assertThat(warmed.chosen(1)).isSameAs(plain);
  }
}
