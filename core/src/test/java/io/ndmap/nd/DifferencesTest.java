package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Differences;
import io.ndmap.op.Execution;
import io.ndmap.op.Tolerance;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Counts and measures of `differences`; `DiffCommandTest` compares them with NumPy.
class DifferencesTest {

  private static NdView<?> of(String dtype, Number... values) {
    NdView<?> view = NdView.zeros(DType.parse(dtype), values.length);
    for (int i = 0; i < values.length; i++) {
      if (values[i] instanceof Double value) {
        view.index(0, i).fill(value);
      } else {
        view.index(0, i).fill(values[i].longValue());
      }
    }
    return view;
  }

  @ParameterizedTest
  @CsvSource({
    // The difference has more bits than either.
    "i8, i8, 9223372036854775807, -9223372036854775808, 18446744073709551615",
    "i8, i8, -9223372036854775808, 9223372036854775807, 18446744073709551615",
    "u8, u8, -1, 0, 18446744073709551615",
    "u8, i8, -1, -1, 18446744073709551616",
    "i8, u8, -9223372036854775808, -1, 27670116110564327423",
    "i8, i8, 9007199254740993, 9007199254740992, 1",
    "u8, i8, -1, 9223372036854775807, 9223372036854775808",
    "b1, i4, 1, 3, 2",
    "i1, u1, -128, 127, 255",
  })
  void integersAreSubtractedExactly(String one, String two, long a, long b, double difference) {
    NdView<?> first = NdView.zeros(DType.INT64, 1);
    first.fill(a);
    NdView<?> second = NdView.zeros(DType.INT64, 1);
    second.fill(b);
    NdView<?> x = first.astype(DType.parse(one), io.ndmap.op.Casting.UNSAFE);
    NdView<?> y = second.astype(DType.parse(two), io.ndmap.op.Casting.UNSAFE);
    Differences found = x.differences(y, Tolerance.EXACT);
    assertThat(found.count()).isEqualTo(1);
    assertThat(found.largestAbsolute()).isEqualTo(difference);
    assertThat(y.differences(x, Tolerance.EXACT).largestAbsolute()).isEqualTo(difference);
  }

  @Test
  void nanAndInfinityHaveNoSize() {
    double nan = Double.NaN;
    double inf = Double.POSITIVE_INFINITY;
    NdView<?> a = of("f8", nan, nan, 1.0, inf, inf, 5.0);
    NdView<?> b = of("f4", nan, 1.0, nan, inf, -inf, 4.0);
    assertThat(a.differences(b, Tolerance.EXACT)).isEqualTo(new Differences(4, 1, inf, 4, 0.25, 5));
    assertThat(a.differences(b, new Tolerance(0.25, 0, false)).count()).isEqualTo(4);
    assertThat(a.differences(b, new Tolerance(0, inf, true)).count()).isEqualTo(3);
    NdView<?> zero = of("f8", 1.0, -0.0);
    assertThat(zero.differences(of("f8", 0.0, 0.0), Tolerance.EXACT))
        .isEqualTo(new Differences(1, 0, 1, 0, 0, -1));
  }

  @Test
  void resultsDependNeitherOnThreadsNorOnLayouts() {
    long[] shape = {61, 70, 41};
    NdView<?> a = NdView.zeros(DType.INT32, shape);
    NdView<?> b = NdView.zeros(DType.parse(">f4"), Shape.of(shape), Order.F);
    b.slice("1::7, 2::5, 3::11").fill(4.0);
    b.slice("59, 69, 40").fill(-9.0);
    b.slice("60, 0, 1").fill(9.0);
    Differences expected =
        new Differences(
            9 * 14 * 4 + 2,
            (70L + 2) * 41 + 3,
            9,
            (59L * 70 + 69) * 41 + 40,
            1,
            (70L + 2) * 41 + 3);
    AtomicLong passed = new AtomicLong();
    for (int threads : List.of(1, 2, 5)) {
      Execution how = Execution.parallel(threads).withProgress(passed::addAndGet);
      assertThat(a.on(how).differences(b, Tolerance.EXACT)).isEqualTo(expected);
      assertThat(a.copy(Order.F).on(how).differences(b, Tolerance.EXACT)).isEqualTo(expected);
      NdView<?> flipped = a.flip(0).copy(Order.C).flip(0);
      assertThat(flipped.on(how).differences(b, Tolerance.EXACT)).isEqualTo(expected);
    }
    assertThat(passed.get()).isEqualTo(9 * a.itemCount());
    assertThat(a.differences(b, new Tolerance(0, 4, true)).count()).isEqualTo(2);
  }

