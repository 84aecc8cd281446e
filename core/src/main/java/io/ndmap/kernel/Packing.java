package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;

/// Packs items of 1, 2, 4 or 8 bytes: copies the selected ones to contiguous memory.
///
/// Every item is put where the next wanted one goes, and the place goes on where it was wanted:
/// without a branch, which no processor could foresee. That is done in an array, from which the
/// wanted ones are stored together: a loop that stores items in native memory itself may ask at
/// each of them whose thread's the memory is, which takes longer than all else. Where nothing is
/// wanted, nothing is read.
///
/// For one thread.
public final class Packing {

  /// Fewer items are brought to the heap first, as those of one and two bytes always are: that
  /// takes less time than a buffer for their memory, or little.
  private static final int FEW = 32;

  private final int itemsize;
  private final MemorySegment source;
  private final long stride;
  private final MemorySegment target;
  private final boolean buffered;
  private final Block block;
  private final byte[] nothing;

  /// @param itemsize of an item
  /// @param stride bytes from one item of the source to the next
  /// @param target where they go, of other memory
  /// @param most how many items are looked at in one call
  public Packing(int itemsize, MemorySegment source, long stride, MemorySegment target, int most) {
    this.itemsize = itemsize;
    this.source = source;
    this.stride = stride;
    this.target = target;
    this.buffered = stride == itemsize && source.isNative();
    this.block = new Block(most);
    this.nothing = new byte[most];
  }

  /// Packs the wanted ones of some items. What follows them stays as it is.
  ///
  /// @param at where the first item is
  /// @param wanted for each item 1 if it is wanted, else 0
  /// @param n how many items there are
  /// @param to where the first wanted one goes
  /// @return how many are wanted
  public int pack(long at, byte[] wanted, int n, long to) {
    if (Arrays.mismatch(wanted, 0, n, nothing, 0, n) < 0) {
      return 0;
    }
    return switch (itemsize) {
      case Byte.BYTES -> {
        byte[] items = block.bytes();
        Moves.take(source, at, stride, items, 0, n);
        int count = pack(items, wanted, n);
        Moves.put(items, 0, count, target, to, itemsize);
        yield count;
      }
      case Short.BYTES -> {
        short[] items = block.shorts();
        Moves.take(source, at, stride, items, 0, n);
        int count = pack(items, wanted, n);
        Moves.put(items, 0, count, target, to, itemsize);
        yield count;
      }
      case Integer.BYTES -> {
        int[] items = block.ints();
        int count;
        if (buffered && n >= FEW) {
          count = pack(RunBuffers.ints(source, at, n), wanted, n, items);
        } else {
          Moves.take(source, at, stride, items, 0, n);
          count = pack(items, wanted, n);
        }
        Moves.put(items, 0, count, target, to, itemsize);
        yield count;
      }
      default -> {
        long[] items = block.longs();
        int count;
        if (buffered && n >= FEW) {
          count = pack(RunBuffers.longs(source, at, n), wanted, n, items);
        } else {
          Moves.take(source, at, stride, items, 0, n);
          count = pack(items, wanted, n);
        }
        Moves.put(items, 0, count, target, to, itemsize);
        yield count;
      }
    };
  }

  private static int pack(IntBuffer items, byte[] wanted, int n, int[] to) {
    int found = 0;
    for (int i = 0; i < n; i++) {
      to[found] = items.get(i);
      found += wanted[i];
    }
    return found;
  }

  private static int pack(LongBuffer items, byte[] wanted, int n, long[] to) {
    int found = 0;
    for (int i = 0; i < n; i++) {
      to[found] = items.get(i);
      found += wanted[i];
    }
    return found;
  }

  private static int pack(byte[] items, byte[] wanted, int n) {
    int found = 0;
    for (int i = 0; i < n; i++) {
      items[found] = items[i];
      found += wanted[i];
    }
    return found;
  }

  private static int pack(short[] items, byte[] wanted, int n) {
    int found = 0;
    for (int i = 0; i < n; i++) {
      items[found] = items[i];
      found += wanted[i];
    }
    return found;
  }

  private static int pack(int[] items, byte[] wanted, int n) {
    int found = 0;
    for (int i = 0; i < n; i++) {
      items[found] = items[i];
      found += wanted[i];
    }
    return found;
  }

  private static int pack(long[] items, byte[] wanted, int n) {
    int found = 0;
    for (int i = 0; i < n; i++) {
      items[found] = items[i];
      found += wanted[i];
    }
    return found;
  }
}
