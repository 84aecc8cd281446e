package io.ndmap.axes;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;

/// Flattens nested subarray dtypes into all their axes and the dtype of their elements.
public final class SubarrayAxes {

  private SubarrayAxes() {}

  /// The dtype of the elements, which is not a subarray.
  public static DType base(SubarrayType type) {
    return type.base() instanceof SubarrayType inner ? base(inner) : type.base();
  }

  /// The lengths of all axes, the outermost first.
  public static Shape shape(SubarrayType type) {
    long[] outer = type.shape().stream().mapToLong(Integer::longValue).toArray();
    if (!(type.base() instanceof SubarrayType inner)) {
      return Shape.of(outer);
    }
    long[] more = shape(inner).toArray();
    long[] all = java.util.Arrays.copyOf(outer, outer.length + more.length);
    System.arraycopy(more, 0, all, outer.length, more.length);
    return Shape.of(all);
  }

  /// Appends one axis with the elements of a subarray, in C order. If the subarray has one element,
  /// no axis is appended.
  public static Strided along(Strided outer, SubarrayType type) {
    long count = type.shape().stream().mapToLong(Integer::longValue).reduce(1, (a, b) -> a * b);
    return count == 1
        ? outer
        : outer.append(Strided.of(0, Shape.of(count), type.base().itemsize()));
  }
}
