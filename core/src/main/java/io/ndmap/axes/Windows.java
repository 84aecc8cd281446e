package io.ndmap.axes;

import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import java.util.Arrays;
import java.util.stream.IntStream;

/// Sliding windows, as `numpy.lib.stride_tricks.sliding_window_view`: each axis becomes the axis of
/// the windows' origins, and the axes within a window come last.
public final class Windows {

  private Windows() {}

  /// A window over all axes.
  public static Strided over(Strided layout, Shape window) {
    return over(layout, window, IntStream.range(0, layout.rank()).toArray());
  }

  /// @param axes for each axis of the window, the axis along which it slides; an axis may be
  ///   repeated
  /// @throws IllegalArgumentException if the number of `axes` is not the window's rank, if the
  ///   window is longer than its axis, or if there would be more than 64 axes
  /// @throws IndexOutOfBoundsException if there is no such axis
  public static Strided over(Strided layout, Shape window, int... axes) {
    if (axes.length != window.rank()) {
      throw new IllegalArgumentException(
          "a window of shape "
              + window
              + " needs "
              + window.rank()
              + " axes to slide along, found "
              + axes.length);
    }
    int rank = layout.rank();
    long[] sizes = Arrays.copyOf(layout.shape().toArray(), rank + axes.length);
    long[] strides = Arrays.copyOf(layout.strides(), rank + axes.length);
    for (int k = 0; k < axes.length; k++) {
      int axis = layout.shape().axis(axes[k]);
      long length = window.size(k);
      if (sizes[axis] < length) {
        throw new IllegalArgumentException(
            "a window of shape "
                + window
                + " along axes "
                + Arrays.toString(axes)
                + " is longer than shape "
                + layout.shape());
      }
      sizes[axis] -= length - 1;
      sizes[rank + k] = length;
      strides[rank + k] = layout.stride(axis);
    }
    return Strided.of(layout.offset(), Shape.of(sizes), strides);
  }
}
