package io.ndmap.move;

import io.ndmap.layout.Strided;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/// Copies strided runs of elements between memories of any kind, optionally byte-swapped:
/// [UnscopedCopy] has the loops of unscoped memory, [ScopedCopy] those of other memory.
public final class RunCopy {

  /// The maximum number of elements per call of a loop.
  private static final int PIECE = 1 << 12;

  // Not final: HotSpot would inline a constant handle, and then, within callers that are deep
  // enough, not the accesses in the loops.
  private static MethodHandle run =
      handle(
          "strided",
          MemorySegment.class,
          long.class,
          long.class,
          MemorySegment.class,
          long.class,
          long.class,
          int.class,
          int.class,
          boolean.class);
  private static MethodHandle layout =
      handle(
          "layouts",
          MemorySegment.class,
          Strided.class,
          MemorySegment.class,
          Strided.class,
          int.class);

  private RunCopy() {}

  private static MethodHandle handle(String name, Class<?>... types) {
    try {
      return MethodHandles.lookup()
          .findStatic(RunCopy.class, name, MethodType.methodType(void.class, types));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  /// Copies a run between memories that do not overlap, or in place.
  ///
  /// @param source the memory to read
  /// @param from byte offset of the first element
  /// @param fromStride bytes from one to the next, of either sign
  /// @param target the memory to write; only bytes of elements are written
  /// @param to byte offset of the first element
  /// @param toStride bytes from one to the next, of either sign
  /// @param count the number of elements
  /// @param itemsize bytes of an element, at least 1
  /// @param swap whether the bytes of each element are reversed; the itemsize is then 2, 4, 8 or 16
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
      run.invokeExact(source, from, fromStride, target, to, toStride, count, itemsize, swap);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private static void strided(
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
      layout.invokeExact(source, from, target, to, itemsize);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private static void layouts(
      MemorySegment source, Strided from, MemorySegment target, Strided to, int itemsize) {
    if (ScopedCopy.isScoped(source) || ScopedCopy.isScoped(target)) {
      ScopedCopy.copy(source, from, target, to, itemsize);
    } else {
      UnscopedCopy.copy(source, from, target, to, itemsize);
    }
  }
}
