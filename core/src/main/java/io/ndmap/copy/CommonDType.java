package io.ndmap.copy;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.pass.Items;
import io.ndmap.value.Promotion;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The dtype of an array that joins the elements of several arrays.
public final class CommonDType {

  private CommonDType() {}

  /// Returns the dtype of `numpy.result_type`, little-endian, but finds none for some dtypes that
  /// NumPy promotes, such as times of different units, or text and numbers. Dtypes are promoted one
  /// after another, complex and floating-point dtypes first, so that `i2`, `u2` and `f4` result in
  /// `f4`. (Without this order, `i2` and `u2` would become `i4`, and `i4` and `f4` would become
  /// `f8`.)
  ///
  /// @param views at least one array
  /// @throws DTypeException if there is no common dtype, or a dtype holds Python objects
  public static DType of(List<Items> views) {
    List<Items> sorted = new ArrayList<>(views);
    sorted.sort(Comparator.comparingInt(CommonDType::category));
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
    if (other.hasObject()) {
      throw new DTypeException(
          view.backing().name() + ": elements of " + other + " stay where they are");
    }
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
    if (!DType.canonical(dtype).equals(DType.canonical(other))) {
      throw new DTypeException(
          view.backing().name()
              + ": elements of "
              + other
              + " and elements of "
              + dtype
              + " have no dtype in common; use astype first");
    }
    return DType.canonical(dtype);
  }
}
