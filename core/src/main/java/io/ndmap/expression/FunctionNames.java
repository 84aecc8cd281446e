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
          Map.entry("ceil", Unary.CEIL),
          Map.entry("exp", Unary.EXP),
          Map.entry("floor", Unary.FLOOR),
          Map.entry("invert", Unary.INVERTED),
          Map.entry("isfinite", Unary.IS_FINITE),
          Map.entry("isinf", Unary.IS_INFINITE),
          Map.entry("isnan", Unary.IS_NAN),
          Map.entry("log", Unary.LOG),
          Map.entry("negative", Unary.NEGATIVE),
          Map.entry("rint", Unary.RINT),
          Map.entry("sqrt", Unary.SQRT),
          Map.entry("trunc", Unary.TRUNC));

  /// Functions of two operands.
  static final Map<String, Binary> OF_TWO =
      Map.of(
          "floor_divide", Binary.FLOOR_DIVIDED_BY,
          "maximum", Binary.MAXIMUM,
          "minimum", Binary.MINIMUM,
          "mod", Binary.REMAINDER,
          "power", Binary.POWER,
          "remainder", Binary.REMAINDER);

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
