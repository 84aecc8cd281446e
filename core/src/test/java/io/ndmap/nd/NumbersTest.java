package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Binary;
import io.ndmap.op.Comparison;
import io.ndmap.testing.Numpy;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/// Numbers beside arrays, of any class.
class NumbersTest {

  private static final List<BiFunction<NdView<?>, Number, NdView<?>>> OPERATIONS =
      List.of(
          (a, number) -> a.compare(Comparison.LESS, number),
          (a, number) -> a.compare(Comparison.LESS_EQUAL, number),
          (a, number) -> a.compare(Comparison.EQUAL, number),
          (a, number) -> a.compare(Comparison.NOT_EQUAL, number),
          (a, number) -> a.compare(Comparison.GREATER_EQUAL, number),
          (a, number) -> a.compare(Comparison.GREATER, number),
          NdView::plus,
          NdView::minus,
          NdView::times,
          NdView::dividedBy,
          (a, number) -> a.combine(Binary.MAXIMUM, number));

  @Test
  void thoseBeyondSixtyFourBitsAreNumpys() throws Exception {
    int refused = 0;
    try (Numpy numpy = Numpy.start()) {
      for (String dtype : List.of("i1", "<u2", ">i4", "<i8", ">i8", "<u8", ">u8", "<f8")) {
        Iterator<String> output =
            numpy
                .run(
                    """
                    d = np.dtype('%s')
                    a = np.array([0, 1, 1, 0, 1], d)
                    if d.kind in 'iu':
                        a[:2] = np.iinfo(d).max - np.arange(2, dtype=d)
                        a[2] = np.iinfo(d).min
                    elif d.kind == 'f':
                        a[:] = [-1.5, 2.0 ** 63, 2.0 ** 64, np.inf, np.nan]
                    result.append(a.tobytes().hex())
                    operations = [np.less, np.less_equal, np.equal, np.not_equal, np.greater_equal,
                        np.greater, np.add, np.subtract, np.multiply, np.divide, np.maximum]
                    for number in [2**63 - 1, 2**63, 2**64 - 2, 2**64 - 1, 2**64, -2**63 - 1, 10**30]:
                        result.append(str(number))
                        for operation in operations:
                            try:
                                with np.errstate(all='ignore'):
                                    found = operation(a, number)
                                found = found.astype(found.dtype.newbyteorder('<'))
                                result.append(found.dtype.str + ' ' + found.tobytes().hex())
                            except OverflowError:
                                result.append('error')
                    """
                        .formatted(dtype))
                .iterator();
        NdView<?> a =
            NdView.of(
                MemorySegment.ofArray(HexFormat.of().parseHex(output.next())),
                DType.parse(dtype),
                Shape.of(5),
                Order.C);
        while (output.hasNext()) {
          BigInteger number = new BigInteger(output.next());
          for (int k = 0; k < OPERATIONS.size(); k++) {
            String expected = output.next();
            var operation = OPERATIONS.get(k);
            String what = "%s, operation %s, %s".formatted(dtype, k, number);
            if (expected.equals("error")) {
              assertThatThrownBy(() -> operation.apply(a, number))
                  .as(what)
                  .isInstanceOf(ArithmeticException.class);
              refused++;
            } else {
              NdView<?> found = operation.apply(a, number);
              byte[] bytes = new byte[(int) found.itemCount() * found.dtype().itemsize()];
              found.copyTo(MemorySegment.ofArray(bytes));
              assertThat(found.dtype() + " " + HexFormat.of().formatHex(bytes))
                  .as(what)
                  .isEqualTo(expected);
            }
          }
        }
      }
    }
    assertThat(refused).isPositive();
    // NumPy refuses these.
    BigInteger large = BigInteger.TWO.pow(64);
    ByteView truths = NdView.of(new boolean[] {true, false});
    assertThat(truths.compare(Comparison.LESS, large)).hasToString("[ True  True]");
    assertThat(truths.combine(Binary.LOGICAL_AND, large)).hasToString("[ True False]");
  }

  @Test
  void everyClassOfJavaMeansTheSame() {
    IntView a = NdView.of(new int[] {1, 2, 3});
    for (Number three : List.of((byte) 3, (short) 3, 3, 3L, BigInteger.valueOf(3))) {
      assertThat(a.plus(three).dtype()).isEqualTo(DType.INT32);
      assertThat(a.plus(three).longs()).containsExactly(4L, 5L, 6L);
      assertThat(a.where(a.compare(Comparison.LESS, three), three).dtype()).isEqualTo(DType.INT32);
      assertThat(a.select(Comparison.EQUAL, three).toArray()).containsExactly(3);
    }
    for (Number half : List.of(0.5f, 0.5)) {
      assertThat(a.plus(half).dtype()).isEqualTo(DType.FLOAT64);
      assertThat(a.plus(half).doubles()).containsExactly(1.5, 2.5, 3.5);
      assertThat(Expression.of(a).minus(half).evaluate().doubles()).containsExactly(0.5, 1.5, 2.5);
    }
    FloatView floats = NdView.of(new float[] {1, 2});
    assertThat(floats.times(0.1).as(FloatView.class).toArray()).containsExactly(0.1f, 0.2f);
  }

