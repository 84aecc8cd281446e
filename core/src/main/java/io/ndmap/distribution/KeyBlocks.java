package io.ndmap.distribution;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.value.RealReader;
import io.ndmap.value.SortableBits;
import java.lang.foreign.MemorySegment;

/// Real numbers as sortable keys, with NaN only counted; long doubles by their nearest doubles.
abstract class KeyBlocks extends RunBlocks {

  private final SortableBits keys;
  private final RealReader reader;
  private final long[] block = new long[BLOCK];
  private long nan;

  KeyBlocks(ScalarKind kind, boolean big, SortableBits keys) {
    this.keys = keys;
    this.reader = new RealReader(kind, big);
  }

  /// Takes a block.
  ///
  /// @param count how many of the first keys are there
  abstract void block(long[] items, int count);

  /// How many items were NaN.
  final long nan() {
    return nan;
  }

  @Override
  final void read(MemorySegment segment, long at, long stride, int count, int start) {
    reader.bits(segment, at, stride, count, block, start);
  }

  @Override
  final void take(int count) {
    keys.toKeys(block, 0, count);
    int kept = keys.hasNoNaN() ? count : keys.withoutNaN(block, 0, count);
    nan += count - kept;
    block(block, kept);
  }
}
