package io.ndmap.kernel;

import io.ndmap.dtype.ScalarKind;
import java.lang.foreign.MemorySegment;

/// A block of numbers in Java arrays that stay in the first-level cache: loaded from a segment as
/// items, widened to the lane that the loops compute in, and narrowed to items again.
///
/// An array is made when it is first needed. Not for several threads, but for a block that is only
/// read.
public final class Block {

  /// Bytes of the lane of one block: two of them and their items stay within the first-level cache.
  private static final int BYTES = 1 << 13;

  private static final byte[] NO_BYTES = {};
  private static final short[] NO_SHORTS = {};
  private static final int[] NO_INTS = {};
  private static final long[] NO_LONGS = {};
  private static final float[] NO_FLOATS = {};
  private static final double[] NO_DOUBLES = {};

  private final int capacity;
  private byte[] bytes = NO_BYTES;
  private short[] shorts = NO_SHORTS;
  private int[] ints = NO_INTS;
  private long[] longs = NO_LONGS;
  private float[] floats = NO_FLOATS;
  private double[] doubles = NO_DOUBLES;

  /// @param capacity the most items it will hold
  public Block(int capacity) {
    this.capacity = capacity;
  }

  /// How many items of a kind to compute with at once.
  ///
  /// @param kind what they are computed in
  /// @return a power of two
  public static int items(ScalarKind kind) {
    return BYTES / Math.max(Integer.BYTES, kind.itemsize());
  }

  // ---- the arrays

  /// Items of one byte.
  ///
  /// @return the array itself
  public byte[] bytes() {
    if (bytes.length == 0) {
      bytes = new byte[capacity];
    }
    return bytes;
  }

  /// Items of two bytes that are no floating-point numbers of a lane.
  ///
  /// @return the array itself
  public short[] shorts() {
    if (shorts.length == 0) {
      shorts = new short[capacity];
    }
    return shorts;
  }

  /// The lane of small integers.
  ///
  /// @return the array itself
  public int[] ints() {
    if (ints.length == 0) {
      ints = new int[capacity];
    }
    return ints;
  }

  /// The lane of integers of 64 bits.
  ///
  /// @return the array itself
  public long[] longs() {
    if (longs.length == 0) {
      longs = new long[capacity];
    }
    return longs;
  }

  /// The lane of `f4` and `f2`.
  ///
  /// @return the array itself
  public float[] floats() {
    if (floats.length == 0) {
      floats = new float[capacity];
    }
    return floats;
  }

  /// The lane of `f8`.
  ///
  /// @return the array itself
  public double[] doubles() {
    if (doubles.length == 0) {
      doubles = new double[capacity];
    }
    return doubles;
  }

  // ---- from and to memory

  /// Takes a run of items as they are.
  ///
  /// @param kind theirs
  /// @param big whether they are big-endian
  /// @param from where they are
  /// @param at byte offset of the first
  /// @param stride bytes from one to the next
  /// @param start where the first goes in the block
  /// @param count how many
  public void take(
      ScalarKind kind,
      boolean big,
      MemorySegment from,
      long at,
      long stride,
      int start,
      int count) {
    switch (kind) {
      case BOOL, INT8, UINT8 -> Moves.take(from, at, stride, bytes(), start, count);
      case INT16, UINT16, FLOAT16 -> Moves.take(from, at, stride, shorts(), start, count);
      case INT32, UINT32 -> Moves.take(from, at, stride, ints(), start, count);
      case INT64, UINT64 -> Moves.take(from, at, stride, longs(), start, count);
      case FLOAT32 -> {
        if (big) {
          Moves.take(from, at, stride, ints(), start, count);
        } else {
          Moves.take(from, at, stride, floats(), start, count);
        }
      }
      case FLOAT64 -> {
        if (big) {
          Moves.take(from, at, stride, longs(), start, count);
        } else {
          Moves.take(from, at, stride, doubles(), start, count);
        }
      }
      default -> throw new AssertionError(kind);
    }
  }

