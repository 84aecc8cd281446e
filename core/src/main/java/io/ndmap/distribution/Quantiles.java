package io.ndmap.distribution;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.TimeType;
import io.ndmap.op.QuantileMethod;
import io.ndmap.pass.Items;
import io.ndmap.value.CanonicalNaN;
import io.ndmap.value.EqualBins;
import io.ndmap.value.ScalarBits;
import java.util.Arrays;
import java.util.stream.LongStream;

/// Quantiles and medians, computed from order statistics as NumPy 2.4 does it.
public final class Quantiles {

  /// Where a quantile lies.
  ///
  /// @param below the place of the neighbour below
  /// @param above the place of the neighbour above
  /// @param share how far from the one to the other
  private record Place(long below, long above, double share) {

    static Place of(QuantileMethod method, double q, long count) {
      double last = (double) (count - 1);
      double virtual = last * q;
      return switch (method) {
        case LOWER -> at(Math.floor(virtual));
        case HIGHER -> at(Math.ceil(virtual));
        case NEAREST -> at(Math.rint(virtual));
        // NumPy takes the last item by its place from the end, -1, and its distance from there.
        case LINEAR ->
            between(virtual, virtual >= last ? virtual + 1 : virtual - Math.floor(virtual), count);
        case MIDPOINT -> {
          double middle = 0.5 * (Math.floor(virtual) + Math.ceil(virtual));
          yield between(middle, middle % 1 == 0 ? 0 : 0.5, count);
        }
      };
    }

    private static Place at(double rank) {
      return new Place((long) rank, (long) rank, Double.NaN);
    }

    private static Place between(double virtual, double share, long count) {
      long below = (long) Math.floor(virtual);
      return virtual >= count - 1
          ? new Place(count - 1, count - 1, share)
          : new Place(below, below + 1, share);
    }
  }

  private final Items view;
  private final ScalarKind kind;
  private final boolean isTime;
  private final boolean ignoresNaN;

  /// @param view of real numbers or times
  public Quantiles(Items view, boolean ignoresNaN) {
    this.view = view;
    this.kind = view.kind();
    this.isTime = view.dtype() instanceof TimeType;
    this.ignoresNaN = ignoresNaN;
  }

  /// What is computed of ranked items, again and again. For one thread.
  interface Answer {

    /// Computes one number or several.
    ///
    /// @param total how many items there are, NaN among them
    /// @param into takes the bits of each, in the kind of the results
    void find(Ranked items, long total, long... into);
  }

  /// One quantile, computed in the items' own precision.
  public double one(QuantileMethod method, double q) {
    return of(method, true, q)[0];
  }

  /// Several quantiles, computed in double precision.
  public double[] all(QuantileMethod method, double... q) {
    return of(method, false, q);
  }

  private double[] of(QuantileMethod method, boolean narrow, double... q) {
    Answer answer = answer(method, narrow, q);
    if (view.itemCount() == 0 && !ignoresNaN) {
      throw nothing();
    }
    long[] found = new long[q.length];
    if (q.length > 0) {
      answer.find(new OrderStatistics(view), view.itemCount(), found);
    }
    ScalarKind results = results(narrow);
    return Arrays.stream(found)
        .mapToDouble(bits -> CanonicalNaN.of(ScalarBits.toDouble(results, bits)))
        .toArray();
  }

  private static long[] ranks(Place... places) {
    return Arrays.stream(places)
        .flatMapToLong(place -> LongStream.of(place.below, place.above))
        .sorted()
        .distinct()
        .toArray();
  }

  IllegalArgumentException nothing() {
    return new IllegalArgumentException(
        "there is no quantile of no items, in an array of shape " + view.shape());
  }

  /// Quantiles.
  ///
  /// @param narrow whether they are computed in the items' own precision
  /// @throws IllegalArgumentException if one lies outside 0 to 1
  Answer answer(QuantileMethod method, boolean narrow, double... q) {
    requireShares(q);
    return new Several(method, narrow, q);
  }

  private static void requireShares(double... q) {
    for (double share : q) {
      if (!(share >= 0 && share <= 1)) {
        throw new IllegalArgumentException("quantiles must be from 0 to 1, found " + share);
      }
    }
  }

  /// The middle item or the mean of the two in the middle, as `numpy.mean` rounds it.
  Answer middle() {
    return (items, total, into) ->
        into[0] = ScalarBits.ofDouble(results(true), median(items, total));
  }

