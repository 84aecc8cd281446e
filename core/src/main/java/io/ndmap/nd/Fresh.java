package io.ndmap.nd;

import io.ndmap.dtype.DType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// New arrays in memory for results, all bytes zero.
///
/// A small one is a Java array, which costs next to nothing to make and to throw away. A large one
/// stands outside the heap until nobody holds a view of it any longer, because loops over a file
/// and such memory are faster than over a file and a Java array.
final class Fresh {

  /// Bytes up to which making memory outside the heap costs more than it saves.
  static final long MOST_ON_HEAP = 1 << 16;

  private static final long ALIGNMENT = 64;

  private Fresh() {}

  /// An array of zeros.
  ///
  /// @param order which axis varies fastest; the axes of a subarray dtype come last and stand in C
  ///   order
  /// @throws IllegalArgumentException if the bytes exceed 2⁶³-1
  static NdView<?> view(DType dtype, Shape shape, Order order) {
    return view(dtype, Strided.contiguous(shape, dtype.itemsize(), order));
  }

  /// An array of zeros.
  ///
  /// @param layout without gaps, from byte 0 on
  static NdView<?> view(DType dtype, Strided layout) {
    return NdView.of(segment(dtype, layout.shape()), dtype, layout, Backing.MEMORY);
  }

  private static MemorySegment segment(DType dtype, Shape shape) {
    long bytes = shape.byteSize(dtype.itemsize());
    if (bytes > MOST_ON_HEAP) {
      return allocate(Arena.ofAuto(), bytes, dtype, shape);
    }
    long[] words = new long[(int) ((bytes + Long.BYTES - 1) / Long.BYTES)];
    return MemorySegment.ofArray(words).asSlice(0, bytes);
  }

  /// Memory outside the heap.
  ///
  /// @param dtype of the array that it is for, for the message
  /// @param shape of the array
  /// @throws OutOfMemoryError if there is not enough, naming the array, its bytes and what can be
  ///   done
  static MemorySegment allocate(Arena arena, long bytes, DType dtype, Shape shape) {
    try {
      return arena.allocate(bytes, ALIGNMENT);
    } catch (OutOfMemoryError e) {
      throw outOfMemory(
          "outside the heap", dtype, shape, "-XX:MaxDirectMemorySize (without it -Xmx)", e);
    }
  }

  /// The JVM's error with what was to be made, and what can be done.
  ///
  /// @param option that bounds this memory
  static OutOfMemoryError outOfMemory(
      String where, DType dtype, Shape shape, String option, OutOfMemoryError cause) {
    OutOfMemoryError named =
        new OutOfMemoryError(
            "no room "
                + where
                + " for the "
                + shape.byteSize(dtype.itemsize())
                + " bytes of an array of "
                + dtype
                + " with shape "
                + shape
                + ": raise "
                + option
                + ", work in parts, or write into a file ("
                + cause.getMessage()
                + ")");
    named.initCause(cause);
    return named;
  }
}
