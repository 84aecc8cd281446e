package io.ndmap.copy;

import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Casting;
import io.ndmap.pass.Items;
import java.util.List;

/// Joins arrays along an axis, `numpy.concatenate`.
public final class Concatenation {

  private Concatenation() {}

  /// A new array of the items of some.
  ///
  /// @param axis along which they are joined
  /// @throws IllegalArgumentException if there is no array, one has rank 0, or shapes do not match
  /// @throws DTypeException if the dtypes have none in common, or one holds Python objects
  public static Items of(int axis, List<Items> views) {
    if (views.isEmpty()) {
      throw new IllegalArgumentException("at least one array is needed, found none");
    }
    Items first = views.getFirst();
    if (first.rank() == 0) {
      throw new IllegalArgumentException("arrays of rank 0 cannot be concatenated");
    }
    int along = first.shape().axis(axis);
    long length = 0;
    for (Items view : views) {
      requireLike(first, view, along);
      length = Math.addExact(length, view.size(along));
    }
    long[] sizes = first.shape().toArray();
    sizes[along] = length;
    Items result =
        first.result(CommonDType.of(views), Shape.of(sizes), Order.C, views.toArray(Items[]::new));
    long start = 0;
    for (Items view : views) {
      long end = start + view.size(along);
      CastingCopy.copy(view, result.slice(along, start, end, 1), Casting.SAFE);
      start = end;
    }
    return result;
  }

  private static void requireLike(Items first, Items view, int along) {
    boolean like = view.rank() == first.rank();
    for (int k = 0; like && k < first.rank(); k++) {
      like = k == along || view.size(k) == first.size(k);
    }
    if (!like) {
      throw new IllegalArgumentException(
          "arrays of shapes "
              + first.shape()
              + " and "
              + view.shape()
              + " cannot be concatenated along axis "
              + along);
    }
  }
}
