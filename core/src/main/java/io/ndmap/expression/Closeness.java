package io.ndmap.expression;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.op.Binary;
import io.ndmap.op.Casting;
import io.ndmap.op.Comparison;
import io.ndmap.op.Tolerance;
import io.ndmap.op.Unary;
import io.ndmap.pass.Items;

/// The mask of the elements of two views that are equal within a tolerance, computed in the dtypes
/// that `numpy.isclose` uses.
public final class Closeness {

  private Closeness() {}

  /// @throws DTypeException if an operand does not hold numbers, or holds long doubles
  public static Node of(Items left, Items right, Tolerance tolerance) {
    Node a = number(left);
    Node given = number(right);
    ScalarKind kind = right.kind();
    boolean isInexact = kind.isInexact();
    Node b = isInexact ? given : given.astype(DType.FLOAT64, Casting.UNSAFE);
    Node distance = a.combine(Binary.MINUS, b).map(Unary.ABSOLUTE);
    Node limit =
        b.map(Unary.ABSOLUTE)
            .combine(Binary.TIMES, (Number) tolerance.relative())
            .combine(Binary.PLUS, (Number) tolerance.absolute());
    Node close =
        distance
            .compare(Comparison.LESS_EQUAL, limit)
            .combine(Binary.AND, b.map(Unary.IS_FINITE))
            .combine(Binary.OR, a.compare(Comparison.EQUAL, b));
    return tolerance.nanEqual()
        ? close.combine(Binary.OR, a.map(Unary.IS_NAN).combine(Binary.AND, b.map(Unary.IS_NAN)))
        : close;
  }

  private static Node number(Items items) {
    if (!(items.dtype() instanceof ScalarType)) {
      throw items.notA("a number");
    }
    return Node.of(items);
  }
}
