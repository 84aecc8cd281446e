package io.ndmap.expression;

import io.ndmap.op.Binary;
import io.ndmap.op.Reduction;
import io.ndmap.op.Unary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/// NumPy's names of the functions that parsed expressions can call.
public final class FunctionNames {

  /// Functions of one operand.
  static final Map<String, Unary> FUNCTIONS =
      names(
          Unary.values(),
          FunctionNames::of,
          Map.ofEntries(
              Map.entry("abs", Unary.ABSOLUTE),
              Map.entry("acos", Unary.ARCCOS),
              Map.entry("acosh", Unary.ARCCOSH),
              Map.entry("asin", Unary.ARCSIN),
              Map.entry("asinh", Unary.ARCSINH),
              Map.entry("atan", Unary.ARCTAN),
              Map.entry("atanh", Unary.ARCTANH),
              Map.entry("conj", Unary.CONJUGATE),
              Map.entry("deg2rad", Unary.RADIANS),
              Map.entry("fix", Unary.TRUNC),
              Map.entry("rad2deg", Unary.DEGREES)));

  /// Functions of two operands.
  static final Map<String, Binary> OF_TWO =
      names(
          Binary.values(),
          FunctionNames::of,
          Map.of("atan2", Binary.ARCTAN2, "mod", Binary.REMAINDER, "pow", Binary.POWER));

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

  /// Dtypes whose names are functions that convert to them.
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

  /// Returns NumPy's name of a function, or ndmap's if NumPy has none.
  public static String of(Unary function) {
    return switch (function) {
      case INVERTED -> "invert";
      case IS_NAN -> "isnan";
      case IS_FINITE -> "isfinite";
      case IS_INFINITE -> "isinf";
      case BIT_COUNT -> "bitwise_count";
      default -> function.name().toLowerCase(Locale.ROOT);
    };
  }

  /// Returns NumPy's name of a function.
  public static String of(Binary function) {
    return switch (function) {
      case PLUS -> "add";
      case MINUS -> "subtract";
      case TIMES -> "multiply";
      case DIVIDED_BY -> "divide";
      case FLOOR_DIVIDED_BY -> "floor_divide";
      case AND -> "bitwise_and";
      case OR -> "bitwise_or";
      case XOR -> "bitwise_xor";
      case SHIFTED_LEFT -> "left_shift";
      case SHIFTED_RIGHT -> "right_shift";
      default -> function.name().toLowerCase(Locale.ROOT);
    };
  }

  private static <T> Map<String, T> names(
      T[] functions, Function<T, String> name, Map<String, T> otherNames) {
    Map<String, T> names = new HashMap<>(otherNames);
    for (T function : functions) {
      names.put(name.apply(function), function);
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