  @Test
  void rangesTakeTwo() {
    LongView items = NdView.of(new long[] {1, 2, 3});
    items.clip(BigInteger.TWO.pow(80).negate(), BigInteger.TWO.pow(80));
    assertThat(items.toArray()).containsExactly(1, 2, 3);
    assertThatThrownBy(() -> items.clip(BigInteger.TWO.pow(63), BigInteger.TWO.pow(64)))
        .isInstanceOf(ArithmeticException.class)
        .hasMessage("INT64 cannot hold 9223372036854775808");
    assertThatThrownBy(() -> items.clip(0, 1.5)).isInstanceOf(DTypeException.class);
    NdView<?> unsigned = NdView.of(new long[] {1, -1, -5}).viewAs(DType.UINT64);
    unsigned.clip((byte) 2, BigInteger.TWO.pow(64).subtract(BigInteger.valueOf(4)));
    assertThat(unsigned)
        .hasToString("[                   2 18446744073709551612 18446744073709551611]");
    DoubleView doubles = NdView.of(new double[] {-1, 0.5, 9});
    doubles.clip(0, 1.5f);
    assertThat(doubles.toArray()).containsExactly(0, 0.5, 1.5);
    NdView<?> times = NdView.of(new long[] {1, 2}).viewAs(DType.parse("<m8[s]"));
    assertThatThrownBy(() -> times.clip(0, BigInteger.TWO.pow(64)))
        .isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> times.clip(0, 1.0)).isInstanceOf(DTypeException.class);
  }

  /// As `np.full`.
  @Test
  void largeIntegersAndNumbersOfTimesAreStored() {
    BigInteger large = BigInteger.TWO.pow(64);
    assertThat(filled("<c16", large)).isEqualTo("[1.84467441e+19+0.j]");
    assertThat(filled("|S30", large)).isEqualTo("[b'18446744073709551616']");
    assertThat(filled("<U30", large)).isEqualTo("['18446744073709551616']");
    assertThat(filled("<m8[s]", 3.0)).isEqualTo("[3]");
    assertThat(filled("<m8[s]", 3)).isEqualTo("[3]");
    assertThat(filled("[('a', '<i2')]", 70_000)).isEqualTo("[(4464,)]");
    for (Number number : List.of(new BigDecimal("1.5"), new AtomicLong(3))) {
      assertThatThrownBy(() -> filled("<i4", number))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("a number combined with an array is a Byte, Short");
    }
  }

  private static String filled(String dtype, Object value) {
    NdView<?> one = NdView.zeros(DType.parse(dtype.startsWith("[") ? dtype : "'" + dtype + "'"), 1);
    one.fill(value);
    return one.toString();
  }

  @Test
  void integersBeyondAllDoublesAreRefused() {
    BigInteger huge = BigInteger.TEN.pow(400);
    DoubleView a = NdView.of(new double[] {1, 2});
    IntView i = NdView.of(new int[] {1, 2});
    ByteView mask = a.compare(Comparison.LESS, 2);
    for (Runnable call :
        List.<Runnable>of(
            () -> a.plus(huge),
            () -> i.dividedBy(huge),
            () -> a.where(mask, huge),
            () -> Expression.of(i).combineFrom(huge, Binary.DIVIDED_BY),
            () -> filled("<c16", huge))) {
      assertThatThrownBy(call::run).isInstanceOf(ArithmeticException.class);
    }
  }

  @Test
  void exponentsSayNothingOfTheResult() {
    NdView<?> truths = NdView.of(new boolean[] {true, false});
    assertThat(truths.combine(Binary.LDEXP, 3).dtype()).isEqualTo(DType.FLOAT16);
    assertThat(NdView.of(new short[] {1}).combine(Binary.LDEXP, 3).dtype())
        .isEqualTo(DType.FLOAT32);
    Expression exponents = Expression.of(NdView.of(new short[] {1, 2}));
    assertThat(exponents.combineFrom(3, Binary.LDEXP).dtype()).isEqualTo(DType.FLOAT16);
    assertThat(exponents.combineFrom(3.0, Binary.LDEXP).dtype()).isEqualTo(DType.FLOAT64);
    NdView<?> doubled = Expression.of(truths).combineFrom(70_000, Binary.LDEXP).evaluate();
    assertThat(doubled.dtype()).isEqualTo(DType.FLOAT64);
    assertThat(doubled).hasToString("[140000.  70000.]");
  }

  @Test
  void othersAreRefusedByName() {
    DoubleView a = NdView.of(new double[] {1, 2});
    ByteView mask = a.compare(Comparison.LESS, 2);
    for (Number number : List.of(new BigDecimal("1.5"), new AtomicLong(3))) {
      String message =
          "a number combined with an array is a Byte, Short, Integer, Long or BigInteger, a Float"
              + " or"
              + " a Double, found %s of %s".formatted(number, number.getClass().getName());
      for (Runnable call :
          List.<Runnable>of(
              () -> a.plus(number),
              () -> a.minus(number, a),
              () -> a.clip(0, number),
              () -> a.addScaled(a, number),
              () -> a.where(mask, number),
              () -> a.compare(Comparison.LESS, number),
              () -> a.select(Comparison.LESS, number),
              () -> Expression.of(a).times(number),
              () -> Expression.of(a).combineFrom(number, Binary.MINUS))) {
        assertThatThrownBy(call::run)
            .isExactlyInstanceOf(IllegalArgumentException.class)
            .hasMessage(message);
      }
    }
    assertThat(a.toArray()).containsExactly(1, 2);
  }

  @Test
  void negationIsOfNumbersAndSpans() {
    assertThat(NdView.of(new byte[] {1, -128}).negate()).hasToString("[  -1 -128]");
    assertThat(NdView.of(new long[] {1, 2}).viewAs(DType.parse("<m8[s]")).negate().longs())
        .containsExactly(-1L, -2L);
    assertThatThrownBy(() -> NdView.of(new boolean[] {true}).negate())
        .isInstanceOf(DTypeException.class);
  }
}
