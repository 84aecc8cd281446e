package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.util.function.LongUnaryOperator;

/// Applies a function to runs of 64-bit integers.
///
/// One object serves one thread.
public final class LongMap {

  private static final int BLOCK = 1024;

  private final LongUnaryOperator function;
  private final boolean sourceBig;
  private final boolean targetBig;
  private final long[] block;

  /// @param function of each integer
  /// @param sourceBig whether the source is big-endian
  /// @param targetBig whether those of the target do
  /// @param most the most items of a run
  public LongMap(LongUnaryOperator function, boolean sourceBig, boolean targetBig, long most) {
    this.function = function;
    this.sourceBig = sourceBig;
    this.targetBig = targetBig;
    this.block = new long[(int) Math.min(BLOCK, most)];
  }

  /// Puts the function's value of each integer of a run into the target.
  ///
  /// @param source the memory of the source
  /// @param at where its first item begins
  /// @param stride bytes from one to the next
  /// @param target the memory of the target
  /// @param into where its first item begins
  /// @param intoStride bytes from one to the next
  /// @param count how many there are
  public void run(
      MemorySegment source,
      long at,
      long stride,
      MemorySegment target,
      long into,
      long intoStride,
      int count) {
    for (int done = 0; done < count; done += block.length) {
      int items = Math.min(block.length, count - done);
      Carriers.longs(source, at + done * stride, stride, sourceBig, items, block, 0);
      for (int i = 0; i < items; i++) {
        block[i] = function.applyAsLong(block[i]);
      }
      RunStores.longs(block, target, into + done * intoStride, intoStride, targetBig, items);
    }
  }
}
