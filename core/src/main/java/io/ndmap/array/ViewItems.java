package io.ndmap.array;

import io.ndmap.copy.Filling;
import io.ndmap.copy.Overlap;
import io.ndmap.copy.SafeOrder;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.op.Casting;
import io.ndmap.pass.Items;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Operations of views that creation and manipulation share, and that are no public methods.
final class ViewItems {

  private ViewItems() {}

  /// The items of a view, for engines.
  static Items of(NdView<?> view) {
    return new Items(
        view.segment(), view.strided(), view.dtype(), view.backing(), view.execution());
  }

  /// A target must have the shape of the result.
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

  /// The view, or a copy if writing into a target would overwrite its items.
  ///
  /// @throws io.ndmap.op.OverlapException if it is too large for a copy
  static <V extends NdView<V>> V apart(NdView<V> view, NdView<?> target) {
    if (!Overlap.between(of(view), of(target))) {
      return view.on(view.execution());
    }
    SafeOrder.requireRoom(view.shape().byteSize(view.dtype().itemsize()), of(view), of(target));
    return view.on(view.execution().withoutResults()).copy().on(view.execution());
  }

  /// Stores zeros.
  static void clear(NdView<?> view) {
    Filling.zeros(of(view));
  }

  /// Stores a value in all items, see [Creation#full].
  static void fill(NdView<?> view, Object value) {
    if (value instanceof NdView<?> items) {
      view.copyFrom(items.broadcastTo(view.shape()), Casting.UNSAFE);
      return;
    }
    NdView<?> item = NdView.zeros(view.dtype());
    boolean number = isReal(item) || item.dtype() instanceof TimeType;
    switch (value) {
      case Double d when number -> item.fill(d);
      case Float f when number -> item.fill(f);
      case BigInteger i when number -> item.fill(i);
      case Byte _, Short _, Integer _, Long _ when number ->
          item.fill(((Number) value).longValue());
      case String text when !number -> item.fill(text);
      case byte[] bytes -> item.fill(bytes);
      case Instant time -> item.fill(time);
      case Duration time -> item.fill(time);
      case Number _, Boolean _, String _ ->
          item.copyFrom(NdView.of(List.of(value)).index(0, 0), Casting.UNSAFE);
      default ->
          throw new DTypeException(
              "items of " + view.dtype() + " cannot be made of a " + value.getClass().getName());
    }
    Filling.fill(of(view), of(item));
  }

  private static boolean isReal(NdView<?> view) {
    return view.dtype() instanceof ScalarType scalar && !scalar.kind().isComplex();
  }
}
