package io.ndmap.distribution;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.TimeType;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.pass.Workers;
import io.ndmap.reduce.ExtremeFold;
import io.ndmap.reduce.Folds;
import io.ndmap.reduce.WholeReduction;
import io.ndmap.value.SortableBits;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.concurrent.atomic.AtomicLong;

/// Finds order statistics of all items in bounded memory.
///
/// Keys are counted from the lowest possible one on, those of many integers of four or eight bytes
/// from the lowest that there is, for which one more pass looks: most such arrays have no use for
/// the highest bits.
///
/// Items are passed several times. Each pass counts, among those that share their first bits with a
/// wanted item, the digits that follow, and so finds the wanted ones' next bits: 16 at a time where
/// few are wanted. As soon as sorting the candidates that are left takes no longer than a pass,
/// they are collected and sorted. Items of 64 bits are passed at most four times for up to eight
/// prefixes that differ; for more the digits are shorter, so that there are never more than a
/// million counters for each thread but where more than 65536 prefixes are wanted.
final class OrderStatistics implements Ranked {

  /// The most items that are sorted: 1 MiB.
  private static final int FEW = 1 << 17;

  /// Items that are sorted in the time that a pass takes for its counters.
  private static final int SORTED = 1 << 15;

  /// Items that are passed in the time that sorting takes for one.
  private static final int PASSED = 8;

  /// Bits of the largest digit.
  private static final int MOST_BITS = 16;

  /// Bits of the smallest digit, however many prefixes there are.
  private static final int LEAST_BITS = 4;

  /// Counters of a pass, as a power of two.
  private static final int COUNTER_BITS = 20;

  /// Collects keys that begin like the wanted ones.
  private static final class Collector extends KeyBlocks {
    private final long base;
    private final int rest;
    private final long[] prefixes;
    private final long[] found;
    private final AtomicLong end;
    private final long[] own = new long[1024];

    Collector(OrderStatistics of, int known, long[] prefixes, long[] found, AtomicLong end) {
      super(of.kind, of.view.isBigEndian(), of.keys);
      this.base = of.base;
      this.rest = of.width - known;
      this.prefixes = prefixes;
      this.found = found;
      this.end = end;
    }

    @Override
    void block(long[] items, int count) {
      int kept = 0;
      for (int i = 0; i < count; i++) {
        long number = items[i] - base;
        own[kept] = items[i];
        // In two steps: nothing is left of a number by shifting it 64 bits.
        long prefix = number >>> (rest - 1) >>> 1;
        boolean wanted =
            prefixes.length == 1
                ? prefix == prefixes[0]
                : Arrays.binarySearch(prefixes, prefix) >= 0;
        kept += wanted ? 1 : 0;
      }
      // There are more than there is room for if another process has changed items.
      int at = (int) Math.min(found.length, end.getAndAdd(kept));
      System.arraycopy(own, 0, found, at, Math.min(kept, found.length - at));
    }
  }

  /// Counts the digits behind prefixes.
  private static final class Counter extends KeyBlocks {
    private final RadixCounts counts;

    Counter(OrderStatistics of, int known, int digit, long... prefixes) {
      super(of.kind, of.view.isBigEndian(), of.keys);
      this.counts = new RadixCounts(of.base, of.width, known, digit, prefixes);
    }

    @Override
    void block(long[] items, int count) {
      counts.add(items, count);
    }
  }

  private final Items view;
  private final ScalarKind kind;
  private final SortableBits keys;
  private final int width;
  private final long base;
  private final long count;
  private long[] sorted = {};
  private long[] first = {};

  /// Passes the items once.
  ///
  /// @param view of real numbers or times
  OrderStatistics(Items view) {
    this.view = view;
    this.kind = view.kind();
    ScalarKind keyed = kind == ScalarKind.LONGDOUBLE ? ScalarKind.FLOAT64 : kind;
    this.keys = keys(view);
    long items = view.itemCount();
    if (keyed.isInteger() && keyed.itemsize() > Short.BYTES && items > SORTED) {
      boolean hasNaN = !keys.hasNoNaN();
      ExtremeFold ends = WholeReduction.of(view, () -> ExtremeFold.ofBoth(keyed, keys, hasNaN));
      this.base = keys.key(ends.bits(Reduction.MIN));
      long span = keys.key(ends.bits(Reduction.MAX)) - base;
      this.width = Math.max(1, Long.SIZE - Long.numberOfLeadingZeros(span));
    } else {
      int bits = keyed.itemsize() * Byte.SIZE;
      boolean fromZero = keyed.isUnsigned() && keyed != ScalarKind.UINT64;
      this.base = fromZero || keyed == ScalarKind.BOOL ? 0 : Long.MIN_VALUE >> (Long.SIZE - bits);
      this.width = bits;
    }
    if (items <= SORTED) {
      this.sorted = collected(0, (int) items, 0L);
      this.count = sorted.length;
    } else {
      int digit = Math.min(MOST_BITS, width);
      this.first = counted(0, digit, 0L).of(0);
      this.count = Arrays.stream(first).sum();
    }
  }

