package io.ndmap.move;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.memory.Scratch;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Converts runs of elements of any stride and byte order, in any memory. Contiguous little-endian
/// elements in unscoped memory (see [io.ndmap.memory.Unscoped]) are read and written directly.
/// Other elements are gathered into blocks of scratch memory, and scattered from there.
public final class Cast {

  /// The maximum number of elements of a block: more would not fit the first-level cache.
  private static final int MOST = 512;

  /// Offset, in scratch memory, of source elements that were gathered.
  private static final long GATHERED = Scratch.at(0);

  /// Offset, in scratch memory, of target elements that are to be scattered.
  private static final long CONVERTED = Scratch.at(3);

  private final boolean copies;
  private final int itemsize;
  private final boolean swap;
  private final int intoSize;
  private final boolean intoSwap;
  private final List<CastLoop> loops;

  private Cast(
      boolean copies,
      int itemsize,
      boolean swap,
      int intoSize,
      boolean intoSwap,
      List<CastLoop> loops) {
    this.copies = copies;
    this.itemsize = itemsize;
    this.swap = swap;
    this.intoSize = intoSize;
    this.intoSwap = intoSwap;
    this.loops = loops;
  }

  /// Returns the cast between two real scalar types.
  ///
  /// @param from the scalar type of the source, not complex; times are [ScalarKind#INT64]
  /// @param fromBig whether the source is big-endian
  /// @param to the scalar type of the target, not complex
  /// @param toBig whether the target is big-endian
  public static Cast between(ScalarKind from, boolean fromBig, ScalarKind to, boolean toBig) {
    return new Cast(
        CastPath.copies(from, to),
        from.itemsize(),
        fromBig && from.itemsize() > 1,
        to.itemsize(),
        toBig && to.itemsize() > 1,
        CastPath.between(from, to));
  }

  /// Returns a cast by one loop.
  ///
  /// @param itemsize bytes of a source element: 1, 2, 4, 8 or 16
  /// @param swap whether the bytes of source elements are swapped before the loop
  /// @param intoSize bytes of a target element: 1, 2, 4, 8 or 16
  /// @param intoSwap whether the bytes of target elements are swapped after the loop
  public static Cast of(int itemsize, boolean swap, int intoSize, boolean intoSwap, CastLoop loop) {
    return new Cast(false, itemsize, swap, intoSize, intoSwap, List.of(loop));
  }

  /// Converts a run.
  ///
  /// @param source the memory of the source
  /// @param at byte offset of the first source element
  /// @param stride bytes from one source element to the next
  /// @param target the memory of the target, disjoint from the source elements
  /// @param into byte offset of the first target element
  /// @param intoStride bytes from one target element to the next
  /// @param count the number of elements
  public void run(
      MemorySegment source,
      long at,
      long stride,
      MemorySegment target,
      long into,
      long intoStride,
      int count) {
    if (copies) {
      boolean turns = swap != intoSwap;
      RunCopy.copy(source, at, stride, target, into, intoStride, count, itemsize, turns);
      return;
    }
    boolean there = !swap && stride == itemsize && !ScopedCopy.isScoped(source);
    boolean straight = !intoSwap && intoStride == intoSize && !ScopedCopy.isScoped(target);
    if (there && straight && loops.size() == 1) {
      loops.getFirst().run(source, at, target, into, count);
      return;
    }
    try (Scratch scratch = Scratch.take()) {
      MemorySegment buffer = scratch.memory();
      for (int done = 0; done < count; done += MOST) {
        int n = Math.min(MOST, count - done);
        MemorySegment from = there ? source : buffer;
        long first = there ? at + done * stride : GATHERED;
        if (!there) {
          RunCopy.copy(
              source, at + done * stride, stride, buffer, first, itemsize, n, itemsize, swap);
        }
        for (int k = 0; k < loops.size() - 1; k++) {
          long next = Scratch.at(1 + k % 2);
          loops.get(k).run(from, first, buffer, next, n);
          from = buffer;
          first = next;
        }
        long to = into + done * intoStride;
        if (straight) {
          loops.getLast().run(from, first, target, to, n);
        } else {
          loops.getLast().run(from, first, buffer, CONVERTED, n);
          RunCopy.copy(buffer, CONVERTED, intoSize, target, to, intoStride, n, intoSize, intoSwap);
        }
      }
    }
  }
}
