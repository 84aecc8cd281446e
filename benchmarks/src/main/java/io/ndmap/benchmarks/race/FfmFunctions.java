package io.ndmap.benchmarks.race;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/// Elementary functions as handwritten loops, which call the JDK's functions for one number at a
/// time.
final class FfmFunctions {

  /// The names of the functions, as they begin the names of the rows.
  static final List<String> NAMES = List.of("exp", "log", "sin", "tanh", "power(x, x)");

  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private FfmFunctions() {}

  static DoubleUnaryOperator of(String name) {
    return switch (name) {
      case "exp" -> Math::exp;
      case "log" -> Math::log;
      case "sin" -> Math::sin;
      case "tanh" -> Math::tanh;
      case "power(x, x)" -> x -> Math.pow(x, x);
      default -> throw new IllegalArgumentException(name);
    };
  }

  static void doubles(DoubleUnaryOperator function, MemorySegment s, MemorySegment target, int n) {
    for (int i = 0; i < n; i++) {
      target.set(DOUBLE, 8L * i, function.applyAsDouble(s.get(DOUBLE, 8L * i)));
    }
  }

  static void floats(DoubleUnaryOperator function, MemorySegment s, MemorySegment target, int n) {
    for (int i = 0; i < n; i++) {
      target.set(FLOAT, 4L * i, (float) function.applyAsDouble(s.get(FLOAT, 4L * i)));
    }
  }
}
