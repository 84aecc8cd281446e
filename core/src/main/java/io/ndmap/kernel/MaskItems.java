package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Counts and lists the items where a byte mask is not zero, and normalizes masks to 0 and 1.
///
/// There is no branch on a single byte of the mask, which no processor could foresee. To list
/// places, the bytes of 64 items become the bits of a word, and a loop of known length takes one
/// set bit after the other out of it.
public final class MaskItems {

  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LOW = 0x7f7f_7f7f_7f7f_7f7fL;
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long GATHER = 0x0102_0408_1020_4080L;

  private MaskItems() {}

  /// The bytes 0 or 1: whether the bytes were not zero.
  private static long ones(long mask) {
    return ((((mask & LOW) + LOW) | mask) >>> 7) & ONES;
  }

  /// The bytes 0 or 1 for eight bytes of a mask, the first one lowest.
  private static long ones(byte[] mask, int from) {
    return ones((long) EIGHT.get(mask, from));
  }

  /// 1 for all bytes but 0, by arithmetic, of which no branch is made.
  private static int one(byte mask) {
    return ((mask & 0xff) + 0xff) >>> Byte.SIZE;
  }

  /// Makes 1 of all bytes but 0.
  public static void toOnes(byte[] mask, int n) {
    int whole = n & -Long.BYTES;
    for (int i = 0; i < whole; i += Long.BYTES) {
      EIGHT.set(mask, i, ones(mask, i));
    }
    for (int i = whole; i < n; i++) {
      mask[i] = (byte) one(mask[i]);
    }
  }

  /// Counts the bytes that are not zero.
  public static int count(byte[] mask, int n) {
    int count = 0;
    int whole = n & -Long.BYTES;
    for (int i = 0; i < whole; i += Long.BYTES) {
      count += Long.bitCount(ones(mask, i));
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
    ByteBuffer bytes = RunBuffers.bytes(mask, at, n);
    for (int i = 0; i < whole; i += Long.BYTES) {
      count += Long.bitCount(ones(bytes.getLong(i)));
    }
    for (int i = whole; i < n; i++) {
      count += one(bytes.get(i));
    }
    return count;
  }

  /// The bytes of up to 64 items as bits.
  private static long bits(byte[] mask, int from, int n) {
    long bits = 0;
    int whole = n & -Long.BYTES;
    for (int i = 0; i < whole; i += Long.BYTES) {
      // The product brings the lowest bit of each byte into the highest one.
      bits |= (ones(mask, from + i) * GATHER) >>> 56 << i;
    }
    for (int i = whole; i < n; i++) {
      bits |= (long) one(mask[from + i]) << i;
    }
    return bits;
  }

  /// Lists where the bytes are that are not zero: `base + i × stride`.
  ///
  /// @param into as long as the mask
  /// @return how many there are
  public static int places(byte[] mask, int n, long base, long stride, long[] into) {
    int found = 0;
    for (int i = 0; i < n; i += Long.SIZE) {
      long bits = bits(mask, i, Math.min(Long.SIZE, n - i));
      int count = Long.bitCount(bits);
      for (int k = 0; k < count; k++) {
        into[found + k] = base + (i + Long.numberOfTrailingZeros(bits)) * stride;
        bits &= bits - 1;
      }
      found += count;
    }
    return found;
  }
}
