package io.ndmap.kernel;

import io.ndmap.dtype.ScalarKind;

/// Cumulative sums of numbers, rounded to their kind after each step; of booleans whether one was
/// true.
///
/// The order of additions is fixed, and NaN is always the same one: results have the same bits
/// everywhere.
public final class RunningSum {

  private final ScalarKind kind;
  private long whole;
  // Added to any number, zeros of both signs among them, it leaves it as it is.
  private float single = -0.0f;
  private double precise = -0.0;

  /// @param kind what is added up: real, and of at most eight bytes
  public RunningSum(ScalarKind kind) {
    this.kind = kind;
  }

  /// Forgets all.
  public void clear() {
    whole = 0;
    single = -0.0f;
    precise = -0.0;
  }

  /// Replaces numbers by the sums up to them.
  ///
  /// @param block with open lane
  /// @param count how many numbers it has
  public void run(Block block, int count) {
    switch (kind) {
      case BOOL -> either(block.ints(), count);
      case FLOAT16 -> halves(block.floats(), count);
      case FLOAT32 -> floats(block.floats(), count);
      case FLOAT64 -> doubles(block.doubles(), count);
      case INT64, UINT64 -> longs(block.longs(), count);
      default -> ints(block.ints(), count);
    }
    settle(kind, block, count);
  }

  private void either(int[] items, int count) {
    int any = (int) whole;
    for (int i = 0; i < count; i++) {
      any |= items[i];
      items[i] = any;
    }
    whole = any;
  }

  private void ints(int[] items, int count) {
    int sum = (int) whole;
    for (int i = 0; i < count; i++) {
      sum += items[i];
      items[i] = sum;
    }
    whole = sum;
  }

  private void longs(long[] items, int count) {
    long sum = whole;
    for (int i = 0; i < count; i++) {
      sum += items[i];
      items[i] = sum;
    }
    whole = sum;
  }

  private void halves(float[] items, int count) {
    float sum = single;
    for (int i = 0; i < count; i++) {
      sum = Float.float16ToFloat(Float.floatToFloat16(sum + items[i]));
      items[i] = sum;
    }
    single = sum;
  }

  private void floats(float[] items, int count) {
    float sum = single;
    for (int i = 0; i < count; i++) {
      sum += items[i];
      items[i] = sum;
    }
    single = sum;
  }

  private void doubles(double[] items, int count) {
    double sum = precise;
    for (int i = 0; i < count; i++) {
      sum += items[i];
      items[i] = sum;
    }
    precise = sum;
  }

  /// Adds numbers to the sums before them, side by side.
  ///
  /// @param kind what they are
  /// @param block the numbers, with open lane; then the sums
  /// @param sums those so far; then the same as the block
  /// @param first whether there are no sums yet
  /// @param count how many
  public static void step(ScalarKind kind, Block block, Block sums, boolean first, int count) {
    if (!first) {
      block.add(kind, sums, count);
      block.wrap(kind, count);
    }
    settle(kind, block, count);
    sums.copy(kind, block, count);
  }

  /// Of NaN, which an addition may take from either side, only one is left.
  private static void settle(ScalarKind kind, Block block, int count) {
    if (kind == ScalarKind.FLOAT64) {
      double[] items = block.doubles();
      for (int i = 0; i < count; i++) {
        double item = items[i];
        items[i] = Double.isNaN(item) ? Double.NaN : item;
      }
    } else if (kind.isFloat()) {
      float[] items = block.floats();
      for (int i = 0; i < count; i++) {
        float item = items[i];
        items[i] = Float.isNaN(item) ? Float.NaN : item;
      }
    }
  }
}
