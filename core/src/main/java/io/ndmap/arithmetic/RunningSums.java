package io.ndmap.arithmetic;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.move.Cast;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// Loads the elements of cumulative sums or products block by block in the type of the computation,
/// adds or multiplies them, and stores the results in that of the target. For one thread.
///
/// The order of operations is fixed, and NaN are canonical, so that results have the same bits
/// everywhere.
abstract class RunningSums {

  final MemorySegment source;
  final MemorySegment target;
  private final MemorySegment buffer;
  private final int itemsize;
  private final Cast out;

  /// @param lane compute type
  /// @param buffer of a block of sums
  RunningSums(Items from, Items to, ScalarKind lane, MemorySegment buffer) {
    this.source = from.seen();
    this.target = to.seen();
    this.buffer = buffer;
    this.itemsize = lane.itemsize();
    this.out = Cast.between(lane, false, to.kind(), to.isBigEndian());
  }

  /// Loads a run of elements.
  ///
  /// @param at byte offset of the first
  /// @param stride bytes from one to the next
  /// @param start index of the first in the buffer
  /// @param count how many
  abstract void take(long at, long stride, int start, int count);

  /// Resets the sum of the line.
  abstract void clear();

  /// Replaces the loaded elements of a line by the sums up to them, continuing the last sum.
  abstract void run(int count);

  /// Adds the loaded elements to the last sums side by side.
  ///
  /// @param first whether there are no sums yet
  abstract void step(boolean first, int count);

  /// Stores the sums.
  ///
  /// @param at byte offset of the first
  /// @param stride bytes from one to the next
  void put(long at, long stride, int count) {
    out.run(buffer, 0, itemsize, target, at, stride, count);
  }
}
