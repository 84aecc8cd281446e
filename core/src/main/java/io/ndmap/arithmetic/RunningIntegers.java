package io.ndmap.arithmetic;

import static io.ndmap.dtype.TimeType.NOT_A_TIME;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.pass.Items;
import io.ndmap.value.RealReader;
import java.lang.foreign.MemorySegment;

/// Cumulative sums and products of integers, which wrap, and of booleans, and cumulative sums of
/// timedeltas. From the first `NaT` on, all sums of timedeltas are `NaT`.
///
/// Results are computed in 64 bits; their low bits are the results in narrower types. If the target
/// is boolean, a sum is stored as the logical or of its elements, and a product as their logical
/// and.
final class RunningIntegers extends RunningSums {

  private final RealReader reader;
  private final boolean ticks;
  private final long[] items;
  private final long[] sums;
  private final boolean multiplies;
  private long sum;

  /// @param ticks whether the elements are timedeltas
  /// @param multiplies whether to multiply instead of adding
  /// @param capacity the maximum number of elements of a block
  RunningIntegers(Items from, Items to, boolean ticks, boolean multiplies, int capacity) {
    this(from, to, ticks, multiplies, new long[capacity]);
  }

  private RunningIntegers(Items from, Items to, boolean ticks, boolean multiplies, long[] items) {
    super(from, to, ScalarKind.INT64, MemorySegment.ofArray(items));
    this.ticks = ticks;
    this.reader = new RealReader(from.kind(), from.isBigEndian());
    this.items = items;
    this.sums = new long[items.length];
    this.multiplies = multiplies;
    clear();
  }

  @Override
  void take(long at, long stride, int start, int count) {
    reader.bits(source, at, stride, count, items, start);
  }

  @Override
  final void clear() {
    sum = multiplies ? 1 : 0;
  }

  @Override
  void run(int count) {
    long last = sum;
    for (int i = 0; i < count; i++) {
      last = with(last, items[i]);
      items[i] = last;
    }
    sum = last;
  }

  @Override
  void step(boolean first, int count) {
    if (!first) {
      for (int i = 0; i < count; i++) {
        items[i] = with(sums[i], items[i]);
      }
    }
    System.arraycopy(items, 0, sums, 0, count);
  }

  private long with(long one, long other) {
    if (multiplies) {
      return one * other;
    }
    return ticks && (one == NOT_A_TIME || other == NOT_A_TIME) ? NOT_A_TIME : one + other;
  }
}
