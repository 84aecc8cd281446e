package io.ndmap.distribution;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.value.RealReader;
import io.ndmap.value.SortableBits;
import java.lang.foreign.MemorySegment;

/// Converts blocks of real numbers or times to sortable keys and drops NaN and `NaT`; long doubles
/// are rounded to doubles.
abstract class KeyWorker extends BufferedWorker {

  private final SortableBits keys;
  private final RealReader reader;
  private final long[] block = new long[BLOCK];

  KeyWorker(ScalarKind kind, boolean big, SortableBits keys) {
    this.keys = keys;
    this.reader = new RealReader(kind, big);
  }

  /// Processes the keys of a block.
  ///
  /// @param count the number of valid keys
  abstract void block(long[] items, int count);

  @Override
  final void read(MemorySegment segment, long at, long stride, int count, int start) {
    reader.bits(segment, at, stride, count, block, start);
  }

  @Override
  final void take(int count) {
    keys.toKeys(block, 0, count);
    int kept = keys.hasNoNaN() ? count : keys.withoutNaN(block, 0, count);
    block(block, kept);
  }
}
