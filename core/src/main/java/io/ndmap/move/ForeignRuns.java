package io.ndmap.move;

import io.ndmap.memory.Scratch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.MemorySegment.Scope;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Copies runs of items to or from memory that kernels do not see, Java arrays and callers' arenas:
/// by way of scratch memory, and by the JDK's own copies, which bear all kinds of memory. Single
/// items of Java arrays are copied by [ArrayRuns]; others are stored outside the heap by loops that
/// ask whose memory it is, at each item if need be.
final class ForeignRuns {

  /// Bytes of items that are brought in at once.
  private static final int BLOCK = 1 << 13;

  /// Fewer items are copied one by one, which costs less than scratch memory.
  private static final int FEW = 8;

  /// How much more than the items is copied at most to bring them in all at once.
  private static final long MOST_GAP = 8;

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final Scope FREE = Arena.global().scope();

  private ForeignRuns() {}

  /// Whether memory has an owner that accesses ask, or a class of its own.
  static boolean isForeign(MemorySegment memory) {
    return !memory.isNative() || memory.isMapped() || !memory.scope().equals(FREE);
  }

  /// Copies a run, of which at least one side is foreign.
  static void copy(
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      int count,
      int itemsize,
      boolean swap) {
    boolean isWord = itemsize <= Long.BYTES && Integer.bitCount(itemsize) == 1;
    if (!swap && isWord && !isForeign(source) && target.isNative()) {
      store(source, from, fromStride, target, to, toStride, count, itemsize);
      return;
    }
    if (!swap
        && isWord
        && oneByOne(source, from, fromStride, target, to, toStride, count, itemsize)) {
      return;
    }
    if (!swap && (count < FEW || itemsize > Long.BYTES * 4)) {
      StridedRuns.blocks(source, from, fromStride, target, to, toStride, count, itemsize);
      return;
    }
    try (Scratch scratch = Scratch.take()) {
      MemorySegment items = scratch.memory();
      int most = BLOCK / itemsize;
      for (int done = 0; done < count; done += most) {
        int n = Math.min(most, count - done);
        gather(source, from + done * fromStride, fromStride, items, n, itemsize);
        if (swap) {
          StridedRuns.swap(items, 0, itemsize, items, 0, itemsize, n, itemsize);
        }
        scatter(items, target, to + done * toStride, toStride, n, itemsize);
      }
    }
  }

  /// Copies between a Java array and memory that is not foreign.
  ///
  /// @return false if nothing is done
  private static boolean oneByOne(
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      int count,
      int itemsize) {
    if (!source.isNative() && !isForeign(target)) {
      return new ArrayRuns(source, from, fromStride, count, itemsize).load(target, to, toStride);
    }
    if (!target.isNative() && !isForeign(source)) {
      return new ArrayRuns(target, to, toStride, count, itemsize).store(source, from, fromStride);
    }
    return false;
  }

  /// To the beginning of scratch memory: together with what lies between them, which goes behind
  /// the items, or one by one.
  private static void gather(
      MemorySegment source, long from, long stride, MemorySegment items, int n, int itemsize) {
    long reach = Math.abs(stride) * (n - 1) + itemsize;
    if (stride == itemsize) {
      MemorySegment.copy(source, from, items, 0, reach);
    } else if (isForeign(source) && Math.abs(stride) <= MOST_GAP * itemsize) {
      long first = Math.min(0, stride * (n - 1));
      MemorySegment.copy(source, from + first, items, BLOCK, reach);
      StridedRuns.copy(items, BLOCK - first, stride, items, 0, itemsize, n, itemsize);
    } else if (isForeign(source)) {
      if (!oneByOne(source, from, stride, items, 0, itemsize, n, itemsize)) {
        StridedRuns.blocks(source, from, stride, items, 0, itemsize, n, itemsize);
      }
    } else {
      StridedRuns.copy(source, from, stride, items, 0, itemsize, n, itemsize);
    }
  }

  /// Only the items' own bytes: what lies between them may be another thread's.
  private static void scatter(
      MemorySegment items, MemorySegment target, long to, long stride, int n, int itemsize) {
    if (stride == itemsize) {
      MemorySegment.copy(items, 0, target, to, (long) n * itemsize);
    } else if (!isForeign(target)) {
      StridedRuns.copy(items, 0, itemsize, target, to, stride, n, itemsize);
    } else {
      store(items, 0, itemsize, target, to, stride, n, itemsize);
    }
  }

  /// One by one. Loads from callers' arenas are left to the JDK: with such a loop, sums of a column
  /// took a tenth of the time, but in some JVMs five times as long.
  private static void store(
      MemorySegment items,
      long from,
      long step,
      MemorySegment target,
      long to,
      long stride,
      int n,
      int itemsize) {
    if (oneByOne(items, from, step, target, to, stride, n, itemsize)) {
      return;
    }
    switch (target.isNative() ? itemsize : 0) {
      case 1 -> {
        for (int i = 0; i < n; i++) {
          target.set(BYTE, to + i * stride, items.get(BYTE, from + i * step));
        }
      }
      case 2 -> {
        for (int i = 0; i < n; i++) {
          target.set(SHORT, to + i * stride, items.get(SHORT, from + i * step));
        }
      }
      case 4 -> {
        for (int i = 0; i < n; i++) {
          target.set(INT, to + i * stride, items.get(INT, from + i * step));
        }
      }
      case 8 -> {
        for (int i = 0; i < n; i++) {
          target.set(LONG, to + i * stride, items.get(LONG, from + i * step));
        }
      }
      default -> StridedRuns.blocks(items, from, step, target, to, stride, n, itemsize);
    }
  }
}
