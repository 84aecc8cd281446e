package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.Deviations;
import io.ndmap.kernel.Int128Sum;
import io.ndmap.kernel.RunReader;
import io.ndmap.kernel.SortableBits;
import io.ndmap.op.Statistics;
import io.ndmap.value.ScalarBits;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.Optional;

/// [Statistics] of integers and times in one pass.
final class IntegerStatisticsFold extends LongFold {

  private final SortableBits keys;
  private final boolean unsigned;
  private final Int128Sum sum = new Int128Sum();
  private final Deviations deviations = new Deviations();
  private final double[] doubles = new double[BLOCK];
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;
  private long nan;

  IntegerStatisticsFold(ScalarKind kind, boolean big, SortableBits keys) {
    super(kind, big);
    this.keys = keys;
    this.unsigned = keys.equals(SortableBits.UNSIGNED);
  }

  @Override
  void block(long[] items, int from, int count) {
    int kept = keys.hasNoNaN() ? count : keys.withoutNaN(items, from, count);
    nan += count - kept;
    sum.add(items, from, kept, unsigned);
    double plain = 0;
    for (int i = 0; i < kept; i++) {
      long value = items[from + i];
      doubles[i] = unsigned ? RunReader.unsignedToDouble(value) : (double) value;
      plain += doubles[i];
    }
    deviations.add(doubles, 0, kept, plain);
    keys.toKeys(items, from, kept);
    long low = min;
    long high = max;
    for (int i = from; i < from + kept; i++) {
      low = Math.min(low, items[i]);
      high = Math.max(high, items[i]);
    }
    min = low;
    max = high;
  }

  @Override
  int direct(MemorySegment segment, long at, int count) {
    return 0;
  }

  @Override
  void merge(Fold other) {
    IntegerStatisticsFold later = (IntegerStatisticsFold) other;
    sum.add(later.sum);
    deviations.add(later.deviations);
    min = Math.min(min, later.min);
    max = Math.max(max, later.max);
    nan += later.nan;
  }

  Statistics statistics() {
    long count = deviations.count();
    boolean none = count == 0;
    return new Statistics(
        count,
        nan,
        none ? Optional.empty() : Optional.of(number(min)),
        none ? Optional.empty() : Optional.of(number(max)),
        integer(sum),
        none ? Double.NaN : sum.mean(count),
        deviations.deviation());
  }

  private Number number(long key) {
    long bits = keys.bits(key);
    BigInteger value =
        unsigned ? ScalarBits.toBigInteger(ScalarKind.UINT64, bits) : BigInteger.valueOf(bits);
    return integer(value);
  }

  static Number integer(Int128Sum sum) {
    return integer(sum.exact());
  }

  static Number integer(BigInteger value) {
    return value.bitLength() < Long.SIZE ? (Number) value.longValue() : value;
  }
}
