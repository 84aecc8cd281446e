package io.ndmap.array;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Order;
import io.ndmap.nd.Expression;
import io.ndmap.nd.NdView;
import io.ndmap.op.Casting;
import io.ndmap.op.Unary;
import io.ndmap.value.Promotion;
import java.nio.ByteOrder;

/// Rounds numbers to decimals. For rounding to integers see [NdView#map(Unary)] with [Unary#RINT],
/// [Unary#FLOOR], [Unary#CEIL] or [Unary#TRUNC].
public final class Rounding {

  /// An exponent of ten that exceeds those of all doubles.
  private static final int INFINITE = 400;

  private Rounding() {}

  /// {@return the numbers rounded to decimals, `np.round(a, decimals)`} The numbers are multiplied
  /// by a power of ten, rounded to the nearest integer (ties to even), and divided again; if
  /// `decimals` is negative, they are divided first and multiplied again. Each step is rounded to
  /// the elements' dtype, so that 0.285 may round to 0.28. Integers do not change, unless
  /// `decimals` is negative: then they are rounded as `f8`. The result is a new little-endian array
  /// in C order, allocated as described at [NdView]; for booleans it is `f2`.
  ///
  /// @param array numbers; the real and imaginary parts of complex numbers are rounded separately
  /// @param decimals the number of decimal places, before the point if negative
  /// @throws DTypeException if the elements are not numbers, are long doubles, or are booleans and
  ///   `decimals` is not 0
  public static NdView<?> round(NdView<?> array, int decimals) {
    if (!(array.dtype() instanceof ScalarType scalar)
        || scalar.kind().isExtended()
        || (scalar.kind() == ScalarKind.BOOL && decimals != 0)) {
      throw new DTypeException(
          array.backing().name() + ": cannot round elements of " + array.dtype());
    }
    ScalarKind kind = scalar.kind();
    if (kind == ScalarKind.BOOL) {
      kind = Promotion.floating(kind);
    }
    DType dtype = new ScalarType(kind, ByteOrder.LITTLE_ENDIAN);
    NdView<?> rounded = ViewItems.emptyLike(array, dtype, array.shape(), Order.C);
    NdView<?> target = rounded.on(array.execution());
    if (kind.isComplex()) {
      round(array.real(), decimals, target.real());
      round(array.imag(), decimals, target.imag());
    } else {
      round(array, decimals, target);
    }
    return rounded;
  }

  /// Returns a power of ten as NumPy computes it, which rounds each product from 10²³ on.
  private static double power(int exponent) {
    double power = 1;
    for (int k = 0; k < exponent; k++) {
      power *= 10;
    }
    return power;
  }

  private static void round(NdView<?> array, int decimals, NdView<?> target) {
    boolean integers = ((ScalarType) target.dtype()).kind().isInteger();
    if (integers && decimals >= 0) {
      array.copyTo(target, Casting.UNSAFE);
      return;
    }
    Expression items = Expression.of(array).astype(integers ? DType.FLOAT64 : target.dtype());
    int exponent = (int) Math.min(Math.abs((long) decimals), INFINITE);
    double power = power(exponent);
    Expression rounded =
        decimals == 0
            ? items.map(Unary.RINT)
            : decimals > 0
                ? items.times(power).map(Unary.RINT).dividedBy(power)
                : items.dividedBy(power).map(Unary.RINT).times(power);
    rounded.astype(target.dtype(), Casting.UNSAFE).into(target);
  }
}
