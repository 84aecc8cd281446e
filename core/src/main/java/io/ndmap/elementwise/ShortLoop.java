package io.ndmap.elementwise;

import java.lang.foreign.MemorySegment;

/// One plain loop over dense items of two bytes, with results of two: as [ByteLoop].
interface ShortLoop {

  /// Items that are computed together.
  int MOST = 2048;

  /// Computes.
  ///
  /// @param z takes the results
  /// @param count how many, at most [#MOST]
  void run(Run x, Run y, short[] z, int count);

  /// The same with results in memory.
  static Loop of(ShortLoop loop) {
    return (x, y, z, count) -> {
      short[] results = new short[Math.min(count, MOST)];
      MemorySegment computed = MemorySegment.ofArray(results);
      for (int done = 0; done < count; done += MOST) {
        int n = Math.min(MOST, count - done);
        long at = (long) done * Short.BYTES;
        loop.run(x.shift(at), y.shift(at), results, n);
        MemorySegment.copy(computed, 0, z.memory(), z.at() + at, (long) n * Short.BYTES);
      }
    };
  }
}
