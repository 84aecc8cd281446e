package io.ndmap.array;

import io.ndmap.copy.Filling;
import io.ndmap.copy.Overlap;
import io.ndmap.copy.SafeOrder;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.op.Casting;
import io.ndmap.pass.Items;
import io.ndmap.value.Promotion;
import java.nio.ByteOrder;

/// Internal operations on views that the classes of this package share.
final class ViewItems {

  private ViewItems() {}

  /// Returns the product of two lengths.
  ///
  /// @throws IllegalArgumentException if the result exceeds the maximum length of an axis
  static long length(long one, long other) {
    try {
      return Math.multiplyExact(one, other);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "an axis of " + one + " times " + other + " elements has more than 2^63-1", e);
    }
  }

  /// Returns the sum of two lengths.
  ///
  /// @throws IllegalArgumentException if the result exceeds the maximum length of an axis
  static long sum(long one, long other) {
    try {
      return Math.addExact(one, other);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "an axis of " + one + " and " + other + " elements has more than 2^63-1", e);
    }
  }

  /// Returns a view as an operand of the internal operations.
  static Items of(NdView<?> view) {
    return new Items(
        view.segment(), view.strided(), view.dtype(), view.backing(), view.execution());
  }

  /// Requires that a target has the shape of the result.
  static void requireShape(NdView<?> target, Shape shape) {
    if (!target.shape().equals(shape)) {
      throw new IllegalArgumentException(
          "the result has shape "
              + shape
              + ", the target "
              + target.backing().name()
              + " has shape "
              + target.shape());
    }
  }

  /// Returns a view, or a copy of the view if writing into a target would overwrite the view's
  /// elements.
  ///
  /// @throws io.ndmap.op.OverlapException if a copy is needed and the view is too large to be
  ///   copied
  static <V extends NdView<V>> V apart(NdView<V> view, NdView<?> target) {
    if (!Overlap.between(of(view), of(target))) {
      return view.on(view.execution());
    }
    SafeOrder.requireCopyLimit(
        view.shape().byteSize(view.dtype().itemsize()), of(view), of(target));
    return view.on(view.execution().withoutAllocator()).copy().on(view.execution());
  }

  /// Returns the view itself if the target has the same elements, because each element may then be
  /// replaced in place. Otherwise as [#apart].
  static NdView<?> apartOrSame(NdView<?> view, NdView<?> target) {
    boolean same = of(view).equals(of(target.on(view.execution())));
    return same ? view : apart(view, target);
  }

  /// Stores zeros.
  static void clear(NdView<?> view) {
    Filling.zeros(of(view));
  }

  /// Fills a view with a value, or with the elements of a view, see [Creation#full].
  static void fill(NdView<?> view, Object value) {
    if (value instanceof NdView<?> items) {
      items.broadcastTo(view.shape()).on(view.execution()).copyTo(view, Casting.UNSAFE);
    } else {
      view.fill(value);
    }
  }

  /// Returns a value as an array of rank 0, see [Creation#full].
  static NdView<?> item(DType dtype, Object value) {
    NdView<?> item = NdView.zeros(dtype);
    item.fill(value);
    return item;
  }

  /// Returns a new uninitialized array with the execution of a view, `np.empty_like(a, dtype,
  /// order, shape=shape)`.
  ///
  /// @throws DTypeException if the dtype holds Python objects
  static NdView<?> emptyLike(NdView<?> view, DType dtype, Shape shape, Order order) {
    Items empty = of(view).result(dtype, shape, order);
    return NdView.of(empty.segment(), dtype, empty.strided(), empty.backing()).on(view.execution());
  }

  /// Returns the dtype of floating-point results for the elements of an array.
  ///
  /// @param verb a verb for the operation in the error message
  /// @param complex whether complex numbers are supported
  static DType floating(String verb, NdView<?> array, boolean complex) {
    if (array.dtype() instanceof ScalarType scalar
        && scalar.kind() != ScalarKind.BOOL
        && (complex || !scalar.kind().isComplex())
        && !scalar.kind().isExtended()) {
      ScalarKind kind = scalar.kind();
      return new ScalarType(
          kind.isInexact() ? kind : Promotion.of(kind, ScalarKind.FLOAT64),
          ByteOrder.LITTLE_ENDIAN);
    }
    throw new DTypeException(
        array.backing().name() + ": cannot " + verb + " elements of " + array.dtype());
  }
}
