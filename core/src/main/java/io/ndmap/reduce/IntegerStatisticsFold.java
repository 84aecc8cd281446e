package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.fold.Deviations;
import io.ndmap.fold.DoubleSum;
import io.ndmap.fold.Int128Sum;
import io.ndmap.fold.IntegerSums;
import io.ndmap.fold.MinMax;
import io.ndmap.memory.Scratch;
import io.ndmap.op.Statistics;
import io.ndmap.value.RealReader;
import io.ndmap.value.ScalarBits;
import io.ndmap.value.SortableBits;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.Optional;

/// [Statistics] of integers and times in one pass.
final class IntegerStatisticsFold extends Fold {

  private static final long WITHOUT_NAT = 2L * Scratch.BLOCK;

  private final ScalarKind kind;
  private final SortableBits keys;
  private final boolean unsigned;
  private final RealReader reader;
  private final MinMax minMax;
  private final Int128Sum sum = new Int128Sum();
  private final DoubleSum rounded = new DoubleSum();
  private final Deviations deviations = new Deviations();
  private final double[] doubles = new double[FoldInput.UNIT];
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;
  private long nan;

  IntegerStatisticsFold(ScalarKind kind, SortableBits keys) {
    this.kind = kind;
    this.keys = keys;
    this.unsigned = keys.equals(SortableBits.UNSIGNED);
    this.reader = new RealReader(kind, false);
    this.minMax = new MinMax(kind, keys, MinMax.Requested.BOTH);
  }

  @Override
  void take(MemorySegment memory, long at, int count, MemorySegment scratch) {
    for (int done = 0; done < count; done += FoldInput.UNIT) {
      int length = Math.min(FoldInput.UNIT, count - done);
      long from = at + (long) done * kind.itemsize();
      minMax.of(memory, from, length);
      if (keys.isNaN(minMax.low())) {
        int kept = withoutNotATime(memory, from, length, scratch);
        nan += length - kept;
        if (kept > 0) {
          minMax.of(scratch, WITHOUT_NAT, kept);
          numbers(scratch, WITHOUT_NAT, kept, scratch);
        }
      } else {
        numbers(memory, from, length, scratch);
      }
    }
  }

  /// Takes elements that contain no `NaT`, and whose minimum and maximum were found by [#minMax].
  private void numbers(MemorySegment memory, long at, int count, MemorySegment scratch) {
    min = Math.min(min, minMax.low());
    max = Math.max(max, minMax.high());
    IntegerSums.add(kind, memory, at, count, sum);
    reader.doubles(memory, at, kind.itemsize(), count, doubles, 0);
    DoubleFold.store(doubles, count, scratch);
    deviations.add(scratch, 0, count, rounded, scratch, isPlain());
  }

  /// Copies the elements that are not `NaT`.
  private int withoutNotATime(MemorySegment memory, long at, int count, MemorySegment scratch) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      long offset = at + (long) i * Long.BYTES;
      if (!keys.isNaN(minMax.key(memory, offset))) {
        MemorySegment.copy(
            memory, offset, scratch, WITHOUT_NAT + (long) kept * Long.BYTES, Long.BYTES);
        kept++;
      }
    }
    return kept;
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
