package io.ndmap.kernel;

/// Arrays of one length for the blocks of a conversion, one for each carrier, made when first asked
/// for: most conversions need two of eight, and making all costs more than converting few items.
///
/// One object serves one thread.
final class CarrierBlocks {

  private static final byte[] NO_BYTES = {};
  private static final short[] NO_SHORTS = {};
  private static final int[] NO_INTS = {};
  private static final long[] NO_LONGS = {};
  private static final float[] NO_FLOATS = {};
  private static final double[] NO_DOUBLES = {};

  private final int length;
  private byte[] bytes = NO_BYTES;
  private short[] shorts = NO_SHORTS;
  private int[] ints = NO_INTS;
  private long[] longs = NO_LONGS;
  private float[] floats = NO_FLOATS;
  private double[] doubles = NO_DOUBLES;
  private long[] sourceExtended = NO_LONGS;
  private long[] targetExtended = NO_LONGS;

  /// @param length items of a block, at least one
  CarrierBlocks(int length) {
    this.length = length;
  }

  /// Items of a block.
  int length() {
    return length;
  }

  byte[] bytes() {
    if (bytes.length == 0) {
      bytes = new byte[length];
    }
    return bytes;
  }

  short[] shorts() {
    if (shorts.length == 0) {
      shorts = new short[length];
    }
    return shorts;
  }

  int[] ints() {
    if (ints.length == 0) {
      ints = new int[length];
    }
    return ints;
  }

  long[] longs() {
    if (longs.length == 0) {
      longs = new long[length];
    }
    return longs;
  }

  float[] floats() {
    if (floats.length == 0) {
      floats = new float[length];
    }
    return floats;
  }

  double[] doubles() {
    if (doubles.length == 0) {
      doubles = new double[length];
    }
    return doubles;
  }

  /// Long doubles of the source, two longs each.
  long[] sourceExtended() {
    if (sourceExtended.length == 0) {
      sourceExtended = new long[2 * length];
    }
    return sourceExtended;
  }

  /// Long doubles for the target, two longs each.
  long[] targetExtended() {
    if (targetExtended.length == 0) {
      targetExtended = new long[2 * length];
    }
    return targetExtended;
  }
}
