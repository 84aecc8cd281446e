package io.ndmap.nd;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Casting;
import io.ndmap.value.Promotion;
import java.nio.ByteOrder;
import java.util.Comparator;
import java.util.List;

/// Joins arrays along an axis, `numpy.concatenate`.
final class Concatenation {

  private Concatenation() {}

  static NdView<?> of(int axis, List<? extends NdView<?>> views) {
    if (views.isEmpty()) {
      throw new IllegalArgumentException("at least one array is needed, found none");
    }
    NdView<?> first = views.getFirst();
    if (first.rank() == 0) {
      throw new IllegalArgumentException("arrays of rank 0 cannot be concatenated");
    }
    int along = first.shape().axis(axis);
    long length = 0;
    for (NdView<?> view : views) {
      view.requireBytes();
      requireLike(first, view, along);
      length = Math.addExact(length, view.size(along));
    }
    long[] sizes = first.shape().toArray();
    sizes[along] = length;
    NdView<?> result = NdView.zeros(common(views), Shape.of(sizes), Order.C);
    long start = 0;
    for (NdView<?> view : views) {
      long end = start + view.size(along);
      result.slice(along, start, end).on(view.execution()).copyFrom(view, Casting.SAFE);
      start = end;
    }
    return result;
  }

  private static void requireLike(NdView<?> first, NdView<?> view, int along) {
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
  private static DType common(List<? extends NdView<?>> views) {
    List<? extends NdView<?>> sorted =
        views.stream().sorted(Comparator.comparingInt(Concatenation::category)).toList();
    DType dtype = sorted.getFirst().dtype();
    for (NdView<?> view : sorted) {
      dtype = common(dtype, view);
    }
    return dtype;
  }

  private static int category(NdView<?> view) {
    if (!(view.dtype() instanceof ScalarType scalar)) {
      return 0;
    }
    return scalar.kind().isComplex() ? 1 : scalar.kind().isFloat() ? 2 : 3;
  }

  private static DType common(DType dtype, NdView<?> view) {
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
          view.backing.name()
              + ": items of "
              + other
              + " cannot be concatenated with items of "
              + dtype
              + "; use astype first");
    }
    return dtype;
  }
}
