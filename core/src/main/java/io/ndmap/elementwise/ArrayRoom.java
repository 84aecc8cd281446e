package io.ndmap.elementwise;

/// Java arrays of one thread, into which loops compute before the results go to memory; made when
/// they are first asked for.
///
/// HotSpot computes several items at once only where it knows that what is written is apart from
/// what is read, which it does not of two places in native memory.
final class ArrayRoom {

  /// Bytes of an array: with those of the operands it stays in the first-level cache.
  private static final int BYTES = 1 << 12;

  private byte[] bytes = {};
  private float[] floats = {};
  private final long[][] longs = new long[3][];
  private double[] doubles = {};

  byte[] bytes() {
    if (bytes.length == 0) {
      bytes = new byte[BYTES];
    }
    return bytes;
  }

  float[] floats() {
    if (floats.length == 0) {
      floats = new float[BYTES / Float.BYTES];
    }
    return floats;
  }

  /// One of three.
  long[] longs(int which) {
    long[] there = longs[which];
    if (there == null) {
      there = new long[BYTES / Long.BYTES];
      longs[which] = there;
    }
    return there;
  }

  double[] doubles() {
    if (doubles.length == 0) {
      doubles = new double[BYTES / Double.BYTES];
    }
    return doubles;
  }
}
