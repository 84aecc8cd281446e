package io.ndmap.cli.array;

import io.ndmap.cli.output.Elements;
import io.ndmap.cli.output.QuantityText;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import java.io.Serial;

/// Thrown if the selected elements exceed the limit for printing.
final class TooManyItemsException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1L;

  TooManyItemsException(String message) {
    super(message);
  }

  /// Rejects an array of more elements than the limit. The elements of nested objects count too.
  ///
  /// @param advice what the user can do instead
  static void check(NdView<?> view, long limit, String advice) {
    check(view.shape(), view.dtype(), limit, advice);
    if (Elements.of(view, limit) > limit) {
      throw new TooManyItemsException(
          "shape "
              + view.shape()
              + " has, in its objects, more elements than the limit of "
              + limit
              + "; "
              + advice);
    }
  }

  /// Rejects an array of more elements than the limit.
  ///
  /// @param advice what the user can do instead
  static void check(Shape shape, DType dtype, long limit, String advice) {
    long each = Elements.ofItem(dtype);
    if (Elements.of(shape, dtype) > limit) {
      throw new TooManyItemsException(
          "shape "
              + shape
              + " has "
              + QuantityText.count(shape.itemCount(), "element")
              + (each == 1 ? "" : " of " + each + " elements")
              + ", above the limit of "
              + limit
              + "; "
              + advice);
    }
  }
}
