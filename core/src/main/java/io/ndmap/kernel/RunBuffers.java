package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/// Runs of a native segment as typed buffers, for loops that must not depend on what ran before
/// them.
///
/// A loop over [MemorySegment#get] is compiled with what the JDK's own accessors have met in the
/// whole process: after a few classes of segments it is fifteen times slower, wherever it stands. A
/// buffer has its address in its own class, and a loop has met only the classes that were given to
/// it; so all of these are read-only, of one class for each kind of number. Floating-point numbers
/// also come as such and not as bits that are converted, which HotSpot does not vectorise before
/// JDK 26. The checks of bounds and of the arena are those of the segment.
final class RunBuffers {

  /// Bytes that one buffer reaches.
  static final int SPAN = 1 << 30;

  private RunBuffers() {}

  private static ByteBuffer run(MemorySegment segment, long at, long bytes, ByteOrder order) {
    return segment.asReadOnly().asSlice(at, bytes).asByteBuffer().order(order);
  }

  /// Little-endian doubles; `count` of at most 2²⁷ from `at` on.
  static DoubleBuffer doubles(MemorySegment segment, long at, int count) {
    return run(segment, at, (long) count * Double.BYTES, ByteOrder.LITTLE_ENDIAN).asDoubleBuffer();
  }

  /// Big-endian doubles: a class of its own, for loops of its own.
  static DoubleBuffer bigDoubles(MemorySegment segment, long at, int count) {
    return run(segment, at, (long) count * Double.BYTES, ByteOrder.BIG_ENDIAN).asDoubleBuffer();
  }

  /// Little-endian floats.
  static FloatBuffer floats(MemorySegment segment, long at, int count) {
    return run(segment, at, (long) count * Float.BYTES, ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
  }

  /// Little-endian longs.
  static LongBuffer longs(MemorySegment segment, long at, int count) {
    return run(segment, at, (long) count * Long.BYTES, ByteOrder.LITTLE_ENDIAN).asLongBuffer();
  }

  /// Little-endian ints.
  static IntBuffer ints(MemorySegment segment, long at, int count) {
    return run(segment, at, (long) count * Integer.BYTES, ByteOrder.LITTLE_ENDIAN).asIntBuffer();
  }

  /// Bytes.
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

  /// How many items at a distance one buffer can reach.
  ///
  /// @return 0 if not even two
  static int most(long stride) {
    long most = stride == 0 ? Integer.MAX_VALUE : SPAN / Math.abs(stride);
    return most < 2 ? 0 : (int) Math.min(most, Integer.MAX_VALUE);
  }
}
