package io.ndmap.arithmetic;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.RunningExtended;
import io.ndmap.move.Cast;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// Cumulative sums computed as long doubles, of numbers of any kind into any that they can be cast
/// to.
final class RunningLongDoubles implements RunningItems {

  private static final int BYTES = ScalarKind.LONGDOUBLE.itemsize();

  private final Items from;
  private final Items to;
  private final Cast in;
  private final Cast out;
  private final long[] items;
  private final MemorySegment room;
  private final long[] sums;
  private final RunningExtended sum = new RunningExtended();

  /// @param capacity the most items at once
  RunningLongDoubles(Items from, Items to, int capacity) {
    this.from = from;
    this.to = to;
    this.in = Cast.between(from.kind(), from.isBigEndian(), ScalarKind.LONGDOUBLE, false);
    this.out = Cast.between(ScalarKind.LONGDOUBLE, false, to.kind(), to.isBigEndian());
    this.items = new long[2 * capacity];
    this.room = MemorySegment.ofArray(items);
    this.sums = new long[2 * capacity];
  }

  @Override
  public void take(long at, long stride, int start, int count) {
    in.run(from.segment(), at, stride, room, (long) start * BYTES, BYTES, count);
  }

  @Override
  public void clear() {
    sum.clear();
  }

  @Override
  public void run(int count) {
    sum.run(items, count);
  }

  @Override
  public void step(boolean first, int count) {
    sum.step(items, sums, first, count);
  }

  @Override
  public void put(long at, long stride, int count) {
    out.run(room, 0, BYTES, to.segment(), at, stride, count);
  }
}
