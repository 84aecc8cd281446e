package io.ndmap.axes;

import io.ndmap.layout.Index;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Permutes, removes, splits and combines axes of a layout.
public final class Rearrangement {

  private Rearrangement() {}

  /// Exchanges two axes, as `numpy.swapaxes`.
  public static Strided swapped(Strided layout, int first, int second) {
    int one = layout.shape().axis(first);
    int two = layout.shape().axis(second);
    int[] axes = IntStream.range(0, layout.rank()).toArray();
    axes[one] = two;
    axes[two] = one;
    return layout.transpose(axes);
  }

  /// Moves one axis; the others keep their order, as `numpy.moveaxis`.
  public static Strided moved(Strided layout, int from, int to) {
    int axis = layout.shape().axis(from);
    int target = layout.shape().axis(to);
    List<Integer> axes =
        new ArrayList<>(IntStream.range(0, layout.rank()).filter(k -> k != axis).boxed().toList());
    axes.add(target, axis);
    return layout.transpose(axes.stream().mapToInt(Integer::intValue).toArray());
  }

  /// Removes the given axes, which must have length 1, as `numpy.squeeze` with `axis=`.
  public static Strided squeezed(Strided layout, int... which) {
    Shape shape = layout.shape();
    Strided squeezed = layout;
    int[] axes = Arrays.stream(which).map(shape::axis).sorted().toArray();
    for (int k = axes.length - 1; k >= 0; k--) {
      int axis = axes[k];
      if (k > 0 && axes[k - 1] == axis) {
        throw new IllegalArgumentException("axis " + axis + " is given twice");
      }
      if (shape.size(axis) != 1) {
        throw new IllegalArgumentException(
            "axis "
                + axis
                + " of shape "
                + shape
                + " cannot be removed: its size is "
                + shape.size(axis)
                + ", not 1");
      }
      squeezed = squeezed.index(axis, 0);
    }
    return squeezed;
  }

  /// The elements whose positions on two axes differ by a constant, along a new last axis, as
  /// `numpy.diagonal`.
  public static Strided diagonal(Strided layout, long offset, int one, int two) {
    int first = layout.shape().axis(one);
    int second = layout.shape().axis(two);
    if (first == second) {
      throw new IllegalArgumentException(
          "a diagonal needs two different axes, found " + first + " twice");
    }
    long begin1 = offset < 0 ? -Math.max(offset, -Long.MAX_VALUE) : 0;
    long begin2 = Math.max(0, offset);
    long length =
        Math.max(
            0, Math.min(layout.shape().size(first) - begin1, layout.shape().size(second) - begin2));
    int[] others =
        IntStream.range(0, layout.rank()).filter(k -> k != first && k != second).toArray();
    long[] sizes = new long[others.length + 1];
    long[] strides = new long[others.length + 1];
    for (int k = 0; k < others.length; k++) {
      sizes[k] = layout.shape().size(others[k]);
      strides[k] = layout.stride(others[k]);
    }
    sizes[others.length] = length;
    strides[others.length] = length > 1 ? layout.stride(first) + layout.stride(second) : 0;
    Shape shape = Shape.of(sizes);
    long moved =
        shape.itemCount() == 0 ? 0 : begin1 * layout.stride(first) + begin2 * layout.stride(second);
    return Strided.of(layout.offset() + moved, shape, strides);
  }

  /// Splits an axis into equal parts, as `numpy.split` with a number.
  public static List<Strided> split(Strided layout, int parts, int which) {
    int axis = layout.shape().axis(which);
    long size = layout.shape().size(axis);
    if (parts < 1 || size % parts != 0) {
      throw new IllegalArgumentException(
          "axis "
              + axis
              + " of shape "
              + layout.shape()
              + " cannot be split into "
              + parts
              + " equal parts");
    }
    long length = size / parts;
    return IntStream.range(0, parts)
        .mapToObj(k -> layout.slice(axis, k * length, (k + 1) * length, 1))
        .toList();
  }

  /// Splits an axis before each of some positions, as `numpy.split` with a list.
  public static List<Strided> split(Strided layout, long[] at, int which) {
    int axis = layout.shape().axis(which);
    List<Strided> parts = new ArrayList<>(at.length + 1);
    long start = 0;
    for (long cut : at) {
      parts.add(layout.slice(axis, start, cut, 1));
      start = cut;
    }
    parts.add(layout.slice(axis, new Index.Slice(start, null, 1L)));
    return List.copyOf(parts);
  }
}
