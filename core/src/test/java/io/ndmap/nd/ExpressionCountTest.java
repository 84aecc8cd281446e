package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.op.Binary;
import io.ndmap.op.Comparison;
import io.ndmap.op.Execution;
import io.ndmap.op.Reduction;
import io.ndmap.op.Unary;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that expressions count the true results of tests, which they do without a mask, against
/// the mask that [Expression#evaluate] returns.
class ExpressionCountTest {

  private static Stream<Long> lengths() {
    return Stream.of(0L, 1L, 7L, 8L, 9L, 63L, 65L, 520L, 4_099L, 70_001L);
  }

  private static NdView<?> numbers(String dtype, long length) {
    double[] all = new Random(length).doubles(length, 0, 100).toArray();
    for (int i = 3; i < all.length; i += 97) {
      all[i] = 50;
    }
    return NdView.of(all).map(Unary.FLOOR).astype(DType.parse("'" + dtype + "'"));
  }

  private static void check(Expression test) {
    ByteView mask = test.evaluate().as(ByteView.class);
    long expected = 0;
    for (byte each : mask.copy().segment().toArray(ValueLayout.JAVA_BYTE)) {
      expected += each;
    }
    assertThat(test.countNonZero()).isEqualTo(expected);
    assertThat(test.reduce(Reduction.ANY)).hasToString(expected > 0 ? "True" : "False");
    assertThat(test.reduce(Reduction.ALL))
        .hasToString(expected == mask.itemCount() ? "True" : "False");
  }

  private static List<Expression> tests(NdView<?> items, NdView<?> others) {
    Expression x = Expression.of(items);
    Expression y = Expression.of(others);
    return List.of(
        x.compare(Comparison.LESS, 50),
        x.compare(Comparison.GREATER_EQUAL, 50),
        x.compare(Comparison.EQUAL, 50),
        x.compare(Comparison.NOT_EQUAL, 50),
        x.compare(Comparison.LESS_EQUAL, 1000),
        x.compare(Comparison.GREATER, 1000),
        x.compare(Comparison.LESS, y),
        x.times(y).minus(7).compare(Comparison.GREATER, x),
        x.combine(Binary.MAXIMUM, y).compare(Comparison.NOT_EQUAL, 99));
  }

  @ParameterizedTest
  @MethodSource("lengths")
  void countsAsManyAsTheMaskHas(long length) {
    List<String> dtypes = List.of("|u1", "<f4", ">f8", "<f8", "<i8", "<u8", "<i4", "<u2", "<f2");
    // How an array is split into parts does not depend on the dtype.
    for (String dtype : dtypes.subList(0, length < 70_000 ? dtypes.size() : 3)) {
      NdView<?> x = numbers(dtype, length);
      NdView<?> y = numbers(dtype, length + 1).slice(0, 1, length + 1, 1);
      tests(x, y).forEach(ExpressionCountTest::check);
    }
  }

  @Tag("slow")
  @Test
  void countsAsManyAsALongMaskHas() {
    countsAsManyAsTheMaskHas(200_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"<f8"})
  void countsInAnyLayoutAndOnThreads(String dtype) {
    NdView<?> x = numbers(dtype, 300 * 400).reshape(300, 400);
    NdView<?> y = numbers(dtype, 400);
    NdView<?> some = x.slice(":199");
    tests(some.slice("::-1, ::3"), y.slice("::3")).forEach(ExpressionCountTest::check);
    tests(some.transpose().slice("5:, ::-1"), some.slice(":, 5:").transpose())
        .forEach(ExpressionCountTest::check);
    tests(x.on(Execution.parallel(2)), y).forEach(ExpressionCountTest::check);
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"<i4", "|u1", ">f4"})
  void countsInAnyLayoutOfOtherDTypes(String dtype) {
    countsInAnyLayoutAndOnThreads(dtype);
  }

  /// A double equals several integers of that size.
  @ParameterizedTest
  @ValueSource(strings = {"<i8", "<u8"})
  void countsLargeIntegers(String dtype) {
    long[] near = new Random(5).longs(5_000, (1L << 60) - 200, (1L << 60) + 200).toArray();
    Expression x = Expression.of(NdView.of(near).viewAs(DType.parse("'" + dtype + "'")));
    for (Comparison how : Comparison.values()) {
      check(x.compare(how, 0x1p60));
      check(x.compare(how, 1L << 60));
      check(x.compare(how, Long.MAX_VALUE));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"<f8", "<f4", ">f8"})
  void countsNaN(String dtype) {
    Expression x = Expression.of(numbers(dtype, 10_000));
    Expression quotients = x.minus(x).dividedBy(x.minus(50));
    check(quotients.map(Unary.IS_NAN));
    check(quotients.compare(Comparison.EQUAL, 0));
    check(quotients.compare(Comparison.NOT_EQUAL, 0));
    check(quotients.compare(Comparison.LESS_EQUAL, Double.POSITIVE_INFINITY));
    check(quotients.compare(Comparison.GREATER_EQUAL, Double.NEGATIVE_INFINITY));
    check(quotients.compare(Comparison.NOT_EQUAL, Double.NaN));
  }
}
