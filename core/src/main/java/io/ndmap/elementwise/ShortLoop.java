package io.ndmap.elementwise;

import java.lang.foreign.MemorySegment;

/// One plain loop over dense items of two bytes with results of two, as [ByteLoop].
interface ShortLoop {

  /// Computes.
  ///
  /// @param x the first operand
  /// @param y the second, or the first again if there is none
  /// @param z takes the results
  /// @param count how many
  void run(Run x, Run y, short[] z, int count);

  /// The same with results in memory.
  static Loop of(ShortLoop loop) {
    return (x, y, z, count) -> {
      short[] results = z.room().shorts();
      z.take(
          MemorySegment.ofArray(results),
          Short.BYTES,
          count,
          (done, n) -> {
            long at = (long) done * Short.BYTES;
            loop.run(x.shift(at), y.shift(at), results, n);
          });
    };
  }
}
