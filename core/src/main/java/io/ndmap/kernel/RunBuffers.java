package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/// Typed buffers over runs of a native segment, for loops whose speed must not depend on the
/// segments seen before.
///
/// A loop over [MemorySegment#get] that has met several classes of segments (mapped memory is one,
/// other native memory another, each kind of Java array one more) is fifteen times slower. All of
/// these buffers are read-only, and so of one class for each kind of number, whatever is behind
/// them. Floating-point numbers also come as such and not as bits that are converted, which HotSpot
/// does not vectorise before JDK 26. The checks of bounds and of the arena are those of the
/// segment.
final class RunBuffers {

  /// Bytes that one buffer reaches.
  static final int SPAN = 1 << 30;

  private RunBuffers() {}

  private static ByteBuffer run(MemorySegment segment, long at, long bytes, ByteOrder order) {
    // Of a file that is only read it is already; another object costs a fifth of a small sum.
    MemorySegment readable = segment.isReadOnly() ? segment : segment.asReadOnly();
    return readable.asSlice(at, bytes).asByteBuffer().order(order);
  }

  /// Little-endian longs.
  static LongBuffer longs(MemorySegment segment, long at, int count) {
    return run(segment, at, (long) count * Long.BYTES, ByteOrder.LITTLE_ENDIAN).asLongBuffer();
  }

  /// Little-endian ints.
  static IntBuffer ints(MemorySegment segment, long at, int count) {
    return run(segment, at, (long) count * Integer.BYTES, ByteOrder.LITTLE_ENDIAN).asIntBuffer();
  }

  /// Bytes, for numbers that are little-endian.
  static ByteBuffer bytes(MemorySegment segment, long at, int count) {
    return run(segment, at, count, ByteOrder.LITTLE_ENDIAN);
  }

  /// Bytes of items at any distances, for access by the place of each in the buffer; writable if
  /// the segment is.
  ///
  /// @param at byte offset of the first item
  /// @param stride bytes from one to the next, of at most [#SPAN] in all
  static ByteBuffer span(MemorySegment segment, long at, long stride, int count, int itemsize) {
    long reach = (count - 1) * stride;
    return segment
        .asSlice(Math.min(at, at + reach), Math.abs(reach) + itemsize)
        .asByteBuffer()
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  /// Where the first item is in such a buffer, which begins with the lowest.
  static int first(long stride, int count) {
    return stride < 0 ? (int) -((count - 1) * stride) : 0;
  }

  /// How many items at a distance one buffer can reach.
  ///
  /// @return 0 if not even two
  static int most(long stride) {
    long most = stride == 0 ? Integer.MAX_VALUE : SPAN / Math.abs(stride);
    return most < 2 ? 0 : (int) Math.min(most, Integer.MAX_VALUE);
  }
}
