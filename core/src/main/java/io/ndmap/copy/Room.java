package io.ndmap.copy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Strided;
import io.ndmap.pass.Items;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Memory for the copies of one operation, reused for each and freed with the operation, not by the
/// collector.
public final class Room implements AutoCloseable {

  private @Nullable Arena arena;
  private MemorySegment memory = MemorySegment.NULL;

  /// An array that begins at a byte of the room. It lives until the room is asked for more bytes,
  /// or closed.
  ///
  /// @param bytes that are needed in all; if the room is smaller, it is made anew
  /// @param layout from byte 0 on
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
