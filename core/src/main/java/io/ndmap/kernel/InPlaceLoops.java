package io.ndmap.kernel;

import io.ndmap.dtype.ScalarKind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Arithmetic on little-endian items where they stand, in native memory without gaps: as fast as the
/// memory, because nothing is moved but once.
///
/// HotSpot vectorises these loops for integers, the other operand being a Java array, which cannot be
/// the same memory. Those over doubles it does not, but they are no slower than the memory is; those
/// over floats are, so floats go through blocks.
public final class InPlaceLoops {

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private InPlaceLoops() {}

  /// Whether there is a loop that is faster than one through blocks.
  ///
  /// @param operation what is computed
  /// @param kind what the items are and what is computed in
  /// @return whether [#apply] takes them
  public static boolean serves(Operation operation, ScalarKind kind) {
    return switch (operation) {
      case PLUS, MINUS, TIMES ->
          switch (kind) {
            case INT32, UINT32, INT64, UINT64, FLOAT64 -> true;
            default -> false;
          };
      case DIVIDED_BY, AT_LEAST, AT_MOST -> false;
    };
  }

  /// Computes with a run of items and the numbers of a block.
  ///
  /// @param operation what is computed
  /// @param kind what the items are and what is computed in
  /// @param items native memory
  /// @param at byte offset of the first item
  /// @param right the other numbers
  /// @param count how many
  public static void apply(
      Operation operation, ScalarKind kind, MemorySegment items, long at, Block right, int count) {
    switch (Lane.of(kind)) {
      case INT -> apply(operation, items, at, right.ints(), count);
      case LONG -> apply(operation, items, at, right.longs(), count);
      case DOUBLE -> apply(operation, items, at, right.doubles(), count);
      case FLOAT -> throw new AssertionError(kind);
    }
  }

  private static void apply(
      Operation operation, MemorySegment items, long at, int[] right, int count) {
    switch (operation) {
      case PLUS -> {
        for (int i = 0; i < count; i++) {
          long to = at + ((long) i << 2);
          items.set(INT, to, items.get(INT, to) + right[i]);
        }
      }
      case MINUS -> {
        for (int i = 0; i < count; i++) {
          long to = at + ((long) i << 2);
          items.set(INT, to, items.get(INT, to) - right[i]);
        }
      }
      case TIMES -> {
        for (int i = 0; i < count; i++) {
          long to = at + ((long) i << 2);
          items.set(INT, to, items.get(INT, to) * right[i]);
        }
      }
      default -> throw new AssertionError(operation);
    }
  }

  private static void apply(
      Operation operation, MemorySegment items, long at, long[] right, int count) {
    switch (operation) {
      case PLUS -> {
        for (int i = 0; i < count; i++) {
          long to = at + ((long) i << 3);
          items.set(LONG, to, items.get(LONG, to) + right[i]);
        }
      }
      case MINUS -> {
        for (int i = 0; i < count; i++) {
          long to = at + ((long) i << 3);
          items.set(LONG, to, items.get(LONG, to) - right[i]);
        }
      }
      case TIMES -> {
        for (int i = 0; i < count; i++) {
          long to = at + ((long) i << 3);
          items.set(LONG, to, items.get(LONG, to) * right[i]);
        }
      }
      default -> throw new AssertionError(operation);
    }
  }

  private static void apply(
      Operation operation, MemorySegment items, long at, double[] right, int count) {
    switch (operation) {
      case PLUS -> {
        for (int i = 0; i < count; i++) {
          long to = at + ((long) i << 3);
          items.set(DOUBLE, to, items.get(DOUBLE, to) + right[i]);
        }
      }
      case MINUS -> {
        for (int i = 0; i < count; i++) {
          long to = at + ((long) i << 3);
          items.set(DOUBLE, to, items.get(DOUBLE, to) - right[i]);
        }
      }
      case TIMES -> {
        for (int i = 0; i < count; i++) {
          long to = at + ((long) i << 3);
          items.set(DOUBLE, to, items.get(DOUBLE, to) * right[i]);
        }
      }
      default -> throw new AssertionError(operation);
    }
  }
}
