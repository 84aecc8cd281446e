package io.ndmap.array;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Casting;
import io.ndmap.op.Comparison;
import io.ndmap.op.Execution;
import io.ndmap.op.Reduction;
import io.ndmap.op.Side;
import java.math.BigInteger;
import java.util.ConcurrentModificationException;

/// Counts occurrences of numbers, and finds the bins that contain them. For bins of equal width see
/// [NdView#histogram(int)].
///
/// Numbers are read block by block; little memory is needed except for the result. `bincount` finds
/// the smallest and the largest integer with the array's execution, and counts on one thread;
/// [#digitize] runs with the array's execution. New arrays are little-endian, and are allocated as
/// described at [NdView].
public final class Counting {

  private Counting() {}

  /// {@return the number of occurrences of each integer from 0 to the largest element,
  /// `np.bincount(a, minlength=minLength)`}
  ///
  /// @param array integers or booleans, of rank 1, none negative
  /// @param minLength the minimum length of the result
  /// @throws IllegalArgumentException if an integer is negative or more than 2^63-2, or `minLength`
  ///   is negative, or the rank is not 1
  /// @throws DTypeException if the elements are neither integers nor booleans
  /// @throws ConcurrentModificationException if an element changes during the call and is no longer
  ///   an index of the result
  public static LongView bincount(NdView<?> array, long minLength) {
    LongView counts =
        ViewItems.emptyLike(array, DType.INT64, Shape.of(length(array, minLength)), Order.C)
            .as(LongView.class);
    ViewItems.clear(counts);
    forEachBlock(
        array,
        counts.size(0),
        (items, _) -> {
          for (long item : items) {
            counts.set(item, counts.get(item) + 1);
          }
        });
    return counts;
  }

  /// {@return the sum of the weights of each integer from 0 to the largest element, `np.bincount(a,
  /// weights, minLength)`} The weights of an integer are added in their order in the array.
  ///
  /// @param array integers or booleans, of rank 1, none negative
  /// @param weights numbers that safe casting converts to `f8`, of the same length
  /// @param minLength the minimum length of the result
  /// @throws IllegalArgumentException if an integer is negative or more than 2^63-2, or `minLength`
  ///   is negative, or the rank is not 1, or the number of weights differs
  /// @throws DTypeException if the elements are neither integers nor booleans, or the weights
  ///   cannot be cast to `f8`
  /// @throws ConcurrentModificationException if an element changes during the call and is no longer
  ///   an index of the result
  public static DoubleView bincount(NdView<?> array, NdView<?> weights, long minLength) {
    long length = length(array, minLength);
    if (!weights.shape().equals(array.shape())) {
      throw new IllegalArgumentException(
          "weights of shape %s do not match an array of shape %s"
              .formatted(weights.shape(), array.shape()));
    }
    if (!Casting.SAFE.allows(weights.dtype(), DType.FLOAT64)) {
      throw new DTypeException("weights of " + weights.dtype() + " are no <f8 by safe casting");
    }
    DoubleView sums =
        ViewItems.emptyLike(array, DType.FLOAT64, Shape.of(length), Order.C).as(DoubleView.class);
    ViewItems.clear(sums);
    forEachBlock(
        array,
        length,
        (items, from) -> {
          double[] block = new double[items.length];
          weights.slice(0, from, from + items.length).copyTo(NdView.of(block), Casting.SAFE);
          for (int i = 0; i < block.length; i++) {
            sums.set(items[i], sums.get(items[i]) + block[i]);
          }
        });
    return sums;
  }

