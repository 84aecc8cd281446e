package io.ndmap.external;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.pass.Items;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Off-heap memory for contiguous elements. [#close] frees the memory at once; the garbage
/// collector would free it too late to keep a memory limit.
final class Block implements AutoCloseable {

  private final Arena arena = Arena.ofShared();
  private final MemorySegment memory;
  private final DType dtype;

  /// @param count the number of elements
  Block(DType dtype, long count) {
    Shape shape = Shape.of(count);
    this.dtype = dtype;
    try {
      this.memory = Items.allocate(arena, shape.byteSize(dtype.itemsize()), dtype, shape);
    } catch (Throwable e) {
      arena.close();
      throw e;
    }
  }

  /// Returns the `count` elements from index `first` on, as an array of rank 1. Its segment has
  /// exactly the bytes of these elements.
  Items items(long first, long count) {
    return items(first, Shape.of(count));
  }

  /// Returns the elements from index `first` on, as an array of the given shape in C order.
  Items items(long first, Shape shape) {
    int size = dtype.itemsize();
    return Items.of(memory.asSlice(first * size, shape.byteSize(size)), dtype, shape, Order.C);
  }

  @Override
  public void close() {
    arena.close();
  }
}
