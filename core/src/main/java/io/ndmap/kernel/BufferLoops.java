package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/// Arithmetic in place on numbers in native memory: loops that HotSpot vectorizes, because the
/// other operand is a Java array, which cannot be the same memory. All loops of integers, and all
/// of floating-point numbers, are in one method, which is too large to be inlined.
///
/// Two more things are needed, without either of which HotSpot 25 makes a loop six times as slow:
/// the loop takes a constant number of items, and the buffer's class is compared with the one that
/// it always is. That one has a subclass, for memory that is only read, which is loaded as soon as
/// [RunBuffers] has made a buffer of such numbers.
final class BufferLoops {

  private enum Loop {
    PLUS_INTS,
    MINUS_INTS,
    TIMES_INTS,
    ADD_SCALED_INTS,
    PLUS_LONGS,
    MINUS_LONGS,
    TIMES_LONGS,
    ADD_SCALED_LONGS,
    PLUS_FLOATS,
    MINUS_FLOATS,
    TIMES_FLOATS,
    DIVIDED_BY_FLOATS,
    ADD_SCALED_FLOATS,
    PLUS_DOUBLES,
    MINUS_DOUBLES,
    TIMES_DOUBLES,
    DIVIDED_BY_DOUBLES,
    ADD_SCALED_DOUBLES
  }

  /// Numbers of four bytes that are taken at once; counts are multiples of it.
  static final int FOURS = 256;

  /// Numbers of eight bytes that are taken at once.
  static final int EIGHTS = 128;

  // Of no bytes: the class alone is asked for.
  private static final ByteBuffer EXAMPLE =
      MemorySegment.NULL.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
  private static final Class<?> INTS = EXAMPLE.asIntBuffer().getClass();
  private static final Class<?> LONGS = EXAMPLE.asLongBuffer().getClass();
  private static final Class<?> FLOATS = EXAMPLE.asFloatBuffer().getClass();
  private static final Class<?> DOUBLES = EXAMPLE.asDoubleBuffer().getClass();

  private static final int[] NO_INTS = {};
  private static final long[] NO_LONGS = {};
  private static final float[] NO_FLOATS = {};
  private static final double[] NO_DOUBLES = {};

  private BufferLoops() {}

  /// Whether there are loops for a buffer: for all of little-endian native memory, where a
  /// processor reads that at any address.
  static boolean serves(Buffer buffer) {
    Class<?> type = buffer.getClass();
    return type == INTS || type == LONGS || type == FLOATS || type == DOUBLES;
  }

  // The comparison tells the compiler what the class is.

  private static IntBuffer exactInts(Buffer buffer) {
    if (buffer.getClass() != INTS) {
      throw new AssertionError(buffer.getClass());
    }
    return (IntBuffer) buffer;
  }

  private static LongBuffer exactLongs(Buffer buffer) {
    if (buffer.getClass() != LONGS) {
      throw new AssertionError(buffer.getClass());
    }
    return (LongBuffer) buffer;
  }

  private static FloatBuffer exactFloats(Buffer buffer) {
    if (buffer.getClass() != FLOATS) {
      throw new AssertionError(buffer.getClass());
    }
    return (FloatBuffer) buffer;
  }

  private static DoubleBuffer exactDoubles(Buffer buffer) {
    if (buffer.getClass() != DOUBLES) {
      throw new AssertionError(buffer.getClass());
    }
    return (DoubleBuffer) buffer;
  }

  static void apply(Operation operation, IntBuffer items, int at, int[] right, int count) {
    Loop loop =
        switch (operation) {
          case PLUS -> Loop.PLUS_INTS;
          case MINUS -> Loop.MINUS_INTS;
          case TIMES -> Loop.TIMES_INTS;
          default -> throw new AssertionError(operation);
        };
    integers(loop, items, at, right, NO_LONGS, 0, count);
  }

  /// Each product and each sum is rounded.
  static void addScaled(IntBuffer items, int at, int[] right, int factor, int count) {
    integers(Loop.ADD_SCALED_INTS, items, at, right, NO_LONGS, factor, count);
  }

  static void apply(Operation operation, LongBuffer items, int at, long[] right, int count) {
    Loop loop =
        switch (operation) {
          case PLUS -> Loop.PLUS_LONGS;
          case MINUS -> Loop.MINUS_LONGS;
          case TIMES -> Loop.TIMES_LONGS;
          default -> throw new AssertionError(operation);
        };
    integers(loop, items, at, NO_INTS, right, 0, count);
  }

