package io.ndmap.elementwise;

import java.lang.foreign.MemorySegment;

/// One plain loop over dense items with results of one byte, such as booleans, that go into a Java
/// array first, see [ArrayRoom].
///
/// It must be integers that are computed with: no loop that takes bits for a floating-point number
/// is vectorised, nor one that makes bytes of ints and not of longs, but for their low bits.
interface ByteLoop {

  /// Computes.
  ///
  /// @param x the first operand
  /// @param y the second, or the first again if there is none
  /// @param z takes the results
  /// @param count how many
  void run(Run x, Run y, byte[] z, int count);

  /// The same with results in memory.
  ///
  /// @param itemsize of the operands
  static Loop of(int itemsize, ByteLoop loop) {
    // Pieces are cut here, and not for all such loops in one place: HotSpot inlines fifteen levels.
    return (x, y, z, count) -> {
      byte[] results = z.room().bytes(0);
      MemorySegment computed = MemorySegment.ofArray(results);
      for (int done = 0; done < count; done += results.length) {
        int n = Math.min(results.length, count - done);
        long at = (long) done * itemsize;
        loop.run(x.shift(at), y.shift(at), results, n);
        MemorySegment.copy(computed, 0, z.memory(), z.at() + done, n);
      }
    };
  }
}
