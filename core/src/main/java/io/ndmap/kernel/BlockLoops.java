package io.ndmap.kernel;

/// Arithmetic on two Java arrays, item by item, in place in the first: loops that HotSpot
/// vectorizes.
final class BlockLoops {

  private BlockLoops() {}

  static void apply(Operation operation, int[] x, int[] y, int count) {
    switch (operation) {
      case PLUS -> {
        for (int i = 0; i < count; i++) {
          x[i] += y[i];
        }
      }
      case MINUS -> {
        for (int i = 0; i < count; i++) {
          x[i] -= y[i];
        }
      }
      case TIMES -> {
        for (int i = 0; i < count; i++) {
          x[i] *= y[i];
        }
      }
      case AT_LEAST -> {
        for (int i = 0; i < count; i++) {
          x[i] = Math.max(x[i], y[i]);
        }
      }
      case AT_MOST -> {
        for (int i = 0; i < count; i++) {
          x[i] = Math.min(x[i], y[i]);
        }
      }
      case DIVIDED_BY -> throw new AssertionError(operation);
    }
  }

  static void apply(Operation operation, long[] x, long[] y, int count) {
    switch (operation) {
      case PLUS -> {
        for (int i = 0; i < count; i++) {
          x[i] += y[i];
        }
      }
      case MINUS -> {
        for (int i = 0; i < count; i++) {
          x[i] -= y[i];
        }
      }
      case TIMES -> {
        for (int i = 0; i < count; i++) {
          x[i] *= y[i];
        }
      }
      case AT_LEAST -> {
        for (int i = 0; i < count; i++) {
          x[i] = Math.max(x[i], y[i]);
        }
      }
      case AT_MOST -> {
        for (int i = 0; i < count; i++) {
          x[i] = Math.min(x[i], y[i]);
        }
      }
      case DIVIDED_BY -> throw new AssertionError(operation);
    }
  }

  static void apply(Operation operation, float[] x, float[] y, int count) {
    switch (operation) {
      case PLUS -> {
        for (int i = 0; i < count; i++) {
          x[i] += y[i];
        }
      }
      case MINUS -> {
        for (int i = 0; i < count; i++) {
          x[i] -= y[i];
        }
      }
      case TIMES -> {
        for (int i = 0; i < count; i++) {
          x[i] *= y[i];
        }
      }
      case DIVIDED_BY -> {
        for (int i = 0; i < count; i++) {
          x[i] /= y[i];
        }
      }
      case AT_LEAST -> atLeast(x, y, count);
      case AT_MOST -> atMost(x, y, count);
    }
  }

  static void apply(Operation operation, double[] x, double[] y, int count) {
    switch (operation) {
      case PLUS -> {
        for (int i = 0; i < count; i++) {
          x[i] += y[i];
        }
      }
      case MINUS -> {
        for (int i = 0; i < count; i++) {
          x[i] -= y[i];
        }
      }
      case TIMES -> {
        for (int i = 0; i < count; i++) {
          x[i] *= y[i];
        }
      }
      case DIVIDED_BY -> {
        for (int i = 0; i < count; i++) {
          x[i] /= y[i];
        }
      }
      case AT_LEAST -> atLeast(x, y, count);
      case AT_MOST -> atMost(x, y, count);
    }
  }

  // The bound's sign of zero is the only thing in which Math.max differs from a comparison, which
  // does not vectorise: there the number stays as it is. The bound is the same in all places.

  private static void atLeast(float[] x, float[] y, int count) {
    if (y[0] == 0) {
      for (int i = 0; i < count; i++) {
        x[i] = x[i] < y[i] ? y[i] : x[i];
      }
    } else {
      for (int i = 0; i < count; i++) {
        x[i] = Math.max(x[i], y[i]);
      }
    }
  }

  private static void atMost(float[] x, float[] y, int count) {
    if (y[0] == 0) {
      for (int i = 0; i < count; i++) {
        x[i] = x[i] > y[i] ? y[i] : x[i];
      }
    } else {
      for (int i = 0; i < count; i++) {
        x[i] = Math.min(x[i], y[i]);
      }
    }
  }

  private static void atLeast(double[] x, double[] y, int count) {
    if (y[0] == 0) {
      for (int i = 0; i < count; i++) {
        x[i] = x[i] < y[i] ? y[i] : x[i];
      }
    } else {
      for (int i = 0; i < count; i++) {
        x[i] = Math.max(x[i], y[i]);
      }
    }
  }

  private static void atMost(double[] x, double[] y, int count) {
    if (y[0] == 0) {
      for (int i = 0; i < count; i++) {
        x[i] = x[i] > y[i] ? y[i] : x[i];
      }
    } else {
      for (int i = 0; i < count; i++) {
        x[i] = Math.min(x[i], y[i]);
      }
    }
  }
}
