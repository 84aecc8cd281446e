package io.ndmap.loop.function;

import io.ndmap.op.Binary;
import io.ndmap.op.Unary;
import java.util.Objects;
import java.util.function.DoubleBinaryOperator;
import org.jspecify.annotations.Nullable;

/// The table of elementary functions of real numbers: the formulas of each function, and the scalar
/// function for numbers for which no formula holds.
public final class FunctionTable {

  private FunctionTable() {}

  /// A function.
  ///
  /// @param ofDoubles the formula in double precision; null if there is none
  /// @param ofFloats the formula for operands and results that are floats, in single or double
  ///   precision; null if there is none
  /// @param rest the scalar function for numbers for which no formula holds
  private record Row(
      @Nullable Formula ofDoubles, @Nullable Formula ofFloats, DoubleBinaryOperator rest) {

    /// Creates a function without formulas.
    Row(DoubleBinaryOperator function) {
      this(null, null, function);
    }

    @Nullable Formula formula(boolean single) {
      return single ? ofFloats : ofDoubles;
    }
  }

  /// Returns the formula of a function.
  ///
  /// @param operation a [Unary] or [Binary]; other operations have no formula
  /// @param single whether operands are floats, and the results are rounded to floats
  /// @return null if there is none
  public static @Nullable Formula of(Object operation, boolean single) {
    Row row = row(operation);
    return row == null ? null : row.formula(single);
  }

  /// Returns a function of single numbers. Its results have the same bits as the results of its
  /// formula.
  ///
  /// @param operation a [Unary] or [Binary] that is a function
  /// @param single whether operands are floats, and the results are rounded to floats
  public static DoubleBinaryOperator function(Object operation, boolean single) {
    Row row = Objects.requireNonNull(row(operation), operation::toString);
    Formula formula = row.formula(single);
    return formula == null ? row.rest : ScalarCode.function(formula, row.rest);
  }

  /// The table of functions.
  private static @Nullable Row row(Object operation) {
    return switch (operation) {
      case Unary.EXP ->
          new Row(DoubleFormulas.exp(), FloatFormulas.exp(), (a, _) -> StrictMath.exp(a));
      case Unary.EXP2 ->
          new Row(DoubleFormulas.exp2(), FloatFormulas.exp2(), (a, _) -> ScalarMath.exp2(a));
      case Unary.EXPM1 ->
          new Row(DoubleFormulas.expm1(), FloatFormulas.expm1(), (a, _) -> StrictMath.expm1(a));
      case Unary.LOG ->
          new Row(DoubleFormulas.log(), FloatFormulas.log(), (a, _) -> StrictMath.log(a));
      case Unary.LOG2 ->
          new Row(DoubleFormulas.log2(), FloatFormulas.log2(), (a, _) -> ScalarMath.log2(a));
      case Unary.LOG10 ->
          new Row(DoubleFormulas.log10(), FloatFormulas.log10(), (a, _) -> ScalarMath.log10(a));
      case Unary.LOG1P ->
          new Row(DoubleFormulas.log1p(), FloatFormulas.log1p(), (a, _) -> StrictMath.log1p(a));
      case Unary.CBRT ->
          new Row(DoubleFormulas.cbrt(), FloatFormulas.cbrt(), (a, _) -> StrictMath.cbrt(a));
      case Unary.SIN ->
          new Row(
              new DoubleFormulas.Angle().sine(),
              DoubleFormulas.shortSine(0),
              (a, _) -> StrictMath.sin(a));
      case Unary.COS ->
          new Row(
              new DoubleFormulas.Angle().cosine(),
              DoubleFormulas.shortSine(0.5),
              (a, _) -> StrictMath.cos(a));
      case Unary.TAN ->
          new Row(
              new DoubleFormulas.Angle().tangent(),
              FloatFormulas.tan(),
              (a, _) -> StrictMath.tan(a));
      case Unary.ARCSIN ->
          new Row(DoubleFormulas.arcsin(), FloatFormulas.arcsin(), (a, _) -> StrictMath.asin(a));
      case Unary.ARCCOS ->
          new Row(DoubleFormulas.arccos(), FloatFormulas.arccos(), (a, _) -> StrictMath.acos(a));
      case Unary.ARCTAN ->
          new Row(DoubleFormulas.arctan(), FloatFormulas.arctan(), (a, _) -> StrictMath.atan(a));
      case Unary.SINH ->
          new Row(DoubleFormulas.sinh(), FloatFormulas.sinh(), (a, _) -> StrictMath.sinh(a));
      case Unary.COSH ->
          new Row(DoubleFormulas.cosh(), FloatFormulas.cosh(), (a, _) -> StrictMath.cosh(a));
      case Unary.TANH ->
          new Row(DoubleFormulas.tanh(), FloatFormulas.tanh(), (a, _) -> StrictMath.tanh(a));
      case Unary.ARCSINH -> new Row((a, _) -> ScalarMath.asinh(a));
      case Unary.ARCCOSH -> new Row((a, _) -> ScalarMath.acosh(a));
      case Unary.ARCTANH -> new Row((a, _) -> ScalarMath.atanh(a));
      case Unary.FRACTION -> new Row((a, _) -> ScalarMath.fraction(a));
      case Unary.MANTISSA -> new Row((a, _) -> ScalarMath.mantissa(a));
      case Unary.EXPONENT -> new Row((a, _) -> ScalarMath.exponent(a));
      case Binary.HEAVISIDE -> new Row((a, b) -> a == 0 ? b : a < 0 ? 0 : a > 0 ? 1 : a);
      case Binary.POWER ->
          new Row(DoubleFormulas.power(), DoubleFormulas.shortPower(), ScalarMath::power);
      case Binary.ARCTAN2 ->
          new Row(DoubleFormulas.arctan2(), FloatFormulas.arctan2(), StrictMath::atan2);
      case Binary.HYPOT -> new Row(null, DoubleFormulas.hypot(), StrictMath::hypot);
      case Binary.LOGADDEXP -> new Row(ScalarMath::logAddExp);
      case Binary.LOGADDEXP2 -> new Row(ScalarMath::logAddExp2);
      default -> null;
    };
  }
}
