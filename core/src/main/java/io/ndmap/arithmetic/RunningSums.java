package io.ndmap.arithmetic;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.move.Cast;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// Brings, adds or multiplies, and stores the items of cumulative sums and products, block by
/// block: as what they are computed as, and the results as what the target holds. One object serves
/// one thread.
///
/// The order of operations is fixed, and NaN is always the same one: results have the same bits
/// everywhere.
abstract class RunningSums {

  final MemorySegment source;
  final MemorySegment target;
  private final MemorySegment room;
  private final int itemsize;
  private final Cast out;

  /// @param lane what the sums are computed in
  /// @param room for a block of them
  RunningSums(Items from, Items to, ScalarKind lane, MemorySegment room) {
    this.source = from.seen();
    this.target = to.seen();
    this.room = room;
    this.itemsize = lane.itemsize();
    this.out = Cast.between(lane, false, to.kind(), to.isBigEndian());
  }

  /// Takes a run of items.
  ///
  /// @param at where the first begins
  /// @param stride from one to the next
  /// @param start where the first goes in here
  /// @param count how many
  abstract void take(long at, long stride, int start, int count);

  /// Forgets what was added up.
  abstract void clear();

  /// Replaces what was taken by the sums up to each item, which go on where the last ones ended.
  abstract void run(int count);

  /// Adds what was taken to the sums before, side by side.
  ///
  /// @param first whether there are no sums yet
  abstract void step(boolean first, int count);

  /// Puts the sums where they go.
  ///
  /// @param at where the first goes
  /// @param stride from one to the next
  void put(long at, long stride, int count) {
    out.run(room, 0, itemsize, target, at, stride, count);
  }
}
