package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Picks items where a mask, a byte for each, is not zero.
///
/// There is no branch on a single byte of the mask, which no processor could foresee: an item is
/// stored in any case, and the next one over it unless it was wanted. Only eight bytes at once are
/// asked whether they are all zero or all set.
public final class MaskItems {

  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.nativeOrder());
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.nativeOrder());
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.nativeOrder());
  private static final long LOW = 0x7f7f_7f7f_7f7f_7f7fL;
  private static final long ONES = 0x0101_0101_0101_0101L;

  private MaskItems() {}

  /// The bytes 0 or 1: whether the bytes were not zero.
  private static long ones(long mask) {
    return ((((mask & LOW) + LOW) | mask) >>> 7) & ONES;
  }

  private static int one(byte mask) {
    return mask == 0 ? 0 : 1;
  }

  /// Counts the bytes that are not zero.
  public static int count(byte[] mask, int n) {
    int count = 0;
    int whole = n & -Long.BYTES;
    for (int i = 0; i < whole; i += Long.BYTES) {
      count += Long.bitCount(ones((long) EIGHT.get(mask, i)));
    }
    for (int i = whole; i < n; i++) {
      count += one(mask[i]);
    }
    return count;
  }

  /// Counts the bytes of native memory that are not zero.
  public static int count(MemorySegment mask, long at, int n) {
    int count = 0;
    int whole = n & -Long.BYTES;
    for (int i = 0; i < whole; i += Long.BYTES) {
      count += Long.bitCount(ones(mask.get(LONG, at + i)));
    }
    for (int i = whole; i < n; i++) {
      count += one(mask.get(ValueLayout.JAVA_BYTE, at + i));
    }
    return count;
  }

  /// Lists where the bytes are that are not zero: `base + i × stride`.
  ///
  /// @param into as long as the mask
  /// @return how many there are
  public static int places(byte[] mask, int n, long base, long stride, long[] into) {
    int count = 0;
    int whole = n & -Long.BYTES;
    for (int i = 0; i < whole; i += Long.BYTES) {
      long eight = ones((long) EIGHT.get(mask, i));
      if (eight != 0) {
        long place = base + i * stride;
        for (int k = 0; k < Long.BYTES; k++) {
          into[count] = place;
          count += (int) (eight & 1);
          eight >>>= 8;
          place += stride;
        }
      }
    }
    for (int i = whole; i < n; i++) {
      into[count] = base + i * stride;
      count += one(mask[i]);
    }
    return count;
  }

  /// Packs the wanted ones of items of one byte.
  ///
  /// @param at where the first item is
  /// @param into as long as the mask
  /// @return how many there are
  public static int pack(
      MemorySegment source, long at, long stride, byte[] mask, int n, byte[] into) {
    int count = 0;
    int whole = n & -Long.BYTES;
    for (int i = 0; i < whole; i += Long.BYTES) {
      long eight = ones((long) EIGHT.get(mask, i));
      if (eight != 0) {
        long place = at + i * stride;
        for (int k = 0; k < Long.BYTES; k++) {
          into[count] = source.get(ValueLayout.JAVA_BYTE, place + k * stride);
          count += (int) (eight >>> (8 * k)) & 1;
        }
      }
    }
    for (int i = whole; i < n; i++) {
      into[count] = source.get(ValueLayout.JAVA_BYTE, at + i * stride);
      count += one(mask[i]);
    }
    return count;
  }

  /// Packs the wanted ones of items of two bytes.
  ///
  /// @param at where the first item is
  /// @param into as long as the mask
  /// @return how many there are
  public static int pack(
      MemorySegment source, long at, long stride, byte[] mask, int n, short[] into) {
    int count = 0;
    int whole = n & -Long.BYTES;
    for (int i = 0; i < whole; i += Long.BYTES) {
      long eight = ones((long) EIGHT.get(mask, i));
      if (eight != 0) {
        long place = at + i * stride;
        for (int k = 0; k < Long.BYTES; k++) {
          into[count] = source.get(SHORT, place + k * stride);
          count += (int) (eight >>> (8 * k)) & 1;
        }
      }
    }
    for (int i = whole; i < n; i++) {
      into[count] = source.get(SHORT, at + i * stride);
      count += one(mask[i]);
    }
    return count;
  }

  /// Packs the wanted ones of items of four bytes.
  ///
  /// @param at where the first item is
  /// @param into as long as the mask
  /// @return how many there are
  public static int pack(
      MemorySegment source, long at, long stride, byte[] mask, int n, int[] into) {
    int count = 0;
    int whole = n & -Long.BYTES;
    for (int i = 0; i < whole; i += Long.BYTES) {
      long eight = ones((long) EIGHT.get(mask, i));
      if (eight != 0) {
        long place = at + i * stride;
        for (int k = 0; k < Long.BYTES; k++) {
          into[count] = source.get(INT, place + k * stride);
          count += (int) (eight >>> (8 * k)) & 1;
        }
      }
    }
    for (int i = whole; i < n; i++) {
      into[count] = source.get(INT, at + i * stride);
      count += one(mask[i]);
    }
    return count;
  }

  /// Packs the wanted ones of items of eight bytes.
  ///
  /// @param at where the first item is
  /// @param into as long as the mask
  /// @return how many there are
  public static int pack(
      MemorySegment source, long at, long stride, byte[] mask, int n, long[] into) {
    int count = 0;
    int whole = n & -Long.BYTES;
    for (int i = 0; i < whole; i += Long.BYTES) {
      long eight = ones((long) EIGHT.get(mask, i));
      if (eight != 0) {
        long place = at + i * stride;
        for (int k = 0; k < Long.BYTES; k++) {
          into[count] = source.get(LONG, place + k * stride);
          count += (int) (eight >>> (8 * k)) & 1;
        }
      }
    }
    for (int i = whole; i < n; i++) {
      into[count] = source.get(LONG, at + i * stride);
      count += one(mask[i]);
    }
    return count;
  }
}