  /// How the items are ordered; long doubles as their nearest doubles.
  static SortableBits keys(Items view) {
    if (view.dtype() instanceof TimeType) {
      return SortableBits.TIMES;
    }
    ScalarKind kind = view.kind();
    return Folds.keys(kind == ScalarKind.LONGDOUBLE ? ScalarKind.FLOAT64 : kind);
  }

  @Override
  public long count() {
    return count;
  }

  /// @throws ConcurrentModificationException if items were changed meanwhile, and that was noticed
  @Override
  public long[] bits(long... ranks) {
    if (first.length == 0) {
      return Arrays.stream(ranks).map(rank -> keys.bits(sorted[(int) rank])).toArray();
    }
    int known = Math.min(MOST_BITS, width);
    int wanted = ranks.length;
    long[] rest = ranks.clone();
    long[] prefixes = new long[wanted];
    long[] sizes = new long[wanted];
    long[] cumulative = cumulative(first);
    for (int k = 0; k < wanted; k++) {
      descend(cumulative, known, k, prefixes, rest, sizes);
    }
    while (known < width) {
      long[] distinct = Arrays.stream(prefixes).distinct().toArray();
      long candidates = 0;
      for (int k = 0; k < wanted; k++) {
        candidates += k > 0 && prefixes[k] == prefixes[k - 1] ? 0 : sizes[k];
      }
      if (candidates <= Math.min(FEW, SORTED + count / PASSED)) {
        return collected(known, (int) candidates, distinct, prefixes, rest, sizes);
      }
      int digit = digit(known, distinct.length);
      RadixCounts counts = counted(known, digit, distinct);
      int at = -1;
      for (int k = 0; k < wanted; k++) {
        if (at < 0 || distinct[at] != prefixes[k]) {
          at++;
          cumulative = cumulative(counts.of(at));
        }
        descend(cumulative, digit, k, prefixes, rest, sizes);
      }
      known += digit;
    }
    return Arrays.stream(prefixes).map(number -> keys.bits(number + base)).toArray();
  }

  private int digit(int known, int prefixes) {
    int room = COUNTER_BITS - (Integer.SIZE - Integer.numberOfLeadingZeros(prefixes - 1));
    return Math.min(Math.clamp(room, LEAST_BITS, MOST_BITS), width - known);
  }

  private static long[] cumulative(long... counts) {
    long[] cumulative = counts.clone();
    for (int i = 1; i < cumulative.length; i++) {
      cumulative[i] += cumulative[i - 1];
    }
    return cumulative;
  }

  /// Finds the next digit of a wanted item.
  private void descend(
      long[] cumulative, int digit, int k, long[] prefixes, long[] rest, long[] sizes) {
    int low = 0;
    int high = cumulative.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (cumulative[middle] > rest[k]) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    if (low == cumulative.length) {
      throw changed();
    }
    long before = low == 0 ? 0 : cumulative[low - 1];
    prefixes[k] = (prefixes[k] << digit) | low;
    rest[k] -= before;
    sizes[k] = cumulative[low] - before;
  }

  private RadixCounts counted(int known, int digit, long... prefixes) {
    RadixCounts all = new RadixCounts(base, width, known, digit, prefixes);
    for (Counter counter : Workers.pass(view, () -> new Counter(this, known, digit, prefixes))) {
      all.add(counter.counts);
    }
    return all;
  }

  private long[] collected(
      int known, int candidates, long[] distinct, long[] prefixes, long[] rest, long[] sizes) {
    long[] found = collected(known, candidates, distinct);
    if (found.length != candidates) {
      throw changed();
    }
    long[] bits = new long[prefixes.length];
    long start = 0;
    for (int k = 0; k < bits.length; k++) {
      if (k > 0 && prefixes[k] != prefixes[k - 1]) {
        start += sizes[k - 1];
      }
      bits[k] = keys.bits(found[(int) (start + rest[k])]);
    }
    return bits;
  }

  /// All keys with some prefixes, sorted.
  ///
  /// @param most how many there may be
  private long[] collected(int known, int most, long... prefixes) {
    long[] found = new long[most];
    AtomicLong end = new AtomicLong();
    Workers.pass(view, () -> new Collector(this, known, prefixes, found, end));
    if (end.get() > most) {
      throw changed();
    }
    long[] kept = end.get() == most ? found : Arrays.copyOf(found, (int) end.get());
    Arrays.sort(kept);
    return kept;
  }

  private ConcurrentModificationException changed() {
    return new ConcurrentModificationException(
        view.backing().name() + ": items were changed while their order was looked for");
  }
}
