package io.ndmap.copy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Strided;
import io.ndmap.pass.Items;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Memory for the temporary copies of one operation. Later copies reuse the memory of earlier ones,
/// and the memory is freed at the end of the operation rather than by the garbage collector.
public final class CopyBuffer implements AutoCloseable {

  private @Nullable Arena arena;
  private MemorySegment memory = MemorySegment.NULL;

  /// Returns an array at an offset of the buffer, valid until a larger buffer is requested or this
  /// object is closed. If `bytes` is at most [Items#MOST_ON_HEAP], the array is allocated on the
  /// heap instead.
  ///
  /// @param at byte offset of the array in the buffer
  /// @param bytes the required size of the whole buffer; a smaller buffer is replaced
  /// @param layout the layout, with offset 0
  public Items view(long at, long bytes, DType dtype, Strided layout) {
    if (bytes <= Items.MOST_ON_HEAP) {
      return Items.temporary(dtype, layout);
    }
    if (memory.byteSize() < bytes) {
      close();
      arena = Arena.ofShared();
      memory = Items.allocate(arena, bytes, dtype, layout.shape());
    }
    return Items.of(memory.asSlice(at), dtype, layout);
  }

  @Override
  public void close() {
    if (arena != null) {
      arena.close();
      arena = null;
    }
  }
}
