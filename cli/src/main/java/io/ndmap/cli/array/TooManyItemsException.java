package io.ndmap.cli.array;

import io.ndmap.layout.Shape;
import java.io.Serial;

/// More items were selected than may be printed.
final class TooManyItemsException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1L;

  TooManyItemsException(String message) {
    super(message);
  }

  /// Refuses an array of more items than that.
  ///
  /// @param advice what the user can do instead
  static void check(Shape shape, long limit, String advice) {
    if (shape.itemCount() > limit) {
      throw new TooManyItemsException(
          "shape "
              + shape
              + " has "
              + shape.itemCount()
              + " items, above the limit of "
              + limit
              + "; "
              + advice);
    }
  }
}
