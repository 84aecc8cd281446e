package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Compares with exact products, also if partial products are beyond the range of doubles.
class FloatProductsTest {

  /// The products of columns along axis 0. They are computed in a narrow table, in a wide table of
  /// many copies of the columns, and of each column as a view of its own.
  private static double[] products(double[][] rows) {
    int width = rows[0].length;
    int copies = 40;
    DoubleView narrow =
        NdView.of(Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray())
            .reshape(rows.length, width);
    DoubleView wide =
        narrow
            .reshape(rows.length, 1, width)
            .broadcastTo(Shape.of(rows.length, copies, width))
            .copy(Order.C);
    double[] results = narrow.prod(0).toArray(double[].class);
    double[] many = wide.reshape(rows.length, -1).prod(0).toArray(double[].class);
    for (int j = 0; j < many.length; j++) {
      requireClose(many[j], results[j % width]);
    }
    for (int j = 0; j < width; j++) {
      requireClose(narrow.slice(":, " + j).prod(), results[j]);
    }
    return results;
  }

  /// Small arrays are multiplied in another order.
  private static void requireClose(double found, double expected) {
    if (expected != 0 && Double.isFinite(expected)) {
      assertThat(found / expected).isCloseTo(1, within(1e-10));
    } else {
      assertThat(found).isEqualTo(Double.valueOf(expected));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 7, 64, 5000})
  void isThatOfEachColumn(int rows) {
    Random random = new Random(rows);
    double[][] table = new double[rows][9];
    for (int i = 0; i < rows; i++) {
      double sign = random.nextBoolean() ? 1 : -1;
      // Each scale occurs in a row with its inverse, in columns of their own.
      int power = i % 2 == 0 ? random.nextInt(1020) : 0;
      table[i] =
          new double[] {
            sign * (1 + random.nextDouble() / 1000),
            sign / (1 + random.nextDouble()),
            i % 2 == 0 || i == rows - 1 ? 0x1p-1074 * (1 + random.nextInt(9)) : 0x1p1023,
            i % 2 == 0 ? 1.5e300 : 1e-300,
            Math.scalb(1.0, power),
            sign,
            0x1p255,
            0x1p-256,
            -0x1.8p256
          };
    }
    double[] found = products(table);
    for (int j = 0; j < found.length; j++) {
      BigDecimal exact = BigDecimal.ONE;
      for (int i = 0; i < rows; i++) {
        exact = exact.multiply(new BigDecimal(table[i][j]), new MathContext(60));
      }
      double expected = exact.doubleValue();
      if (Math.abs(expected) > Double.MIN_NORMAL && Double.isFinite(expected)) {
        assertThat(found[j])
            .as("column %d", j)
            .isCloseTo(expected, Percentage.withPercentage(1e-10));
      } else {
        assertThat(found[j]).as("column %d", j).isEqualTo(expected);
      }
    }
  }

  @Test
  void specialNumbersAreMultipliedToo() {
    double infinity = Double.POSITIVE_INFINITY;
    double[][] table = {
      {0, -0.0, infinity, -infinity, Double.NaN, 0, 1e-320, infinity},
      {2, 3, 1e-300, 4, 5, infinity, 0x1p1000, 1e-320},
      {-1, -1, -1, -1, -1, -1, -1, -1}
    };
    assertThat(products(table))
        .containsExactly(
            -0.0, 0.0, -infinity, infinity, Double.NaN, Double.NaN, -1e-320 * 0x1p1000, -infinity);
  }

  /// A product that is rounded to the smallest normal number loses a digit, which later factors
  /// would reveal.
  @Test
  void doesNotDependOnOtherColumns() {
    double small = Math.nextDown(1.0) * 0x1p-511;
    double[][] rows = {{small, 1e300}, {1, 1e300}, {0x1p-511, 1e-300}, {0x1p1000, 1}};
    double[][] alone = {{small}, {1}, {0x1p-511}, {0x1p1000}};
    assertThat(products(rows)[0]).isEqualTo(Math.nextDown(1.0) * 0x1p-22);
    assertThat(products(alone)[0]).isEqualTo(Math.nextDown(1.0) * 0x1p-22);
  }

  private static void requireSameBits(NdView<?> found, NdView<?> expected, String what) {
    assertThat(found.contentEquals(expected, true)).as(what).isTrue();
  }

  /// Products have the same bits with any number of threads, in tables of any width, in any dtype,
  /// memory order and byte order, and within expressions. Numbers in the first column that loops
  /// may not multiply do not change the other columns.
  @ParameterizedTest
  @ValueSource(ints = {4, 64, 700})
  void bitsDependOnTheColumnAlone(int width) {
    Random random = new Random(width);
    int rows = 60_000 / width / 6 * 6 + 5;
    double[] far = {0, 1e300, Double.NaN, 1e-300, -1e-310, Double.NEGATIVE_INFINITY};
    DoubleView table =
        NdView.of(random.doubles((long) rows * width, 0.99, 1.01).toArray()).reshape(rows, width);
    NdView<?> expected = table.prod(0);
    assertThat(expected.as(DoubleView.class).stream().toArray()).doesNotContain(0.0);
    for (int k = 0; k < far.length; k++) {
      DoubleView x = table.copy();
      x.set(k, 0, far[k]);
      x.set(rows - 1, 0, far[k]);
      for (int threads = 1; threads <= 3; threads++) {
        String what = far[k] + ", " + threads + " threads";
        DoubleView run = x.parallel(threads);
        NdView<?> found = run.prod(0);
        requireSameBits(found.slice("1:"), expected.slice("1:"), what);
        // Fewer than four columns are multiplied one after the other.
        int from = Math.min(3, width - 4);
        requireSameBits(found.slice(from + ":"), run.slice(":, " + from + ":").prod(0), what);
        requireSameBits(found, run.astype(DType.parse(">f8")).prod(0), what);
        requireSameBits(found, Expression.evaluate("prod(x * 1, axis=0)", Map.of("x", run)), what);
        NdView<?> box = run.slice("5:").reshape(rows / 6, 6, width);
        requireSameBits(
            box.prod(0, 1),
            Expression.evaluate("prod(x * 1, axis=(0, 1))", Map.of("x", box)),
            what);
      }
    }
    for (String descr : new String[] {"<f4", ">f4", "<f2"}) {
      NdView<?> x = table.astype(DType.parse(descr));
      NdView<?> exact = x.astype(DType.FLOAT64).prod(0);
      for (int threads = 1; threads <= 3; threads++) {
        NdView<?> found = x.parallel(threads).prod(0);
        requireSameBits(found, exact.astype(found.dtype()), descr + ", " + threads + " threads");
      }
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(ints = {8, 31, 32, 63, 65, 130, 200})
  void bitsDependOnTheColumnAloneInTablesOfOtherWidths(int width) {
    bitsDependOnTheColumnAlone(width);
  }

  /// Factors that loops may multiply, whose products leave their range and return to it.
  @Test
  void exponentsAreSeparatedFromTheProductsOfLoops() {
    double[][] table = new double[201][9];
    for (int i = 0; i < table.length - 1; i++) {
      Arrays.fill(table[i], Math.scalb(1.0, i < 100 ? 120 : -120));
    }
    table[200] = new double[] {1, -1, 3, 1, 1, 1, 1, 1, 1};
    assertThat(products(table)).containsExactly(table[200]);
  }
}
