package io.ndmap.elementwise;

import io.ndmap.move.EverySecond;
import java.lang.foreign.MemorySegment;

/// One plain loop over words that hold several small integers, in Java arrays: HotSpot takes
/// several words at once, in every JVM. Of its loops over bytes in memory it compiled some again
/// and again, and those by way of `int` take ten times as long.
interface PackedLoop {

  /// Computes.
  ///
  /// @param x the first operand
  /// @param y the second, or the first again if there is none
  /// @param z takes the results
  /// @param words how many
  void run(long[] x, long[] y, long[] z, int words);

  /// The same on items in memory.
  static Loop of(PackedInts kind, PackedLoop loop) {
    return over(kind, loop, kind.itemsize());
  }

  /// The same with a boolean for each item.
  ///
  /// @param loop leaves 1 or 0 in the place of each
  static Loop toMask(PackedInts kind, PackedLoop loop) {
    return over(
        kind,
        kind.itemsize() == Byte.BYTES
            ? loop
            : (x, y, z, words) -> {
              loop.run(x, y, z, words);
              // The words behind the last are of no account.
              for (int i = 0; i < words; i += 2) {
                z[i >> 1] =
                    EverySecond.bytesOf(z[i]) | EverySecond.bytesOf(z[i + 1]) << Integer.SIZE;
              }
            },
        Byte.BYTES);
  }

  private static Loop over(PackedInts kind, PackedLoop loop, int resultSize) {
    int itemsize = kind.itemsize();
    return (x, y, z, count) -> {
      ArrayRoom room = z.room();
      long[] first = room.longs(0);
      boolean one = y.equals(x);
      long[] second = one ? first : room.longs(1);
      long[] results = room.longs(2);
      int most = results.length * Long.BYTES / itemsize;
      for (int done = 0; done < count; done += most) {
        int n = Math.min(most, count - done);
        long at = (long) done * itemsize;
        long bytes = (long) n * itemsize;
        MemorySegment.copy(x.memory(), x.at() + at, MemorySegment.ofArray(first), 0, bytes);
        if (!one) {
          MemorySegment.copy(y.memory(), y.at() + at, MemorySegment.ofArray(second), 0, bytes);
        }
        loop.run(first, second, results, (int) Math.ceilDiv(bytes, Long.BYTES));
        long to = z.at() + (long) done * resultSize;
        MemorySegment.copy(
            MemorySegment.ofArray(results), 0, z.memory(), to, (long) n * resultSize);
      }
    };
  }
}
