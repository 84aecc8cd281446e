package io.ndmap.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Against looking at one edge after the other.
class EdgeBinsTest {

  private static final double INFINITY = Double.POSITIVE_INFINITY;

  static Stream<double[]> edges() {
    Random random = new Random(1);
    return Stream.of(
        new double[] {0, 1},
        new double[] {5, 5},
        new double[] {-2, -2, 0, 0, 0, 3, 3},
        new double[] {-INFINITY, -1, 0, 1, INFINITY},
        new double[] {-INFINITY, -INFINITY, INFINITY, INFINITY},
        new double[] {0, 1, INFINITY},
        new double[] {-Double.MAX_VALUE, -1, 1, Double.MAX_VALUE},
        new double[] {0, Double.MIN_VALUE, 2 * Double.MIN_VALUE},
        new double[] {-1, -0.0, 0.0, Double.MIN_VALUE, 1e-300, 1e-9, 1e9, 1e300},
        new double[] {1, Math.nextUp(1.0), Math.nextUp(Math.nextUp(1.0)), 2},
        random.doubles(64, -10, 10).sorted().toArray(),
        // More bins than cells, and all but one in one cell.
        random.doubles(20_000).sorted().toArray(),
        Arrays.stream(random.doubles(5_000).sorted().toArray())
            .map(edge -> edge > 0.9999 ? 1e12 : edge)
            .toArray());
  }

  @ParameterizedTest
  @MethodSource("edges")
  void findsTheBinOfEachNumber(double... edges) {
    Random random = new Random(2);
    double low = Math.max(edges[0], -1e300);
    double high = Math.min(edges[edges.length - 1], 1e300);
    double[] numbers =
        Stream.of(
                Arrays.stream(edges).limit(300).boxed(),
                Arrays.stream(edges).limit(300).map(Math::nextUp).boxed(),
                Arrays.stream(edges).limit(300).map(Math::nextDown).boxed(),
                random.doubles(2000).map(t -> low + t * (high - low)).boxed(),
                Stream.of(Double.NaN, INFINITY, -INFINITY, 0.0, -0.0, 1e308, -1e308))
            .flatMap(some -> some)
            .mapToDouble(Double::doubleValue)
            .toArray();
    long[] expected = new long[edges.length - 1];
    long nan = 0;
    long outside = 0;
    for (double number : numbers) {
      if (Double.isNaN(number)) {
        nan++;
      } else if (number < edges[0] || number > edges[edges.length - 1]) {
        outside++;
      } else {
        int bin = 0;
        while (bin < expected.length - 1 && number >= edges[bin + 1]) {
          bin++;
        }
        expected[bin]++;
      }
    }
    EdgeBins found = new EdgeBins(edges);
    found.add(numbers, numbers.length);
    assertThat(found.counts()).isEqualTo(expected);
    assertThat(found.nan()).isEqualTo(nan);
    assertThat(found.outside()).isEqualTo(outside);
  }
}
