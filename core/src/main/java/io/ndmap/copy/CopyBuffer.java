package io.ndmap.copy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Strided;
import io.ndmap.pass.Items;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Memory for the temporary copies of one operation. All copies reuse it, and it is freed at the
/// end of the operation rather than by the garbage collector.
public final class CopyBuffer implements AutoCloseable {

  private @Nullable Arena arena;
  private MemorySegment memory = MemorySegment.NULL;

  /// Returns an array at an offset of the buffer. It is valid until a larger buffer is requested or
  /// the buffer is closed.
  ///
  /// @param bytes the required size of the buffer; a smaller one is replaced
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
