package io.ndmap.move;

import io.ndmap.layout.Strided;
import io.ndmap.memory.SeparateCalls;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/// Copies strided runs of elements between memories of any kind, optionally byte-swapped. The loops
/// over unscoped memory (see [io.ndmap.memory.Unscoped]) are in [UnscopedCopy], the loops over
/// other memory in [ScopedCopy]. HotSpot does not inline these loops into their callers, see
/// [SeparateCalls].
public final class RunCopy {

  /// The maximum number of elements per call of a loop.
  private static final int PIECE = 1 << 12;

  private static MethodHandle ofRun =
      SeparateCalls.handle(MethodHandles.lookup(), RunCopy.class, "copyRun");
  private static MethodHandle ofLayout =
      SeparateCalls.handle(MethodHandles.lookup(), RunCopy.class, "copyLayout");

  private RunCopy() {}

  /// Copies a run between memories that do not overlap, or in place.
  ///
  /// @param source the memory to read
  /// @param from byte offset of the first source element
  /// @param fromStride bytes from one source element to the next, of either sign
  /// @param target the memory to write; only bytes of elements are written
  /// @param to byte offset of the first target element
  /// @param toStride bytes from one target element to the next, of either sign
  /// @param count the number of elements
  /// @param itemsize bytes of an element, at least 1
  /// @param swap whether the bytes of each element are reversed; the itemsize must then be 2, 4, 8
  ///   or 16
  public static void copy(
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      int count,
      int itemsize,
      boolean swap) {
    if (!swap && fromStride == itemsize && toStride == itemsize) {
      MemorySegment.copy(source, from, target, to, (long) count * itemsize);
      return;
    }
    try {
      ofRun.invokeExact(source, from, fromStride, target, to, toStride, count, itemsize, swap);
    } catch (Throwable e) {
      throw SeparateCalls.unchecked(e);
    }
  }

  @SuppressWarnings("UnusedMethod") // called by a handle
  private static void copyRun(
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      int count,
      int itemsize,
      boolean swap) {
    if (ScopedCopy.isScoped(source) || ScopedCopy.isScoped(target)) {
      ScopedCopy.copy(source, from, fromStride, target, to, toStride, count, itemsize, swap);
    } else {
      for (int done = 0; done < count; done += PIECE) {
        int n = Math.min(PIECE, count - done);
        long f = from + done * fromStride;
        long g = to + done * toStride;
        if (swap) {
          UnscopedCopy.swap(source, f, fromStride, target, g, toStride, n, itemsize);
        } else {
          UnscopedCopy.copy(source, f, fromStride, target, g, toStride, n, itemsize);
        }
      }
    }
  }

  /// Copies elements row by row between layouts of one shape in memories that do not overlap.
  ///
  /// @param source the memory to read
  /// @param from the layout to read, with at least one axis and one element
  /// @param target the memory to write
  /// @param to the layout to write
  /// @param itemsize bytes of an element, at least 1
  public static void copy(
      MemorySegment source, Strided from, MemorySegment target, Strided to, int itemsize) {
    try {
      ofLayout.invokeExact(source, from, target, to, itemsize);
    } catch (Throwable e) {
      throw SeparateCalls.unchecked(e);
    }
  }

  @SuppressWarnings("UnusedMethod") // called by a handle
  private static void copyLayout(
      MemorySegment source, Strided from, MemorySegment target, Strided to, int itemsize) {
    if (ScopedCopy.isScoped(source) || ScopedCopy.isScoped(target)) {
      ScopedCopy.copy(source, from, target, to, itemsize);
    } else {
      UnscopedCopy.copy(source, from, target, to, itemsize);
    }
  }
}
