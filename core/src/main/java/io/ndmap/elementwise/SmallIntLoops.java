package io.ndmap.elementwise;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.op.Binary;
import io.ndmap.op.Comparison;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Loops over integers of one and two bytes, several at a time.
final class SmallIntLoops {

  private static final ValueLayout.OfByte I1 = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort I2 =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private SmallIntLoops() {}

  /// Whether there is a loop for an operation: the others are computed in wider integers.
  static boolean has(Binary operation) {
    return switch (operation) {
      case PLUS, MINUS, TIMES, AND, OR, XOR, MINIMUM, MAXIMUM -> true;
      case DIVIDED_BY, FLOOR_DIVIDED_BY, REMAINDER, POWER, SHIFTED_LEFT, SHIFTED_RIGHT -> false;
    };
  }

  static Loop of(Binary operation, ScalarKind kind) {
    if (operation == Binary.TIMES) {
      return kind.itemsize() == Byte.BYTES ? timesOfBytes() : timesOfShorts();
    }
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

  // Products are not those of parts of a word: HotSpot has vectors of bytes and of shorts for them.

  private static Loop timesOfBytes() {
    return (x, y, z, count) -> {
      byte[] a = z.room().bytes(0);
      byte[] b = z.room().bytes(1);
      byte[] products = z.room().bytes(2);
      for (int done = 0; done < count; done += a.length) {
        int n = Math.min(a.length, count - done);
        MemorySegment.copy(x.memory(), I1, x.at() + done, a, 0, n);
        MemorySegment.copy(y.memory(), I1, y.at() + done, b, 0, n);
        for (int i = 0; i < n; i++) {
          products[i] = (byte) (a[i] * b[i]);
        }
        MemorySegment.copy(products, 0, z.memory(), I1, z.at() + done, n);
      }
    };
  }

  private static Loop timesOfShorts() {
    return (x, y, z, count) -> {
      short[] a = z.room().shorts(0);
      short[] b = z.room().shorts(1);
      short[] products = z.room().shorts(2);
      for (int done = 0; done < count; done += a.length) {
        int n = Math.min(a.length, count - done);
        long at = (long) done * Short.BYTES;
        MemorySegment.copy(x.memory(), I2, x.at() + at, a, 0, n);
        MemorySegment.copy(y.memory(), I2, y.at() + at, b, 0, n);
        for (int i = 0; i < n; i++) {
          products[i] = (short) (a[i] * b[i]);
        }
        MemorySegment.copy(products, 0, z.memory(), I2, z.at() + at, n);
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
