package io.ndmap.array;

import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.op.Execution;
import java.util.Arrays;
import java.util.stream.LongStream;

/// Fills the margins of a padded array, as `numpy.pad`, axis by axis. The margins of an axis extend
/// over the margins of all earlier axes, and thereby fill the corners.
final class Margins {

  /// Fills the two margins along an axis.
  private interface Filler {

    /// @param region the array together with its margins along this axis and all earlier axes
    /// @param begin the index of the array's first element along the axis
    /// @param end the index after the array's last element
    void fill(NdView<?> region, int axis, long begin, long end);
  }

  private final Shape shape;
  private final long[] before;
  private final long[] after;

  /// @param shape the array's shape
  /// @param widths the widths of the margins before and after the array: one pair for each axis, or
  ///   one pair for all axes; a single number stands for two equal widths
  /// @throws IllegalArgumentException if the number of pairs is neither 1 nor the rank, or if a
  ///   width is negative
  Margins(Shape shape, long[]... widths) {
    this.shape = shape;
    this.before = new long[shape.rank()];
    this.after = new long[shape.rank()];
    if (widths.length != 1 && widths.length != shape.rank()) {
      throw new IllegalArgumentException(
          "margins of %s axes do not match shape %s".formatted(widths.length, shape));
    }
    for (int axis = 0; axis < before.length; axis++) {
      long[] pair = widths[widths.length == 1 ? 0 : axis];
      if (pair.length < 1 || pair.length > 2 || Arrays.stream(pair).anyMatch(n -> n < 0)) {
        throw new IllegalArgumentException(
            "an axis has one or two margins that are not negative, found " + Arrays.toString(pair));
      }
      before[axis] = pair[0];
      after[axis] = pair[pair.length - 1];
    }
  }

  /// Returns the shape of the array with its margins.
  Shape padded() {
    long[] sizes = shape.toArray();
    for (int axis = 0; axis < sizes.length; axis++) {
      sizes[axis] = ViewItems.sum(sizes[axis], ViewItems.sum(before[axis], after[axis]));
    }
    return Shape.of(sizes);
  }

  /// Stores an array with margins of one value.
  void constant(NdView<?> array, Object value, NdView<?> target) {
    run(
        array,
        target,
        (region, axis, begin, end) -> {
          ViewItems.fill(region.slice(axis, 0, begin), value);
          ViewItems.fill(region.slice(axis, end, region.size(axis)), value);
        });
  }

  /// @throws IllegalArgumentException if an axis without elements has margins
  private void requireItems() {
    for (int axis = 0; axis < before.length; axis++) {
      if (shape.size(axis) == 0 && before[axis] + after[axis] > 0) {
        throw new IllegalArgumentException(
            "axis %s of shape %s has no elements for margins; use a constant"
                .formatted(axis, shape));
      }
    }
  }

  /// @throws IllegalArgumentException if an axis without elements has margins
  /// @throws DTypeException if the margins cannot be computed for the array's dtype
  void require(NdView<?> array, Padding how) {
    requireItems();
    if (!how.copies()) {
      // A trial with two elements and two margins of one element. It throws the exceptions for
      // unsupported dtypes.
      new ComputedMargins(NdView.zeros(array.dtype(), 4), 0, 1, 3).fill(how, 0);
    }
  }

  /// Stores an array with margins copied or computed from its own elements. Call [#require] first.
  void ofItems(NdView<?> array, Padding how, NdView<?> target) {
    if (!how.copies()) {
      computed(array, how, 0, target);
      return;
    }
    run(
        array,
        target,
        (region, axis, begin, end) -> {
          NdView<?> items = region.slice(axis, begin, end);
          take(items, how, region, axis, 0, begin, begin);
          take(items, how, region, axis, end, region.size(axis), begin);
        });
  }

  /// Stores an array with computed margins. Call [#require] first.
  ///
  /// @param ramp the value at the outer end of ramps
  void computed(NdView<?> array, Padding how, double ramp, NdView<?> target) {
    Execution execution = array.execution().withoutAllocator();
    run(
        array,
        target.on(execution),
        (region, axis, begin, end) ->
            new ComputedMargins(region, axis, begin, end).fill(how, ramp));
  }

  private static void take(
      NdView<?> items, Padding how, NdView<?> region, int axis, long from, long to, long begin) {
    long size = items.size(axis);
    PositionBatches.of(
        from,
        to,
        (start, length) ->
            items.take(
                LongStream.range(start, start + length)
                    .map(k -> how.source(k - begin, size))
                    .toArray(),
                axis,
                region.slice(axis, start, start + length)));
  }

  private void run(NdView<?> array, NdView<?> target, Filler filler) {
    ViewItems.requireShape(target, padded());
    array.copyTo(inside(target, 0));
    for (int axis = 0; axis < before.length; axis++) {
      if (before[axis] + after[axis] > 0) {
        long end = before[axis] + shape.size(axis);
        filler.fill(inside(target, axis + 1), axis, before[axis], end);
      }
    }
  }

  /// Returns the target without the margins of axis `first` and of all later axes.
  private NdView<?> inside(NdView<?> target, int first) {
    NdView<?> inside = target;
    for (int axis = first; axis < before.length; axis++) {
      inside = inside.slice(axis, before[axis], before[axis] + shape.size(axis));
    }
    return inside;
  }
}
