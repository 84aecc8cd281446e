package io.ndmap.kernel;

import io.ndmap.dtype.ScalarKind;

/// Loops over Java arrays that convert numbers from one type to another, as C does.
final class Conversions {

  private Conversions() {}

  // ---- items and the lanes they are computed in

  static void toInts(byte[] from, int[] to, ScalarKind kind, int count) {
    switch (kind) {
      case BOOL -> {
        for (int i = 0; i < count; i++) {
          to[i] = from[i] == 0 ? 0 : 1;
        }
      }
      case INT8 -> {
        for (int i = 0; i < count; i++) {
          to[i] = from[i];
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          to[i] = from[i] & 0xff;
        }
      }
    }
  }

  static void toInts(short[] from, int[] to, ScalarKind kind, int count) {
    if (kind == ScalarKind.INT16) {
      for (int i = 0; i < count; i++) {
        to[i] = from[i];
      }
    } else {
      for (int i = 0; i < count; i++) {
        to[i] = from[i] & 0xffff;
      }
    }
  }

  static void toBytes(int[] from, byte[] to, ScalarKind kind, int count) {
    if (kind == ScalarKind.BOOL) {
      for (int i = 0; i < count; i++) {
        to[i] = (byte) (from[i] == 0 ? 0 : 1);
      }
    } else {
      for (int i = 0; i < count; i++) {
        to[i] = (byte) from[i];
      }
    }
  }

  static void toShorts(int[] from, short[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = (short) from[i];
    }
  }

  static void halvesToFloats(short[] from, float[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = Float.float16ToFloat(from[i]);
    }
  }

  static void floatsToHalves(float[] from, short[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = Float.floatToFloat16(from[i]);
    }
  }

  // ---- results of less than 32 bits as the numbers they mean

  static void wrap(int[] items, ScalarKind kind, int count) {
    switch (kind) {
      case BOOL -> {
        for (int i = 0; i < count; i++) {
          items[i] = items[i] == 0 ? 0 : 1;
        }
      }
      case INT8 -> {
        for (int i = 0; i < count; i++) {
          items[i] = (byte) items[i];
        }
      }
      case UINT8 -> {
        for (int i = 0; i < count; i++) {
          items[i] &= 0xff;
        }
      }
      case INT16 -> {
        for (int i = 0; i < count; i++) {
          items[i] = (short) items[i];
        }
      }
      case UINT16 -> {
        for (int i = 0; i < count; i++) {
          items[i] &= 0xffff;
        }
      }
      default -> {
        // The lane has exactly their bits.
      }
    }
  }

  static void roundToHalf(float[] items, int count) {
    for (int i = 0; i < count; i++) {
      items[i] = Float.float16ToFloat(Float.floatToFloat16(items[i]));
    }
  }

  // ---- from lane to lane

  static void toLongs(int[] from, long[] to, boolean unsigned, int count) {
    if (unsigned) {
      for (int i = 0; i < count; i++) {
        to[i] = from[i] & 0xffff_ffffL;
      }
    } else {
      for (int i = 0; i < count; i++) {
        to[i] = from[i];
      }
    }
  }

  static void toInts(long[] from, int[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = (int) from[i];
    }
  }

  static void toFloats(int[] from, float[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = (float) from[i];
    }
  }

  static void toDoubles(int[] from, double[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = from[i];
    }
  }

  static void toFloats(long[] from, float[] to, boolean unsigned, int count) {
    if (unsigned) {
      for (int i = 0; i < count; i++) {
        long bits = from[i];
        to[i] = bits >= 0 ? (float) bits : (float) halved(bits) * 2;
      }
    } else {
      for (int i = 0; i < count; i++) {
        to[i] = (float) from[i];
      }
    }
  }

  static void toDoubles(long[] from, double[] to, boolean unsigned, int count) {
    if (unsigned) {
      for (int i = 0; i < count; i++) {
        long bits = from[i];
        to[i] = bits >= 0 ? (double) bits : (double) halved(bits) * 2;
      }
    } else {
      for (int i = 0; i < count; i++) {
        to[i] = (double) from[i];
      }
    }
  }

  /// The lowest bit stays sticky, so that rounding sees it.
  private static long halved(long bits) {
    return (bits >>> 1) | (bits & 1);
  }

  static void toDoubles(float[] from, double[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = from[i];
    }
  }

  static void toFloats(double[] from, float[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = (float) from[i];
    }
  }

  /// Floats rounded to odd, which keeps the lost bits sticky: another rounding to halves is then
  /// the only one.
  static void toStickyFloats(double[] from, float[] to, int count) {
    for (int i = 0; i < count; i++) {
      double value = from[i];
      float near = (float) value;
      int bits = Float.floatToRawIntBits(near);
      if (near != value && !Float.isNaN(near) && (bits & 1) == 0) {
        near =
            Float.intBitsToFloat(Math.abs((double) near) < Math.abs(value) ? bits + 1 : bits - 1);
      }
      to[i] = near;
    }
  }
}
