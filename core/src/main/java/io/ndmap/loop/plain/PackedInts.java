package io.ndmap.loop.plain;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.InternalOperation;
import io.ndmap.loop.plain.PlainTemplateData.LongMap;
import io.ndmap.op.Binary;
import io.ndmap.op.Comparison;
import org.jspecify.annotations.Nullable;

/// Operations in SWAR arithmetic: eight 8-bit or four 16-bit integers in a `long`. HotSpot does not
/// vectorise loops over bytes and shorts that have a branch per element.
///
/// @param bits the width of an integer, 8 or 16
/// @param high the mask of the highest bit of each integer
/// @param mask the xor mask from the order of the integers to unsigned order
record PackedInts(int bits, long high, long mask) {

  private static final long BYTES = 0x0101_0101_0101_0101L;
  private static final long SHORTS = 0x0001_0001_0001_0001L;

  /// Returns the operations for a scalar type of one or two bytes.
  static PackedInts of(ScalarKind kind) {
    int bits = kind.itemsize() * Byte.SIZE;
    long high = (bits == Byte.SIZE ? BYTES : SHORTS) << (bits - 1);
    return new PackedInts(bits, high, kind.isUnsigned() ? 0 : high);
  }

  /// Returns the SWAR form of an operation.
  ///
  /// @return null if elements are computed one by one
  @Nullable LongMap row(Object operation) {
    if (operation instanceof Binary binary) {
      return switch (binary) {
        case MINIMUM -> (a, b, _) -> min(a ^ mask, b ^ mask) ^ mask;
        case MAXIMUM -> (a, b, _) -> max(a ^ mask, b ^ mask) ^ mask;
        default -> bits == Byte.SIZE ? test(operation) : null;
      };
    }
    if (operation instanceof InternalOperation special) {
      return switch (special) {
        case CLIP -> (a, low, most) -> min(max(a ^ mask, low ^ mask), most ^ mask) ^ mask;
        default -> bits == Byte.SIZE ? test(operation) : null;
      };
    }
    return bits == Byte.SIZE ? test(operation) : null;
  }

  /// Returns the SWAR form of a test of bytes, which sets each byte to 1 or 0.
  private @Nullable LongMap test(Object operation) {
    if (operation instanceof Comparison comparison) {
      return switch (comparison) {
        case LESS -> (a, b, _) -> less(a ^ mask, b ^ mask) >>> 7;
        case LESS_EQUAL -> (a, b, _) -> (less(b ^ mask, a ^ mask) ^ high) >>> 7;
        case EQUAL -> (a, b, _) -> (nonZero(a ^ b) ^ high) >>> 7;
        case NOT_EQUAL -> (a, b, _) -> nonZero(a ^ b) >>> 7;
        default -> null;
      };
    }
    if (operation instanceof InternalOperation special) {
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

  /// Sets the highest bit of each integer of x that is less than the integer of y, unsigned.
  private long less(long x, long y) {
    return ((~x & y) | (~(x ^ y) & minus(x, y))) & high;
  }

  /// Sets the highest bit of each nonzero integer.
  private long nonZero(long x) {
    return (((x & ~high) + ~high) | x) & high;
  }

  /// Returns the smaller of each pair of integers, unsigned.
  private long min(long x, long y) {
    return y ^ ((x ^ y) & all(less(x, y)));
  }

  private long max(long x, long y) {
    return x ^ ((x ^ y) & all(less(x, y)));
  }

  /// Sets all bits of the integers whose highest bit is set.
  private long all(long highest) {
    return (highest - (highest >>> (bits - 1))) | highest;
  }
}
