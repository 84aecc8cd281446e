package io.ndmap.distribution;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.SortableBits;
import io.ndmap.pass.Workers;
import io.ndmap.value.RealBits;
import java.lang.foreign.MemorySegment;

/// Loads runs of real numbers as sortable keys, in blocks for the first-level cache, and counts
/// NaN; long doubles by their nearest doubles.
abstract class KeyBlocks implements Workers.Worker {

  private static final int BLOCK = 1024;

  private final SortableBits keys;
  private final RealBits reader;
  private final long[] block = new long[BLOCK];
  private int filled;
  private long nan;

  KeyBlocks(ScalarKind kind, boolean big, SortableBits keys) {
    this.keys = keys;
    this.reader = new RealBits(kind, big);
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
  public final void run(MemorySegment segment, long at, long stride, int count) {
    for (int done = 0; done < count; ) {
      int taken = Math.min(count - done, BLOCK - filled);
      reader.read(segment, at + done * stride, stride, taken, block, filled);
      filled += taken;
      done += taken;
      if (filled == BLOCK) {
        end();
      }
    }
  }

  @Override
  public final void end() {
    int count = filled;
    filled = 0;
    keys.toKeys(block, 0, count);
    if (!keys.hasNoNaN()) {
      int kept = keys.withoutNaN(block, 0, count);
      nan += count - kept;
      count = kept;
    }
    block(block, count);
  }
}
