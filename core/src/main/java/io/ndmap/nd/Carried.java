package io.ndmap.nd;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;

/// The numbers of a block, whatever carries them, in C order at the front of one kind of array.
final class Carried {

  private Carried() {}

  /// Integers and booleans with their values, `u8` and times with their bits.
  static void longs(NdView<?> block, long[] target) {
    ScalarKind kind = kind(block);
    int count = (int) block.itemCount();
    switch (block) {
      case LongView longs -> longs.copyTo(target, 0);
      case IntView ints -> {
        int[] carriers = ints.toArray();
        for (int i = 0; i < count; i++) {
          target[i] = carriers[i];
        }
        mask(kind, target, count, 0xffff_ffffL);
      }
      case ShortView shorts -> {
        short[] carriers = shorts.toArray();
        for (int i = 0; i < count; i++) {
          target[i] = carriers[i];
        }
        mask(kind, target, count, 0xffffL);
      }
      case ByteView bytes -> {
        byte[] carriers = bytes.toArray();
        for (int i = 0; i < count; i++) {
          target[i] = carriers[i];
        }
        mask(kind, target, count, 0xffL);
        if (kind == ScalarKind.BOOL) {
          for (int i = 0; i < count; i++) {
            target[i] = target[i] == 0 ? 0 : 1;
          }
        }
      }
      default -> throw new AssertionError(block.dtype + " is no integer");
    }
  }

  private static void mask(ScalarKind kind, long[] values, int count, long mask) {
    if (kind.isUnsigned()) {
      for (int i = 0; i < count; i++) {
        values[i] &= mask;
      }
    }
  }

  /// Real numbers but long doubles, each as the nearest double.
  static void doubles(NdView<?> block, double[] target) {
    int count = (int) block.itemCount();
    switch (block) {
      case DoubleView doubles -> doubles.copyTo(target, 0);
      case FloatView floats -> {
        float[] carriers = floats.toArray();
        for (int i = 0; i < count; i++) {
          target[i] = carriers[i];
        }
      }
      case ShortView halves when kind(block) == ScalarKind.FLOAT16 -> {
        short[] carriers = halves.toArray();
        for (int i = 0; i < count; i++) {
          target[i] = Float.float16ToFloat(carriers[i]);
        }
      }
      default -> {
        long[] values = new long[count];
        longs(block, values);
        boolean unsigned = kind(block) == ScalarKind.UINT64;
        for (int i = 0; i < count; i++) {
          target[i] = unsigned ? ScalarBits.toDouble(ScalarKind.UINT64, values[i]) : values[i];
        }
      }
    }
  }

  /// Times count as signed integers.
  private static ScalarKind kind(NdView<?> block) {
    return block.dtype instanceof ScalarType scalar ? scalar.kind() : ScalarKind.INT64;
  }
}
