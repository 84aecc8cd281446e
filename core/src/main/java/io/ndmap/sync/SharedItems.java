package io.ndmap.sync;

import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.nd.NdView;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// Items that processors access atomically: their alignment is checked once, for the whole view.
abstract sealed class SharedItems permits SharedInts, SharedLongs {

  final boolean big;
  private final NdView<?> view;
  private final Strided layout;
  private final int rank;
  private final long base;
  private final long size0;
  private final long size1;
  private final long stride0;
  private final long stride1;

  /// @throws IllegalArgumentException if the memory is a Java array, or an item is not at a
  ///   multiple of its size
  SharedItems(NdView<?> view) {
    this.view = view;
    this.big = view.dtype().equals(view.dtype().withByteOrder(ByteOrder.BIG_ENDIAN));
    this.layout = view.strided();
    this.rank = layout.rank();
    this.base = layout.offset();
    Shape shape = layout.shape();
    this.size0 = rank > 0 ? shape.size(0) : 0;
    this.size1 = rank > 1 ? shape.size(1) : 0;
    this.stride0 = rank > 0 ? layout.stride(0) : 0;
    this.stride1 = rank > 1 ? layout.stride(1) : 0;
    requireNative(view);
    if (shape.itemCount() > 0) {
      requireAligned(view, layout);
    }
  }

  // The JVM could do it for arrays of the carrier's own type, but for no others; and such an array
  // is moved by the garbage collector and seen by no other process.
  private static void requireNative(NdView<?> view) {
    if (!view.segment().isNative()) {
      throw new IllegalArgumentException(
          view.backing().name()
              + ": a Java array is not shared with other processes; use memory of an Arena or a"
              + " mapped file, or the classes of java.util.concurrent.atomic");
    }
  }

  private static void requireAligned(NdView<?> view, Strided layout) {
    int width = view.dtype().itemsize();
    long address = view.segment().address();
    long off = Math.floorMod(address + layout.offset(), width);
    if (off != 0) {
      throw new IllegalArgumentException(
          unaligned(view)
              + "the first one is "
              + off
              + " bytes behind one: it is at byte "
              + layout.offset()
              + " of memory that begins "
              + Math.floorMod(address, width)
              + " bytes behind one");
    }
    for (int axis = 0; axis < layout.rank(); axis++) {
      if (layout.shape().size(axis) > 1 && layout.stride(axis) % width != 0) {
        throw new IllegalArgumentException(
            unaligned(view)
                + "those along axis "
                + axis
                + " are "
                + layout.stride(axis)
                + " bytes apart");
      }
    }
  }

  private static String unaligned(NdView<?> view) {
    return view.backing().name()
        + ": items of "
        + view.dtype()
        + " are atomic only at multiples of "
        + view.dtype().itemsize()
        + " bytes, but ";
  }

  /// The memory, while it may be used.
  final MemorySegment memory() {
    return view.segment();
  }

  /// Translates what an access to the memory threw.
  final RuntimeException failure(IllegalStateException e) {
    return view.backing().failure(e);
  }

  // What does not fit is left to `offsetOf`, which says why.

  final long offset(long i) {
    return rank == 1 && i >= 0 && i < size0 ? base + i * stride0 : layout.offsetOf(i);
  }

  final long offset(long i, long j) {
    return rank == 2 && i >= 0 && i < size0 && j >= 0 && j < size1
        ? base + i * stride0 + j * stride1
        : layout.offsetOf(i, j);
  }

  final long offset(long[] index) {
    return layout.offsetOf(index);
  }

  /// The items, for messages and logs.
  @Override
  public final String toString() {
    return getClass().getSimpleName()
        + " of "
        + view.backing().name()
        + ", "
        + view.dtype()
        + " "
        + layout.shape();
  }
}
