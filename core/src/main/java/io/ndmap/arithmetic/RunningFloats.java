package io.ndmap.arithmetic;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.move.Cast;
import io.ndmap.pass.Items;
import io.ndmap.value.EqualBins;
import java.lang.foreign.MemorySegment;

/// Cumulative sums and products of `f4`, and of narrower types, which are rounded after each step.
final class RunningFloats extends RunningSums {

  private final Cast cast;
  private final ScalarKind kind;
  private final boolean rounds;
  private final float[] items;
  private final float[] sums;
  private final boolean multiplies;
  private float sum;

  /// @param kind the scalar type of the results
  /// @param multiplies whether to multiply instead of adding
  /// @param capacity the maximum number of elements of a block
  RunningFloats(Items from, Items to, ScalarKind kind, boolean multiplies, int capacity) {
    this(from, to, kind, multiplies, new float[capacity]);
  }

  private RunningFloats(Items from, Items to, ScalarKind kind, boolean multiplies, float[] items) {
    super(from, to, ScalarKind.FLOAT32, MemorySegment.ofArray(items));
    this.kind = kind;
    this.rounds = kind.isNarrow();
    this.cast = Cast.between(from.kind(), from.isBigEndian(), ScalarKind.FLOAT32, false);
    this.items = items;
    this.sums = new float[items.length];
    this.multiplies = multiplies;
    clear();
  }

  @Override
  void take(long at, long stride, int start, int count) {
    MemorySegment to = MemorySegment.ofArray(items);
    cast.run(source, at, stride, to, (long) start * Float.BYTES, Float.BYTES, count);
  }

  @Override
  final void clear() {
    // The neutral element for all numbers, including zeros of both signs.
    sum = multiplies ? 1 : -0.0f;
  }

  @Override
  void run(int count) {
    float last = sum;
    if (rounds) {
      for (int i = 0; i < count; i++) {
        last = rounded(multiplies ? last * items[i] : last + items[i]);
        items[i] = last;
      }
    } else {
      for (int i = 0; i < count; i++) {
        last = multiplies ? last * items[i] : last + items[i];
        items[i] = last;
      }
    }
    sum = last;
    canonicalize(count);
  }

  @Override
  void step(boolean first, int count) {
    if (!first) {
      for (int i = 0; i < count; i++) {
        items[i] = multiplies ? sums[i] * items[i] : sums[i] + items[i];
      }
      if (rounds) {
        for (int i = 0; i < count; i++) {
          items[i] = rounded(items[i]);
        }
      }
    }
    canonicalize(count);
    System.arraycopy(items, 0, sums, 0, count);
  }

  private float rounded(float number) {
    return (float) EqualBins.round(kind, number);
  }

  /// Makes NaN canonical: it is not specified which of two NaN operands an operation returns.
  private void canonicalize(int count) {
    for (int i = 0; i < count; i++) {
      float item = items[i];
      items[i] = Float.isNaN(item) ? Float.NaN : item;
    }
  }
}
