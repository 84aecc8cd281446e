package io.ndmap.fold;

import io.ndmap.memory.Unowned;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Gives all NaN of contiguous little-endian floating-point numbers one sign: the negative ones
/// come before all numbers in the order of their bits, the others after.
public final class NaNSigns {

  private static final ValueLayout.OfShort I2 =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt I4 =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong I8 =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private NaNSigns() {}

  /// Sets the signs, where the numbers are.
  ///
  /// @param at byte offset of the first
  /// @param count how many
  /// @param itemsize 2, 4 or 8 bytes
  /// @param infinity the bits of infinity
  public static void set(
      MemorySegment memory, long at, int count, int itemsize, long infinity, boolean negative) {
    MemorySegment items = Unowned.target(memory, at, (long) count * itemsize);
    switch (itemsize) {
      case Short.BYTES -> shorts(items, count, (int) infinity, negative ? Short.MIN_VALUE : 0);
      case Integer.BYTES -> ints(items, count, (int) infinity, negative ? Integer.MIN_VALUE : 0);
      default -> longs(items, count, infinity, negative ? Long.MIN_VALUE : 0);
    }
  }

  private static void shorts(MemorySegment items, int count, int infinity, int sign) {
    for (int i = 0; i < count; i++) {
      int bits = items.get(I2, (long) i << 1);
      int magnitude = bits & Short.MAX_VALUE;
      items.set(I2, (long) i << 1, (short) (magnitude > infinity ? magnitude | sign : bits));
    }
  }

  private static void ints(MemorySegment items, int count, int infinity, int sign) {
    for (int i = 0; i < count; i++) {
      int bits = items.get(I4, (long) i << 2);
      int magnitude = bits & Integer.MAX_VALUE;
      items.set(I4, (long) i << 2, magnitude > infinity ? magnitude | sign : bits);
    }
  }

  private static void longs(MemorySegment items, int count, long infinity, long sign) {
    for (int i = 0; i < count; i++) {
      long bits = items.get(I8, (long) i << 3);
      long magnitude = bits & Long.MAX_VALUE;
      items.set(I8, (long) i << 3, magnitude > infinity ? magnitude | sign : bits);
    }
  }
}