  /// Each product and each sum is rounded.
  static void addScaled(LongBuffer items, int at, long[] right, long factor, int count) {
    integers(Loop.ADD_SCALED_LONGS, items, at, NO_INTS, right, factor, count);
  }

  static void apply(Operation operation, FloatBuffer items, int at, float[] right, int count) {
    Loop loop =
        switch (operation) {
          case PLUS -> Loop.PLUS_FLOATS;
          case MINUS -> Loop.MINUS_FLOATS;
          case TIMES -> Loop.TIMES_FLOATS;
          case DIVIDED_BY -> Loop.DIVIDED_BY_FLOATS;
          default -> throw new AssertionError(operation);
        };
    floats(loop, items, at, right, NO_DOUBLES, 0, count);
  }

  /// Each product and each sum is rounded.
  static void addScaled(FloatBuffer items, int at, float[] right, float factor, int count) {
    floats(Loop.ADD_SCALED_FLOATS, items, at, right, NO_DOUBLES, factor, count);
  }

  static void apply(Operation operation, DoubleBuffer items, int at, double[] right, int count) {
    Loop loop =
        switch (operation) {
          case PLUS -> Loop.PLUS_DOUBLES;
          case MINUS -> Loop.MINUS_DOUBLES;
          case TIMES -> Loop.TIMES_DOUBLES;
          case DIVIDED_BY -> Loop.DIVIDED_BY_DOUBLES;
          default -> throw new AssertionError(operation);
        };
    floats(loop, items, at, NO_FLOATS, right, 0, count);
  }

  /// Each product and each sum is rounded.
  static void addScaled(DoubleBuffer items, int at, double[] right, double factor, int count) {
    floats(Loop.ADD_SCALED_DOUBLES, items, at, NO_FLOATS, right, factor, count);
  }

  private static void integers(
      Loop loop, Buffer buffer, int at, int[] ints, long[] longs, long factor, int count) {
    switch (loop) {
      case PLUS_INTS -> {
        IntBuffer items = exactInts(buffer);
        for (int b = 0; b < count; b += FOURS) {
          for (int i = 0; i < FOURS; i++) {
            items.put(at + b + i, items.get(at + b + i) + ints[b + i]);
          }
        }
      }
      case MINUS_INTS -> {
        IntBuffer items = exactInts(buffer);
        for (int b = 0; b < count; b += FOURS) {
          for (int i = 0; i < FOURS; i++) {
            items.put(at + b + i, items.get(at + b + i) - ints[b + i]);
          }
        }
      }
      case TIMES_INTS -> {
        IntBuffer items = exactInts(buffer);
        for (int b = 0; b < count; b += FOURS) {
          for (int i = 0; i < FOURS; i++) {
            items.put(at + b + i, items.get(at + b + i) * ints[b + i]);
          }
        }
      }
      case ADD_SCALED_INTS -> {
        IntBuffer items = exactInts(buffer);
        int times = (int) factor;
        for (int b = 0; b < count; b += FOURS) {
          for (int i = 0; i < FOURS; i++) {
            items.put(at + b + i, items.get(at + b + i) + times * ints[b + i]);
          }
        }
      }
      case PLUS_LONGS -> {
        LongBuffer items = exactLongs(buffer);
        for (int b = 0; b < count; b += EIGHTS) {
          for (int i = 0; i < EIGHTS; i++) {
            items.put(at + b + i, items.get(at + b + i) + longs[b + i]);
          }
        }
      }
      case MINUS_LONGS -> {
        LongBuffer items = exactLongs(buffer);
        for (int b = 0; b < count; b += EIGHTS) {
          for (int i = 0; i < EIGHTS; i++) {
            items.put(at + b + i, items.get(at + b + i) - longs[b + i]);
          }
        }
      }
      case TIMES_LONGS -> {
        LongBuffer items = exactLongs(buffer);
        for (int b = 0; b < count; b += EIGHTS) {
          for (int i = 0; i < EIGHTS; i++) {
            items.put(at + b + i, items.get(at + b + i) * longs[b + i]);
          }
        }
      }
      case ADD_SCALED_LONGS -> {
        LongBuffer items = exactLongs(buffer);
        long times = factor;
        for (int b = 0; b < count; b += EIGHTS) {
          for (int i = 0; i < EIGHTS; i++) {
            items.put(at + b + i, items.get(at + b + i) + times * longs[b + i]);
          }
        }
      }
      default -> throw new AssertionError(loop);
    }
  }

