package io.ndmap.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.loop.BlockProduct;
import io.ndmap.loop.NumberArrays;
import io.ndmap.loop.plain.PlainProduct;
import io.ndmap.loop.vector.VectorDoubleProduct;
import io.ndmap.loop.vector.VectorFloatProduct;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Products of blocks beside one sum at a time, plain and, where the module is there, by vectors.
class BlockProductTest {

  /// One step of a sum.
  private interface Step {
    double of(double x, double y, double sum);
  }

  private static final Step DOUBLE = Math::fma;
  private static final Step FLOAT = (x, y, sum) -> Math.fma((float) x, (float) y, (float) sum);
  private static final Step EXACT = (x, y, sum) -> x * y + sum;

  @Test
  void plainLoopsAddInOrder() {
    check(NumberArrays.DOUBLES, PlainProduct.DOUBLES, DOUBLE);
    check(NumberArrays.FLOATS, PlainProduct.FLOATS, FLOAT);
    check(NumberArrays.LONGS, PlainProduct.LONGS, EXACT);
    check(NumberArrays.INTS, PlainProduct.INTS, EXACT);
  }

  @Test
  void vectorsGiveTheSame() {
    if (Vectors.ENABLED) {
      check(NumberArrays.DOUBLES, new VectorDoubleProduct(), DOUBLE);
      check(NumberArrays.FLOATS, new VectorFloatProduct(), FLOAT);
    }
  }

  private static <A> void check(NumberArrays<A> arrays, BlockProduct<A> product, Step step) {
    Random random = new Random(3);
    int width = BlockProduct.PANEL_BYTES / arrays.itemsize();
    for (int depth : new int[] {0, 1, 3, 4, 5, 8, 31}) {
      int rows = BlockProduct.ROWS * (1 + random.nextInt(3));
      int panels = 1 + random.nextInt(3);
      A[] left = numbers(arrays, random, rows / BlockProduct.ROWS, depth * BlockProduct.ROWS);
      A[] right = numbers(arrays, random, panels, depth * width);
      A[] sums = numbers(arrays, random, rows, panels * width);
      double[][] expected = new double[rows][panels * width];
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < panels * width; j++) {
          double sum = get(arrays, sums[i], j);
          for (int k = 0; k < depth; k++) {
            int at = BlockProduct.ROWS * k + i % BlockProduct.ROWS;
            double x = get(arrays, left[i / BlockProduct.ROWS], at);
            sum = step.of(x, get(arrays, right[j / width], width * k + j % width), sum);
          }
          expected[i][j] = sum;
        }
      }
      product.add(left, right, sums, rows, depth, panels * width);
      for (int i = 0; i < rows; i++) {
        int row = i;
        double[] found = new double[panels * width];
        Arrays.setAll(found, j -> get(arrays, sums[row], j));
        assertThat(found).as("%s, depth %s", arrays.kind(), depth).containsExactly(expected[i]);
      }
    }
  }

  private static <A> A[] numbers(NumberArrays<A> arrays, Random random, int count, int length) {
    A[] all = arrays.zeros(count, length);
    for (A row : all) {
      for (int i = 0; i < length; i++) {
        switch (row) {
          case double[] doubles -> doubles[i] = random.nextGaussian();
          case float[] floats -> floats[i] = (float) random.nextGaussian();
          case long[] longs -> longs[i] = random.nextInt(-9999, 9999);
          case int[] ints -> ints[i] = random.nextInt(-999, 999);
          default -> throw new AssertionError(arrays);
        }
      }
    }
    return all;
  }

  private static <A> double get(NumberArrays<A> arrays, A row, int i) {
    return switch (row) {
      case double[] doubles -> doubles[i];
      case float[] floats -> floats[i];
      case long[] longs -> longs[i];
      case int[] ints -> ints[i];
      default -> throw new AssertionError(arrays);
    };
  }
}
