package io.ndmap.elementwise;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.op.Binary;
import io.ndmap.op.Comparison;

/// Loops over integers of one and two bytes, several at a time.
final class SmallIntLoops {

  private SmallIntLoops() {}

  /// Whether there is a loop for an operation: the others are computed in wider integers.
  static boolean has(Binary operation) {
    return switch (operation) {
      case PLUS, MINUS, TIMES, AND, OR, XOR, MINIMUM, MAXIMUM -> true;
      case DIVIDED_BY, FLOOR_DIVIDED_BY, REMAINDER, POWER, SHIFTED_LEFT, SHIFTED_RIGHT -> false;
    };
  }

  static Loop of(Binary operation, ScalarKind kind) {
    PackedInts ints = PackedInts.of(kind);
    int bits = ints.bits();
    long high = ints.high();
    long flip = ints.flip();
    return PackedLoop.of(
        ints,
        switch (operation) {
          case PLUS ->
              (x, y, z, words) -> {
                for (int i = 0; i < words; i++) {
                  z[i] = PackedInts.plus(x[i], y[i], high);
                }
              };
          case MINUS ->
              (x, y, z, words) -> {
                for (int i = 0; i < words; i++) {
                  z[i] = PackedInts.minus(x[i], y[i], high);
                }
              };
          case TIMES -> bits == Byte.SIZE ? timesOfBytes() : timesOfShorts();
          case AND ->
              (x, y, z, words) -> {
                for (int i = 0; i < words; i++) {
                  z[i] = x[i] & y[i];
                }
              };
          case OR ->
              (x, y, z, words) -> {
                for (int i = 0; i < words; i++) {
                  z[i] = x[i] | y[i];
                }
              };
          case XOR ->
              (x, y, z, words) -> {
                for (int i = 0; i < words; i++) {
                  z[i] = x[i] ^ y[i];
                }
              };
          case MINIMUM ->
              (x, y, z, words) -> {
                for (int i = 0; i < words; i++) {
                  z[i] = PackedInts.min(x[i] ^ flip, y[i] ^ flip, high, bits) ^ flip;
                }
              };
          case MAXIMUM ->
              // The order of their complements is the opposite one.
              (x, y, z, words) -> {
                for (int i = 0; i < words; i++) {
                  z[i] = ~(PackedInts.min(~x[i] ^ flip, ~y[i] ^ flip, high, bits) ^ flip);
                }
              };
          default -> throw new AssertionError(operation);
        });
  }

  private static PackedLoop timesOfBytes() {
    return (x, y, z, words) -> {
      for (int i = 0; i < words; i++) {
        z[i] = PackedInts.timesOfBytes(x[i], y[i]);
      }
    };
  }

  private static PackedLoop timesOfShorts() {
    return (x, y, z, words) -> {
      for (int i = 0; i < words; i++) {
        z[i] = PackedInts.timesOfShorts(x[i], y[i]);
      }
    };
  }

  /// Compares, with booleans as results; see [CompareLoops].
  static Loop of(Comparison how, ScalarKind kind) {
    PackedInts ints = PackedInts.of(kind);
    int last = ints.bits() - 1;
    long high = ints.high();
    long flip = ints.flip();
    return PackedLoop.toMask(
        ints,
        switch (how) {
          case LESS ->
              (x, y, mask, words) -> {
                for (int i = 0; i < words; i++) {
                  mask[i] = PackedInts.less(x[i] ^ flip, y[i] ^ flip, high) >>> last;
                }
              };
          case LESS_EQUAL ->
              (x, y, mask, words) -> {
                for (int i = 0; i < words; i++) {
                  mask[i] = (PackedInts.less(y[i] ^ flip, x[i] ^ flip, high) ^ high) >>> last;
                }
              };
          case EQUAL ->
              (x, y, mask, words) -> {
                for (int i = 0; i < words; i++) {
                  mask[i] = (PackedInts.nonZero(x[i] ^ y[i], high) ^ high) >>> last;
                }
              };
          case NOT_EQUAL ->
              (x, y, mask, words) -> {
                for (int i = 0; i < words; i++) {
                  mask[i] = PackedInts.nonZero(x[i] ^ y[i], high) >>> last;
                }
              };
          case GREATER, GREATER_EQUAL -> throw new AssertionError(how);
        });
  }

  /// Limits to a range whose ends are given by their bits.
  static Loop clip(ScalarKind kind, long low, long high) {
    PackedInts ints = PackedInts.of(kind);
    int bits = ints.bits();
    long highest = ints.high();
    long flip = ints.flip();
    long least = ints.repeat(low) ^ flip;
    long greatest = ints.repeat(high) ^ flip;
    return PackedLoop.of(
        ints,
        (x, _, z, words) -> {
          for (int i = 0; i < words; i++) {
            long raised = ~PackedInts.min(~x[i] ^ flip, ~least, highest, bits);
            z[i] = PackedInts.min(raised, greatest, highest, bits) ^ flip;
          }
        });
  }

  /// Tells what lies in such a range, or what does not, as booleans.
  static Loop within(ScalarKind kind, long low, long high, boolean not) {
    PackedInts ints = PackedInts.of(kind);
    int last = ints.bits() - 1;
    long highest = ints.high();
    long least = ints.repeat(low);
    long span = ints.repeat(high - low);
    long inside = not ? 0 : highest;
    return PackedLoop.toMask(
        ints,
        (x, _, mask, words) -> {
          for (int i = 0; i < words; i++) {
            long distance = PackedInts.minus(x[i], least, highest);
            mask[i] = (PackedInts.less(span, distance, highest) ^ inside) >>> last;
          }
        });
  }
}
