package io.ndmap.move;

import io.ndmap.layout.Strided;
import io.ndmap.memory.Scratch;
import io.ndmap.memory.Templates;
import io.ndmap.memory.Unscoped;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.MemorySegment.Scope;
import java.lang.invoke.MethodHandles;

/// Copies runs of elements to or from heap or arena-scoped memory, which loops cannot access in
/// place. Elements of 1, 2, 4 or 8 bytes, or of more than 32 bytes, are copied one by one. Elements
/// of other sizes, unless they are few, and byte-swapped elements are staged through scratch
/// memory.
final class ScopedCopy {

  /// Bytes of the elements that are staged at once.
  private static final int BLOCK = 1 << 13;

  /// Fewer elements than this are copied one by one, unless they are byte-swapped: that is cheaper
  /// than leasing scratch memory.
  private static final int FEW = 8;

  /// The largest ratio of stride to itemsize at which elements are copied together with the gaps
  /// between them.
  private static final long MOST_GAP = 8;

  private static final Scope FREE = Arena.global().scope();

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  /// The loops for each pair of source and target, keyed by the classes that [#kind] returns.
  private static final ClassValue<ClassValue<SegmentPairCopy>> LOOPS =
      new ClassValue<>() {
        @Override
        protected ClassValue<SegmentPairCopy> computeValue(Class<?> source) {
          return loops(source);
        }
      };

  private ScopedCopy() {}

  /// Returns whether memory is anything but plain unscoped memory: a Java array, a mapping, or
  /// memory of an arena. Accesses then check a scope, or the segment has another class.
  static boolean isScoped(MemorySegment memory) {
    return !memory.isNative() || memory.isMapped() || !memory.scope().equals(FREE);
  }

  /// Copies a run; at least one side is heap or arena-scoped memory.
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
          UnscopedCopy.swap(items, 0, itemsize, items, 0, itemsize, n, itemsize);
        }
        scatter(items, target, to + done * toStride, toStride, n, itemsize);
      }
    }
  }

  /// Copies elements row by row between layouts of one shape, with at least one axis and one
  /// element.
  static void copy(
      MemorySegment source, Strided from, MemorySegment target, Strided to, int itemsize) {
    if (isWord(itemsize)) {
      loops(source, target).copy(source, from, target, to, itemsize);
    } else {
      rows(source, from.offset(), from, target, to.offset(), to, 0, itemsize);
    }
  }

  private static void rows(
      MemorySegment source,
      long at,
      Strided from,
      MemorySegment target,
      long into,
      Strided to,
      int axis,
      int itemsize) {
    int n = (int) from.shape().size(axis);
    long step = from.stride(axis);
    long toStep = to.stride(axis);
    if (axis == from.rank() - 1) {
      if (step == itemsize && toStep == itemsize) {
        MemorySegment.copy(source, at, target, into, (long) n * itemsize);
      } else {
        copy(source, at, step, target, into, toStep, n, itemsize, false);
      }
      return;
    }
    for (int i = 0; i < n; i++) {
      rows(source, at + i * step, from, target, into + i * toStep, to, axis + 1, itemsize);
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
      loops(source, target).copy(source, from, fromStride, target, to, toStride, count, itemsize);
    } else {
      UnscopedCopy.blocks(source, from, fromStride, target, to, toStride, count, itemsize);
    }
  }

  private static SegmentPairCopy loops(MemorySegment source, MemorySegment target) {
    return LOOPS.get(kind(source)).get(kind(target));
  }

  private static ClassValue<SegmentPairCopy> loops(Class<?> source) {
    return new ClassValue<>() {
      @Override
      protected SegmentPairCopy computeValue(Class<?> target) {
        return (SegmentPairCopy)
            Templates.define(
                LOOKUP,
                SegmentPairLoops.class,
                new SegmentPairLoops.Sides(pairKind(source), pairKind(target)));
      }
    };
  }

  private static SegmentPairLoops.Kind pairKind(Class<?> kind) {
    return kind == Unscoped.class
        ? SegmentPairLoops.Kind.UNSCOPED
        : kind == long[].class ? SegmentPairLoops.Kind.LONGS : SegmentPairLoops.Kind.OTHER;
  }

  /// Returns a class that identifies the kind of memory: [Unscoped] for unscoped memory,
  /// `long[].class` for `long` arrays, else the class of the segment, because the JDK has a segment
  /// class for each kind of memory.
  private static Class<?> kind(MemorySegment memory) {
    if (!isScoped(memory)) {
      return Unscoped.class;
    }
    // A read-only segment does not reveal its array, so the class of the segment is returned.
    return memory.heapBase().orElse(null) instanceof long[] ? long[].class : memory.getClass();
  }

  /// Gathers elements at the beginning of scratch memory. Elements that are close together are
  /// first copied with the gaps between them, to a higher offset of the scratch memory; other
  /// elements are copied one by one.
  private static void gather(
      MemorySegment source, long from, long stride, MemorySegment items, int n, int itemsize) {
    long reach = Math.abs(stride) * (n - 1) + itemsize;
    if (stride == itemsize) {
      MemorySegment.copy(source, from, items, 0, reach);
    } else if (!isScoped(source)) {
      UnscopedCopy.copy(source, from, stride, items, 0, itemsize, n, itemsize);
    } else if (Math.abs(stride) <= MOST_GAP * itemsize) {
      long first = Math.min(0, stride * (n - 1));
      MemorySegment.copy(source, from + first, items, BLOCK, reach);
      UnscopedCopy.copy(items, BLOCK - first, stride, items, 0, itemsize, n, itemsize);
    } else {
      oneByOne(source, from, stride, items, 0, itemsize, n, itemsize);
    }
  }

  /// Copies the elements only: the gaps may belong to another thread.
  private static void scatter(
      MemorySegment items, MemorySegment target, long to, long stride, int n, int itemsize) {
    if (stride == itemsize) {
      MemorySegment.copy(items, 0, target, to, (long) n * itemsize);
    } else if (!isScoped(target)) {
      UnscopedCopy.copy(items, 0, itemsize, target, to, stride, n, itemsize);
    } else {
      oneByOne(items, 0, itemsize, target, to, stride, n, itemsize);
    }
  }
}
