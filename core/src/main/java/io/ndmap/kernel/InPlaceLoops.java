package io.ndmap.kernel;

import io.ndmap.dtype.ScalarKind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Arithmetic in place on contiguous little-endian items in native memory: as fast as the memory,
/// because nothing is copied.
///
/// The other operand comes in small blocks, or is a block full of one number; doubles in native
/// memory are met where they are, because copying them takes longer than vectors save.
public final class InPlaceLoops {

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// Bytes of a block of the other operand.
  private static final int BLOCK = 1 << 12;

  private InPlaceLoops() {}

  /// Whether there is a loop.
  ///
  /// @param operation what is computed
  /// @param kind what the items are and what is computed in
  /// @return whether the functions here take them
  public static boolean serve(Operation operation, ScalarKind kind) {
    return switch (kind) {
      case INT32, UINT32, INT64, UINT64 ->
          switch (operation) {
            case PLUS, MINUS, TIMES -> true;
            case DIVIDED_BY, AT_LEAST, AT_MOST -> false;
          };
      case FLOAT32, FLOAT64 -> operation != Operation.AT_LEAST && operation != Operation.AT_MOST;
      default -> false;
    };
  }

  /// Computes with a run of items and a number.
  ///
  /// @param operation what is computed
  /// @param kind what the items are and what is computed in
  /// @param items native memory
  /// @param at byte offset of the first item
  /// @param bits those of the number
  /// @param count how many
  public static void withNumber(
      Operation operation, ScalarKind kind, MemorySegment items, long at, long bits, int count) {
    switch (kind) {
      case INT32, UINT32 -> number(operation, items, at, (int) bits, count);
      case INT64, UINT64 -> number(operation, items, at, bits, count);
      case FLOAT32 -> number(operation, items, at, Float.intBitsToFloat((int) bits), count);
      default -> number(operation, items, at, Double.longBitsToDouble(bits), count);
    }
  }

  /// Computes with two contiguous runs of items of one kind.
  ///
  /// @param operation what is computed
  /// @param kind what the items are and what is computed in
  /// @param items native memory
  /// @param at byte offset of the first item
  /// @param right the memory of the others, which is the same or does not overlap
  /// @param rightAt byte offset of the first of the others
  /// @param count how many
  public static void withItems(
      Operation operation,
      ScalarKind kind,
      MemorySegment items,
      long at,
      MemorySegment right,
      long rightAt,
      int count) {
    switch (kind) {
      case INT32, UINT32 -> ints(operation, items, at, right, rightAt, null, count);
      case INT64, UINT64 -> longs(operation, items, at, right, rightAt, null, count);
      case FLOAT32 -> floats(operation, items, at, right, rightAt, null, count);
      default -> doubles(operation, items, at, right, rightAt, null, count);
    }
  }

  /// Adds a multiple of other items, each product and each sum rounded.
  ///
  /// @param kind what the items are and what is computed in
  /// @param items native memory
  /// @param at byte offset of the first item
  /// @param right the memory of the others, which is the same or does not overlap
  /// @param rightAt byte offset of the first of the others
  /// @param bits those of the factor
  /// @param count how many
  public static void addScaled(
      ScalarKind kind,
      MemorySegment items,
      long at,
      MemorySegment right,
      long rightAt,
      long bits,
      int count) {
    Operation plus = Operation.PLUS;
    switch (kind) {
      case INT32, UINT32 -> ints(plus, items, at, right, rightAt, (int) bits, count);
      case INT64, UINT64 -> longs(plus, items, at, right, rightAt, bits, count);
      case FLOAT32 ->
          floats(plus, items, at, right, rightAt, Float.intBitsToFloat((int) bits), count);
      default -> doubles(plus, items, at, right, rightAt, Double.longBitsToDouble(bits), count);
    }
  }

  // ---- in blocks; what fills none is taken out and put back

  private static void number(
      Operation operation, MemorySegment items, long at, int right, int count) {
    int[] block = new int[Math.min(count, BLOCK / Integer.BYTES)];
    Arrays.fill(block, right);
    int done = 0;
    if (count >= BufferLoops.FOURS) {
      int full = count & -BufferLoops.FOURS;
      int most = block.length & -BufferLoops.FOURS;
      IntBuffer to = ints(items, at, full);
      for (; BufferLoops.serves(to) && done < full; done += most) {
        BufferLoops.apply(operation, to, done, block, Math.min(most, full - done));
      }
      done = Math.min(done, full);
    }
    for (; done < count; done += block.length) {
      int some = Math.min(block.length, count - done);
      apart(operation, items, at + (long) done * Integer.BYTES, block, some);
    }
  }

