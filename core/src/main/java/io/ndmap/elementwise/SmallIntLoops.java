package io.ndmap.elementwise;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.op.Binary;

/// Loops over integers of one and two bytes.
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
    return kind.itemsize() == Byte.BYTES
        ? bytes(operation, kind.isUnsigned() ? Byte.MIN_VALUE : 0)
        : shorts(operation, kind.isUnsigned() ? Short.MIN_VALUE : 0);
  }

  /// @param flip turns the order of numbers without a sign into that of those with one
  private static Loop bytes(Binary operation, long flip) {
    return ByteLoop.of(
        Byte.BYTES,
        switch (operation) {
          case PLUS ->
              (x, y, z, count) -> {
                for (int i = 0; i < count; i++) {
                  z[i] = (byte) (x.getByte(i) + y.getByte(i));
                }
              };
          case MINUS ->
              (x, y, z, count) -> {
                for (int i = 0; i < count; i++) {
                  z[i] = (byte) (x.getByte(i) - y.getByte(i));
                }
              };
          case TIMES ->
              (x, y, z, count) -> {
                for (int i = 0; i < count; i++) {
                  z[i] = (byte) (x.getByte(i) * y.getByte(i));
                }
              };
          case AND ->
              (x, y, z, count) -> {
                for (int i = 0; i < count; i++) {
                  z[i] = (byte) (x.getByte(i) & y.getByte(i));
                }
              };
          case OR ->
              (x, y, z, count) -> {
                for (int i = 0; i < count; i++) {
                  z[i] = (byte) (x.getByte(i) | y.getByte(i));
                }
              };
          case XOR ->
              (x, y, z, count) -> {
                for (int i = 0; i < count; i++) {
                  z[i] = (byte) (x.getByte(i) ^ y.getByte(i));
                }
              };
          case MINIMUM ->
              (x, y, z, count) -> {
                for (int i = 0; i < count; i++) {
                  z[i] =
                      (byte)
                          (Math.min((long) x.getByte(i) ^ flip, (long) y.getByte(i) ^ flip) ^ flip);
                }
              };
          case MAXIMUM ->
              (x, y, z, count) -> {
                for (int i = 0; i < count; i++) {
                  z[i] =
                      (byte)
                          (Math.max((long) x.getByte(i) ^ flip, (long) y.getByte(i) ^ flip) ^ flip);
                }
              };
          default -> throw new AssertionError(operation);
        });
  }

  private static Loop shorts(Binary operation, long flip) {
    return ShortLoop.of(
        switch (operation) {
          case PLUS ->
              (x, y, z, count) -> {
                for (int i = 0; i < count; i++) {
                  z[i] = (short) (x.getShort(i) + y.getShort(i));
                }
              };
          case MINUS ->
              (x, y, z, count) -> {
                for (int i = 0; i < count; i++) {
                  z[i] = (short) (x.getShort(i) - y.getShort(i));
                }
              };
          case TIMES ->
              (x, y, z, count) -> {
                for (int i = 0; i < count; i++) {
                  z[i] = (short) (x.getShort(i) * y.getShort(i));
                }
              };
          case AND ->
              (x, y, z, count) -> {
                for (int i = 0; i < count; i++) {
                  z[i] = (short) (x.getShort(i) & y.getShort(i));
                }
              };
          case OR ->
              (x, y, z, count) -> {
                for (int i = 0; i < count; i++) {
                  z[i] = (short) (x.getShort(i) | y.getShort(i));
                }
              };
          case XOR ->
              (x, y, z, count) -> {
                for (int i = 0; i < count; i++) {
                  z[i] = (short) (x.getShort(i) ^ y.getShort(i));
                }
              };
          case MINIMUM ->
              (x, y, z, count) -> {
                for (int i = 0; i < count; i++) {
                  z[i] =
                      (short)
                          (Math.min((long) x.getShort(i) ^ flip, (long) y.getShort(i) ^ flip)
                              ^ flip);
                }
              };
          case MAXIMUM ->
              (x, y, z, count) -> {
                for (int i = 0; i < count; i++) {
                  z[i] =
                      (short)
                          (Math.max((long) x.getShort(i) ^ flip, (long) y.getShort(i) ^ flip)
                              ^ flip);
                }
              };
          default -> throw new AssertionError(operation);
        });
  }
}
