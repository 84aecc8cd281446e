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
    return (x, y, z, count) -> {
      byte[] results = z.room().bytes();
      z.take(
          MemorySegment.ofArray(results),
          Byte.BYTES,
          count,
          (done, n) -> {
            long at = (long) done * itemsize;
            loop.run(x.shift(at), y.shift(at), results, n);
          });
    };
  }
}
