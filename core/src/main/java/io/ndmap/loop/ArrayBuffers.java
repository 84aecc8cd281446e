package io.ndmap.loop;

import org.jspecify.annotations.Nullable;

/// Java arrays of one thread for plain loops, allocated on first use. HotSpot vectorises a loop
/// only if it can prove that stores do not alias loads. It can prove this for Java arrays, but not
/// for native memory.
public final class ArrayBuffers {

  /// The buffers for loops that use no arrays.
  public static final ArrayBuffers NONE = new ArrayBuffers(0);

  /// The maximum number of bytes of an array: the arrays and the operands fit the L1 cache
  /// together.
  private static final int MOST = 1 << 12;

  /// The number of arrays of each type: for three operands and the results.
  private static final int ARRAYS = 4;

  /// Bytes of the widest elements: complex numbers.
  public static final int WIDEST = 2 * Double.BYTES;

  /// The index of the array for the results.
  public static final int RESULTS = 3;

  // Bytes of each array.
  private final int size;
  private byte @Nullable [][] bytes;
  private short @Nullable [][] shorts;
  private int @Nullable [][] ints;
  private long @Nullable [][] longs;
  private float @Nullable [][] floats;
  private double @Nullable [][] doubles;

  /// @param items the number of elements, which limits the size of the arrays
  public ArrayBuffers(long items) {
    this.size = (int) Math.min(MOST, items * WIDEST);
  }

  /// Returns the size of each array, in bytes.
  public int bytes() {
    return size;
  }

  public byte[] bytes(int which) {
    if (bytes == null) {
      bytes = new byte[ARRAYS][];
    }
    if (bytes[which] == null) {
      bytes[which] = new byte[size];
    }
    return bytes[which];
  }

  public short[] shorts(int which) {
    if (shorts == null) {
      shorts = new short[ARRAYS][];
    }
    if (shorts[which] == null) {
      shorts[which] = new short[size / Short.BYTES];
    }
    return shorts[which];
  }

  public int[] ints(int which) {
    if (ints == null) {
      ints = new int[ARRAYS][];
    }
    if (ints[which] == null) {
      ints[which] = new int[size / Integer.BYTES];
    }
    return ints[which];
  }

  public long[] longs(int which) {
    if (longs == null) {
      longs = new long[ARRAYS][];
    }
    if (longs[which] == null) {
      longs[which] = new long[size / Long.BYTES];
    }
    return longs[which];
  }

  public float[] floats(int which) {
    if (floats == null) {
      floats = new float[ARRAYS][];
    }
    if (floats[which] == null) {
      floats[which] = new float[size / Float.BYTES];
    }
    return floats[which];
  }

  public double[] doubles(int which) {
    if (doubles == null) {
      doubles = new double[ARRAYS][];
    }
    if (doubles[which] == null) {
      doubles[which] = new double[size / Double.BYTES];
    }
    return doubles[which];
  }
}
