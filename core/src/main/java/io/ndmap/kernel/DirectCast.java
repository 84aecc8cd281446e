package io.ndmap.kernel;

import io.ndmap.dtype.ScalarKind;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;

/// Conversions that are fastest item by item from one native segment to another, because the
/// memory, and not the conversion, is what takes the time: a way through arrays on the heap costs
/// more there than vectors bring. All numbers stand in little-endian order.
///
/// Items of one byte are looked up in a table of all that there are.
final class DirectCast {

  private static final int BYTES = 1 << Byte.SIZE;

  private static final float[] SIGNED = table(ScalarKind.INT8);
  private static final float[] UNSIGNED = table(ScalarKind.UINT8);
  private static final float[] TRUTH = table(ScalarKind.BOOL);

  private DirectCast() {}

  private static float[] table(ScalarKind kind) {
    float[] table = new float[BYTES];
    for (int b = 0; b < BYTES; b++) {
      table[b] = kind == ScalarKind.BOOL ? Math.min(b, 1) : kind == ScalarKind.INT8 ? (byte) b : b;
    }
    return table;
  }

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
        default -> look(RunBuffers.bytes(source, at, count), floats, count, tableOf(from));
      }
    } else {
      DoubleBuffer doubles = items.asDoubleBuffer();
      switch (from) {
        case FLOAT32 -> widen(RunBuffers.floats(source, at, count), doubles, count);
        case INT32 -> widen(RunBuffers.ints(source, at, count), doubles, count);
        default -> look(RunBuffers.bytes(source, at, count), doubles, count, tableOf(from));
      }
    }
  }

  private static ByteBuffer target(MemorySegment segment, long at, long bytes) {
    return segment.asSlice(at, bytes).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  private static float[] tableOf(ScalarKind kind) {
    return switch (kind) {
      case BOOL -> TRUTH;
      case INT8 -> SIGNED;
      case UINT8 -> UNSIGNED;
      default -> throw new AssertionError(kind);
    };
  }

  private static void narrow(DoubleBuffer from, FloatBuffer to, int count) {
    for (int i = 0; i < count; i++) {
      to.put(i, (float) from.get(i));
    }
  }

  private static void look(ByteBuffer from, FloatBuffer to, int count, float[] table) {
    for (int i = 0; i < count; i++) {
      to.put(i, table[from.get(i) & 0xff]);
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

  private static void look(ByteBuffer from, DoubleBuffer to, int count, float[] table) {
    for (int i = 0; i < count; i++) {
      to.put(i, table[from.get(i) & 0xff]);
    }
  }
}
