package io.ndmap.distribution;

import io.ndmap.pass.Workers;
import java.lang.foreign.MemorySegment;

/// Takes runs of items in blocks for the first-level cache, whatever their lengths.
abstract class RunBlocks implements Workers.Worker {

  /// The most items of a block.
  static final int BLOCK = 1024;

  private int filled;

  /// Brings items to the block.
  ///
  /// @param at byte offset of the first
  /// @param stride bytes from one to the next
  /// @param count how many
  /// @param start where they go
  abstract void read(MemorySegment segment, long at, long stride, int count, int start);

  /// Takes the block.
  ///
  /// @param count how many of the first items are there
  abstract void take(int count);

  @Override
  public final void run(MemorySegment segment, long at, long stride, int count) {
    for (int done = 0; done < count; ) {
      int taken = Math.min(count - done, BLOCK - filled);
      read(segment, at + done * stride, stride, taken, filled);
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
    take(count);
  }
}
