package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/// Packs items of 1, 2, 4 or 8 bytes: those that a byte for each wants, which is not 0, come one
/// behind the other.
///
/// Every item is put where the next wanted one goes, and the place goes on where it was wanted:
/// without a branch, which no processor could foresee. What stands behind the wanted items stays as
/// it is.
///
/// For one thread.
public final class Packing {

  /// Fewer items are packed before what stands for their memory is made.
  private static final int FEW = 32;

  private final int itemsize;
  private final MemorySegment source;
  private final long stride;
  private final MemorySegment target;
  private final boolean straight;
  private final Block scratch;

  /// @param itemsize of an item
  /// @param stride bytes from one item of the source to the next
  /// @param target where they go, of other memory
  /// @param most how many items are looked at in one call
  public Packing(int itemsize, MemorySegment source, long stride, MemorySegment target, int most) {
    this.itemsize = itemsize;
    this.source = source;
    this.stride = stride;
    this.target = target;
    this.straight =
        itemsize >= Integer.BYTES && stride == itemsize && source.isNative() && target.isNative();
    this.scratch = new Block(most);
  }

  /// Packs the wanted ones of some items.
  ///
  /// @param at where the first item is
  /// @param wanted for each item, not 0 if it is wanted
  /// @param n how many items there are
  /// @param to where the first wanted one goes
  /// @return how many are wanted
  public int pack(long at, byte[] wanted, int n, long to) {
    int end = n;
    // The last item that is put there is to be a wanted one: nothing is left behind it.
    while (end > 0 && wanted[end - 1] == 0) {
      end--;
    }
    if (end == 0) {
      return 0;
    }
    return straight && end >= FEW ? straight(at, wanted, end, to) : byScratch(at, wanted, end, to);
  }

  private int straight(long at, byte[] wanted, int n, long to) {
    ByteBuffer room =
        target
            .asSlice(to, Math.min((long) n * itemsize, target.byteSize() - to))
            .asByteBuffer()
            .order(ByteOrder.LITTLE_ENDIAN);
    return itemsize == Integer.BYTES
        ? ints(RunBuffers.ints(source, at, n), wanted, n, room.asIntBuffer())
        : longs(RunBuffers.longs(source, at, n), wanted, n, room.asLongBuffer());
  }

  // Sixteen at a time, which makes the methods too large to be inlined: compiled by themselves they
  // do not depend on how deep their callers are.

  private static int ints(IntBuffer items, byte[] wanted, int n, IntBuffer to) {
    int found = 0;
    int i = 0;
    for (; i + 16 <= n; i += 16) {
      long first = MaskItems.ones(wanted, i);
      to.put(found, items.get(i));
      found += (int) (first & 1);
      to.put(found, items.get(i + 1));
      found += (int) (first >>> 8 & 1);
      to.put(found, items.get(i + 2));
      found += (int) (first >>> 16 & 1);
      to.put(found, items.get(i + 3));
      found += (int) (first >>> 24 & 1);
      to.put(found, items.get(i + 4));
      found += (int) (first >>> 32 & 1);
      to.put(found, items.get(i + 5));
      found += (int) (first >>> 40 & 1);
      to.put(found, items.get(i + 6));
      found += (int) (first >>> 48 & 1);
      to.put(found, items.get(i + 7));
      found += (int) (first >>> 56);
      long second = MaskItems.ones(wanted, i + 8);
      to.put(found, items.get(i + 8));
      found += (int) (second & 1);
      to.put(found, items.get(i + 9));
      found += (int) (second >>> 8 & 1);
      to.put(found, items.get(i + 10));
      found += (int) (second >>> 16 & 1);
      to.put(found, items.get(i + 11));
      found += (int) (second >>> 24 & 1);
      to.put(found, items.get(i + 12));
      found += (int) (second >>> 32 & 1);
      to.put(found, items.get(i + 13));
      found += (int) (second >>> 40 & 1);
      to.put(found, items.get(i + 14));
      found += (int) (second >>> 48 & 1);
      to.put(found, items.get(i + 15));
      found += (int) (second >>> 56);
    }
    for (; i < n; i++) {
      to.put(found, items.get(i));
      found += MaskItems.one(wanted[i]);
    }
    return found;
  }

