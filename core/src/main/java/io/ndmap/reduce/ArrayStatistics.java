package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.fold.Int128Sum;
import io.ndmap.op.Statistics;
import io.ndmap.pass.Items;
import io.ndmap.value.ScalarBits;
import io.ndmap.value.SortableBits;
import java.util.Optional;

/// Count, min/max, sum, mean and standard deviation of real numbers, booleans or times, in one
/// pass.
public final class ArrayStatistics {

  private ArrayStatistics() {}

  /// Returns the statistics of all elements.
  ///
  /// @throws io.ndmap.dtype.DTypeException if the elements are neither real numbers, booleans nor
  ///   times
  public static Statistics of(Items view) {
    if (view.dtype() instanceof TimeType) {
      return integers(view, ScalarKind.INT64, SortableBits.TIMES);
    }
    if (!(view.dtype() instanceof ScalarType scalar) || scalar.kind().isComplex()) {
      throw view.notA("a real number");
    }
    ScalarKind kind = scalar.kind();
    if (kind.itemsize() == 1 && !kind.isFloat()) {
      return bytes(view, kind);
    }
    return kind.isFloat()
        ? WholeReduction.of(view, () -> new FloatStatisticsFold(kind)).statistics()
        : integers(view, kind, SortableBits.of(kind));
  }

  private static Statistics integers(Items view, ScalarKind kind, SortableBits keys) {
    return WholeReduction.of(view, () -> new IntegerStatisticsFold(kind, keys)).statistics();
  }

  private static Statistics bytes(Items view, ScalarKind kind) {
    long count = view.itemCount();
    if (count == 0) {
      return new Statistics(0, 0, Optional.empty(), Optional.empty(), 0L, Double.NaN, Double.NaN);
    }
    long[] counts = WholeReduction.of(view, ByteCountFold::new).counts();
    Int128Sum sum = new Int128Sum();
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int b = 0; b < counts.length; b++) {
      if (counts[b] > 0) {
        long value = ScalarBits.toLong(kind, b);
        min = Math.min(min, value);
        max = Math.max(max, value);
        // This does not overflow: at most 2⁵⁵ bytes are addressable.
        sum.add(value * counts[b]);
      }
    }
    double mean = sum.mean(count);
    double squares = 0;
    for (int b = 0; b < counts.length; b++) {
      double distance = ScalarBits.toLong(kind, b) - mean;
      squares += counts[b] * distance * distance;
    }
    return new Statistics(
        count,
        0,
        Optional.of(min),
        Optional.of(max),
        IntegerStatisticsFold.integer(sum),
        mean,
        Math.sqrt(squares / count));
  }
}