  private static void ints(
      Operation operation,
      MemorySegment items,
      long at,
      MemorySegment right,
      long rightAt,
      @Nullable Integer factor,
      int count) {
    int[] block = new int[Math.min(count, BLOCK / Integer.BYTES)];
    int done = 0;
    if (count >= BufferLoops.FOURS) {
      int full = count & -BufferLoops.FOURS;
      int most = block.length & -BufferLoops.FOURS;
      IntBuffer to = ints(items, at, full);
      for (; BufferLoops.serves(to) && done < full; done += most) {
        int some = Math.min(most, full - done);
        MemorySegment.copy(right, INT, rightAt + (long) done * Integer.BYTES, block, 0, some);
        if (factor == null) {
          BufferLoops.apply(operation, to, done, block, some);
        } else {
          BufferLoops.addScaled(to, done, block, factor, some);
        }
      }
      done = Math.min(done, full);
    }
    for (; done < count; done += block.length) {
      int some = Math.min(block.length, count - done);
      long offset = (long) done * Integer.BYTES;
      MemorySegment.copy(right, INT, rightAt + offset, block, 0, some);
      if (factor != null) {
        times(block, factor);
      }
      apart(operation, items, at + offset, block, some);
    }
  }

  private static void times(int[] block, int factor) {
    for (int i = 0; i < block.length; i++) {
      block[i] *= factor;
    }
  }

  private static void apart(
      Operation operation, MemorySegment items, long at, int[] right, int count) {
    int[] left = new int[count];
    MemorySegment.copy(items, INT, at, left, 0, count);
    BlockLoops.apply(operation, left, right, count);
    MemorySegment.copy(left, 0, items, INT, at, count);
  }

  private static IntBuffer ints(MemorySegment segment, long at, int count) {
    return bytes(segment, at, count, Integer.BYTES).asIntBuffer();
  }

  private static void number(
      Operation operation, MemorySegment items, long at, long right, int count) {
    long[] block = new long[Math.min(count, BLOCK / Long.BYTES)];
    Arrays.fill(block, right);
    int done = 0;
    if (count >= BufferLoops.EIGHTS) {
      int full = count & -BufferLoops.EIGHTS;
      int most = block.length & -BufferLoops.EIGHTS;
      LongBuffer to = longs(items, at, full);
      for (; BufferLoops.serves(to) && done < full; done += most) {
        BufferLoops.apply(operation, to, done, block, Math.min(most, full - done));
      }
      done = Math.min(done, full);
    }
    for (; done < count; done += block.length) {
      int some = Math.min(block.length, count - done);
      apart(operation, items, at + (long) done * Long.BYTES, block, some);
    }
  }

  private static void longs(
      Operation operation,
      MemorySegment items,
      long at,
      MemorySegment right,
      long rightAt,
      @Nullable Long factor,
      int count) {
    long[] block = new long[Math.min(count, BLOCK / Long.BYTES)];
    int done = 0;
    if (count >= BufferLoops.EIGHTS) {
      int full = count & -BufferLoops.EIGHTS;
      int most = block.length & -BufferLoops.EIGHTS;
      LongBuffer to = longs(items, at, full);
      for (; BufferLoops.serves(to) && done < full; done += most) {
        int some = Math.min(most, full - done);
        MemorySegment.copy(right, LONG, rightAt + (long) done * Long.BYTES, block, 0, some);
        if (factor == null) {
          BufferLoops.apply(operation, to, done, block, some);
        } else {
          BufferLoops.addScaled(to, done, block, factor, some);
        }
      }
      done = Math.min(done, full);
    }
    for (; done < count; done += block.length) {
      int some = Math.min(block.length, count - done);
      long offset = (long) done * Long.BYTES;
      MemorySegment.copy(right, LONG, rightAt + offset, block, 0, some);
      if (factor != null) {
        times(block, factor);
      }
      apart(operation, items, at + offset, block, some);
    }
  }

  private static void times(long[] block, long factor) {
    for (int i = 0; i < block.length; i++) {
      block[i] *= factor;
    }
  }

  private static void apart(
      Operation operation, MemorySegment items, long at, long[] right, int count) {
    long[] left = new long[count];
    MemorySegment.copy(items, LONG, at, left, 0, count);
    BlockLoops.apply(operation, left, right, count);
    MemorySegment.copy(left, 0, items, LONG, at, count);
  }

  private static LongBuffer longs(MemorySegment segment, long at, int count) {
    return bytes(segment, at, count, Long.BYTES).asLongBuffer();
  }

  private static void number(
      Operation operation, MemorySegment items, long at, float right, int count) {
    float[] block = new float[Math.min(count, BLOCK / Float.BYTES)];
    Arrays.fill(block, right);
    int done = 0;
    if (count >= BufferLoops.FOURS) {
      int full = count & -BufferLoops.FOURS;
      int most = block.length & -BufferLoops.FOURS;
      FloatBuffer to = floats(items, at, full);
      for (; BufferLoops.serves(to) && done < full; done += most) {
        BufferLoops.apply(operation, to, done, block, Math.min(most, full - done));
      }
      done = Math.min(done, full);
    }
    for (; done < count; done += block.length) {
      int some = Math.min(block.length, count - done);
      apart(operation, items, at + (long) done * Float.BYTES, block, some);
    }
  }

