package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Picks items where a mask, a byte for each, is not zero.
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
      bits |= (ones((long) EIGHT.get(mask, from + i)) * GATHER) >>> 56 << i;
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

  /// Packs the wanted ones of items of 1, 2, 4 or 8 bytes.
  ///
  /// All of them are brought into an array; there every item is moved to where the next wanted one
  /// goes, and the place goes on where it was wanted: without a branch, which no processor could
  /// foresee.
  ///
  /// @param at where the first item is
  /// @param stride bytes from one to the next
  /// @param scratch has room for `n` items
  /// @param to where the first wanted one goes
  /// @return how many there are
  public static int pack(
      int itemsize,
      MemorySegment source,
      long at,
      long stride,
      byte[] mask,
      int n,
      Block scratch,
      MemorySegment target,
      long to) {
    return switch (itemsize) {
      case Byte.BYTES -> {
        byte[] items = scratch.bytes();
        Moves.take(source, at, stride, items, 0, n);
        int count = pack(items, mask, n);
        Moves.put(items, 0, count, target, to, itemsize);
        yield count;
      }
      case Short.BYTES -> {
        short[] items = scratch.shorts();
        Moves.take(source, at, stride, items, 0, n);
        int count = pack(items, mask, n);
        Moves.put(items, 0, count, target, to, itemsize);
        yield count;
      }
      case Integer.BYTES -> {
        int[] items = scratch.ints();
        Moves.take(source, at, stride, items, 0, n);
        int count = pack(items, mask, n);
        Moves.put(items, 0, count, target, to, itemsize);
        yield count;
      }
      default -> {
        long[] items = scratch.longs();
        Moves.take(source, at, stride, items, 0, n);
        int count = pack(items, mask, n);
        Moves.put(items, 0, count, target, to, itemsize);
        yield count;
      }
    };
  }

  private static int pack(byte[] items, byte[] mask, int n) {
    int found = 0;
    for (int i = 0; i < n; i++) {
      items[found] = items[i];
      found += ((mask[i] & 0xff) + 0xff) >>> Byte.SIZE;
    }
    return found;
  }

  private static int pack(short[] items, byte[] mask, int n) {
    int found = 0;
    for (int i = 0; i < n; i++) {
      items[found] = items[i];
      found += ((mask[i] & 0xff) + 0xff) >>> Byte.SIZE;
    }
    return found;
  }

  private static int pack(int[] items, byte[] mask, int n) {
    int found = 0;
    for (int i = 0; i < n; i++) {
      items[found] = items[i];
      found += ((mask[i] & 0xff) + 0xff) >>> Byte.SIZE;
    }
    return found;
  }

  private static int pack(long[] items, byte[] mask, int n) {
    int found = 0;
    for (int i = 0; i < n; i++) {
      items[found] = items[i];
      found += ((mask[i] & 0xff) + 0xff) >>> Byte.SIZE;
    }
    return found;
  }
}
