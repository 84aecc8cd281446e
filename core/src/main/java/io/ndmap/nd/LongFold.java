package io.ndmap.nd;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.RunReader;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// A fold of items of at most eight bytes taken as 64-bit integers, in blocks: integers and times
/// by their values, floating-point numbers by their bits.
abstract class LongFold extends Fold {

  /// Items of a block.
  static final int BLOCK = 1024;

  private static final long[] NOTHING = {};

  private final RunReader reader;
  private long[] stage = NOTHING;
  private int filled;

  LongFold(ScalarKind kind, boolean big) {
    this.reader = new RunReader(kind, big);
  }

  /// Takes a block.
  ///
  /// @param items may be changed
  abstract void block(long[] items, int from, int count);

  /// Takes a run straight from the memory, if there is a way.
  ///
  /// @return how many of the first items were taken
  int direct(MemorySegment segment, long at, long stride, int count) {
    return 0;
  }

  @Override
  final void run(MemorySegment segment, long at, long stride, int count) {
    int done = direct(segment, at, stride, count);
    while (done < count) {
      int taken = Math.min(count - done, BLOCK - filled);
      if (stage.length < filled + taken) {
        stage = Arrays.copyOf(stage, filled == 0 ? taken : BLOCK);
      }
      reader.longs(segment, at + done * stride, stride, taken, stage, filled);
      filled += taken;
      done += taken;
      if (filled == BLOCK) {
        end();
      }
    }
  }

  @Override
  final void end() {
    if (filled > 0) {
      int last = filled;
      filled = 0;
      block(stage, 0, last);
    }
  }
}