  private static void floats(
      Loop loop,
      Buffer buffer,
      int at,
      float[] floats,
      double[] doubles,
      double factor,
      int count) {
    switch (loop) {
      case PLUS_FLOATS -> {
        FloatBuffer items = exactFloats(buffer);
        for (int b = 0; b < count; b += FOURS) {
          for (int i = 0; i < FOURS; i++) {
            items.put(at + b + i, items.get(at + b + i) + floats[b + i]);
          }
        }
      }
      case MINUS_FLOATS -> {
        FloatBuffer items = exactFloats(buffer);
        for (int b = 0; b < count; b += FOURS) {
          for (int i = 0; i < FOURS; i++) {
            items.put(at + b + i, items.get(at + b + i) - floats[b + i]);
          }
        }
      }
      case TIMES_FLOATS -> {
        FloatBuffer items = exactFloats(buffer);
        for (int b = 0; b < count; b += FOURS) {
          for (int i = 0; i < FOURS; i++) {
            items.put(at + b + i, items.get(at + b + i) * floats[b + i]);
          }
        }
      }
      case DIVIDED_BY_FLOATS -> {
        FloatBuffer items = exactFloats(buffer);
        for (int b = 0; b < count; b += FOURS) {
          for (int i = 0; i < FOURS; i++) {
            items.put(at + b + i, items.get(at + b + i) / floats[b + i]);
          }
        }
      }
      case ADD_SCALED_FLOATS -> {
        FloatBuffer items = exactFloats(buffer);
        float times = (float) factor;
        for (int b = 0; b < count; b += FOURS) {
          for (int i = 0; i < FOURS; i++) {
            items.put(at + b + i, items.get(at + b + i) + times * floats[b + i]);
          }
        }
      }
      case PLUS_DOUBLES -> {
        DoubleBuffer items = exactDoubles(buffer);
        for (int b = 0; b < count; b += EIGHTS) {
          for (int i = 0; i < EIGHTS; i++) {
            items.put(at + b + i, items.get(at + b + i) + doubles[b + i]);
          }
        }
      }
      case MINUS_DOUBLES -> {
        DoubleBuffer items = exactDoubles(buffer);
        for (int b = 0; b < count; b += EIGHTS) {
          for (int i = 0; i < EIGHTS; i++) {
            items.put(at + b + i, items.get(at + b + i) - doubles[b + i]);
          }
        }
      }
      case TIMES_DOUBLES -> {
        DoubleBuffer items = exactDoubles(buffer);
        for (int b = 0; b < count; b += EIGHTS) {
          for (int i = 0; i < EIGHTS; i++) {
            items.put(at + b + i, items.get(at + b + i) * doubles[b + i]);
          }
        }
      }
      case DIVIDED_BY_DOUBLES -> {
        DoubleBuffer items = exactDoubles(buffer);
        for (int b = 0; b < count; b += EIGHTS) {
          for (int i = 0; i < EIGHTS; i++) {
            items.put(at + b + i, items.get(at + b + i) / doubles[b + i]);
          }
        }
      }
      case ADD_SCALED_DOUBLES -> {
        DoubleBuffer items = exactDoubles(buffer);
        double times = factor;
        for (int b = 0; b < count; b += EIGHTS) {
          for (int i = 0; i < EIGHTS; i++) {
            items.put(at + b + i, items.get(at + b + i) + times * doubles[b + i]);
          }
        }
      }
      default -> throw new AssertionError(loop);
    }
  }

  // ---- from memory to memory: not vectorised, but of wide items the memory takes the time

  static void apply(Operation operation, DoubleBuffer items, DoubleBuffer right, int count) {
    switch (operation) {
      case PLUS -> {
        for (int i = 0; i < count; i++) {
          items.put(i, items.get(i) + right.get(i));
        }
      }
      case MINUS -> {
        for (int i = 0; i < count; i++) {
          items.put(i, items.get(i) - right.get(i));
        }
      }
      case TIMES -> {
        for (int i = 0; i < count; i++) {
          items.put(i, items.get(i) * right.get(i));
        }
      }
      case DIVIDED_BY -> {
        for (int i = 0; i < count; i++) {
          items.put(i, items.get(i) / right.get(i));
        }
      }
      default -> throw new AssertionError(operation);
    }
  }

  /// Each product and each sum is rounded.
  static void addScaled(DoubleBuffer items, DoubleBuffer right, double factor, int count) {
    for (int i = 0; i < count; i++) {
      items.put(i, items.get(i) + factor * right.get(i));
    }
  }
}
