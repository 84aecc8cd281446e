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
  private static final long MOST_ON_HEAP = 1 << 16;

  private static final long ALIGNMENT = 64;

  private Fresh() {}

  /// An array of zeros.
  ///
  /// @param order which axis varies fastest; the axes of a subarray dtype come last and stand in C
  ///   order
  /// @throws IllegalArgumentException if the bytes exceed 2⁶³-1
  static NdView<?> view(DType dtype, Shape shape, Order order) {
    Strided strided = Strided.contiguous(shape, dtype.itemsize(), order);
    return NdView.of(segment(shape.byteSize(dtype.itemsize())), dtype, strided, Backing.MEMORY);
  }

  private static MemorySegment segment(long bytes) {
    if (bytes > MOST_ON_HEAP) {
      return Arena.ofAuto().allocate(bytes, ALIGNMENT);
    }
    long[] words = new long[(int) ((bytes + Long.BYTES - 1) / Long.BYTES)];
    return MemorySegment.ofArray(words).asSlice(0, bytes);
  }
}
