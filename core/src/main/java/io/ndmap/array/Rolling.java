package io.ndmap.array;

import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;

/// Shifts the elements of an array along its axes, wrapping around, as `numpy.roll`. Along each
/// axis, the last elements and the rest are exchanged.
final class Rolling {

  private final long[] shifts;

  /// @param shifts the distance along each of the axes
  /// @param axes the axes; the shifts of a repeated axis are added
  /// @throws IllegalArgumentException if the numbers of shifts and axes differ
  Rolling(Shape shape, long[] shifts, int[] axes) {
    if (shifts.length != axes.length) {
      throw new IllegalArgumentException(
          "each axis needs a shift, found " + shifts.length + " for " + axes.length);
    }
    this.shifts = new long[shape.rank()];
    for (int k = 0; k < axes.length; k++) {
      int axis = shape.axis(axes[k]);
      long size = Math.max(1, shape.size(axis));
      this.shifts[axis] = (this.shifts[axis] + Math.floorMod(shifts[k], size)) % size;
    }
  }

  /// @param target a view of the same shape, in other memory
  void run(NdView<?> source, NdView<?> target) {
    run(source, target, 0);
  }

  private void run(NdView<?> source, NdView<?> target, int axis) {
    if (axis == shifts.length) {
      source.copyTo(target);
    } else if (shifts[axis] == 0) {
      run(source, target, axis + 1);
    } else {
      long size = source.size(axis);
      long shift = shifts[axis];
      run(source.slice(axis, 0, size - shift), target.slice(axis, shift, size), axis + 1);
      run(source.slice(axis, size - shift, size), target.slice(axis, 0, shift), axis + 1);
    }
  }
}
