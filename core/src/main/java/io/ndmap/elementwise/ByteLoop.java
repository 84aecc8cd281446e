package io.ndmap.elementwise;

import java.lang.foreign.MemorySegment;

/// One plain loop over dense items with results of one byte, such as booleans.
///
/// They go into a Java array first: HotSpot computes several at once only where it knows that what
/// is written is apart from what is read, which it does not of two places in native memory. It must
/// be integers that are computed with: no loop that takes bits for a floating-point number is
/// vectorised, nor one that makes bytes of ints and not of longs, but for their low bits.
interface ByteLoop {

  /// Items that are computed together.
  int MOST = 4096;

  /// Computes.
  ///
  /// @param x the first operand
  /// @param y the second, or the first again if there is none
  /// @param z takes the results
  /// @param count how many items each operand has, at most [#MOST]
  void run(Run x, Run y, byte[] z, int count);

  /// The same with results in memory.
  ///
  /// @param itemsize of the operands
  static Loop of(int itemsize, ByteLoop loop) {
    return (x, y, z, count) -> {
      byte[] results = new byte[Math.min(count, MOST)];
      MemorySegment computed = MemorySegment.ofArray(results);
      for (int done = 0; done < count; done += MOST) {
        int n = Math.min(MOST, count - done);
        long read = (long) done * itemsize;
        loop.run(x.shift(read), y.shift(read), results, n);
        MemorySegment.copy(computed, 0, z.memory(), z.at() + done, n);
      }
    };
  }
}
