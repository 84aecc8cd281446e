package io.ndmap.elementwise;

import java.lang.foreign.MemorySegment;

/// One plain loop over dense items with booleans as results.
///
/// They go into a Java array first: HotSpot computes several at once only where it knows that what
/// is written is apart from what is read, which it does not of two places in native memory. It must
/// be integers that are computed with: no loop that takes bits for a floating-point number is
/// vectorised, nor one that makes bytes of anything but longs.
interface MaskLoop {

  /// Items that are told of together.
  int MOST = 4096;

  /// Computes.
  ///
  /// @param x the first operand
  /// @param y the second, or the first again if there is none
  /// @param mask takes 1 or 0 for each item
  /// @param count how many items each operand has, at most [#MOST]
  void run(Run x, Run y, byte[] mask, int count);

  /// The same with results in memory.
  ///
  /// @param itemsize of the operands
  static Loop of(int itemsize, MaskLoop loop) {
    return (x, y, z, count) -> {
      byte[] mask = new byte[Math.min(count, MOST)];
      MemorySegment told = MemorySegment.ofArray(mask);
      for (int done = 0; done < count; done += MOST) {
        int n = Math.min(MOST, count - done);
        loop.run(x.shift((long) done * itemsize), y.shift((long) done * itemsize), mask, n);
        MemorySegment.copy(told, 0, z.memory(), z.at() + done, n);
      }
    };
  }
}