  /// Checks the arguments, and returns the length of the result.
  private static long length(NdView<?> array, long minLength) {
    if (minLength < 0) {
      throw new IllegalArgumentException("a length must not be negative, found " + minLength);
    }
    if (array.rank() != 1) {
      throw new IllegalArgumentException(
          array.backing().name() + ": an array of rank 1 is needed, found shape " + array.shape());
    }
    if (!(array.dtype() instanceof ScalarType scalar)
        || !(scalar.kind().isInteger() || scalar.kind() == ScalarKind.BOOL)) {
      throw new DTypeException(
          array.backing().name() + ": integers are counted, found elements of " + array.dtype());
    }
    if (array.itemCount() == 0) {
      return minLength;
    }
    if (scalar.kind().code() == 'i' && array.reduce(Reduction.MIN).getLong() < 0) {
      throw new IllegalArgumentException(
          array.backing().name()
              + ": only integers from 0 on are counted, found "
              + array.reduce(Reduction.MIN).getLong());
    }
    BigInteger most = array.reduce(Reduction.MAX).getBigInteger();
    if (most.bitLength() >= Long.SIZE || most.longValue() == Long.MAX_VALUE) {
      throw new IllegalArgumentException(
          array.backing().name() + ": no array has a count of each integer up to " + most);
    }
    return Math.max(minLength, most.longValue() + 1);
  }

  /// A callback for blocks of integers.
  private interface Block {

    /// @param from the index of the first integer in the array
    void run(long[] items, long from);
  }

  /// Passes the integers of an array, block by block.
  ///
  /// @param limit the length of the result; an integer that is not an index of the result shows
  ///   that the array has changed since its length was computed
  private static void forEachBlock(NdView<?> vector, long limit, Block body) {
    FlatBlocks.forEach(
        vector,
        vector.execution().withParallelism(1),
        (block, from) -> {
          long[] items = new long[(int) block.itemCount()];
          block.copyTo(NdView.of(items), Casting.UNSAFE);
          for (long item : items) {
            if (item < 0 || item >= limit) {
              throw new ConcurrentModificationException(
                  vector.backing().name() + ": integers were changed while they were counted");
            }
          }
          body.run(items, from);
        });
  }

  /// {@return for each number the index of its bin, `np.digitize(a, bins, right)`} For ascending
  /// edges bin k extends from edge k-1, inclusive, to edge k, exclusive; numbers below the first
  /// edge are in bin 0, numbers from the last edge on are in bin n, where n is the number of edges.
  /// For descending edges bin k extends from edge k, inclusive, to edge k-1, exclusive.
  ///
  /// @param array booleans, real numbers of at most eight bytes, or times, of any shape
  /// @param edges a view of rank 1, ascending or descending, compared as by
  ///   [NdView#searchSorted(NdView, Side)]
  /// @param right true if bins include their upper edge instead of their lower edge
  /// @throws IllegalArgumentException if the edges are neither in ascending nor in descending
  ///   order, or their rank is not 1
  /// @throws DTypeException if the dtypes cannot be compared
  public static LongView digitize(NdView<?> array, NdView<?> edges, boolean right) {
    boolean descending = isDescending(edges);
    NdView<?> ascending = descending ? edges.flip(0) : edges;
    Side side = right ? Side.LEFT : Side.RIGHT;
    LongView bins =
        ViewItems.emptyLike(array, DType.INT64, array.shape(), Order.C).as(LongView.class);
    LongView flat = bins.flatten(Order.C).on(Execution.SEQUENTIAL);
    long count = edges.size(0);
    FlatBlocks.forEach(
        array,
        array.execution(),
        (block, from) -> {
          long[] positions = ascending.searchSorted(block, side);
          for (int i = 0; i < positions.length && descending; i++) {
            positions[i] = count - positions[i];
          }
          flat.slice(0, from, from + positions.length).copyFrom(positions);
        });
    return bins;
  }

  private static boolean isDescending(NdView<?> edges) {
    if (edges.rank() != 1) {
      throw new IllegalArgumentException(
          edges.backing().name() + ": edges of rank 1 are needed, found shape " + edges.shape());
    }
    NdView<?> earlier = edges.slice(0, 0, Math.max(0, edges.size(0) - 1));
    NdView<?> later = edges.slice(0, Math.min(1, edges.size(0)), edges.size(0));
    boolean falls = later.compare(Comparison.LESS, earlier).any();
    if (falls && later.compare(Comparison.GREATER, earlier).any()) {
      throw new IllegalArgumentException(
          edges.backing().name() + ": edges must be in ascending or descending order");
    }
    return falls;
  }
}
