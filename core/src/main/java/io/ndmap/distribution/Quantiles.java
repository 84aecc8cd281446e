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

/// Quantiles and medians from order statistics, as in NumPy 2.4.
public final class Quantiles {

  /// The position of a quantile among the sorted elements.
  ///
  /// @param below the rank of the lower neighbour
  /// @param above the rank of the upper neighbour
  /// @param share the weight of the upper neighbour, above 1 only at the last element; NaN if the
  ///   lower neighbour is the result
  private record Position(long below, long above, double share) {

    static Position of(QuantileMethod method, double q, long count) {
      double last = (double) (count - 1);
      double virtual = last * q;
      return switch (method) {
        case LOWER -> at(Math.floor(virtual));
        case HIGHER -> at(Math.ceil(virtual));
        case NEAREST -> at(Math.rint(virtual));
        // For the last element NumPy uses the index -1, and interpolates relative to -1.
        case LINEAR ->
            between(virtual, virtual >= last ? virtual + 1 : virtual - Math.floor(virtual), count);
        case MIDPOINT -> {
          double middle = 0.5 * (Math.floor(virtual) + Math.ceil(virtual));
          yield between(middle, middle % 1 == 0 ? 0 : 0.5, count);
        }
      };
    }

    private static Position at(double rank) {
      return new Position((long) rank, (long) rank, Double.NaN);
    }

    private static Position between(double virtual, double share, long count) {
      long below = (long) Math.floor(virtual);
      return virtual >= count - 1
          ? new Position(count - 1, count - 1, share)
          : new Position(below, below + 1, share);
    }
  }

  private final Items view;
  private final ScalarKind kind;
  private final boolean isTime;
  private final boolean ignoresNaN;

  /// @param view an array of real numbers or times
  public Quantiles(Items view, boolean ignoresNaN) {
    this.view = view;
    this.kind = view.kind();
    this.isTime = view.dtype() instanceof TimeType;
    this.ignoresNaN = ignoresNaN;
  }

  /// Computes results from ranked elements. May be called repeatedly. For one thread.
  interface Answer {

    /// Computes one result or several.
    ///
    /// @param total the number of elements, including NaN and `NaT`
    /// @param into receives the bits of each result, in the scalar type of the results
    void find(Ranked items, long total, long... into);
  }

  /// Returns one quantile, computed in the elements' own precision.
  ///
  /// @throws IllegalArgumentException if `q` is not from 0 to 1, or if there are no elements and
  ///   NaN are not ignored
  public double one(QuantileMethod method, double q) {
    return of(method, true, q)[0];
  }

  /// Returns several quantiles, computed in double precision.
  ///
  /// @throws IllegalArgumentException as [#one]
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

  private static long[] ranks(Position... positions) {
    return Arrays.stream(positions)
        .flatMapToLong(position -> LongStream.of(position.below, position.above))
        .sorted()
        .distinct()
        .toArray();
  }

  IllegalArgumentException nothing() {
    return new IllegalArgumentException(
        "there is no quantile of no elements, in an array of shape " + view.shape());
  }

  /// Returns an object that computes quantiles.
  ///
  /// @param narrow whether the quantiles are computed in the elements' own precision
  /// @throws IllegalArgumentException if a quantile is not from 0 to 1
  Answer answer(QuantileMethod method, boolean narrow, double... q) {
    for (double share : q) {
      if (!(share >= 0 && share <= 1)) {
        throw new IllegalArgumentException("quantiles must be from 0 to 1, found " + share);
      }
    }
    return new Several(method, narrow, q);
  }

  /// Returns an object that computes the median: the middle element, or the mean of the two middle
  /// elements, rounded as by `numpy.mean`.
  Answer middle() {
    return (items, total, into) ->
        into[0] = ScalarBits.ofDouble(results(true), median(items, total));
  }

  /// Returns the scalar type of the results; for times, the scalar type of their ticks.
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

