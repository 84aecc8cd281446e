package io.ndmap.fold;

import static io.ndmap.memory.LittleEndian.LONG;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.memory.Unscoped;
import java.lang.foreign.MemorySegment;

/// Sums of at most 65536 contiguous little-endian booleans, integers or times, by SWAR: several
/// elements are added at once in a `long`. The caller pads the elements with zeros to a multiple of
/// eight elements.
///
/// Signed integers are biased to unsigned by flipping the sign bit; the bias is subtracted at the
/// end.
public final class IntegerSums {

  private static final long LANES_16 = 0x00ff_00ff_00ff_00ffL;
  private static final long LANES_32 = 0x0000_ffff_0000_ffffL;
  private static final long LANE_64 = 0xffff_ffffL;

  private IntegerSums() {}

  /// Adds booleans, integers or times.
  ///
  /// @param at byte offset of the first element
  /// @param count the number of elements
  /// @param sum the sum to which the elements are added, exactly
  public static void add(ScalarKind kind, MemorySegment memory, long at, int count, Int128Sum sum) {
    int longs = longs(count, kind.itemsize());
    switch (kind) {
      case BOOL -> sum.add(SwarPredicate.NON_ZERO_BYTES.count(memory, at, count));
      case INT8 -> sum.add(bytes(memory, at, longs, 0x8080_8080_8080_8080L) - 0x400L * longs);
      case UINT8 -> sum.add(bytes(memory, at, longs, 0));
      case INT16 -> sum.add(shorts(memory, at, longs, 0x8000_8000_8000_8000L) - 0x2_0000L * longs);
      case UINT16 -> sum.add(shorts(memory, at, longs, 0));
      case INT32 ->
          sum.add(ints(memory, at, longs, 0x8000_0000_8000_0000L) - 0x1_0000_0000L * longs);
      case UINT32 -> sum.add(ints(memory, at, longs, 0));
      case UINT64 -> longs(memory, at, longs, 0, sum);
      default -> longs(memory, at, longs, Long.MIN_VALUE, sum);
    }
  }

  private static int longs(int count, int itemsize) {
    return Math.ceilDiv(count * itemsize, Long.BYTES);
  }

  private static long bytes(MemorySegment memory, long at, int longs, long sign) {
    long sums = 0;
    MemorySegment part = Unscoped.slice(memory, at, (long) longs << 3);
    for (int i = 0; i < longs; i++) {
      long items = part.get(LONG, (long) i << 3) ^ sign;
      long pairs = (items & LANES_16) + ((items >>> 8) & LANES_16);
      sums += (pairs & LANES_32) + ((pairs >>> 16) & LANES_32);
    }
    return (sums & LANE_64) + (sums >>> 32);
  }

  private static long shorts(MemorySegment memory, long at, int longs, long sign) {
    long sums = 0;
    MemorySegment part = Unscoped.slice(memory, at, (long) longs << 3);
    for (int i = 0; i < longs; i++) {
      long items = part.get(LONG, (long) i << 3) ^ sign;
      sums += (items & LANES_32) + ((items >>> 16) & LANES_32);
    }
    return (sums & LANE_64) + (sums >>> 32);
  }

  private static long ints(MemorySegment memory, long at, int longs, long sign) {
    long sums = 0;
    MemorySegment part = Unscoped.slice(memory, at, (long) longs << 3);
    for (int i = 0; i < longs; i++) {
      long items = part.get(LONG, (long) i << 3) ^ sign;
      sums += (items & LANE_64) + (items >>> 32);
    }
    return sums;
  }

  /// Sums the high and low halves separately, so that neither overflows.
  private static void longs(MemorySegment memory, long at, int longs, long sign, Int128Sum sum) {
    long highs = 0;
    long lows = 0;
    MemorySegment part = Unscoped.slice(memory, at, (long) longs << 3);
    for (int i = 0; i < longs; i++) {
      long item = part.get(LONG, (long) i << 3) ^ sign;
      highs += item >>> 32;
      lows += item & LANE_64;
    }
    sum.addHalves(highs - (sign >>> 32) * longs, lows);
  }
}
