package io.ndmap.arithmetic;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.move.Cast;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// Cumulative sums of `f4`, and of `f2`, which are rounded after each step.
final class RunningFloats extends RunningSums {

  // Added to any number, zeros of both signs among them, it leaves it as it is.
  private static final float NOTHING = -0.0f;

  private final Cast cast;
  private final boolean rounds;
  private final float[] items;
  private final float[] sums;
  private float sum = NOTHING;

  /// @param rounds whether sums are rounded to `f2`
  /// @param capacity the most items at once
  RunningFloats(Items from, Items to, boolean rounds, int capacity) {
    this(from, to, rounds, new float[capacity]);
  }

  private RunningFloats(Items from, Items to, boolean rounds, float[] items) {
    super(from, to, ScalarKind.FLOAT32, MemorySegment.ofArray(items));
    this.rounds = rounds;
    this.cast = Cast.between(from.kind(), from.isBigEndian(), ScalarKind.FLOAT32, false);
    this.items = items;
    this.sums = new float[items.length];
  }

  @Override
  void take(long at, long stride, int start, int count) {
    MemorySegment room = MemorySegment.ofArray(items);
    cast.run(source, at, stride, room, (long) start * Float.BYTES, Float.BYTES, count);
  }

  @Override
  void clear() {
    sum = NOTHING;
  }

  @Override
  void run(int count) {
    float last = sum;
    if (rounds) {
      for (int i = 0; i < count; i++) {
        last = half(last + items[i]);
        items[i] = last;
      }
    } else {
      for (int i = 0; i < count; i++) {
        last += items[i];
        items[i] = last;
      }
    }
    sum = last;
    settle(count);
  }

  @Override
  void step(boolean first, int count) {
    if (!first) {
      for (int i = 0; i < count; i++) {
        items[i] += sums[i];
      }
      if (rounds) {
        for (int i = 0; i < count; i++) {
          items[i] = half(items[i]);
        }
      }
    }
    settle(count);
    System.arraycopy(items, 0, sums, 0, count);
  }

  private static float half(float number) {
    return Float.float16ToFloat(Float.floatToFloat16(number));
  }

  /// Of NaN, which an addition may take from either side, only one is left.
  private void settle(int count) {
    for (int i = 0; i < count; i++) {
      float item = items[i];
      items[i] = Float.isNaN(item) ? Float.NaN : item;
    }
  }
}
