package io.ndmap.loop;

/// Java arrays of one thread for plain loops, made when they are first asked for: HotSpot computes
/// many items at once only where it knows that what is written is apart from what is read, which it
/// does of Java arrays, and not of two places in native memory.
public final class ArrayRoom {

  /// The most bytes of an array: with those of the operands it stays in the first-level cache.
  private static final int MOST = 1 << 12;

  /// Of each type: for three operands and the results.
  private static final int ARRAYS = 4;

  /// Bytes of the widest items: complex numbers.
  public static final int WIDEST = 2 * Double.BYTES;

  /// Where the results go.
  public static final int RESULTS = 3;

  private final int size;
  private final byte[][] bytes = new byte[ARRAYS][];
  private final short[][] shorts = new short[ARRAYS][];
  private final int[][] ints = new int[ARRAYS][];
  private final long[][] longs = new long[ARRAYS][];
  private final float[][] floats = new float[ARRAYS][];
  private final double[][] doubles = new double[ARRAYS][];

  /// @param items that there are, of which few need little
  public ArrayRoom(long items) {
    this.size = (int) Math.min(MOST, items * WIDEST);
  }

  /// Bytes of an array.
  public int bytes() {
    return size;
  }

  public byte[] bytes(int which) {
    if (bytes[which] == null) {
      bytes[which] = new byte[size];
    }
    return bytes[which];
  }

  public short[] shorts(int which) {
    if (shorts[which] == null) {
      shorts[which] = new short[size / Short.BYTES];
    }
    return shorts[which];
  }

  public int[] ints(int which) {
    if (ints[which] == null) {
      ints[which] = new int[size / Integer.BYTES];
    }
    return ints[which];
  }

  public long[] longs(int which) {
    if (longs[which] == null) {
      longs[which] = new long[size / Long.BYTES];
    }
    return longs[which];
  }

  public float[] floats(int which) {
    if (floats[which] == null) {
      floats[which] = new float[size / Float.BYTES];
    }
    return floats[which];
  }

  public double[] doubles(int which) {
    if (doubles[which] == null) {
      doubles[which] = new double[size / Double.BYTES];
    }
    return doubles[which];
  }
}
