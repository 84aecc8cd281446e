package io.ndmap.move;

import io.ndmap.memory.Scratch;
import io.ndmap.memory.Templates;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.MemorySegment.Scope;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Copies runs of items to or from memory that loops do not see where it is, Java arrays and
/// callers' arenas: words one by one, others by way of scratch memory.
final class ForeignRuns {

  /// Bytes of items that are brought in at once.
  private static final int BLOCK = 1 << 13;

  /// Fewer items are copied one by one, which costs less than scratch memory.
  private static final int FEW = 8;

  /// How much more than the items is copied at most to bring them in all at once.
  private static final long MOST_GAP = 8;

  private static final Scope FREE = Arena.global().scope();

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  /// By the classes of the two segments, of which the JDK has one for each kind of memory.
  private static final Map<Class<?>, Map<Class<?>, ItemRuns>> LOOPS = new ConcurrentHashMap<>();

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
    if (!swap && (isWord(itemsize) || count < FEW || itemsize > Long.BYTES * 4)) {
      oneByOne(source, from, fromStride, target, to, toStride, count, itemsize);
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

  private static boolean isWord(int itemsize) {
    return itemsize <= Long.BYTES && Integer.bitCount(itemsize) == 1;
  }

  private static void oneByOne(
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      int count,
      int itemsize) {
    if (isWord(itemsize)) {
      LOOPS
          .computeIfAbsent(source.getClass(), _ -> new ConcurrentHashMap<>())
          .computeIfAbsent(target.getClass(), ForeignRuns::loops)
          .copy(source, from, fromStride, target, to, toStride, count, itemsize);
    } else {
      StridedRuns.blocks(source, from, fromStride, target, to, toStride, count, itemsize);
    }
  }

  private static ItemRuns loops(Class<?> target) {
    return (ItemRuns) Templates.define(LOOKUP, ItemRunLoops.class, target);
  }

  /// To the beginning of scratch memory: together with what lies between them, which goes behind
  /// the items, or one by one.
  private static void gather(
      MemorySegment source, long from, long stride, MemorySegment items, int n, int itemsize) {
    long reach = Math.abs(stride) * (n - 1) + itemsize;
    if (stride == itemsize) {
      MemorySegment.copy(source, from, items, 0, reach);
    } else if (!isForeign(source)) {
      StridedRuns.copy(source, from, stride, items, 0, itemsize, n, itemsize);
    } else if (Math.abs(stride) <= MOST_GAP * itemsize) {
      long first = Math.min(0, stride * (n - 1));
      MemorySegment.copy(source, from + first, items, BLOCK, reach);
      StridedRuns.copy(items, BLOCK - first, stride, items, 0, itemsize, n, itemsize);
    } else {
      oneByOne(source, from, stride, items, 0, itemsize, n, itemsize);
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
      oneByOne(items, 0, itemsize, target, to, stride, n, itemsize);
    }
  }
}
