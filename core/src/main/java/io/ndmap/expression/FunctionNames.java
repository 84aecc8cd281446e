package io.ndmap.expression;

import io.ndmap.op.Binary;
import io.ndmap.op.Reduction;
import io.ndmap.op.Unary;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// NumPy's names of functions, for parsed expressions.
public final class FunctionNames {

  /// The names that are not the constant's in lower case.
  private static final Map<String, Unary> OTHER_NAMES =
      Map.ofEntries(
          Map.entry("abs", Unary.ABSOLUTE),
          Map.entry("acos", Unary.ARCCOS),
          Map.entry("acosh", Unary.ARCCOSH),
          Map.entry("asin", Unary.ARCSIN),
          Map.entry("asinh", Unary.ARCSINH),
          Map.entry("atan", Unary.ARCTAN),
          Map.entry("atanh", Unary.ARCTANH),
          Map.entry("bitwise_count", Unary.BIT_COUNT),
          Map.entry("conj", Unary.CONJUGATE),
          Map.entry("deg2rad", Unary.RADIANS),
          Map.entry("fix", Unary.TRUNC),
          Map.entry("invert", Unary.INVERTED),
          Map.entry("isfinite", Unary.IS_FINITE),
          Map.entry("isinf", Unary.IS_INFINITE),
          Map.entry("isnan", Unary.IS_NAN),
          Map.entry("rad2deg", Unary.DEGREES));

  /// The constants that NumPy has by other names, or as one result of two.
  private static final EnumSet<Unary> OTHERS =
      EnumSet.of(
          Unary.BIT_COUNT,
          Unary.INVERTED,
          Unary.IS_FINITE,
          Unary.IS_INFINITE,
          Unary.IS_NAN,
          Unary.FRACTION,
          Unary.MANTISSA,
          Unary.EXPONENT);

  static final Map<String, Unary> FUNCTIONS = functions();

  /// Binary functions.
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

  /// Dtypes, whose names are conversions.
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

  private static Map<String, Unary> functions() {
    Map<String, Unary> names = new HashMap<>(OTHER_NAMES);
    for (Unary function : EnumSet.complementOf(OTHERS)) {
      names.put(function.name().toLowerCase(Locale.ROOT), function);
    }
    return Map.copyOf(names);
  }

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
