package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Backing;
import io.ndmap.testing.Numpy;
import io.ndmap.value.ExtendedFloat;
import io.ndmap.value.ScalarBits;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Numbers between dtypes and Java: exact, or rounded once, to nearest and ties to even.
class NumberConversionTest {

  private static final int COUNT = 20_000;
  private static final long[] AT = {0};

  private static NdView<?> one(String descr) {
    DType dtype = DType.parse(descr);
    byte[] item = new byte[dtype.itemsize()];
    return NdView.of(MemorySegment.ofArray(item), dtype, Shape.of(1), Order.C, Backing.MEMORY);
  }

  /// Doubles of every size, many of them halfway between two numbers of a narrower format.
  private static double[] doubles() {
    Random random = new Random(3);
    double[] values = new double[COUNT];
    for (int i = 0; i < COUNT; i++) {
      double near = Float.float16ToFloat((short) random.nextInt());
      double next = Float.float16ToFloat((short) (Float.floatToFloat16((float) near) + 1));
      values[i] =
          switch (i % 6) {
            case 0 -> Double.longBitsToDouble(random.nextLong());
            case 1 -> (near + next) / 2;
            case 2 -> Math.nextUp((near + next) / 2);
            case 3 -> Math.nextDown((near + next) / 2);
            case 4 ->
                near * (1 + random.nextInt(-4, 5) * 0x1p-12 + random.nextInt(-2, 3) * 0x1p-40);
            default -> Math.scalb(random.nextDouble(), random.nextInt(-1080, 40));
          };
    }
    double[] odd = {
      0.0,
      -0.0,
      65504,
      65519.99999,
      65520,
      65536,
      0x1p-24,
      0x1p-25,
      0x1.000001p-25,
      Double.MIN_VALUE,
      Double.MAX_VALUE,
      Double.NaN,
      Double.POSITIVE_INFINITY,
      -0x1p-26
    };
    System.arraycopy(odd, 0, values, 0, odd.length);
    return values;
  }

