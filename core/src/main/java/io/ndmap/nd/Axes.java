package io.ndmap.nd;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Axes in another order, taken away or divided: which permutation, which ranges that means for a
/// layout.
final class Axes {

  private Axes() {}

  /// An axis as users name it, negative ones counted from the end, by its number from 0 on. It
  /// stands on the way to every row that is read and forgotten, so it stays small.
  ///
  /// @throws IndexOutOfBoundsException if the axis is below `-rank` or not below `rank`
  static int normal(int axis, int rank) {
    int number = axis < 0 ? axis + rank : axis;
    if (number < 0 || number >= rank) {
      throw Shape.noAxis(axis, rank);
    }
    return number;
  }

  /// The same for an axis that is to be added, where the end is that of the new layout, as in
  /// `numpy.expand_dims`.
  ///
  /// @throws IndexOutOfBoundsException if the axis is below `-(rank + 1)` or above `rank`
  static int added(int axis, int rank) {
    int number = axis < 0 ? axis + rank + 1 : axis;
    if (number < 0 || number > rank) {
      throw new IndexOutOfBoundsException(
          "axis " + axis + " is out of bounds for a new axis of an array of rank " + rank);
    }
    return number;
  }

  /// Two axes exchanged, as `numpy.swapaxes`.
  static Strided swapped(Strided layout, int first, int second) {
    int one = normal(first, layout.rank());
    int two = normal(second, layout.rank());
    int[] axes = IntStream.range(0, layout.rank()).toArray();
    axes[one] = two;
    axes[two] = one;
    return layout.transpose(axes);
  }

  /// One axis elsewhere, the others in their order, as `numpy.moveaxis`.
  static Strided moved(Strided layout, int from, int to) {
    int axis = normal(from, layout.rank());
    int place = normal(to, layout.rank());
    List<Integer> axes =
        new ArrayList<>(IntStream.range(0, layout.rank()).filter(k -> k != axis).boxed().toList());
    axes.add(place, axis);
    return layout.transpose(axes.stream().mapToInt(Integer::intValue).toArray());
  }

  /// An axis of length 1 taken away, as `numpy.squeeze`.
  static Strided squeezed(Strided layout, int which) {
    int axis = normal(which, layout.rank());
    if (layout.shape().size(axis) != 1) {
      throw new IllegalArgumentException(
          "axis "
              + axis
              + " of shape "
              + layout.shape()
              + " cannot be taken away: its size is "
              + layout.shape().size(axis)
              + ", not 1");
    }
    return layout.index(axis, 0);
  }

  /// The items whose positions on two axes differ by a constant, along one axis behind the others,
  /// as `numpy.diagonal`.
  static Strided diagonal(Strided layout, long offset, int one, int two) {
    int first = normal(one, layout.rank());
    int second = normal(two, layout.rank());
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

  /// An axis in equal parts, as `numpy.split` with a number.
  static List<Strided> split(Strided layout, int parts, int which) {
    int axis = normal(which, layout.rank());
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

  /// An axis cut before each of some positions, as `numpy.split` with a list.
  static List<Strided> split(Strided layout, long[] at, int which) {
    int axis = normal(which, layout.rank());
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
