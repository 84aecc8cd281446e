package io.ndmap.loop.plain;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.Special;
import io.ndmap.loop.plain.PlainRow.LongMap;
import io.ndmap.op.Binary;
import io.ndmap.op.Comparison;
import org.jspecify.annotations.Nullable;

/// Rows for words of 64 bits that hold eight integers of one byte or four of two, each in bits of
/// its own, as of a processor that has no vectors: of what has a branch for each item HotSpot makes
/// none of bytes and shorts.
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

  /// The row of an operation.
  ///
  /// @return null if it is computed of single items
  @Nullable LongMap row(Object operation) {
    if (operation instanceof Binary binary) {
      return switch (binary) {
        case MINIMUM -> (a, b, _) -> min(a ^ flip, b ^ flip) ^ flip;
        case MAXIMUM -> (a, b, _) -> max(a ^ flip, b ^ flip) ^ flip;
        default -> bits == Byte.SIZE ? test(operation) : null;
      };
    }
    if (operation instanceof Special special) {
      return switch (special) {
        case CLIP -> (a, low, most) -> min(max(a ^ flip, low ^ flip), most ^ flip) ^ flip;
        default -> bits == Byte.SIZE ? test(operation) : null;
      };
    }
    return bits == Byte.SIZE ? test(operation) : null;
  }

  /// Leaves 1 or 0 in the place of each byte.
  private @Nullable LongMap test(Object operation) {
    if (operation instanceof Comparison comparison) {
      return switch (comparison) {
        case LESS -> (a, b, _) -> less(a ^ flip, b ^ flip) >>> 7;
        case LESS_EQUAL -> (a, b, _) -> (less(b ^ flip, a ^ flip) ^ high) >>> 7;
        case EQUAL -> (a, b, _) -> (nonZero(a ^ b) ^ high) >>> 7;
        case NOT_EQUAL -> (a, b, _) -> nonZero(a ^ b) >>> 7;
        default -> null;
      };
    }
    if (operation instanceof Special special) {
      return switch (special) {
        case WITHIN -> (a, low, most) -> (less(minus(most, low), minus(a, low)) ^ high) >>> 7;
        case BEYOND -> (a, low, most) -> less(minus(most, low), minus(a, low)) >>> 7;
        default -> null;
      };
    }
    return null;
  }

  private long minus(long x, long y) {
    return ((x | high) - (y & ~high)) ^ ((x ^ ~y) & high);
  }

  /// The highest bit of each that is less than the other, both without a sign.
  private long less(long x, long y) {
    return ((~x & y) | (~(x ^ y) & minus(x, y))) & high;
  }

  /// The highest bit of each that is not zero.
  private long nonZero(long x) {
    return (((x & ~high) + ~high) | x) & high;
  }

  /// The lesser of each two without a sign.
  private long min(long x, long y) {
    return y ^ ((x ^ y) & all(less(x, y)));
  }

  private long max(long x, long y) {
    return x ^ ((x ^ y) & all(less(x, y)));
  }

  /// All bits of those whose highest bit is given.
  private long all(long highest) {
    return (highest - (highest >>> (bits - 1))) | highest;
  }
}
