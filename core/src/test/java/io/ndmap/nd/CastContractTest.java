package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.op.Casting;
import io.ndmap.op.ReadOnlyViewException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Promises of conversions besides the values, which `LiveCastTest` compares with NumPy's: errors,
/// layouts, shared memory, threads.
class CastContractTest {

  private static NdView<?> of(String dtype, Shape shape) {
    return NdView.zeros(DType.parse(dtype), shape, Order.C);
  }

  private static DoubleView doubles(double... values) {
    return NdView.of(
            MemorySegment.ofArray(values),
            DType.FLOAT64,
            Shape.of(values.length),
            Order.C,
            Backing.MEMORY)
        .as(DoubleView.class);
  }

  private static NdView<?> texts(String dtype, String... values) {
    NdView<?> view = of(dtype, Shape.of(values.length));
    for (int i = 0; i < values.length; i++) {
      view.setValue(new long[] {i}, values[i]);
    }
    return view;
  }

  // ---- what is refused

  @Test
  void namesBothShapes() {
    assertThatThrownBy(() -> doubles(1, 2).copyTo(of("<f4", Shape.of(3)), Casting.UNSAFE))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("cannot copy shape (2,) of memory into shape (3,) of memory");
  }

  @ParameterizedTest
  @CsvSource({
    "NO, <f8, >f8",
    "EQUIV, <f4, <f8",
    "SAFE, <f8, <f4",
    "SAFE, <i8, <u8",
    "SAME_KIND, <f8, <i8",
    "SAME_KIND, <c16, <f8",
    "SAME_KIND, <M8[s], <i8"
  })
  void refusesWhatTheRuleForbids(Casting casting, String from, String to) {
    NdView<?> source = of(from, Shape.of(2));
    NdView<?> target = of(to, Shape.of(2));
    String message =
        "cannot convert elements of %s of memory into elements of %s of %s under the rule %s";
    assertThatThrownBy(() -> source.copyTo(target, casting))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage(message, from, to, "memory", casting);
    assertThatThrownBy(() -> source.astype(target.dtype(), casting))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage(message, from, to, "a new array", casting);
  }

  @Test
  void refusesWhatHasNoConversion() {
    NdView<?> pairs = of("[('a', '<i4'), ('b', '<i4')]", Shape.of(1));
    assertThatThrownBy(() -> pairs.astype(DType.INT32))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage(
            "cannot convert elements of [('a', '<i4'), ('b', '<i4')] of memory into elements of <i4"
                + " of a new array under the rule UNSAFE");
    assertThatThrownBy(() -> of("|V3", Shape.of(1)).astype(DType.parse("|S3")))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("no element of |V3 can be converted into an element of |S3");
  }

  @ParameterizedTest
  @CsvSource({
    "<M8[D], <M8[0s], ticks of no length have no ratio",
    "<m8[Y], <m8[as], the ratio of the units exceeds 56 bits"
  })
  void refusesUnitsWithoutRatio(String from, String to, String reason) {
    NdView<?> target = of(to, Shape.of(1));
    assertThatThrownBy(() -> of(from, Shape.of(1)).copyTo(target, Casting.UNSAFE))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("cannot convert " + from + " into " + to + ": " + reason);
  }

  @Test
  void doesNotTakeUnitsAway() {
    NdView<?> target = of("<m8", Shape.of(1));
    assertThatThrownBy(() -> of("<m8[s]", Shape.of(1)).copyTo(target, Casting.UNSAFE))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("cannot convert <m8[s] into <m8: ticks with a unit do not lose it");
    assertThat(of("<m8[s]", Shape.of(1)).astype(DType.parse("<m8")).dtype())
        .isEqualTo(DType.parse("<m8[s]"));
  }

  @ParameterizedTest
  @CsvSource({
    "one, <i4, it is not an integer",
    "300, |u1, UINT8 cannot hold 300",
    "1.5, <i8, it is not an integer",
    "one, <f4, it is not a number",
    "1+, <c8, it is not a complex number",
    "0x, <f16, it is not a number",
    "soon, <m8[s], it is neither an integer nor NaT",
    "2020-02-30, <M8[D], 'the day must be 1 to 29, found 30'",
    "2020-1, <M8[D], not a date in ISO 8601: unexpected character at index 5",
    "2020-, <M8[D], not a date in ISO 8601: it is incomplete",
    "2020, <M8, a date needs a unit"
  })
  void saysWhyTextIsNoNumber(String text, String dtype, String reason) {
    NdView<?> source = texts("<U10", "", text).slice(0, 1, 2, 1);
    assertThatThrownBy(() -> source.astype(DType.parse(dtype)))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("cannot convert '" + text + "' of <U10 into " + dtype + ": " + reason);
  }

  @Test
  void saysWhyTextIsNotAscii() {
    assertThatThrownBy(() -> texts("<U3", "aé").astype(DType.parse("|S3")))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("cannot convert an element of <U3 into |S3: unit 1 is E9, no ASCII character");
  }

  @Test
  void cutsNoDates() {
    NdView<?> day = of("<M8[D]", Shape.of(1));
    assertThatThrownBy(() -> day.astype(DType.parse("|S9")))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("the date 1970-01-01 of <M8[D] does not fit an element of |S9");
    assertThat(of("<m8[D]", Shape.of(1)).astype(DType.parse("|S4")).getBytes(0))
        .asString()
        .isEqualTo("0 da");
  }

  @Test
  void refusesReadOnlyTargets() {
    byte[] bytes = new byte[4];
    NdView<?> target =
        NdView.of(
            MemorySegment.ofArray(bytes).asReadOnly(),
            DType.FLOAT32,
            Shape.of(1),
            Order.C,
            Backing.MEMORY);
    assertThatThrownBy(() -> doubles(1).copyTo(target, Casting.UNSAFE))
        .isExactlyInstanceOf(ReadOnlyViewException.class);
    assertThat(bytes).containsOnly(0);
  }

