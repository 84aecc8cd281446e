package io.ndmap.loop.function;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.op.Binary;
import io.ndmap.op.Unary;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Functions of floats are as near to those of doubles as [Unary] promises.
class FloatFormulasTest {

  /// The maximum error of functions that are computed in doubles, in units in the last place.
  private static final double ROUNDED = 0.6;

  /// That of tangents and of `arctan2`.
  private static final double MORE_THAN_A_UNIT = 1.1;

  private static Stream<Unary> functions() {
    return Arrays.stream(Unary.values()).filter(one -> FunctionTable.of(one, true) != null);
  }

  private static double bound(Unary operation) {
    boolean inDoubles = !Objects.requireNonNull(FunctionTable.of(operation, true)).ofFloats();
    return inDoubles ? ROUNDED : operation == Unary.TAN ? MORE_THAN_A_UNIT : 1;
  }

  @ParameterizedTest
  @MethodSource("functions")
  void areNearThoseOfDoubles(Unary operation) {
    check(operation, 9973);
  }

  /// Each takes a minute or two.
  @ParameterizedTest
  @MethodSource("functions")
  @Tag("heavy")
  void allAreNearThoseOfDoubles(Unary operation) {
    check(operation, 1);
  }

  private static void check(Unary operation, int step) {
    DoubleBinaryOperator ofFloats = FunctionTable.function(operation, true);
    DoubleBinaryOperator ofDoubles = FunctionTable.function(operation, false);
    double bound = bound(operation);
    for (long bits = 0; bits < 1L << Integer.SIZE; bits += step) {
      float x = Float.intBitsToFloat((int) bits);
      requireNear(ofFloats.applyAsDouble(x, 0), ofDoubles.applyAsDouble(x, 0), bound, operation, x);
    }
  }

  /// An error is more than a bound only if it is not NaN: neither is one of infinities.
  private static void requireNear(double found, double exact, double bound, Object... of) {
    float rounded = (float) exact;
    if (Float.compare((float) found, rounded) != 0
        && !(Math.abs((float) found - exact) <= bound * Math.ulp(rounded))) {
      assertThat((float) found).as("%s", Arrays.toString(of)).isEqualTo(rounded);
    }
  }

  @Test
  void anglesAreNearThoseOfDoubles() {
    requireNear(Binary.ARCTAN2, MORE_THAN_A_UNIT);
  }

  @Test
  void powersAreRoundedOnceMore() {
    requireNear(Binary.POWER, ROUNDED);
  }

  private static void requireNear(Binary operation, double bound) {
    DoubleBinaryOperator ofFloats = FunctionTable.function(operation, true);
    DoubleBinaryOperator ofDoubles = FunctionTable.function(operation, false);
    Random random = new Random(7);
    for (int k = 0; k < 1_000_000; k++) {
      float x = number(random);
      float y = number(random);
      requireNear(
          ofFloats.applyAsDouble(x, y), ofDoubles.applyAsDouble(x, y), bound, operation, x, y);
    }
  }

  private static float number(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> Float.intBitsToFloat(random.nextInt());
      case 1 -> random.nextFloat(-100, 100);
      default -> 1 + random.nextFloat(-1, 1);
    };
  }
}
