package io.ndmap.elementwise;

import java.lang.foreign.MemorySegment;

/// One plain loop over dense floating-point numbers of 64 bits, whose results go into a Java array
/// first, see [ArrayRoom]. It pays where arithmetic takes longer than to bring the operands; what
/// only adds or multiplies is faster by [Loop#inPieces].
///
/// A loop takes its operands as buffers, because what a segment gives are bits, which HotSpot does
/// not take for numbers in a vector; and it makes them itself, or HotSpot does not know of which
/// class they are.
interface DoubleLoop {

  /// Computes.
  ///
  /// @param x the first operand
  /// @param y the second, or the first again if there is none
  /// @param z takes the results
  /// @param count how many
  void run(Run x, Run y, double[] z, int count);

  /// The same with results in memory.
  static Loop of(DoubleLoop loop) {
    // Pieces are cut here, and not for all such loops in one place: HotSpot inlines fifteen levels.
    return (x, y, z, count) -> {
      double[] results = z.room().doubles(0);
      MemorySegment computed = MemorySegment.ofArray(results);
      for (int done = 0; done < count; done += results.length) {
        int n = Math.min(results.length, count - done);
        long at = (long) done * Double.BYTES;
        loop.run(x.shift(at), y.shift(at), results, n);
        MemorySegment.copy(computed, 0, z.memory(), z.at() + at, (long) n * Double.BYTES);
      }
    };
  }
}