  private static void floats(
      Operation operation,
      MemorySegment items,
      long at,
      MemorySegment right,
      long rightAt,
      @Nullable Float factor,
      int count) {
    float[] block = new float[Math.min(count, BLOCK / Float.BYTES)];
    int done = 0;
    if (count >= BufferLoops.FOURS) {
      int full = count & -BufferLoops.FOURS;
      int most = block.length & -BufferLoops.FOURS;
      FloatBuffer to = floats(items, at, full);
      for (; BufferLoops.serves(to) && done < full; done += most) {
        int some = Math.min(most, full - done);
        MemorySegment.copy(right, FLOAT, rightAt + (long) done * Float.BYTES, block, 0, some);
        if (factor == null) {
          BufferLoops.apply(operation, to, done, block, some);
        } else {
          BufferLoops.addScaled(to, done, block, factor, some);
        }
      }
      done = Math.min(done, full);
    }
    for (; done < count; done += block.length) {
      int some = Math.min(block.length, count - done);
      long offset = (long) done * Float.BYTES;
      MemorySegment.copy(right, FLOAT, rightAt + offset, block, 0, some);
      if (factor != null) {
        times(block, factor);
      }
      apart(operation, items, at + offset, block, some);
    }
  }

  private static void times(float[] block, float factor) {
    for (int i = 0; i < block.length; i++) {
      block[i] *= factor;
    }
  }

  private static void apart(
      Operation operation, MemorySegment items, long at, float[] right, int count) {
    float[] left = new float[count];
    MemorySegment.copy(items, FLOAT, at, left, 0, count);
    BlockLoops.apply(operation, left, right, count);
    MemorySegment.copy(left, 0, items, FLOAT, at, count);
  }

  private static FloatBuffer floats(MemorySegment segment, long at, int count) {
    return bytes(segment, at, count, Float.BYTES).asFloatBuffer();
  }

  private static void number(
      Operation operation, MemorySegment items, long at, double right, int count) {
    double[] block = new double[Math.min(count, BLOCK / Double.BYTES)];
    Arrays.fill(block, right);
    int done = 0;
    if (count >= BufferLoops.EIGHTS) {
      int full = count & -BufferLoops.EIGHTS;
      int most = block.length & -BufferLoops.EIGHTS;
      DoubleBuffer to = doubles(items, at, full);
      for (; BufferLoops.serves(to) && done < full; done += most) {
        BufferLoops.apply(operation, to, done, block, Math.min(most, full - done));
      }
      done = Math.min(done, full);
    }
    for (; done < count; done += block.length) {
      int some = Math.min(block.length, count - done);
      apart(operation, items, at + (long) done * Double.BYTES, block, some);
    }
  }

  private static void doubles(
      Operation operation,
      MemorySegment items,
      long at,
      MemorySegment right,
      long rightAt,
      @Nullable Double factor,
      int count) {
    if (right.isNative()) {
      DoubleBuffer from = RunBuffers.doubles(right, rightAt, count);
      if (factor == null) {
        BufferLoops.apply(operation, doubles(items, at, count), from, count);
      } else {
        BufferLoops.addScaled(doubles(items, at, count), from, factor, count);
      }
      return;
    }
    double[] block = new double[Math.min(count, BLOCK / Double.BYTES)];
    int done = 0;
    if (count >= BufferLoops.EIGHTS) {
      int full = count & -BufferLoops.EIGHTS;
      int most = block.length & -BufferLoops.EIGHTS;
      DoubleBuffer to = doubles(items, at, full);
      for (; BufferLoops.serves(to) && done < full; done += most) {
        int some = Math.min(most, full - done);
        MemorySegment.copy(right, DOUBLE, rightAt + (long) done * Double.BYTES, block, 0, some);
        if (factor == null) {
          BufferLoops.apply(operation, to, done, block, some);
        } else {
          BufferLoops.addScaled(to, done, block, factor, some);
        }
      }
      done = Math.min(done, full);
    }
    for (; done < count; done += block.length) {
      int some = Math.min(block.length, count - done);
      long offset = (long) done * Double.BYTES;
      MemorySegment.copy(right, DOUBLE, rightAt + offset, block, 0, some);
      if (factor != null) {
        times(block, factor);
      }
      apart(operation, items, at + offset, block, some);
    }
  }

  private static void times(double[] block, double factor) {
    for (int i = 0; i < block.length; i++) {
      block[i] *= factor;
    }
  }

  private static void apart(
      Operation operation, MemorySegment items, long at, double[] right, int count) {
    double[] left = new double[count];
    MemorySegment.copy(items, DOUBLE, at, left, 0, count);
    BlockLoops.apply(operation, left, right, count);
    MemorySegment.copy(left, 0, items, DOUBLE, at, count);
  }

  private static DoubleBuffer doubles(MemorySegment segment, long at, int count) {
    return bytes(segment, at, count, Double.BYTES).asDoubleBuffer();
  }

  private static ByteBuffer bytes(MemorySegment segment, long at, int count, int itemsize) {
    return RunBuffers.span(segment, at, itemsize, count, itemsize);
  }
}
