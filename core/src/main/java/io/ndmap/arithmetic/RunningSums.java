package io.ndmap.arithmetic;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.move.Cast;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// Computes cumulative sums or products block by block: loads elements in the compute type, adds or
/// multiplies them, and stores the results in the target's type. Not thread-safe.
///
/// The order of operations is fixed, and each NaN that an operation returns is replaced by the
/// canonical one, so that results have the same bits everywhere.
abstract class RunningSums {

  final MemorySegment source;
  final MemorySegment target;
  private final MemorySegment buffer;
  private final int itemsize;
  private final Cast out;

  /// @param lane the compute type
  /// @param buffer memory for a block of sums
  RunningSums(Items from, Items to, ScalarKind lane, MemorySegment buffer) {
    this.source = from.seen();
    this.target = to.seen();
    this.buffer = buffer;
    this.itemsize = lane.itemsize();
    this.out = Cast.between(lane, false, to.kind(), to.isBigEndian());
  }

  /// Loads equally spaced elements into the buffer.
  ///
  /// @param at byte offset of the first element
  /// @param stride bytes from one element to the next
  /// @param start index of the first element in the buffer
  /// @param count the number of elements
  abstract void take(long at, long stride, int start, int count);

  /// Resets the sum or product, before the first block of a line.
  abstract void clear();

  /// Replaces each loaded element of a line by the line's sum or product up to and including this
  /// element. The sum or product continues that of the line's previous block.
  abstract void run(int count);

  /// Replaces each loaded element by the sum or product of its own line so far. The element at
  /// index i of the buffer is the next element of line i.
  ///
  /// @param first whether the loaded elements are the first of their lines
  abstract void step(boolean first, int count);

  /// Stores the sums.
  ///
  /// @param at byte offset of the first element
  /// @param stride bytes from one element to the next
  void put(long at, long stride, int count) {
    out.run(buffer, 0, itemsize, target, at, stride, count);
  }
}
