package io.ndmap.kernel;

import io.ndmap.dtype.ScalarKind;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;

/// Conversions from one native segment to another that pass through few arrays on the heap or none.
/// All numbers stand in little-endian order.
///
/// From one native memory to another HotSpot 25 does not vectorise, as it cannot tell that they
/// differ. Where an item's results are half as large or the loop is long, it pays to vectorise into
/// a block on the heap and to copy that; where the results are larger, it does not.
final class DirectCast {

  private DirectCast() {}

  /// Whether there is a loop for two kinds.
  static boolean serves(ScalarKind from, ScalarKind to) {
    return switch (to) {
      case FLOAT32 ->
          switch (from) {
            case BOOL, INT8, UINT8, FLOAT64 -> true;
            default -> false;
          };
      case FLOAT64 ->
          switch (from) {
            case BOOL, INT8, UINT8, INT32, FLOAT32 -> true;
            default -> false;
          };
      default -> false;
    };
  }

  /// Converts items without gaps, of kinds for which there is a loop.
  ///
  /// @param floats a block of results
  /// @param doubles as many
  static void run(
      ScalarKind from,
      MemorySegment source,
      long at,
      ScalarKind to,
      MemorySegment target,
      long into,
      int count,
      float[] floats,
      double[] doubles) {
    ByteBuffer items = target(target, into, (long) count * to.itemsize());
    switch (from) {
      case FLOAT64 ->
          narrow(RunBuffers.doubles(source, at, count), items.asFloatBuffer(), count, floats);
      case FLOAT32 -> widen(RunBuffers.floats(source, at, count), items.asDoubleBuffer(), count);
      case INT32 -> widen(RunBuffers.ints(source, at, count), items.asDoubleBuffer(), count);
      default -> {
        ByteBuffer bytes = RunBuffers.bytes(source, at, count);
        if (to == ScalarKind.FLOAT32) {
          bytes(from, bytes, items.asFloatBuffer(), count, floats);
        } else {
          bytes(from, bytes, items.asDoubleBuffer(), count, floats, doubles);
        }
      }
    }
  }

  private static ByteBuffer target(MemorySegment segment, long at, long bytes) {
    return segment.asSlice(at, bytes).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  // ---- by blocks on the heap

  private static void narrow(DoubleBuffer from, FloatBuffer to, int count, float[] block) {
    for (int done = 0; done < count; done += block.length) {
      int items = Math.min(block.length, count - done);
      narrow(from, done, block, items);
      to.put(done, block, 0, items);
    }
  }

  private static void narrow(DoubleBuffer from, int at, float[] block, int items) {
    for (int i = 0; i < items; i++) {
      block[i] = (float) from.get(at + i);
    }
  }

  private static void bytes(
      ScalarKind kind, ByteBuffer from, FloatBuffer to, int count, float[] block) {
    for (int done = 0; done < count; done += block.length) {
      int items = Math.min(block.length, count - done);
      bytes(kind, from, done, block, items);
      to.put(done, block, 0, items);
    }
  }

  private static void bytes(
      ScalarKind kind,
      ByteBuffer from,
      DoubleBuffer to,
      int count,
      float[] block,
      double[] results) {
    for (int done = 0; done < count; done += block.length) {
      int items = Math.min(block.length, count - done);
      bytes(kind, from, done, block, items);
      widen(block, results, items);
      to.put(done, results, 0, items);
    }
  }

  private static void bytes(ScalarKind kind, ByteBuffer from, int at, float[] block, int items) {
    switch (kind) {
      case BOOL -> truths(from, at, block, items);
      case INT8 -> signed(from, at, block, items);
      case UINT8 -> unsigned(from, at, block, items);
      default -> throw new AssertionError(kind);
    }
  }

  private static void truths(ByteBuffer from, int at, float[] block, int items) {
    for (int i = 0; i < items; i++) {
      block[i] = Math.signum(Math.abs((float) from.get(at + i)));
    }
  }

  private static void signed(ByteBuffer from, int at, float[] block, int items) {
    for (int i = 0; i < items; i++) {
      block[i] = from.get(at + i);
    }
  }

  /// HotSpot 25 vectorises no conversion of unsigned bytes. Those from 128 on are read as 256 less,
  /// which their sign makes up for; all the sums are exact.
  private static void unsigned(ByteBuffer from, int at, float[] block, int items) {
    for (int i = 0; i < items; i++) {
      float value = from.get(at + i);
      block[i] = (value + 128f) - 128f * Math.signum(value + 0.5f);
    }
  }

  private static void widen(float[] from, double[] to, int items) {
    for (int i = 0; i < items; i++) {
      to[i] = from[i];
    }
  }

  // ---- one by one

  private static void widen(FloatBuffer from, DoubleBuffer to, int count) {
    for (int i = 0; i < count; i++) {
      to.put(i, from.get(i));
    }
  }

  private static void widen(IntBuffer from, DoubleBuffer to, int count) {
    for (int i = 0; i < count; i++) {
      to.put(i, from.get(i));
    }
  }
}
