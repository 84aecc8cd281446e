package io.ndmap.kernel;

import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/// Arithmetic on numbers where they stand, in native memory: loops that HotSpot vectorises, because
/// the other operand is a Java array, which cannot be the same memory.
final class BufferLoops {

  private BufferLoops() {}

  static void apply(Operation operation, IntBuffer items, int at, int[] right, int count) {
    switch (operation) {
      case PLUS -> {
        for (int i = 0; i < count; i++) {
          items.put(at + i, items.get(at + i) + right[i]);
        }
      }
      case MINUS -> {
        for (int i = 0; i < count; i++) {
          items.put(at + i, items.get(at + i) - right[i]);
        }
      }
      case TIMES -> {
        for (int i = 0; i < count; i++) {
          items.put(at + i, items.get(at + i) * right[i]);
        }
      }
      default -> throw new AssertionError(operation);
    }
  }

  /// Each product and each sum is rounded.
  static void addScaled(IntBuffer items, int at, int[] right, int factor, int count) {
    for (int i = 0; i < count; i++) {
      items.put(at + i, items.get(at + i) + factor * right[i]);
    }
  }

  static void apply(Operation operation, LongBuffer items, int at, long[] right, int count) {
    switch (operation) {
      case PLUS -> {
        for (int i = 0; i < count; i++) {
          items.put(at + i, items.get(at + i) + right[i]);
        }
      }
      case MINUS -> {
        for (int i = 0; i < count; i++) {
          items.put(at + i, items.get(at + i) - right[i]);
        }
      }
      case TIMES -> {
        for (int i = 0; i < count; i++) {
          items.put(at + i, items.get(at + i) * right[i]);
        }
      }
      default -> throw new AssertionError(operation);
    }
  }

  /// Each product and each sum is rounded.
  static void addScaled(LongBuffer items, int at, long[] right, long factor, int count) {
    for (int i = 0; i < count; i++) {
      items.put(at + i, items.get(at + i) + factor * right[i]);
    }
  }

  static void apply(Operation operation, FloatBuffer items, int at, float[] right, int count) {
    switch (operation) {
      case PLUS -> {
        for (int i = 0; i < count; i++) {
          items.put(at + i, items.get(at + i) + right[i]);
        }
      }
      case MINUS -> {
        for (int i = 0; i < count; i++) {
          items.put(at + i, items.get(at + i) - right[i]);
        }
      }
      case TIMES -> {
        for (int i = 0; i < count; i++) {
          items.put(at + i, items.get(at + i) * right[i]);
        }
      }
      case DIVIDED_BY -> {
        for (int i = 0; i < count; i++) {
          items.put(at + i, items.get(at + i) / right[i]);
        }
      }
      default -> throw new AssertionError(operation);
    }
  }

  /// Each product and each sum is rounded.
  static void addScaled(FloatBuffer items, int at, float[] right, float factor, int count) {
    for (int i = 0; i < count; i++) {
      items.put(at + i, items.get(at + i) + factor * right[i]);
    }
  }

  static void apply(Operation operation, DoubleBuffer items, int at, double[] right, int count) {
    switch (operation) {
      case PLUS -> {
        for (int i = 0; i < count; i++) {
          items.put(at + i, items.get(at + i) + right[i]);
        }
      }
      case MINUS -> {
        for (int i = 0; i < count; i++) {
          items.put(at + i, items.get(at + i) - right[i]);
        }
      }
      case TIMES -> {
        for (int i = 0; i < count; i++) {
          items.put(at + i, items.get(at + i) * right[i]);
        }
      }
      case DIVIDED_BY -> {
        for (int i = 0; i < count; i++) {
          items.put(at + i, items.get(at + i) / right[i]);
        }
      }
      default -> throw new AssertionError(operation);
    }
  }

  /// Each product and each sum is rounded.
  static void addScaled(DoubleBuffer items, int at, double[] right, double factor, int count) {
    for (int i = 0; i < count; i++) {
      items.put(at + i, items.get(at + i) + factor * right[i]);
    }
  }
}