  /// Brings items that were taken into the byte order of this machine.
  ///
  /// @param kind theirs
  /// @param big whether they are big-endian
  /// @param count how many
  public void order(ScalarKind kind, boolean big, int count) {
    if (!big) {
      return;
    }
    switch (kind) {
      case BOOL, INT8, UINT8 -> {
        // One byte has no order.
      }
      case INT16, UINT16, FLOAT16 -> Moves.reverseBytes(shorts(), count);
      case INT32, UINT32 -> Moves.reverseBytes(ints(), count);
      case INT64, UINT64 -> Moves.reverseBytes(longs(), count);
      case FLOAT32 -> {
        Moves.reverseBytes(ints(), count);
        Moves.bits(ints(), floats(), count);
      }
      case FLOAT64 -> {
        Moves.reverseBytes(longs(), count);
        Moves.bits(longs(), doubles(), count);
      }
      default -> throw new AssertionError(kind);
    }
  }

  /// Opens items that were taken into their kind's lane.
  ///
  /// @param kind theirs
  /// @param big whether they are big-endian
  /// @param count how many
  public void open(ScalarKind kind, boolean big, int count) {
    order(kind, big, count);
    switch (kind) {
      case BOOL, INT8, UINT8 -> Conversions.toInts(bytes(), ints(), kind, count);
      case INT16, UINT16 -> Conversions.toInts(shorts(), ints(), kind, count);
      case FLOAT16 -> Conversions.halvesToFloats(shorts(), floats(), count);
      default -> {
        // The items are the lane.
      }
    }
  }

  /// Closes the numbers of a lane into items; the low bits of integers, rounded to `f2`.
  ///
  /// @param kind the items'
  /// @param big whether they shall be big-endian
  /// @param count how many
  public void close(ScalarKind kind, boolean big, int count) {
    switch (kind) {
      case BOOL, INT8, UINT8 -> Conversions.toBytes(ints(), bytes(), kind, count);
      case INT16, UINT16 -> Conversions.toShorts(ints(), shorts(), count);
      case FLOAT16 -> Conversions.floatsToHalves(floats(), shorts(), count);
      default -> {
        // The lane is the items.
      }
    }
    disorder(kind, big, count);
  }

  /// Brings items from the byte order of this machine into another.
  ///
  /// @param kind theirs
  /// @param big whether they shall be big-endian
  /// @param count how many
  public void disorder(ScalarKind kind, boolean big, int count) {
    if (!big) {
      return;
    }
    switch (kind) {
      case FLOAT32 -> {
        Moves.bits(floats(), ints(), count);
        Moves.reverseBytes(ints(), count);
      }
      case FLOAT64 -> {
        Moves.bits(doubles(), longs(), count);
        Moves.reverseBytes(longs(), count);
      }
      default -> order(kind, true, count);
    }
  }

  /// Puts a run of items back as they are.
  ///
  /// @param kind theirs
  /// @param big whether they are big-endian
  /// @param start where the first is in the block
  /// @param count how many
  /// @param to where they go
  /// @param at byte offset of the first
  /// @param stride bytes from one to the next
  public void put(
      ScalarKind kind, boolean big, int start, int count, MemorySegment to, long at, long stride) {
    switch (kind) {
      case BOOL, INT8, UINT8 -> Moves.put(bytes, start, count, to, at, stride);
      case INT16, UINT16, FLOAT16 -> Moves.put(shorts, start, count, to, at, stride);
      case INT32, UINT32 -> Moves.put(ints, start, count, to, at, stride);
      case INT64, UINT64 -> Moves.put(longs, start, count, to, at, stride);
      case FLOAT32 -> {
        if (big) {
          Moves.put(ints, start, count, to, at, stride);
        } else {
          Moves.put(floats, start, count, to, at, stride);
        }
      }
      case FLOAT64 -> {
        if (big) {
          Moves.put(longs, start, count, to, at, stride);
        } else {
          Moves.put(doubles, start, count, to, at, stride);
        }
      }
      default -> throw new AssertionError(kind);
    }
  }

