package io.ndmap.elementwise;

import java.lang.foreign.MemorySegment;

/// One plain loop over dense floating-point numbers of 64 bits, whose results go into a Java array
/// first, see [ArrayRoom]. It pays where arithmetic takes longer than to bring the operands: of
/// those that only add or multiply, memory is the limit.
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
    return (x, y, z, count) -> {
      double[] results = z.room().doubles();
      z.take(
          MemorySegment.ofArray(results),
          Double.BYTES,
          count,
          (done, n) -> {
            long at = (long) done * Double.BYTES;
            loop.run(x.shift(at), y.shift(at), results, n);
          });
    };
  }
}
