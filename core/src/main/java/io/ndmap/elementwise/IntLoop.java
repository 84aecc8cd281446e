package io.ndmap.elementwise;

import java.lang.foreign.MemorySegment;

/// One plain loop over integers of 32 bits, as [DoubleLoop].
interface IntLoop {

  /// Computes.
  ///
  /// @param x the first operand
  /// @param y the second, or the first again if there is none
  /// @param z takes the results
  /// @param count how many
  void run(Run x, Run y, int[] z, int count);

  /// The same with results in memory.
  static Loop of(IntLoop loop) {
    // Pieces are cut here, and not for all such loops in one place: HotSpot inlines fifteen levels.
    return (x, y, z, count) -> {
      int[] results = z.room().ints(0);
      MemorySegment computed = MemorySegment.ofArray(results);
      for (int done = 0; done < count; done += results.length) {
        int n = Math.min(results.length, count - done);
        long at = (long) done * Integer.BYTES;
        loop.run(x.shift(at), y.shift(at), results, n);
        MemorySegment.copy(computed, 0, z.memory(), z.at() + at, (long) n * Integer.BYTES);
      }
    };
  }
}
