package io.ndmap.array;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.Expression;
import io.ndmap.nd.NdView;
import io.ndmap.op.Binary;
import io.ndmap.op.Casting;
import io.ndmap.op.Unary;

/// Computes the two margins of an array along one axis from the array's elements, as `numpy.pad`
/// does.
final class ComputedMargins {

  private final NdView<?> region;
  private final int axis;
  private final long begin;
  private final long end;

  /// @param region the array together with the two margins
  /// @param begin the index of the array's first element along the axis
  /// @param end the index after the array's last element
  ComputedMargins(NdView<?> region, int axis, long begin, long end) {
    this.region = region;
    this.axis = axis;
    this.begin = begin;
    this.end = end;
  }

  /// Computes and stores both margins.
  ///
  /// @param how the contents of the margins
  /// @param ramp the value at the outer end of ramps
  void fill(Padding how, double ramp) {
    switch (how) {
      case LINEAR_RAMP -> {
        ramp(region.slice(axis, 0, begin), at(begin), ramp);
        ramp(region.slice(axis, end, region.size(axis)).flip(axis), at(end - 1), ramp);
      }
      case REFLECT_ODD, SYMMETRIC_ODD -> {
        if (end - begin == 1) {
          store(at(begin), region.slice(axis, 0, begin));
          store(at(begin), region.slice(axis, end, region.size(axis)));
        } else {
          odd(how == Padding.SYMMETRIC_ODD ? 1 : 0);
        }
      }
      default -> {
        NdView<?> value = rounded(statistic(how, region.slice(axis, begin, end)));
        store(value, region.slice(axis, 0, begin));
        store(value, region.slice(axis, end, region.size(axis)));
      }
    }
  }

  private NdView<?> at(long position) {
    return region.slice(axis, position, position + 1);
  }

  private void store(NdView<?> value, NdView<?> margin) {
    value.broadcastTo(margin.shape()).copyTo(margin, Casting.UNSAFE);
  }

  private NdView<?> statistic(Padding how, NdView<?> items) {
    NdView<?> value =
        switch (how) {
          case MAXIMUM -> items.max(axis);
          case MINIMUM -> items.min(axis);
          case MEAN -> items.mean(axis);
          default -> items.median(axis);
        };
    return value.newAxis(axis);
  }

  /// Rounds a mean or median to the nearest integer if the elements are integers.
  private NdView<?> rounded(NdView<?> value) {
    boolean integers = region.dtype() instanceof ScalarType scalar && scalar.kind().isInteger();
    boolean floats = value.dtype() instanceof ScalarType scalar && scalar.kind().isFloat();
    return integers && floats ? value.map(Unary.RINT) : value;
  }

  /// Fills a margin with a linear ramp from a value at the outer end to the edge, exclusive.
  ///
  /// @param margin the margin, beginning at its outer end
  /// @param edge the elements of the array that adjoin the margin
  /// @param value the value at the outer end
  private void ramp(NdView<?> margin, NdView<?> edge, double value) {
    long width = margin.size(axis);
    if (margin.itemCount() == 0) {
      return;
    }
    ScalarKind kind = region.dtype() instanceof ScalarType scalar ? scalar.kind() : null;
    if (kind == null || kind.isExtended()) {
      throw new DTypeException(
          region.backing().name() + ": there are no ramps of elements of " + region.dtype());
    }
    DType computed = kind.isComplex() ? DType.COMPLEX128 : DType.FLOAT64;
    DoubleView line = Ramps.doubles(0, 1, width);
    NdView<?> positions = line;
    for (int k = axis + 1; k < region.rank(); k++) {
      positions = positions.newAxis(positions.rank());
    }
    Expression way = Expression.of(edge).astype(computed).minus(value);
    Expression step = way.dividedBy((double) width);
    boolean underflows = step.map(Unary.LOGICAL_NOT).countNonZero() > 0;
    Expression position = Expression.of(positions);
    Expression ramp =
        underflows ? position.dividedBy((double) width).times(way) : position.times(step);
    Expression numbers = ramp.plus(value);
    boolean integers = kind.isInteger();
    (integers ? numbers.map(Unary.FLOOR) : numbers)
        .astype(region.dtype(), Casting.UNSAFE)
        .into(margin);
  }

  /// Fills both margins with twice the edge element minus the mirrored elements. As in NumPy, each
  /// step mirrors all elements stored so far.
  ///
  /// @param shift 1 if the edge elements are repeated in the margins, else 0
  private void odd(int shift) {
    long left = begin;
    long right = region.size(axis) - end;
    long size = end - begin;
    while (left > 0 || right > 0) {
      long there = region.size(axis) - left - right;
      long period = size - 1 + shift;
      long length = (there - 1 + shift) / period * period;
      if (left > 0) {
        long n = Math.min(length, left);
        NdView<?> mirrored = region.slice(axis, left + 1 - shift, left + 1 - shift + n);
        negate(at(left), mirrored.flip(axis), region.slice(axis, left - n, left));
        left -= n;
      }
      if (right > 0) {
        long n = Math.min(length, right);
        long edge = region.size(axis) - right - 1;
        NdView<?> mirrored = region.slice(axis, edge + shift - n, edge + shift);
        negate(at(edge), mirrored.flip(axis), region.slice(axis, edge + 1, edge + 1 + n));
        right -= n;
      }
    }
  }

  private void negate(NdView<?> edge, NdView<?> items, NdView<?> margin) {
    Expression.of(edge)
        .combine(Binary.TIMES, 2)
        .minus(Expression.of(items))
        .astype(region.dtype(), Casting.UNSAFE)
        .into(margin);
  }
}
