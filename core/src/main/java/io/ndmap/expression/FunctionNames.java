package io.ndmap.expression;

import io.ndmap.op.Binary;
import io.ndmap.op.Reduction;
import io.ndmap.op.Unary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// NumPy's names of functions, for expressions as text.
public final class FunctionNames {

  static final Map<String, Unary> FUNCTIONS =
      Map.ofEntries(
          Map.entry("abs", Unary.ABSOLUTE),
          Map.entry("absolute", Unary.ABSOLUTE),
          Map.entry("acos", Unary.ARCCOS),
          Map.entry("acosh", Unary.ARCCOSH),
          Map.entry("arccos", Unary.ARCCOS),
          Map.entry("arccosh", Unary.ARCCOSH),
          Map.entry("arcsin", Unary.ARCSIN),
          Map.entry("arcsinh", Unary.ARCSINH),
          Map.entry("arctan", Unary.ARCTAN),
          Map.entry("arctanh", Unary.ARCTANH),
          Map.entry("asin", Unary.ARCSIN),
          Map.entry("asinh", Unary.ARCSINH),
          Map.entry("atan", Unary.ARCTAN),
          Map.entry("atanh", Unary.ARCTANH),
          Map.entry("bitwise_count", Unary.BIT_COUNT),
          Map.entry("cbrt", Unary.CBRT),
          Map.entry("ceil", Unary.CEIL),
          Map.entry("conj", Unary.CONJUGATE),
          Map.entry("conjugate", Unary.CONJUGATE),
          Map.entry("cos", Unary.COS),
          Map.entry("cosh", Unary.COSH),
          Map.entry("deg2rad", Unary.RADIANS),
          Map.entry("degrees", Unary.DEGREES),
          Map.entry("exp", Unary.EXP),
          Map.entry("exp2", Unary.EXP2),
          Map.entry("expm1", Unary.EXPM1),
          Map.entry("fix", Unary.TRUNC),
          Map.entry("floor", Unary.FLOOR),
          Map.entry("invert", Unary.INVERTED),
          Map.entry("isfinite", Unary.IS_FINITE),
          Map.entry("isinf", Unary.IS_INFINITE),
          Map.entry("isnan", Unary.IS_NAN),
          Map.entry("log", Unary.LOG),
          Map.entry("log10", Unary.LOG10),
          Map.entry("log1p", Unary.LOG1P),
          Map.entry("log2", Unary.LOG2),
          Map.entry("logical_not", Unary.LOGICAL_NOT),
          Map.entry("negative", Unary.NEGATIVE),
          Map.entry("rad2deg", Unary.DEGREES),
          Map.entry("radians", Unary.RADIANS),
          Map.entry("reciprocal", Unary.RECIPROCAL),
          Map.entry("rint", Unary.RINT),
          Map.entry("sign", Unary.SIGN),
          Map.entry("signbit", Unary.SIGNBIT),
          Map.entry("sin", Unary.SIN),
          Map.entry("sinh", Unary.SINH),
          Map.entry("spacing", Unary.SPACING),
          Map.entry("sqrt", Unary.SQRT),
          Map.entry("square", Unary.SQUARE),
          Map.entry("tan", Unary.TAN),
          Map.entry("tanh", Unary.TANH),
          Map.entry("trunc", Unary.TRUNC));

  /// Functions of two operands.
  static final Map<String, Binary> OF_TWO =
      Map.ofEntries(
          Map.entry("arctan2", Binary.ARCTAN2),
          Map.entry("atan2", Binary.ARCTAN2),
          Map.entry("copysign", Binary.COPYSIGN),
          Map.entry("floor_divide", Binary.FLOOR_DIVIDED_BY),
          Map.entry("fmax", Binary.FMAX),
          Map.entry("fmin", Binary.FMIN),
          Map.entry("fmod", Binary.FMOD),
          Map.entry("gcd", Binary.GCD),
          Map.entry("heaviside", Binary.HEAVISIDE),
          Map.entry("hypot", Binary.HYPOT),
          Map.entry("lcm", Binary.LCM),
          Map.entry("ldexp", Binary.LDEXP),
          Map.entry("logaddexp", Binary.LOGADDEXP),
          Map.entry("logaddexp2", Binary.LOGADDEXP2),
          Map.entry("logical_and", Binary.LOGICAL_AND),
          Map.entry("logical_or", Binary.LOGICAL_OR),
          Map.entry("logical_xor", Binary.LOGICAL_XOR),
          Map.entry("maximum", Binary.MAXIMUM),
          Map.entry("minimum", Binary.MINIMUM),
          Map.entry("mod", Binary.REMAINDER),
          Map.entry("nextafter", Binary.NEXTAFTER),
          Map.entry("pow", Binary.POWER),
          Map.entry("power", Binary.POWER),
          Map.entry("remainder", Binary.REMAINDER));

  static final Map<String, Reduction> REDUCTIONS =
      Map.ofEntries(
          Map.entry("all", Reduction.ALL),
          Map.entry("any", Reduction.ANY),
          Map.entry("argmax", Reduction.ARG_MAX),
          Map.entry("argmin", Reduction.ARG_MIN),
          Map.entry("count_nonzero", Reduction.COUNT_NONZERO),
          Map.entry("max", Reduction.MAX),
          Map.entry("mean", Reduction.MEAN),
          Map.entry("min", Reduction.MIN),
          Map.entry("nanmax", Reduction.NAN_MAX),
          Map.entry("nanmean", Reduction.NAN_MEAN),
          Map.entry("nanmin", Reduction.NAN_MIN),
          Map.entry("nanstd", Reduction.NAN_STD),
          Map.entry("nansum", Reduction.NAN_SUM),
          Map.entry("nanvar", Reduction.NAN_VAR),
          Map.entry("prod", Reduction.PROD),
          Map.entry("std", Reduction.STD),
          Map.entry("sum", Reduction.SUM),
          Map.entry("var", Reduction.VAR));

  /// Dtypes, which convert.
  static final List<String> DTYPES =
      List.of(
          "bool",
          "int8",
          "int16",
          "int32",
          "int64",
          "uint8",
          "uint16",
          "uint32",
          "uint64",
          "float16",
          "float32",
          "float64",
          "complex64",
          "complex128");

  private FunctionNames() {}

  /// The names of all functions, sorted.
  public static List<String> all() {
    List<String> all = new ArrayList<>(DTYPES);
    all.addAll(FUNCTIONS.keySet());
    all.addAll(OF_TWO.keySet());
    all.addAll(REDUCTIONS.keySet());
    all.add("where");
    all.sort(null);
    return List.copyOf(all);
  }
}
