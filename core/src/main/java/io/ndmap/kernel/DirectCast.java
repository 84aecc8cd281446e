package io.ndmap.kernel;

import io.ndmap.dtype.ScalarKind;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;

/// Conversions that are fastest item by item from one native segment to another: HotSpot 25 does
/// not vectorise them, as it cannot tell that the two differ, but a way through arrays on the heap
/// takes longer, because memory then waits while items are converted. So do tables of what a byte
/// becomes. All numbers stand in little-endian order.
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
      switch (from) {
        case FLOAT64 -> narrow(RunBuffers.doubles(source, at, count), floats, count);
        case BOOL -> truths(RunBuffers.bytes(source, at, count), floats, count);
        case INT8 -> signed(RunBuffers.bytes(source, at, count), floats, count);
        default -> unsigned(RunBuffers.bytes(source, at, count), floats, count);
      }
    } else {
      DoubleBuffer doubles = items.asDoubleBuffer();
      switch (from) {
        case FLOAT32 -> widen(RunBuffers.floats(source, at, count), doubles, count);
        case INT32 -> widen(RunBuffers.ints(source, at, count), doubles, count);
        case BOOL -> truths(RunBuffers.bytes(source, at, count), doubles, count);
        case INT8 -> signed(RunBuffers.bytes(source, at, count), doubles, count);
        default -> unsigned(RunBuffers.bytes(source, at, count), doubles, count);
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

  private static void truths(ByteBuffer from, FloatBuffer to, int count) {
    for (int i = 0; i < count; i++) {
      to.put(i, Math.min(from.get(i) & 0xff, 1));
    }
  }

  private static void signed(ByteBuffer from, FloatBuffer to, int count) {
    for (int i = 0; i < count; i++) {
      to.put(i, from.get(i));
    }
  }

  private static void unsigned(ByteBuffer from, FloatBuffer to, int count) {
    for (int i = 0; i < count; i++) {
      to.put(i, from.get(i) & 0xff);
    }
  }

  private static void truths(ByteBuffer from, DoubleBuffer to, int count) {
    for (int i = 0; i < count; i++) {
      to.put(i, Math.min(from.get(i) & 0xff, 1));
    }
  }

  private static void signed(ByteBuffer from, DoubleBuffer to, int count) {
    for (int i = 0; i < count; i++) {
      to.put(i, from.get(i));
    }
  }

  private static void unsigned(ByteBuffer from, DoubleBuffer to, int count) {
    for (int i = 0; i < count; i++) {
      to.put(i, from.get(i) & 0xff);
    }
  }
}
