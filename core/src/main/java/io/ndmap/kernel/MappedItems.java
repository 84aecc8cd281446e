package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// Loops that change little-endian items without gaps where they stand, in mapped memory: those of
/// [NativeItems], which says why there are two.
final class MappedItems {

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private MappedItems() {}

  static void number(Operation operation, MemorySegment items, long at, int right, int count) {
    switch (operation) {
      case PLUS -> {
        for (int i = 0; i < count; i++) {
          long to = at + ((long) i << 2);
          items.set(INT, to, items.get(INT, to) + right);
        }
      }
      case MINUS -> {
        for (int i = 0; i < count; i++) {
          long to = at + ((long) i << 2);
          items.set(INT, to, items.get(INT, to) - right);
        }
      }
      case TIMES -> {
        for (int i = 0; i < count; i++) {
          long to = at + ((long) i << 2);
          items.set(INT, to, items.get(INT, to) * right);
        }
      }
      default -> throw new AssertionError(operation);
    }
  }

  /// @param factor of the other numbers, for a sum
  static void block(
      Operation operation,
      MemorySegment items,
      long at,
      int[] right,
      @Nullable Integer factor,
      int count) {
    if (factor == null) {
      block(operation, items, at, right, count);
    } else {
      addScaled(items, at, right, factor, count);
    }
  }

  private static void block(
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

  private static void addScaled(MemorySegment items, long at, int[] right, int factor, int count) {
    for (int i = 0; i < count; i++) {
      long to = at + ((long) i << 2);
      items.set(INT, to, items.get(INT, to) + factor * right[i]);
    }
  }

  static void number(Operation operation, MemorySegment items, long at, long right, int count) {
    switch (operation) {
      case PLUS -> {
        for (int i = 0; i < count; i++) {
          long to = at + ((long) i << 3);
          items.set(LONG, to, items.get(LONG, to) + right);
        }
      }
      case MINUS -> {
        for (int i = 0; i < count; i++) {
          long to = at + ((long) i << 3);
          items.set(LONG, to, items.get(LONG, to) - right);
        }
      }
      case TIMES -> {
        for (int i = 0; i < count; i++) {
          long to = at + ((long) i << 3);
          items.set(LONG, to, items.get(LONG, to) * right);
        }
      }
      default -> throw new AssertionError(operation);
    }
  }

  /// @param factor of the other numbers, for a sum
  static void block(
      Operation operation,
      MemorySegment items,
      long at,
      long[] right,
      @Nullable Long factor,
      int count) {
    if (factor == null) {
      block(operation, items, at, right, count);
    } else {
      addScaled(items, at, right, factor, count);
    }
  }

  private static void block(
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

  private static void addScaled(
      MemorySegment items, long at, long[] right, long factor, int count) {
    for (int i = 0; i < count; i++) {
      long to = at + ((long) i << 3);
      items.set(LONG, to, items.get(LONG, to) + factor * right[i]);
    }
  }
}
