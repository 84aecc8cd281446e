package io.ndmap.nd;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Memory for copies that one operation makes one after the other, given back with it and not when
/// the collector finds it.
final class Room implements AutoCloseable {

  private @Nullable Arena arena;
  private MemorySegment memory = MemorySegment.NULL;

  /// An array like another one, beginning at a byte of the room. It lives until the room is asked
  /// for more bytes, or closed.
  ///
  /// @param bytes that are needed in all; if the room is smaller, it is made anew
  NdView<?> view(long at, long bytes, NdView<?> like) {
    if (bytes <= Fresh.MOST_ON_HEAP) {
      return Fresh.view(like.dtype, like.shape(), Order.C);
    }
    if (memory.byteSize() < bytes) {
      close();
      arena = Arena.ofShared();
      memory = Fresh.allocate(arena, bytes, like.dtype, like.shape());
    }
    return NdView.of(
        memory.asSlice(at), like.dtype, like.shape(), Order.C, Backing.MEMORY);
  }

  @Override
  public void close() {
    if (arena != null) {
      arena.close();
    }
  }
}
