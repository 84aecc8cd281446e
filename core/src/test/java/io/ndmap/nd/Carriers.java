package io.ndmap.nd;

import io.ndmap.dtype.DType;
import java.util.Arrays;

/// `get` and `set` of any view class, by the rank that they are given; carriers come as the number
/// that the element means.
final class Carriers {

  private Carriers() {}

  /// By the method of as many parameters as there are indices.
  static double get(NdView<?> view, long... x) {
    return switch (view) {
      case ByteView v -> {
        byte carrier =
            switch (x.length) {
              case 0 -> v.get();
              case 1 -> v.get(x[0]);
              case 2 -> v.get(x[0], x[1]);
              case 3 -> v.get(x[0], x[1], x[2]);
              case 4 -> v.get(x[0], x[1], x[2], x[3]);
              default -> v.get(x);
            };
        yield meaning(v, carrier);
      }
      case ShortView v -> {
        short carrier =
            switch (x.length) {
              case 0 -> v.get();
              case 1 -> v.get(x[0]);
              case 2 -> v.get(x[0], x[1]);
              case 3 -> v.get(x[0], x[1], x[2]);
              case 4 -> v.get(x[0], x[1], x[2], x[3]);
              default -> v.get(x);
            };
        yield meaning(v, carrier);
      }
      case IntView v -> {
        int carrier =
            switch (x.length) {
              case 0 -> v.get();
              case 1 -> v.get(x[0]);
              case 2 -> v.get(x[0], x[1]);
              case 3 -> v.get(x[0], x[1], x[2]);
              case 4 -> v.get(x[0], x[1], x[2], x[3]);
              default -> v.get(x);
            };
        yield meaning(v, carrier);
      }
      case LongView v -> {
        long carrier =
            switch (x.length) {
              case 0 -> v.get();
              case 1 -> v.get(x[0]);
              case 2 -> v.get(x[0], x[1]);
              case 3 -> v.get(x[0], x[1], x[2]);
              case 4 -> v.get(x[0], x[1], x[2], x[3]);
              default -> v.get(x);
            };
        yield meaning(v, carrier);
      }
      case FloatView v -> {
        float carrier =
            switch (x.length) {
              case 0 -> v.get();
              case 1 -> v.get(x[0]);
              case 2 -> v.get(x[0], x[1]);
              case 3 -> v.get(x[0], x[1], x[2]);
              case 4 -> v.get(x[0], x[1], x[2], x[3]);
              default -> v.get(x);
            };
        yield carrier;
      }
      case DoubleView v -> {
        double carrier =
            switch (x.length) {
              case 0 -> v.get();
              case 1 -> v.get(x[0]);
              case 2 -> v.get(x[0], x[1]);
              case 3 -> v.get(x[0], x[1], x[2]);
              case 4 -> v.get(x[0], x[1], x[2], x[3]);
              default -> v.get(x);
            };
        yield carrier;
      }
      case ItemView v -> v.getDouble(x);
      case ObjectView v -> throw new AssertionError(v.dtype());
    };
  }

  /// By the method that takes an array.
  static double getByArray(NdView<?> view, long... x) {
    long[] index = Arrays.copyOf(x, x.length);
    return switch (view) {
      case ByteView v -> meaning(v, v.get(index));
      case ShortView v -> meaning(v, v.get(index));
      case IntView v -> meaning(v, v.get(index));
      case LongView v -> meaning(v, v.get(index));
      case FloatView v -> v.get(index);
      case DoubleView v -> v.get(index);
      case ItemView v -> v.getDouble(x);
      case ObjectView v -> throw new AssertionError(v.dtype());
    };
  }

  /// By the method of as many parameters as there are indices.
  static void set(NdView<?> view, long[] x, byte value) {
    switch (view) {
      case ByteView v -> {
        byte carrier = (byte) bits(v, value);
        switch (x.length) {
          case 0 -> v.set(carrier);
          case 1 -> v.set(x[0], carrier);
          case 2 -> v.set(x[0], x[1], carrier);
          case 3 -> v.set(x[0], x[1], x[2], carrier);
          case 4 -> v.set(x[0], x[1], x[2], x[3], carrier);
          default -> v.set(x, carrier);
        }
      }
      case ShortView v -> {
        short carrier = (short) bits(v, value);
        switch (x.length) {
          case 0 -> v.set(carrier);
          case 1 -> v.set(x[0], carrier);
          case 2 -> v.set(x[0], x[1], carrier);
          case 3 -> v.set(x[0], x[1], x[2], carrier);
          case 4 -> v.set(x[0], x[1], x[2], x[3], carrier);
          default -> v.set(x, carrier);
        }
      }
      case IntView v -> {
        int carrier = (int) bits(v, value);
        switch (x.length) {
          case 0 -> v.set(carrier);
          case 1 -> v.set(x[0], carrier);
          case 2 -> v.set(x[0], x[1], carrier);
          case 3 -> v.set(x[0], x[1], x[2], carrier);
          case 4 -> v.set(x[0], x[1], x[2], x[3], carrier);
          default -> v.set(x, carrier);
        }
      }
      case LongView v -> {
        long carrier = bits(v, value);
        switch (x.length) {
          case 0 -> v.set(carrier);
          case 1 -> v.set(x[0], carrier);
          case 2 -> v.set(x[0], x[1], carrier);
          case 3 -> v.set(x[0], x[1], x[2], carrier);
          case 4 -> v.set(x[0], x[1], x[2], x[3], carrier);
          default -> v.set(x, carrier);
        }
      }
      case FloatView v -> {
        float carrier = value;
        switch (x.length) {
          case 0 -> v.set(carrier);
          case 1 -> v.set(x[0], carrier);
          case 2 -> v.set(x[0], x[1], carrier);
          case 3 -> v.set(x[0], x[1], x[2], carrier);
          case 4 -> v.set(x[0], x[1], x[2], x[3], carrier);
          default -> v.set(x, carrier);
        }
      }
      case DoubleView v -> {
        double carrier = value;
        switch (x.length) {
          case 0 -> v.set(carrier);
          case 1 -> v.set(x[0], carrier);
          case 2 -> v.set(x[0], x[1], carrier);
          case 3 -> v.set(x[0], x[1], x[2], carrier);
          case 4 -> v.set(x[0], x[1], x[2], x[3], carrier);
          default -> v.set(x, carrier);
        }
      }
      case ItemView v -> v.setDouble(x, value);
      case ObjectView v -> throw new AssertionError(v.dtype());
    }
  }

  /// By the method that takes an array.
  static void setByArray(NdView<?> view, long[] x, byte value) {
    switch (view) {
      case ByteView v -> v.set(x, (byte) bits(v, value));
      case ShortView v -> v.set(x, (short) bits(v, value));
      case IntView v -> v.set(x, (int) bits(v, value));
      case LongView v -> v.set(x, bits(v, value));
      case FloatView v -> v.set(x, value);
      case DoubleView v -> v.set(x, value);
      case ItemView v -> v.setDouble(x, value);
      case ObjectView v -> throw new AssertionError(v.dtype());
    }
  }

  private static boolean isHalf(NdView<?> view) {
    return view.dtype().itemsize() == 2 && view.dtype().toString().endsWith("f2");
  }

  private static double meaning(NdView<?> view, long carrier) {
    if (isHalf(view)) {
      return Float.float16ToFloat((short) carrier);
    }
    return view.dtype().equals(DType.BOOL) ? carrier & 0xff : carrier;
  }

  private static long bits(NdView<?> view, byte value) {
    return isHalf(view) ? Float.floatToFloat16(value) : value;
  }
}
