package io.ndmap.elementwise;

import io.ndmap.axes.Broadcast;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.pass.Items;

/// New arrays for the results of elementwise operations.
public final class Results {

  private Results() {}

  /// Returns a new array with the operands' common shape. It is in Fortran order if the first
  /// operand has the common shape and is contiguous in that order only, else in C order.
  public static Items of(DType dtype, Items left, Items... others) {
    Shape shape = left.shape();
    for (Items other : others) {
      shape = Broadcast.common(shape, other.shape());
    }
    return left.result(dtype, shape, order(left, shape), others);
  }

  /// Returns the memory order for results of a shape, see [#of].
  public static Order order(Items first, Shape shape) {
    boolean fortran =
        first.shape().equals(shape) && first.isContiguous(Order.F) && !first.isContiguous(Order.C);
    return fortran ? Order.F : Order.C;
  }
}
