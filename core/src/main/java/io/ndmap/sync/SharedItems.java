package io.ndmap.sync;

import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.nd.NdView;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// Elements of a view that the CPU accesses atomically. The constructor checks that all elements
/// are aligned.
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

  /// @throws IllegalArgumentException if the memory is a Java array, or if the address of an
  ///   element is not a multiple of the itemsize
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

  // The JVM supports atomic access to a Java array only if it has the carrier type. Moreover, no
  // other process can see a Java array.
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
          ("%sthe first one is %s bytes after one: it is at byte %s of memory that begins"
                  + " %s bytes after one")
              .formatted(unaligned(view), off, layout.offset(), Math.floorMod(address, width)));
    }
    for (int axis = 0; axis < layout.rank(); axis++) {
      if (layout.shape().size(axis) > 1 && layout.stride(axis) % width != 0) {
        throw new IllegalArgumentException(
            "%sthose along axis %s are %s bytes apart"
                .formatted(unaligned(view), axis, layout.stride(axis)));
      }
    }
  }

  private static String unaligned(NdView<?> view) {
    return "%s: elements of %s are atomic only at multiples of %s bytes, but "
        .formatted(view.backing().name(), view.dtype(), view.dtype().itemsize());
  }

  /// Returns the memory; throws an exception if the memory must not be used any more.
  final MemorySegment memory() {
    return view.segment();
  }

  /// Translates an exception that an access has thrown, such as the one for a closed arena.
  final RuntimeException failure(IllegalStateException e) {
    return view.backing().failure(e);
  }

  // Invalid indices are passed to `offsetOf`, which throws an exception that states the reason.

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

  /// Describes the elements, for messages and logs.
  @Override
  public final String toString() {
    return "%s of %s, %s %s"
        .formatted(getClass().getSimpleName(), view.backing().name(), view.dtype(), layout.shape());
  }
}
