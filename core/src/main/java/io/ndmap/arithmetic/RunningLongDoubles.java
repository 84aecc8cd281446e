package io.ndmap.arithmetic;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.move.Cast;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// Cumulative sums and products computed as long doubles.
final class RunningLongDoubles extends RunningSums {

  /// Bytes of a long double, which is stored in two longs.
  private static final int BYTES = ScalarKind.LONGDOUBLE.itemsize();

  private final Cast cast;
  private final long[] items;
  private final long[] sums;
  private final RunningExtended sum;

  /// @param multiplies whether to multiply instead of adding
  /// @param capacity the maximum number of elements of a block
  RunningLongDoubles(Items from, Items to, boolean multiplies, int capacity) {
    this(from, to, multiplies, new long[2 * capacity]);
  }

  private RunningLongDoubles(Items from, Items to, boolean multiplies, long[] items) {
    super(from, to, ScalarKind.LONGDOUBLE, MemorySegment.ofArray(items));
    this.cast = Cast.between(from.kind(), from.isBigEndian(), ScalarKind.LONGDOUBLE, false);
    this.items = items;
    this.sums = new long[items.length];
    this.sum = new RunningExtended(multiplies);
  }

  @Override
  void take(long at, long stride, int start, int count) {
    MemorySegment to = MemorySegment.ofArray(items);
    cast.run(source, at, stride, to, (long) start * BYTES, BYTES, count);
  }

  @Override
  void clear() {
    sum.clear();
  }

  @Override
  void run(int count) {
    sum.run(items, count);
  }

  @Override
  void step(boolean first, int count) {
    sum.step(items, sums, first, count);
  }
}
