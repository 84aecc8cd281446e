package io.ndmap.kernel;

import io.ndmap.dtype.ScalarKind;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;

/// Conversions that are fastest item by item from one native segment to another: HotSpot 25 does
/// not vectorize them, as it cannot tell that the two differ, but arrays on the heap in between
/// take longer, because memory then waits while items are converted. All numbers are little-endian.
final class DirectCast {

  private DirectCast() {}

  /// Whether there is a loop for two kinds.
  static boolean serves(ScalarKind from, ScalarKind to) {
    return switch (to) {
      case FLOAT32 -> from == ScalarKind.UINT8 || from == ScalarKind.FLOAT64;
      case FLOAT64 ->
          from == ScalarKind.UINT8 || from == ScalarKind.INT32 || from == ScalarKind.FLOAT32;
      default -> false;
    };
  }

  /// Converts contiguous items, of kinds for which there is a loop.
  static void run(
      ScalarKind from,
      MemorySegment source,
      long at,
      ScalarKind to,
      MemorySegment target,
      long into,
      int count) {
    ByteBuffer items = target(target, into, (long) count * to.itemsize());
    if (to == ScalarKind.FLOAT32) {
      FloatBuffer floats = items.asFloatBuffer();
      if (from == ScalarKind.FLOAT64) {
        narrow(RunBuffers.doubles(source, at, count), floats, count);
      } else {
        widen(RunBuffers.bytes(source, at, count), floats, count);
      }
    } else {
      DoubleBuffer doubles = items.asDoubleBuffer();
      switch (from) {
        case FLOAT32 -> widen(RunBuffers.floats(source, at, count), doubles, count);
        case INT32 -> widen(RunBuffers.ints(source, at, count), doubles, count);
        default -> widen(RunBuffers.bytes(source, at, count), doubles, count);
      }
    }
  }

  private static ByteBuffer target(MemorySegment segment, long at, long bytes) {
    return segment.asSlice(at, bytes).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void narrow(DoubleBuffer from, FloatBuffer to, int count) {
    for (int i = 0; i < count; i++) {
      to.put(i, (float) from.get(i));
    }
  }

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

  private static void widen(ByteBuffer from, FloatBuffer to, int count) {
    for (int i = 0; i < count; i++) {
      to.put(i, from.get(i) & 0xff);
    }
  }

  private static void widen(ByteBuffer from, DoubleBuffer to, int count) {
    for (int i = 0; i < count; i++) {
      to.put(i, from.get(i) & 0xff);
    }
  }
}
