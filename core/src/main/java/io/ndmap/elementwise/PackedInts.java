package io.ndmap.elementwise;

import io.ndmap.dtype.ScalarKind;

/// Arithmetic on words of 64 bits that hold eight integers of one byte or four of two, each in bits
/// of its own, as of a processor that has no vectors.
///
/// @param bits of an integer, 8 or 16
/// @param high the highest bit of each
/// @param flip what turns their order into that of numbers without a sign
record PackedInts(int bits, long high, long flip) {

  private static final long BYTES = 0x0101_0101_0101_0101L;
  private static final long SHORTS = 0x0001_0001_0001_0001L;

  /// Those of a kind of one or two bytes.
  static PackedInts of(ScalarKind kind) {
    int bits = kind.itemsize() * Byte.SIZE;
    long high = (bits == Byte.SIZE ? BYTES : SHORTS) << (bits - 1);
    return new PackedInts(bits, high, kind.isUnsigned() ? 0 : high);
  }

  static boolean has(ScalarKind kind) {
    return kind.isInteger() && kind.itemsize() <= Short.BYTES;
  }

  int itemsize() {
    return bits / Byte.SIZE;
  }

  /// The same integer everywhere.
  long repeat(long integer) {
    return bits == Byte.SIZE ? (integer & 0xff) * BYTES : (integer & 0xffff) * SHORTS;
  }

  static long plus(long x, long y, long high) {
    return ((x & ~high) + (y & ~high)) ^ ((x ^ y) & high);
  }

  static long minus(long x, long y, long high) {
    return ((x | high) - (y & ~high)) ^ ((x ^ ~y) & high);
  }

  /// The highest bit of each that is less than the other, both without a sign.
  static long less(long x, long y, long high) {
    return ((~x & y) | (~(x ^ y) & minus(x, y, high))) & high;
  }

  /// The highest bit of each that is not zero.
  static long nonZero(long x, long high) {
    return (((x & ~high) + ~high) | x) & high;
  }

  /// All bits of those whose highest bit is given.
  static long all(long highest, int bits) {
    return (highest - (highest >>> (bits - 1))) | highest;
  }

  /// The lesser of each two without a sign.
  static long min(long x, long y, long high, int bits) {
    return y ^ ((x ^ y) & all(less(x, y, high), bits));
  }
}