  private static int longs(LongBuffer items, byte[] wanted, int n, LongBuffer to) {
    int found = 0;
    int i = 0;
    for (; i + 16 <= n; i += 16) {
      long first = MaskItems.ones(wanted, i);
      to.put(found, items.get(i));
      found += (int) (first & 1);
      to.put(found, items.get(i + 1));
      found += (int) (first >>> 8 & 1);
      to.put(found, items.get(i + 2));
      found += (int) (first >>> 16 & 1);
      to.put(found, items.get(i + 3));
      found += (int) (first >>> 24 & 1);
      to.put(found, items.get(i + 4));
      found += (int) (first >>> 32 & 1);
      to.put(found, items.get(i + 5));
      found += (int) (first >>> 40 & 1);
      to.put(found, items.get(i + 6));
      found += (int) (first >>> 48 & 1);
      to.put(found, items.get(i + 7));
      found += (int) (first >>> 56);
      long second = MaskItems.ones(wanted, i + 8);
      to.put(found, items.get(i + 8));
      found += (int) (second & 1);
      to.put(found, items.get(i + 9));
      found += (int) (second >>> 8 & 1);
      to.put(found, items.get(i + 10));
      found += (int) (second >>> 16 & 1);
      to.put(found, items.get(i + 11));
      found += (int) (second >>> 24 & 1);
      to.put(found, items.get(i + 12));
      found += (int) (second >>> 32 & 1);
      to.put(found, items.get(i + 13));
      found += (int) (second >>> 40 & 1);
      to.put(found, items.get(i + 14));
      found += (int) (second >>> 48 & 1);
      to.put(found, items.get(i + 15));
      found += (int) (second >>> 56);
    }
    for (; i < n; i++) {
      to.put(found, items.get(i));
      found += MaskItems.one(wanted[i]);
    }
    return found;
  }

  /// All of them are brought into an array, packed there, and stored.
  private int byScratch(long at, byte[] wanted, int n, long to) {
    return switch (itemsize) {
      case Byte.BYTES -> {
        byte[] items = scratch.bytes();
        Moves.take(source, at, stride, items, 0, n);
        int count = pack(items, wanted, n);
        Moves.put(items, 0, count, target, to, itemsize);
        yield count;
      }
      case Short.BYTES -> {
        short[] items = scratch.shorts();
        Moves.take(source, at, stride, items, 0, n);
        int count = pack(items, wanted, n);
        Moves.put(items, 0, count, target, to, itemsize);
        yield count;
      }
      case Integer.BYTES -> {
        int[] items = scratch.ints();
        Moves.take(source, at, stride, items, 0, n);
        int count = pack(items, wanted, n);
        Moves.put(items, 0, count, target, to, itemsize);
        yield count;
      }
      default -> {
        long[] items = scratch.longs();
        Moves.take(source, at, stride, items, 0, n);
        int count = pack(items, wanted, n);
        Moves.put(items, 0, count, target, to, itemsize);
        yield count;
      }
    };
  }

  private static int pack(byte[] items, byte[] wanted, int n) {
    int found = 0;
    for (int i = 0; i < n; i++) {
      items[found] = items[i];
      found += MaskItems.one(wanted[i]);
    }
    return found;
  }

  private static int pack(short[] items, byte[] wanted, int n) {
    int found = 0;
    for (int i = 0; i < n; i++) {
      items[found] = items[i];
      found += MaskItems.one(wanted[i]);
    }
    return found;
  }

  private static int pack(int[] items, byte[] wanted, int n) {
    int found = 0;
    for (int i = 0; i < n; i++) {
      items[found] = items[i];
      found += MaskItems.one(wanted[i]);
    }
    return found;
  }

  private static int pack(long[] items, byte[] wanted, int n) {
    int found = 0;
    for (int i = 0; i < n; i++) {
      items[found] = items[i];
      found += MaskItems.one(wanted[i]);
    }
    return found;
  }
}