  /// The kind of the results; of times, their ticks.
  ScalarKind results(boolean narrow) {
    if (isTime) {
      return kind;
    }
    return narrow ? precision() : ScalarKind.FLOAT64;
  }

  private ScalarKind precision() {
    return kind.isNarrow() || kind == ScalarKind.FLOAT32 ? kind : ScalarKind.FLOAT64;
  }

  private boolean hasNone(Ranked items, long total) {
    long count = items.count();
    return count == 0 || (count < total && !ignoresNaN);
  }

  /// Several quantiles, whose places stay the same as long as the number of items does.
  private final class Several implements Answer {
    private final QuantileMethod method;
    private final ScalarKind results;
    private final double[] q;
    private final Place[] places;
    private long[] ranks = {};
    private long count = -1;

    Several(QuantileMethod method, boolean narrow, double... q) {
      this.method = method;
      this.results = results(narrow);
      this.q = q.clone();
      this.places = new Place[q.length];
    }

    @Override
    public void find(Ranked items, long total, long... into) {
      if (hasNone(items, total)) {
        Arrays.fill(into, isTime ? TimeType.NOT_A_TIME : ScalarBits.ofDouble(results, Double.NaN));
        return;
      }
      if (count != items.count()) {
        count = items.count();
        place();
      }
      long[] bits = items.bits(ranks);
      for (int k = 0; k < places.length; k++) {
        long below = bits[Arrays.binarySearch(ranks, places[k].below)];
        long above = bits[Arrays.binarySearch(ranks, places[k].above)];
        double share = places[k].share;
        into[k] =
            isTime
                ? ticksBetween(below, above, share)
                : ScalarBits.ofDouble(
                    results, CanonicalNaN.of(between(below, above, share, results)));
      }
    }

    private void place() {
      Arrays.setAll(places, k -> Place.of(method, q[k], count));
      ranks = Quantiles.ranks(places);
    }
  }

  /// Ticks are exact: between two of them the part of a tick is cut off from the nearer one, as
  /// NumPy does it.
  private static long ticksBetween(long below, long above, double share) {
    if (Double.isNaN(share)) {
      return below;
    }
    double difference = ScalarBits.unsignedToDouble(above - below);
    return share < 0.5
        ? below + (long) (difference * share)
        : above - (long) (difference * Math.max(1 - share, 0));
  }

  /// NumPy's `_lerp`, with each of its roundings.
  ///
  /// @param share NaN if the items are one and no interpolation is asked for
  /// @param computed the kind of the results
  private double between(long below, long above, double share, ScalarKind computed) {
    double a = number(below);
    if (Double.isNaN(share)) {
      return a;
    }
    double b = number(above);
    double difference = difference(below, above);
    if (share < 0.5) {
      double way = rounded(computed, difference * rounded(computed, share));
      return rounded(computed, a + way);
    }
    // Beyond 1 the difference is 0, or NaN, and all that counts is a sign.
    double back = Math.max(1 - share, -1);
    double way = rounded(computed, difference * rounded(computed, back));
    return rounded(computed, b - way);
  }

  private double difference(long below, long above) {
    if (kind.isFloat()) {
      return rounded(precision(), number(above) - number(below));
    }
    // Exact, where NumPy's signed integers would wrap.
    return ScalarBits.unsignedToDouble(above - below);
  }

  private double number(long bits) {
    return ScalarBits.toDouble(kind == ScalarKind.LONGDOUBLE ? ScalarKind.FLOAT64 : kind, bits);
  }

  private static double rounded(ScalarKind kind, double number) {
    return kind.isNarrow()
        ? ScalarBits.toDouble(kind, ScalarBits.ofDouble(kind, number))
        : EqualBins.round(kind, number);
  }

  /// The median of all items.
  public double median() {
    return view.itemCount() == 0 ? Double.NaN : median(new OrderStatistics(view), view.itemCount());
  }

  private double median(Ranked items, long total) {
    if (hasNone(items, total)) {
      return Double.NaN;
    }
    long count = items.count();
    long[] middle = count % 2 == 1 ? new long[] {count / 2} : new long[] {count / 2 - 1, count / 2};
    // NumPy adds up halves as floats.
    ScalarKind added = precision().isNarrow() ? ScalarKind.FLOAT32 : precision();
    double sum = 0;
    for (long bits : items.bits(middle)) {
      sum = EqualBins.round(added, sum + number(bits));
    }
    double mean = EqualBins.round(added, sum / middle.length);
    return CanonicalNaN.of(rounded(precision(), mean));
  }
}