  // ---- computing

  /// Brings the numbers of an open lane into that of another kind, as C converts them.
  ///
  /// @param from what they are; of results only the low bits, or more digits than the kind has
  /// @param to what they shall be, no less general in kind
  /// @param count how many
  public void convert(ScalarKind from, ScalarKind to, int count) {
    if (from == to) {
      return;
    }
    wrap(from, count);
    boolean unsigned = from.isUnsigned();
    Lane target = Lane.of(to);
    switch (Lane.of(from)) {
      case INT -> {
        // Unsigned ones of 32 bits are negative in their lane.
        if (from == ScalarKind.UINT32 && target != Lane.INT) {
          Conversions.toLongs(ints(), longs(), true, count);
          convert(ScalarKind.INT64, to, count);
          return;
        }
        switch (target) {
          case INT -> {
            // Closing takes the low bits.
          }
          case LONG -> Conversions.toLongs(ints(), longs(), false, count);
          case FLOAT -> Conversions.toFloats(ints(), floats(), count);
          case DOUBLE -> Conversions.toDoubles(ints(), doubles(), count);
        }
      }
      case LONG -> {
        switch (target) {
          case INT -> Conversions.toInts(longs(), ints(), count);
          case LONG -> {
            // Signs do not change the bits.
          }
          case FLOAT -> Conversions.toFloats(longs(), floats(), unsigned, count);
          case DOUBLE -> Conversions.toDoubles(longs(), doubles(), unsigned, count);
        }
      }
      case FLOAT -> {
        if (target == Lane.DOUBLE) {
          Conversions.toDoubles(floats(), doubles(), count);
        }
      }
      case DOUBLE -> {
        if (to == ScalarKind.FLOAT16) {
          Conversions.toStickyFloats(doubles(), floats(), count);
        } else {
          Conversions.toFloats(doubles(), floats(), count);
        }
      }
    }
  }

  /// Reduces results that are more than their kind holds to what it does hold.
  ///
  /// @param kind what they shall be
  /// @param count how many
  public void wrap(ScalarKind kind, int count) {
    if (kind == ScalarKind.FLOAT16) {
      Conversions.roundToHalf(floats(), count);
    } else if (Lane.of(kind) == Lane.INT) {
      Conversions.wrap(ints(), kind, count);
    }
  }

  /// Adds the numbers of another block to these.
  ///
  /// @param kind what the numbers of both are
  /// @param right the other numbers
  /// @param count how many
  public void add(ScalarKind kind, Block right, int count) {
    switch (Lane.of(kind)) {
      case INT -> add(ints(), right.ints, count);
      case LONG -> add(longs(), right.longs, count);
      case FLOAT -> add(floats(), right.floats, count);
      case DOUBLE -> add(doubles(), right.doubles, count);
    }
  }

  private static void add(int[] x, int[] y, int count) {
    for (int i = 0; i < count; i++) {
      x[i] += y[i];
    }
  }

  private static void add(long[] x, long[] y, int count) {
    for (int i = 0; i < count; i++) {
      x[i] += y[i];
    }
  }

  private static void add(float[] x, float[] y, int count) {
    for (int i = 0; i < count; i++) {
      x[i] += y[i];
    }
  }

  private static void add(double[] x, double[] y, int count) {
    for (int i = 0; i < count; i++) {
      x[i] += y[i];
    }
  }

  /// Takes the numbers of another block.
  ///
  /// @param kind what they are
  /// @param from with an open lane
  /// @param count how many
  public void copy(ScalarKind kind, Block from, int count) {
    switch (Lane.of(kind)) {
      case INT -> System.arraycopy(from.ints, 0, ints(), 0, count);
      case LONG -> System.arraycopy(from.longs, 0, longs(), 0, count);
      case FLOAT -> System.arraycopy(from.floats, 0, floats(), 0, count);
      case DOUBLE -> System.arraycopy(from.doubles, 0, doubles(), 0, count);
    }
  }
}