  private static byte[] bytes(double[] values) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asDoubleBuffer().put(values);
    return bytes.array();
  }

  private static String bits(double value) {
    return Double.isNaN(value) ? "nan" : Long.toString(Double.doubleToRawLongBits(value));
  }

  private static final String BITS =
      "result += ['nan' if v != v else str(i) for v, i in zip(r, r.view('i%d' % r.itemsize))]";

  @Test
  void readsEveryHalf() {
    try (Numpy numpy = Numpy.start()) {
      List<String> expected =
          numpy.run("r = np.arange(65536).astype('u2').view('f2').astype('f8')\n" + BITS);
      for (int i = 0; i < 1 << 16; i++) {
        assertThat(bits(ScalarBits.toDouble(ScalarKind.FLOAT16, i))).isEqualTo(expected.get(i));
      }
    }
  }

  @Test
  void roundsToHalvesAndFloatsOnce() {
    double[] values = doubles();
    try (Numpy numpy = Numpy.start()) {
      String read = "d = np.frombuffer(" + Numpy.bytes(bytes(values)) + ")\n";
      List<String> halves = numpy.run(read + "r = d.astype('f2')\n" + BITS);
      List<String> floats = numpy.run(read + "r = d.astype('f4')\n" + BITS);
      for (int i = 0; i < COUNT; i++) {
        short half = (short) ScalarBits.ofDouble(ScalarKind.FLOAT16, values[i]);
        int single = (int) ScalarBits.ofDouble(ScalarKind.FLOAT32, values[i]);
        boolean nan = Double.isNaN(values[i]);
        assertThat(nan ? "nan" : Short.toString(half)).as("%s", values[i]).isEqualTo(halves.get(i));
        assertThat(nan ? "nan" : Integer.toString(single)).isEqualTo(floats.get(i));
        assertThat(Float.isNaN(Float.float16ToFloat(half))).isEqualTo(nan);
      }
    }
  }

  @Test
  void writesLongDoublesExactly() {
    double[] values = doubles();
    NdView<?> little = one("<f16");
    NdView<?> big = one(">f16");
    try (Numpy numpy = Numpy.start()) {
      List<String> expected =
          numpy.run(
              "d = np.frombuffer("
                  + Numpy.bytes(bytes(values))
                  + ").astype('<f16')\n"
                  + "b = d.tobytes()\n"
                  + "result += ['nan' if v != v else b[16*i:16*i+10].hex() for i, v in"
                  + " enumerate(d)]");
      for (int i = 0; i < COUNT; i++) {
        little.setDouble(AT, values[i]);
        big.setDouble(AT, values[i]);
        assertThat(bits(little.getDouble(AT))).isEqualTo(bits(values[i]));
        assertThat(bits(big.getDouble(AT))).isEqualTo(bits(values[i]));
        byte[] item = little.getBytes(AT);
        String hex = java.util.HexFormat.of().formatHex(item, 0, 10);
        assertThat(Double.isNaN(values[i]) ? "nan" : hex).isEqualTo(expected.get(i));
        byte[] turned = big.getBytes(AT);
        for (int k = 0; k < 16; k++) {
          assertThat(turned[15 - k]).isEqualTo(item[k]);
        }
      }
    }
  }

  @Test
  void roundsLongDoublesAsTheProcessorDoes() {
    Random random = new Random(5);
    ByteBuffer items = ByteBuffer.allocate(16 * COUNT).order(ByteOrder.LITTLE_ENDIAN);
    long[] significands = {
      0,
      1,
      Long.MIN_VALUE,
      Long.MIN_VALUE + 1,
      3L << 62,
      1L << 62,
      -1,
      0x8000_0000_0000_0400L,
      0x8000_0000_0000_0c00L,
      0x8000_0000_0000_0401L,
      0xffff_ffff_ffff_fc00L,
      0xffff_ffff_ffff_fbffL
    };
    for (int i = 0; i < COUNT; i++) {
      boolean listed = random.nextInt(3) == 0;
      long significand =
          listed ? significands[random.nextInt(significands.length)] : random.nextLong();
      if (random.nextInt(5) > 0) {
        significand |= Long.MIN_VALUE;
      }
      int exponent =
          switch (i % 4) {
            case 0 -> random.nextInt(0x8000);
            case 1 -> 0x3fff + random.nextInt(-1090, -1010);
            case 2 -> 0x3fff + random.nextInt(1020, 1026);
            default -> random.nextBoolean() ? random.nextInt(3) : 0x7fff - random.nextInt(3);
          };
      items.putLong(significand).putLong(exponent | (random.nextBoolean() ? 0x8000 : 0));
    }
    try (Numpy numpy = Numpy.start()) {
      List<String> expected =
          numpy.run(
              "r = np.frombuffer("
                  + Numpy.bytes(items.array())
                  + ", '<f16').astype('f8')\n"
                  + BITS);
      for (int i = 0; i < COUNT; i++) {
        long significand = items.getLong(16 * i);
        int signExponent = (int) items.getLong(16 * i + 8);
        assertThat(bits(ExtendedFloat.toDouble(significand, signExponent)))
            .as("%016x %04x", significand, signExponent)
            .isEqualTo(expected.get(i));
      }
    }
  }

  @Test
  void roundsUnsignedIntegersOnce() {
    Random random = new Random(6);
    for (int i = 0; i < COUNT; i++) {
      long bits = random.nextLong() >>> random.nextInt(64);
      if (i % 2 == 0) {
        bits =
            Long.MIN_VALUE
                | ((long) random.nextInt(1 << 20) << 43)
                | (1L << 10)
                | random.nextInt(2);
      }
      BigInteger exact = new BigInteger(Long.toUnsignedString(bits));
      assertThat(ScalarBits.toDouble(ScalarKind.UINT64, bits)).isEqualTo(exact.doubleValue());
      assertThat(ScalarBits.toBigInteger(ScalarKind.UINT64, bits)).isEqualTo(exact);
      assertThat(ScalarBits.ofInteger(ScalarKind.UINT64, exact)).isEqualTo(bits);
    }
    assertThat(ScalarBits.ofDouble(ScalarKind.UINT64, 0x1p63)).isEqualTo(Long.MIN_VALUE);
    assertThat(ScalarBits.toDouble(ScalarKind.UINT64, -1)).isEqualTo(0x1p64);
  }

  @ParameterizedTest
  @CsvSource({
    "|i1, -128, 127",
    "|u1, 0, 255",
    "<i2, -32768, 32767",
    ">u2, 0, 65535",
    "<i4, -2147483648, 2147483647",
    ">u4, 0, 4294967295",
    "<i8, -9223372036854775808, 9223372036854775807",
    "<u8, 0, 18446744073709551615",
    "|b1, 0, 1"
  })
  void holdsExactlyTheRangeOfAnInteger(String descr, BigInteger least, BigInteger greatest) {
    NdView<?> view = one(descr);
    for (BigInteger value : List.of(least, greatest, BigInteger.ZERO, BigInteger.ONE)) {
      view.setValue(AT, value);
      assertThat(view.getBigInteger(AT)).isEqualTo(value);
      assertThat(view.getDouble(AT)).isEqualTo(value.doubleValue());
      assertThat(view.getBoolean(AT)).isEqualTo(value.signum() != 0);
    }
    ScalarKind kind = ((io.ndmap.dtype.ScalarType) view.dtype()).kind();
    view.setLong(AT, 1);
    for (BigInteger value : List.of(least.subtract(BigInteger.ONE), greatest.add(BigInteger.ONE))) {
      refused(() -> view.setValue(AT, value), kind + " cannot hold " + value);
      if (value.bitLength() < 64) {
        refused(() -> view.setLong(AT, value.longValue()), kind + " cannot hold " + value);
      }
      if (new BigDecimal(value.doubleValue()).toBigInteger().equals(value)) {
        refused(() -> view.setDouble(AT, value.doubleValue()), kind + " cannot hold " + value);
      }
    }
    refused(() -> view.setDouble(AT, 0.5), kind + " cannot hold 0.5");
    refused(() -> view.setDouble(AT, Double.NaN), kind + " cannot hold NaN");
    refused(() -> view.setDouble(AT, Double.NEGATIVE_INFINITY), kind + " cannot hold -Infinity");
    assertThat(view.getLong(AT)).isEqualTo(1);
  }

  @Test
  void storesIntegersInFloatsOnlyExactly() {
    NdView<?> half = one("<f2");
    half.setLong(AT, 2048);
    assertThat(half.getLong(AT)).isEqualTo(2048);
    refused(() -> half.setLong(AT, 2049), "FLOAT16 cannot hold 2049 exactly");
    refused(() -> half.setLong(AT, 65520), "FLOAT16 cannot hold 65520 exactly");
    refused(() -> one(">f4").setLong(AT, (1 << 24) + 1), "FLOAT32 cannot hold 16777217 exactly");
    refused(
        () -> one("<f8").setLong(AT, Long.MAX_VALUE),
        "FLOAT64 cannot hold 9223372036854775807 exactly");
    NdView<?> doubles = one(">f8");
    doubles.setValue(AT, BigInteger.TWO.pow(1000));
    assertThat(doubles.getBigInteger(AT)).isEqualTo(BigInteger.TWO.pow(1000));
    refused(
        () -> doubles.setValue(AT, BigInteger.TWO.pow(1024)),
        "FLOAT64 cannot hold " + BigInteger.TWO.pow(1024) + " exactly");
  }

  @Test
  void holdsEvery64BitIntegerInALongDouble() {
    for (String descr : List.of("<f16", ">f16")) {
      NdView<?> view = one(descr);
      for (long value : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, 1, -1, 0, (1L << 53) + 1}) {
        view.setLong(AT, value);
        assertThat(view.getLong(AT)).isEqualTo(value);
        assertThat(view.getBigInteger(AT)).isEqualTo(BigInteger.valueOf(value));
      }
      BigInteger wide = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
      view.setValue(AT, wide);
      assertThat(view.getBigInteger(AT)).isEqualTo(wide);
      refused(
          () -> view.setValue(AT, BigInteger.TWO.pow(64).add(BigInteger.ONE)),
          "LONGDOUBLE cannot hold 18446744073709551617 exactly");
      refused(() -> view.getLong(AT), "1.8446744073709551615e+19 is not a 64-bit integer");
      BigInteger huge = BigInteger.TWO.pow(16383).negate();
      view.setValue(AT, huge);
      assertThat(view.getBigInteger(AT)).isEqualTo(huge);
      refused(
          () -> view.setValue(AT, BigInteger.TWO.pow(16384)),
          "LONGDOUBLE cannot hold " + BigInteger.TWO.pow(16384) + " exactly");
      view.setDouble(AT, 0.5);
      refused(() -> view.getLong(AT), "0.5 is not an integer");
      view.setDouble(AT, Double.NEGATIVE_INFINITY);
      refused(() -> view.getBigInteger(AT), "-inf is not an integer");
      view.setDouble(AT, -0.0);
      assertThat(view.getLong(AT)).isZero();
    }
  }

  @Test
  void readsIntegersOnlyExactly() {
    NdView<?> view = one("<f8");
    view.setDouble(AT, 0.5);
    refused(() -> view.getLong(AT), "0.5 is not a 64-bit integer");
    refused(() -> view.getBigInteger(AT), "0.5 is not an integer");
    view.setDouble(AT, 0x1p63);
    refused(() -> view.getLong(AT), "9.223372036854776E18 is not a 64-bit integer");
    assertThat(view.getBigInteger(AT)).isEqualTo(BigInteger.TWO.pow(63));
    view.setDouble(AT, Double.NaN);
    refused(() -> view.getLong(AT), "NaN is not a 64-bit integer");
    refused(() -> view.getBigInteger(AT), "NaN is not an integer");
    NdView<?> unsigned = one("<u8");
    unsigned.setValue(AT, BigInteger.TWO.pow(63));
    refused(() -> unsigned.getLong(AT), "9223372036854775808 exceeds a signed 64-bit integer");
    assertThat(unsigned.value(0)).isEqualTo(BigInteger.TWO.pow(63));
  }

  @Test
  void readsAnyByteAsATruthValue() {
    NdView<?> view = one("|b1");
    view.setValue(AT, new byte[] {2});
    assertThat(view.getBoolean(AT)).isTrue();
    assertThat(view.getLong(AT)).isEqualTo(1);
    assertThat(view.getDouble(AT)).isEqualTo(1.0);
    assertThat(view.value(0)).isEqualTo(true);
    assertThat(view.getBytes(0)).containsExactly(2);
    NdView<?> nan = one("<f4");
    nan.setDouble(AT, Double.NaN);
    assertThat(nan.getBoolean(AT)).isTrue();
    NdView<?> extended = one("<f16");
    assertThat(extended.getBoolean(AT)).isFalse();
    // The smallest positive long double, which is 0 as a double.
    extended.setValue(AT, new byte[] {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    assertThat(extended.getBoolean(AT)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "<c16, ; use real() or imag() first",
    "|S3, ''",
    "|V2, ; read its bytes with getBytes",
    "<M8[s], ; read its ticks with getLong",
    "<U2, ''"
  })
  void refusesToReadOthersAsNumbers(String descr, String advice) {
    NdView<?> view = one(descr);
    assertThatThrownBy(() -> view.getDouble(0))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("memory: an element of " + descr + " is not a double" + advice);
    assertThatThrownBy(() -> view.setDouble(AT, 1))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("memory: an element of " + descr + " is not a double" + advice);
    if (!descr.contains("M8")) {
      assertThatThrownBy(() -> view.getLong(0))
          .isExactlyInstanceOf(DTypeException.class)
          .hasMessage("memory: an element of " + descr + " is not an integer" + advice);
    }
  }

  private static void refused(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable action, String text) {
    assertThatThrownBy(action).isExactlyInstanceOf(ArithmeticException.class).hasMessage(text);
  }
}
