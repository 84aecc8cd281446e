package io.ndmap.distribution;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.TimeType;
import io.ndmap.engine.ArraySorts;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.pass.WorkerPass;
import io.ndmap.reduce.MinMaxFold;
import io.ndmap.reduce.WholeReduction;
import io.ndmap.value.SortableBits;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.concurrent.atomic.AtomicLong;

/// Finds order statistics of all elements in bounded memory, by radix select.
///
/// The search begins with empty prefixes. Each pass through the elements computes, for each prefix,
/// a histogram of the next digit among the keys with this prefix. The histogram yields the next
/// digit of the key at each requested rank; this digit is appended to the key's prefix. A digit has
/// 16 bits if there are few prefixes. The keys with one of the prefixes are the candidates. As soon
/// as they can be sorted in the time of a pass, they are collected and sorted. 64-bit elements need
/// at most four passes for up to 16 distinct prefixes. For more prefixes the digits are shorter, so
/// that each thread has at most 2²⁰ counters. As digits have at least four bits, more than 65,536
/// prefixes need more counters.
///
/// The lowest possible key is subtracted from all keys. For arrays of more than 32,768 times or
/// integers of four or eight bytes, an additional pass finds the lowest key of the array, and that
/// key is subtracted: most such arrays do not use the highest bits.
final class OrderStatistics implements Ranked {

  /// The maximum number of candidates that are sorted; their keys take 1 MiB.
  private static final int FEW = 1 << 17;

  /// The number of elements that can be sorted in the time that a pass spends on its counters.
  private static final int SORTED = 1 << 15;

  /// The number of elements that a pass processes in the time that sorting one element takes.
  private static final int PASSED = 8;

  /// The maximum number of bits of a digit.
  private static final int MOST_BITS = 16;

  /// The minimum number of bits of a digit, for any number of prefixes.
  private static final int LEAST_BITS = 4;

  /// Binary logarithm of the maximum number of counters of each thread in a pass.
  private static final int COUNTER_BITS = 20;

  /// Collects the keys that begin with one of several prefixes.
  private static final class Collector extends KeyWorker {
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
        // Shift in two steps: Java would shift by `rest` modulo 64.
        long prefix = number >>> (rest - 1) >>> 1;
        boolean isCandidate =
            prefixes.length == 1
                ? prefix == prefixes[0]
                : Arrays.binarySearch(prefixes, prefix) >= 0;
        kept += isCandidate ? 1 : 0;
      }
      // There may be more keys than fit if elements are changed concurrently.
      int at = (int) Math.min(found.length, end.getAndAdd(kept));
      System.arraycopy(own, 0, found, at, Math.min(kept, found.length - at));
    }
  }

  /// Counts the next digit of the keys with given prefixes.
  private static final class Counter extends KeyWorker {
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
  // The number of bits of a key after subtraction of `base`.
  private final int width;
  private final long base;
  private final long count;
  // All keys in ascending order if there are at most `SORTED` elements; otherwise empty.
  private long[] sorted = {};
  // The counts of the keys' first digits if there are more than `SORTED` elements; otherwise
  // empty.
  private long[] first = {};

  /// Runs the first pass.
  ///
  /// @param view an array of real numbers or times
  OrderStatistics(Items view) {
    this.view = view;
    this.kind = view.kind();
    ScalarKind keyed = kind.isExtended() ? ScalarKind.FLOAT64 : kind;
    this.keys = keys(view);
    long items = view.itemCount();
    if (keyed.isInteger() && keyed.itemsize() > Short.BYTES && items > SORTED) {
      boolean hasNaN = !keys.hasNoNaN();
      MinMaxFold ends = WholeReduction.of(view, () -> MinMaxFold.ofBoth(keyed, keys, hasNaN));
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

  /// Returns the mapping of elements to keys; long doubles are rounded to doubles.
  static SortableBits keys(Items view) {
    if (view.dtype() instanceof TimeType) {
      return SortableBits.TIMES;
    }
    ScalarKind kind = view.kind();
    return SortableBits.of(kind.isExtended() ? ScalarKind.FLOAT64 : kind);
  }

  @Override
  public long count() {
    return count;
  }

  /// @throws ConcurrentModificationException if a concurrent change of elements is detected
  @Override
  public long[] bits(long... ranks) {
    if (first.length == 0) {
      return Arrays.stream(ranks).map(rank -> keys.bits(sorted[(int) rank])).toArray();
    }
    int known = Math.min(MOST_BITS, width);
    int requested = ranks.length;
    long[] rest = ranks.clone();
    long[] prefixes = new long[requested];
    long[] sizes = new long[requested];
    long[] cumulative = cumulative(first);
    for (int k = 0; k < requested; k++) {
      descend(cumulative, known, k, prefixes, rest, sizes);
    }
    while (known < width) {
      long[] distinct = Arrays.stream(prefixes).distinct().toArray();
      long candidates = 0;
      for (int k = 0; k < requested; k++) {
        candidates += k > 0 && prefixes[k] == prefixes[k - 1] ? 0 : sizes[k];
      }
      if (candidates <= Math.min(FEW, SORTED + count / PASSED)) {
        return collected(known, (int) candidates, distinct, prefixes, rest, sizes);
      }
      int digit = digit(known, distinct.length);
      RadixCounts counts = counted(known, digit, distinct);
      int at = -1;
      for (int k = 0; k < requested; k++) {
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
    int bits = COUNTER_BITS - (Integer.SIZE - Integer.numberOfLeadingZeros(prefixes - 1));
    return Math.min(Math.clamp(bits, LEAST_BITS, MOST_BITS), width - known);
  }

  private static long[] cumulative(long... counts) {
    long[] cumulative = counts.clone();
    for (int i = 1; i < cumulative.length; i++) {
      cumulative[i] += cumulative[i - 1];
    }
    return cumulative;
  }

  /// Finds the next digit of the key at a requested rank, and updates the entries of this rank.
  ///
  /// @param cumulative the cumulative counts of the digits that follow the key's prefix
  /// @param digit the number of bits of the digit
  /// @param k the index of the requested rank
  /// @param prefixes the prefix of each requested key
  /// @param rest the rank of each requested key among the keys with its prefix
  /// @param sizes the number of keys with the prefix of each requested key
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
    for (Counter counter : WorkerPass.pass(view, () -> new Counter(this, known, digit, prefixes))) {
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

  /// Returns all keys that begin with one of several prefixes, sorted.
  ///
  /// @param known the number of bits of the prefixes
  /// @param most the maximum number of keys that are expected
  /// @throws ConcurrentModificationException if there are more keys
  private long[] collected(int known, int most, long... prefixes) {
    long[] found = new long[most];
    AtomicLong end = new AtomicLong();
    WorkerPass.pass(view, () -> new Collector(this, known, prefixes, found, end));
    if (end.get() > most) {
      throw changed();
    }
    long[] kept = end.get() == most ? found : Arrays.copyOf(found, (int) end.get());
    ArraySorts.LONGS.sort(kept, 0, 1, kept.length);
    return kept;
  }

  private ConcurrentModificationException changed() {
    return new ConcurrentModificationException(
        view.backing().name() + ": elements were changed while their order was looked for");
  }
}
