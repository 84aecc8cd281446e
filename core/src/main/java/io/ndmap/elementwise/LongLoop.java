package io.ndmap.elementwise;

import java.lang.foreign.MemorySegment;

/// One plain loop over integers of 64 bits, as [DoubleLoop].
interface LongLoop {

  /// Computes.
  ///
  /// @param x the first operand
  /// @param y the second, or the first again if there is none
  /// @param z takes the results
  /// @param count how many
  void run(Run x, Run y, long[] z, int count);

  /// The same with results in memory.
  static Loop of(LongLoop loop) {
    // Pieces are cut here, and not for all such loops in one place: HotSpot inlines fifteen levels.
    return (x, y, z, count) -> {
      long[] results = z.room().longs(0);
      MemorySegment computed = MemorySegment.ofArray(results);
      for (int done = 0; done < count; done += results.length) {
        int n = Math.min(results.length, count - done);
        long at = (long) done * Long.BYTES;
        loop.run(x.shift(at), y.shift(at), results, n);
        MemorySegment.copy(computed, 0, z.memory(), z.at() + at, (long) n * Long.BYTES);
      }
    };
  }
}
