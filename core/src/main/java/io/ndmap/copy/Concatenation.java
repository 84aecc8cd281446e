package io.ndmap.copy;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Casting;
import io.ndmap.pass.Items;
import io.ndmap.value.Promotion;
import java.nio.ByteOrder;
import java.util.Comparator;
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
      if (view.dtype().hasObject()) {
        throw new DTypeException(
            view.backing().name() + ": items of " + view.dtype() + " cannot be concatenated");
      }
      requireLike(first, view, along);
      length = Math.addExact(length, view.size(along));
    }
    long[] sizes = first.shape().toArray();
    sizes[along] = length;
    Items result = Items.zeros(common(views), Shape.of(sizes), Order.C);
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

  /// As `numpy.result_type`: complex and floating-point numbers come first, so that `i2`, `u2` and
  /// `f4` make `f4`.
  private static DType common(List<Items> views) {
    List<Items> sorted =
        views.stream().sorted(Comparator.comparingInt(Concatenation::category)).toList();
    DType dtype = sorted.getFirst().dtype();
    for (Items view : sorted) {
      dtype = common(dtype, view);
    }
    return dtype;
  }

  private static int category(Items view) {
    if (!(view.dtype() instanceof ScalarType scalar)) {
      return 0;
    }
    return scalar.kind().isComplex() ? 1 : scalar.kind().isFloat() ? 2 : 3;
  }

  private static DType common(DType dtype, Items view) {
    DType other = view.dtype();
    if (dtype instanceof ScalarType a && other instanceof ScalarType b) {
      return new ScalarType(Promotion.of(a.kind(), b.kind()), ByteOrder.LITTLE_ENDIAN);
    }
    if (dtype instanceof TextType a && other instanceof TextType b) {
      return new TextType(Math.max(a.length(), b.length()), ByteOrder.LITTLE_ENDIAN);
    }
    if (dtype instanceof BytesType a && other instanceof BytesType b) {
      return new BytesType(Math.max(a.itemsize(), b.itemsize()));
    }
    if (dtype instanceof TimeType a
        && other instanceof TimeType b
        && a.equals(b.withByteOrder(a.order()))) {
      return a.withByteOrder(ByteOrder.LITTLE_ENDIAN);
    }
    if (!dtype.equals(other)) {
      throw new DTypeException(
          view.backing().name()
              + ": items of "
              + other
              + " cannot be concatenated with items of "
              + dtype
              + "; use astype first");
    }
    return dtype;
  }
}
