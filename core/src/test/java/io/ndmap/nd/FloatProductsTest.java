package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ndmap.dtype.DType;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Compares with exact products, also if partial products are beyond the range of doubles.
class FloatProductsTest {

  /// The products of columns along axis 0, which are multiplied row by row, after a comparison with
  /// those of each column as a view.
  private static double[] products(double[][] rows) {
    int width = rows[0].length;
    DoubleView table =
        NdView.of(Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray())
            .reshape(rows.length, width);
    double[] results = table.prod(0).toArray(double[].class);
    for (int j = 0; j < width; j++) {
      double alone = table.slice(":, " + j).prod();
      if (results[j] != 0 && Double.isFinite(results[j])) {
        assertThat(results[j] / alone).isCloseTo(1, within(1e-10));
      } else {
        assertThat(results[j]).isEqualTo(Double.valueOf(alone));
      }
    }
    return results;
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

  /// Tables of any width have the same products with any number of threads, in any memory.
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 8, 63, 64, 65, 130, 200, 700})
  void bitsDoNotDependOnThreads(int width) {
    Random random = new Random(width);
    int rows = 60_000 / width;
    DoubleView table =
        NdView.of(random.doubles((long) rows * width, -1.5, 1.5).toArray()).reshape(rows, width);
    for (String descr : new String[] {"<f8", ">f8", "<f4", ">f2"}) {
      NdView<?> numbers = table.astype(DType.parse(descr));
      double[] expected = numbers.astype(DType.FLOAT64).prod(0).toArray(double[].class);
      for (int threads = 1; threads <= 3; threads++) {
        NdView<?> found = numbers.parallel(threads).prod(0);
        assertThat(found.contentEquals(NdView.of(expected).astype(found.dtype())))
            .as("%s, %d threads", descr, threads)
            .isTrue();
      }
    }
  }
}