  /// Computes several quantiles. Their ranks are computed again only if the number of elements
  /// changes.
  private final class Several implements Answer {
    private final QuantileMethod method;
    private final ScalarKind results;
    private final double[] q;
    private final Position[] positions;
    private long[] ranks = {};
    private long count = -1;

    Several(QuantileMethod method, boolean narrow, double... q) {
      this.method = method;
      this.results = results(narrow);
      this.q = q.clone();
      this.positions = new Position[q.length];
    }

    @Override
    public void find(Ranked items, long total, long... into) {
      if (hasNone(items, total)) {
        Arrays.fill(into, isTime ? TimeType.NOT_A_TIME : ScalarBits.ofDouble(results, Double.NaN));
        return;
      }
      if (count != items.count()) {
        count = items.count();
        position();
      }
      long[] bits = items.bits(ranks);
      for (int k = 0; k < positions.length; k++) {
        long below = bits[Arrays.binarySearch(ranks, positions[k].below)];
        long above = bits[Arrays.binarySearch(ranks, positions[k].above)];
        double share = positions[k].share;
        into[k] =
            isTime
                ? ticksBetween(below, above, share)
                : ScalarBits.ofDouble(
                    results, CanonicalNaN.of(between(below, above, share, results)));
      }
    }

    private void position() {
      Arrays.setAll(positions, k -> Position.of(method, q[k], count));
      ranks = Quantiles.ranks(positions);
    }
  }

  /// Interpolates between ticks. As in NumPy, the distance from the nearer neighbour is truncated
  /// to an integer.
  private static long ticksBetween(long below, long above, double share) {
    if (Double.isNaN(share)) {
      return below;
    }
    double difference = ScalarBits.unsignedToDouble(above - below);
    return share < 0.5
        ? below + (long) (difference * share)
        : above - (long) (difference * Math.max(1 - share, 0));
  }

  /// Computes NumPy's `_lerp` with the same roundings.
  ///
  /// @param share the weight of `above`; NaN if `below` is the result
  /// @param computed the scalar type of the results
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
    // A share above 1 occurs only at the last element. There the difference is 0 or NaN, so that
    // only the sign matters.
    double back = Math.max(1 - share, -1);
    double way = rounded(computed, difference * rounded(computed, back));
    return rounded(computed, b - way);
  }

  private double difference(long below, long above) {
    if (kind.isFloat()) {
      return rounded(precision(), number(above) - number(below));
    }
    // Does not wrap, unlike NumPy's subtraction of signed integers.
    return ScalarBits.unsignedToDouble(above - below);
  }

  private double number(long bits) {
    return ScalarBits.toDouble(kind.isExtended() ? ScalarKind.FLOAT64 : kind, bits);
  }

  private static double rounded(ScalarKind kind, double number) {
    return kind.isNarrow()
        ? ScalarBits.toDouble(kind, ScalarBits.ofDouble(kind, number))
        : EqualBins.round(kind, number);
  }

  /// Returns the median of all elements; NaN if there are none, or if one is NaN and NaN are not
  /// ignored.
  public double median() {
    return view.itemCount() == 0 ? Double.NaN : median(new OrderStatistics(view), view.itemCount());
  }

  private double median(Ranked items, long total) {
    if (hasNone(items, total)) {
      return Double.NaN;
    }
    long count = items.count();
    long[] middle = count % 2 == 1 ? new long[] {count / 2} : new long[] {count / 2 - 1, count / 2};
    // NumPy adds float16 in float32.
    ScalarKind added = precision().isNarrow() ? ScalarKind.FLOAT32 : precision();
    double sum = 0;
    for (long bits : items.bits(middle)) {
      sum = EqualBins.round(added, sum + number(bits));
    }
    double mean = EqualBins.round(added, sum / middle.length);
    return CanonicalNaN.of(rounded(precision(), mean));
  }
}