  @Test
  void textTimesAndObjects() {
    NdView<?> days = of("M8[D]", 1, Long.MIN_VALUE, Long.MIN_VALUE);
    NdView<?> others = of("M8[D]", 4, Long.MIN_VALUE, 7);
    assertThat(days.differences(others, new Tolerance(9, 9, true)))
        .isEqualTo(new Differences(2, 0, 3, 0, 0, -1));
    assertThat(days.differences(others, new Tolerance(0, 0, false)).count()).isEqualTo(3);
    NdView<?> hours = of("M8[h]", 24, 0, 0);
    assertThat(days.differences(hours, Tolerance.EXACT))
        .isEqualTo(new Differences(2, 1, 0, -1, 0, -1));
    ObjectView one = ObjectView.of(Arrays.asList(null, 1L, "x", List.of(1L)));
    ObjectView two = ObjectView.of(Arrays.asList(null, 1.0, "y", List.of(2L)));
    assertThat(one.differences(two, Tolerance.EXACT))
        .isEqualTo(new Differences(2, 2, 0, -1, 0, -1));
    assertThat(
            NdView.zeros(DType.FLOAT64, 0, 3)
                .differences(NdView.zeros(DType.INT8, 0, 3), Tolerance.EXACT))
        .isEqualTo(Differences.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        // Ticks of one unit are subtracted, whatever their byte orders and however far apart.
        "<M8[s]; >M8[s]; 5; 2; 3",
        "m8[s]; m8[s]; -9223372036854775807; 9223372036854775807; 18446744073709551614",
        "m8[25us]; m8[25us]; 7; -7; 14",
        // NaT has no distance from any time, though its ticks have.
        "M8[s]; M8[s]; -9223372036854775808; -9223372036854775807; -",
        "m8[s]; m8[s]; 0; -9223372036854775808; -",
        // Neither have times whose ticks are not the same.
        "M8[D]; M8[h]; 1; 25; -",
        "m8[2h]; m8[h]; 2; 5; -",
        "M8[D]; M8[h]; -9223372036854775808; 0; -",
      })
  void timesOfOneUnitHaveADistance(String one, String two, long a, long b, String distance) {
    NdView<?> first = of(one, 0, a);
    NdView<?> second = of(two, 0, b);
    boolean measured = !distance.equals("-");
    Differences expected =
        new Differences(
            1, 1, measured ? Double.parseDouble(distance) : 0, measured ? 1 : -1, 0, -1);
    // A tolerance is for numbers.
    for (Tolerance tolerance : List.of(Tolerance.EXACT, new Tolerance(1e30, 1e30, true))) {
      assertThat(first.differences(second, tolerance)).isEqualTo(expected);
      assertThat(second.differences(first, tolerance)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {"M8[D]; M8[h]; 2; 48", "m8[2h]; m8[h]; -3; -6", "M8[Y]; M8[D]; 1; 365"})
  void timesOfTwoUnitsAreEqualIfTheyMeanTheSame(String one, String two, long a, long b) {
    NdView<?> first = of(one, a, Long.MIN_VALUE);
    NdView<?> second = of(two, b, Long.MIN_VALUE);
    assertThat(first.differences(second, Tolerance.EXACT)).isEqualTo(Differences.NONE);
    assertThat(first.differences(second, new Tolerance(0, 0, false)))
        .isEqualTo(new Differences(1, 1, 0, -1, 0, -1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "<m8[s]; <i8; elements of <m8[s] and <i8 are never equal",
        "|b1; <m8[s]; elements of |b1 and <m8[s] are never equal",
        "<m8[s]; <f8; elements of <m8[s] of memory cannot be compared with elements of <f8 of"
            + " memory",
        "<u8; <m8[s]; elements of <u8 of memory cannot be compared with elements of <m8[s] of"
            + " memory",
        "<M8[s]; <i8; elements of <M8[s] of memory cannot be compared with elements of <i8 of"
            + " memory",
        "<M8[s]; <m8[s]; elements of <M8[s] of memory cannot be compared with elements of <m8[s] of"
            + " memory",
        "<m8[Y]; <m8[D]; elements of <m8[Y] of memory cannot be compared with elements of <m8[D] of"
            + " memory",
      })
  void timesAndNumbersHaveNoDifferences(String one, String two, String message) {
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> of(one, 1).differences(of(two, 1), Tolerance.EXACT))
        .withMessage(message);
  }

  @Test
  void refusals() {
    NdView<?> a = NdView.zeros(DType.FLOAT64, 3);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> a.differences(NdView.zeros(DType.FLOAT64, 3, 1), Tolerance.EXACT))
        .withMessage("shapes (3,) of memory and (3, 1) of memory differ");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> a.differences(NdView.zeros(DType.parse("U3"), 3), Tolerance.EXACT))
        .withMessageContaining("cannot be compared");
    NdView<?> structs = NdView.zeros(DType.parse("[('x', 'f8')]"), 3);
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> structs.differences(structs, Tolerance.EXACT))
        .withMessageContaining("use field(name)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Tolerance(-1, 0, true))
        .withMessage("tolerances must not be negative, found -1.0 and 0.0");
    assertThatIllegalArgumentException().isThrownBy(() -> new Tolerance(0, Double.NaN, true));
  }
}
