package io.ndmap.distribution;

import io.ndmap.pass.WorkerPass;
import java.lang.foreign.MemorySegment;

/// Collects strided runs of any length into blocks that fit the L1 cache.
abstract class BufferedWorker implements WorkerPass.Worker {

  /// The maximum number of elements of a block.
  static final int BLOCK = 1024;

  private int filled;

  /// Reads elements into the block.
  ///
  /// @param at byte offset of the first element
  /// @param stride bytes from one element to the next
  /// @param count the number of elements
  /// @param start the index in the block at which the first element is stored
  abstract void read(MemorySegment segment, long at, long stride, int count, int start);

  /// Processes the block.
  ///
  /// @param count the number of valid elements
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
