package io.ndmap.elementwise;

import io.ndmap.dtype.TimeType;
import io.ndmap.op.Binary;

/// Loops over ticks of `datetime64` and `timedelta64`: as on integers of 64 bits, but `NaT` with
/// anything is `NaT`.
public final class TickLoops {

  private static final long NAT = TimeType.NOT_A_TIME;

  private interface Operator {
    long of(long a, long b);
  }

  private TickLoops() {}

  /// Ticks and ticks: sums, differences, the smaller and the larger.
  public static Loop of(Binary operation) {
    return switch (operation) {
      case PLUS -> each((a, b) -> b == NAT ? NAT : a + b);
      case MINUS -> each((a, b) -> b == NAT ? NAT : a - b);
      case MINIMUM -> each((a, b) -> b == NAT ? NAT : Math.min(a, b));
      case MAXIMUM -> each((a, b) -> b == NAT ? NAT : Math.max(a, b));
      default -> throw new AssertionError(operation);
    };
  }

  /// Ticks times or divided by integers, which know no `NaT`; without the fraction, and by 0 `NaT`.
  public static Loop scale(Binary operation) {
    return operation == Binary.TIMES ? each((a, b) -> a * b) : each((a, b) -> b == 0 ? NAT : a / b);
  }

  private static Loop each(Operator operator) {
    return (first, second, results, count) -> {
      Run x = first.part(count, Long.BYTES);
      Run y = second.part(count, Long.BYTES);
      Run z = results.target(count, Long.BYTES);
      for (int i = 0; i < count; i++) {
        long a = x.getLong(i);
        z.set(i, a == NAT ? NAT : operator.of(a, y.getLong(i)));
      }
    };
  }

  /// Ticks times or divided by doubles, without the fraction; what is no number of 64 bits becomes
  /// `NaT`.
  public static Loop scaleByDoubles(Binary operation) {
    boolean times = operation == Binary.TIMES;
    return (first, second, results, count) -> {
      Run x = first.part(count, Long.BYTES);
      Run y = second.part(count, Double.BYTES);
      Run z = results.target(count, Long.BYTES);
      for (int i = 0; i < count; i++) {
        long a = x.getLong(i);
        double b = y.getDouble(i);
        double scaled = times ? a * b : a / b;
        // Also false for NaN; C converts what it cannot hold into NaT on x86-64.
        boolean holds = scaled >= -0x1p63 && scaled < 0x1p63;
        z.set(i, a == NAT || !holds ? NAT : (long) scaled);
      }
    };
  }

  /// Ticks in terms of ticks, as doubles; `NaT` is NaN.
  public static Loop ratio() {
    return (first, second, results, count) -> {
      Run x = first.part(count, Long.BYTES);
      Run y = second.part(count, Long.BYTES);
      Run z = results.target(count, Long.BYTES);
      for (int i = 0; i < count; i++) {
        long a = x.getLong(i);
        long b = y.getLong(i);
        z.set(i, a == NAT || b == NAT ? Double.NaN : (double) a / (double) b);
      }
    };
  }
}