  // ---- new arrays

  @ParameterizedTest
  @CsvSource({
    "<f8, |S0, |S32",
    "|b1, <U0, <U5",
    "<u8, |S0, |S20",
    "|S7, <U0, <U7",
    "<U7, |V0, |V28",
    "<M8[D], |S0, |S28",
    "<m8[ns], |S0, |S21",
    ">M8[7D], <M8, >M8[7D]",
    "<m8[7D], >M8, >M8[7D]"
  })
  void takesWhatIsLeftOpenFromTheItems(String from, String to, String result) {
    assertThat(of(from, Shape.of(0)).astype(DType.parse(to)).dtype())
        .isEqualTo(DType.parse(result));
  }

  @Test
  void keepsTheOrderOfTheAxes() {
    NdView<?> source = of("<f8", Shape.of(2, 3, 4)).transpose(2, 0, 1);
    NdView<?> result = source.astype(DType.FLOAT32);
    assertThat(result.shape()).isEqualTo(source.shape());
    assertThat(result.strided().strides()).containsExactly(4, 48, 16);
    assertThat(source.astype(DType.FLOAT64)).isNotSameAs(source);
  }

  @Test
  void appendsTheAxesOfSubarrays() {
    NdView<?> result = doubles(1.5, 2.5).astype(DType.parse("('<i4', (2,))"));
    assertThat(result.shape()).isEqualTo(Shape.of(2, 2));
    assertThat(result.as(IntView.class).get(1, 0)).isEqualTo(2);
    assertThat(result.as(IntView.class).get(1, 1)).isEqualTo(2);
  }

  @Test
  void convertsWithoutAxesAndWithoutItems() {
    assertThat(doubles(2.9).index(0, 0).astype(DType.INT8).getLong()).isEqualTo(2);
    assertThat(of("<f8", Shape.of(3, 0)).astype(DType.INT8).shape()).isEqualTo(Shape.of(3, 0));
    assertThat(of("|V3", Shape.of(0, 2)).astype(DType.parse("|V9")).itemCount()).isZero();
  }

  // ---- memory and threads

  @Test
  void readsAllBeforeItWritesWhereMemoryIsShared() {
    MemorySegment shared = MemorySegment.ofArray(new byte[80]);
    NdView<?> wide = NdView.of(shared, DType.FLOAT64, Shape.of(8), Order.C, Backing.MEMORY);
    NdView<?> narrow =
        NdView.of(shared, DType.FLOAT32, Strided.of(8, Shape.of(8), 8), Backing.MEMORY);
    for (long i = 0; i < 8; i++) {
      wide.setDouble(new long[] {i}, i + 0.5);
    }
    wide.copyTo(narrow, Casting.SAME_KIND);
    for (long i = 0; i < 8; i++) {
      assertThat(narrow.getDouble(i)).isEqualTo(i + 0.5);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"<f4", "<f2", ">i2", "|S12", "[('a', '<f4'), ('b', '>i8')]", "<c8"})
  void hasTheSameBitsOnSeveralThreads(String dtype) {
    Random random = new Random(7);
    NdView<?> source = of("<f8", Shape.of(3, 70_000)).slice("::2, ::-1");
    for (long k = 0; k < 2; k++) {
      for (long i = 0; i < source.size(1); i += 11) {
        source.setDouble(new long[] {k, i}, random.nextGaussian() * 1e5);
      }
    }
    DType to = DType.parse(dtype);
    NdView<?> alone = source.astype(to);
    NdView<?> together = source.parallel(3).astype(to);
    assertThat(together.execution.parallelism()).isEqualTo(3);
    assertThat(together.segment().mismatch(alone.segment())).isEqualTo(-1);
  }

  @Test
  void leavesBytesBetweenFieldsAlone() {
    NdView<?> target = of("[('a', '|i1'), ('', '|V3'), ('b', '<i4')]", Shape.of(2));
    target.segment().fill((byte) 9);
    doubles(1, 2).copyTo(target, Casting.UNSAFE);
    assertThat(target.segment().toArray(ValueLayout.JAVA_BYTE))
        .containsExactly(1, 9, 9, 9, 1, 0, 0, 0, 2, 9, 9, 9, 2, 0, 0, 0);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2047, 2048, 70_000})
  void takesTheSameBytesByAnyWay(long count) {
    try (Arena arena = Arena.ofConfined()) {
      NdView<?> bytes =
          NdView.of(arena.allocate(count), DType.UINT8, Shape.of(count), Order.C, Backing.MEMORY);
      for (long i = 0; i < count; i++) {
        bytes.segment().set(ValueLayout.JAVA_BYTE, i, (byte) i);
      }
      FloatView floats =
          NdView.of(
                  arena.allocate(4 * count),
                  DType.FLOAT32,
                  Shape.of(count),
                  Order.C,
                  Backing.MEMORY)
              .as(FloatView.class);
      bytes.copyTo(floats, Casting.SAFE);
      long wrong = 0;
      for (long i = 0; i < count; i++) {
        wrong += floats.get(i) == (i & 0xff) ? 0 : 1;
      }
      assertThat(wrong).isZero();
    }
  }

  @Test
  void makesLargeArraysOutsideTheHeap() {
    assertThat(of("<f8", Shape.of(8192)).segment().isNative()).isFalse();
    assertThat(of("<f8", Shape.of(8193)).segment().isNative()).isTrue();
    assertThat(of("<f4", Shape.of(3)).segment().byteSize()).isEqualTo(12);
  }
}
