package io.ndmap.fold;

import static io.ndmap.memory.LittleEndian.INT;
import static io.ndmap.memory.LittleEndian.LONG;
import static io.ndmap.memory.LittleEndian.SHORT;

import io.ndmap.memory.Unscoped;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// Branch-free stream compaction (`np.compress`): each element is stored at the next free position
/// of the results, and the position advances only if the element is selected.
public final class Compaction {

  private static final @Nullable MemorySegment ALL = Unscoped.ALL;

  private static final ValueLayout.OfByte I1 = ValueLayout.JAVA_BYTE;

  private static final long LOW = 0x7f7f_7f7f_7f7f_7f7fL;
  private static final long ONE = 0x0101_0101_0101_0101L;

  private Compaction() {}

  /// Replaces nonzero bytes of a mask by 1.
  ///
  /// @param at byte offset of the first byte
  /// @param count the number of bytes; further bytes, up to a multiple of eight, are replaced, too
  /// @return the number of ones among the first `count` bytes
  public static int toOnes(MemorySegment memory, long at, int count) {
    MemorySegment mask = Unscoped.target(memory, at, (count + 7L) & -8L);
    long ones = 0;
    for (int i = 0; i < count; i += Long.BYTES) {
      long eight = mask.get(LONG, i);
      // The highest bit of each byte: set by a carry from the lower bits, or set before.
      long set = ((((eight & LOW) + LOW) | eight) >>> 7) & ONE;
      mask.set(LONG, i, set);
      int left = count - i;
      long last = left < Long.BYTES ? (1L << (left * Byte.SIZE)) - 1 : -1;
      ones += Long.bitCount(set & last);
    }
    return (int) ones;
  }

  /// Copies the selected elements.
  ///
  /// @param memory the memory of elements, mask and results, which must not overlap
  /// @param itemsize 1, 2, 4, or a multiple of 8 bytes
  /// @param at byte offset of the first element; elements are contiguous
  /// @param mask byte offset of the first byte of the mask: 1 if an element is selected, else 0
  /// @param to byte offset of the results, with space for all elements
  /// @return the number of selected elements
  public static int pack(
      MemorySegment memory, int itemsize, long at, long mask, int count, long to) {
    return switch (itemsize) {
      case 1 -> bytes(memory, at, mask, count, to);
      case 2 -> shorts(memory, at, mask, count, to);
      case 4 -> ints(memory, at, mask, count, to);
      case 8 -> longs(memory, at, mask, count, to);
      default -> items(memory, itemsize, at, mask, count, to);
    };
  }

  private static int bytes(MemorySegment memory, long at, long mask, int count, long to) {
    MemorySegment all = ALL == null ? memory : ALL;
    long from = Unscoped.offset(memory, at, count);
    long selected = Unscoped.offset(memory, mask, count);
    long into = Unscoped.targetOffset(memory, to, count);
    long found = 0;
    for (int i = 0; i < count; i++) {
      all.set(I1, into + found, all.get(I1, from + i));
      found += all.get(I1, selected + i);
    }
    return (int) found;
  }

  private static int shorts(MemorySegment memory, long at, long mask, int count, long to) {
    MemorySegment all = ALL == null ? memory : ALL;
    long from = Unscoped.offset(memory, at, (long) count << 1);
    long selected = Unscoped.offset(memory, mask, count);
    long into = Unscoped.targetOffset(memory, to, (long) count << 1);
    long found = 0;
    for (int i = 0; i < count; i++) {
      all.set(SHORT, into + (found << 1), all.get(SHORT, from + ((long) i << 1)));
      found += all.get(I1, selected + i);
    }
    return (int) found;
  }

  private static int ints(MemorySegment memory, long at, long mask, int count, long to) {
    MemorySegment all = ALL == null ? memory : ALL;
    long from = Unscoped.offset(memory, at, (long) count << 2);
    long selected = Unscoped.offset(memory, mask, count);
    long into = Unscoped.targetOffset(memory, to, (long) count << 2);
    long found = 0;
    for (int i = 0; i < count; i++) {
      all.set(INT, into + (found << 2), all.get(INT, from + ((long) i << 2)));
      found += all.get(I1, selected + i);
    }
    return (int) found;
  }

  private static int longs(MemorySegment memory, long at, long mask, int count, long to) {
    MemorySegment all = ALL == null ? memory : ALL;
    long from = Unscoped.offset(memory, at, (long) count << 3);
    long selected = Unscoped.offset(memory, mask, count);
    long into = Unscoped.targetOffset(memory, to, (long) count << 3);
    long found = 0;
    for (int i = 0; i < count; i++) {
      all.set(LONG, into + (found << 3), all.get(LONG, from + ((long) i << 3)));
      found += all.get(I1, selected + i);
    }
    return (int) found;
  }

  private static int items(
      MemorySegment memory, int itemsize, long at, long mask, int count, long to) {
    MemorySegment items = Unscoped.slice(memory, at, (long) count * itemsize);
    MemorySegment selected = Unscoped.slice(memory, mask, count);
    MemorySegment target = Unscoped.target(memory, to, (long) count * itemsize);
    int found = 0;
    for (int i = 0; i < count; i++) {
      for (int k = 0; k < itemsize; k += 8) {
        long item = items.get(LONG, (long) i * itemsize + k);
        target.set(LONG, (long) found * itemsize + k, item);
      }
      found += selected.get(I1, i);
    }
    return found;
  }
}
