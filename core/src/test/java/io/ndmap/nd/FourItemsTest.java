package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.op.Binary;
import io.ndmap.op.Unary;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Loops that compute several items at once, against one item after the other: where items are left
/// over, where a loop is called for one piece after another, and in place.
class FourItemsTest {

  private static final Map<Binary, DoubleBinaryOperator> DOUBLES =
      Map.of(
          Binary.PLUS, Double::sum,
          Binary.MINUS, (a, b) -> a - b,
          Binary.TIMES, (a, b) -> a * b,
          Binary.MINIMUM, Math::min,
          Binary.MAXIMUM, Math::max);

  private static final Map<Binary, LongBinaryOperator> LONGS =
      Map.of(
          Binary.PLUS, Long::sum,
          Binary.MINUS, (a, b) -> a - b,
          Binary.MINIMUM, Math::min,
          Binary.MAXIMUM, Math::max,
          Binary.AND, (a, b) -> a & b,
          Binary.OR, (a, b) -> a | b,
          Binary.XOR, (a, b) -> a ^ b);

  private static final Map<Unary, DoubleUnaryOperator> OF_ONE =
      Map.of(
          Unary.NEGATIVE, a -> -a,
          Unary.ABSOLUTE, Math::abs,
          Unary.RINT, Math::rint,
          Unary.FLOOR, Math::floor,
          Unary.CEIL, Math::ceil);

  private static final Map<Unary, LongUnaryOperator> OF_ONE_LONG =
      Map.of(Unary.NEGATIVE, a -> -a, Unary.ABSOLUTE, Math::abs, Unary.INVERTED, a -> ~a);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 511, 4097, 20_003})
  void doubles(int count) {
    Random random = new Random(count);
    double[] some = {0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, -Double.MAX_VALUE, 2.5};
    DoubleView x = NdView.zeros(DType.FLOAT64, count).as(DoubleView.class);
    DoubleView y = NdView.zeros(DType.FLOAT64, count).as(DoubleView.class);
    for (int i = 0; i < count; i++) {
      x.set(i, random.nextInt(3) == 0 ? some[random.nextInt(6)] : random.nextGaussian());
      y.set(i, random.nextInt(3) == 0 ? some[random.nextInt(6)] : random.nextGaussian());
    }
    double[] a = x.toArray();
    double[] b = y.toArray();
    DOUBLES.forEach(
        (operation, each) -> {
          double[] expected = new double[count];
          Arrays.setAll(expected, i -> each.applyAsDouble(a[i], b[i]));
          DoubleView inPlace = x.copy();
          inPlace.combine(operation, y, inPlace);
          assertThat(x.combine(operation, y).as(DoubleView.class).toArray()).isEqualTo(expected);
          assertThat(inPlace.toArray()).as("%s in place", operation).isEqualTo(expected);
        });
    OF_ONE.forEach(
        (operation, each) -> {
          double[] expected = new double[count];
          Arrays.setAll(expected, i -> each.applyAsDouble(a[i]));
          DoubleView inPlace = x.copy();
          inPlace.map(operation, inPlace);
          assertThat(inPlace.toArray()).as("%s in place", operation).isEqualTo(expected);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 1023, 8193, 40_001})
  void floats(int count) {
    Random random = new Random(count);
    FloatView x = NdView.zeros(DType.FLOAT32, count).as(FloatView.class);
    FloatView y = NdView.zeros(DType.FLOAT32, count).as(FloatView.class);
    for (int i = 0; i < count; i++) {
      x.set(i, i % 7 == 0 ? Float.NaN : (float) random.nextGaussian());
      y.set(i, i % 5 == 0 ? -0.0f : (float) random.nextGaussian());
    }
    float[] a = x.toArray();
    float[] b = y.toArray();
    for (Binary operation : new Binary[] {Binary.PLUS, Binary.MINUS, Binary.TIMES}) {
      float[] expected = new float[count];
      for (int i = 0; i < count; i++) {
        expected[i] =
            switch (operation) {
              case PLUS -> a[i] + b[i];
              case MINUS -> a[i] - b[i];
              default -> a[i] * b[i];
            };
      }
      FloatView inPlace = x.copy();
      inPlace.combine(operation, y, inPlace);
      assertThat(x.combine(operation, y).as(FloatView.class).toArray()).isEqualTo(expected);
      assertThat(inPlace.toArray()).as("%s in place", operation).isEqualTo(expected);
    }
    for (Unary operation : new Unary[] {Unary.NEGATIVE, Unary.ABSOLUTE}) {
      float[] expected = new float[count];
      for (int i = 0; i < count; i++) {
        expected[i] = operation == Unary.NEGATIVE ? -a[i] : Math.abs(a[i]);
      }
      assertThat(x.map(operation).as(FloatView.class).toArray()).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 511, 4097, 20_003})
  void longs(int count) {
    Random random = new Random(count);
    LongView x = NdView.zeros(DType.INT64, count).as(LongView.class);
    LongView y = NdView.zeros(DType.INT64, count).as(LongView.class);
    for (int i = 0; i < count; i++) {
      x.set(i, i % 9 == 0 ? Long.MIN_VALUE : random.nextLong());
      y.set(i, random.nextLong());
    }
    long[] a = x.toArray();
    long[] b = y.toArray();
    LONGS.forEach(
        (operation, each) -> {
          long[] expected = new long[count];
          Arrays.setAll(expected, i -> each.applyAsLong(a[i], b[i]));
          LongView inPlace = x.copy();
          inPlace.combine(operation, y, inPlace);
          assertThat(x.combine(operation, y).as(LongView.class).toArray()).isEqualTo(expected);
          assertThat(inPlace.toArray()).as("%s in place", operation).isEqualTo(expected);
        });
    OF_ONE_LONG.forEach(
        (operation, each) -> {
          long[] expected = new long[count];
          Arrays.setAll(expected, i -> each.applyAsLong(a[i]));
          assertThat(x.map(operation).as(LongView.class).toArray()).isEqualTo(expected);
        });
  }
}
