package io.ndmap.op;

import java.util.Locale;

/// A reduction, for `NdView.reduce`: a computation over all items, or along axes.
///
/// Each has the name and the rules of a NumPy function (2.4, x86-64), and the dtype of its results:
///
/// | reduction | of | gives |
/// |---|---|---|
/// | `SUM NAN_SUM` | booleans and signed integers; unsigned integers | `i8`; `u8`, both wrapping |
/// | | floating-point and complex numbers, timedeltas | their dtype |
/// | `PROD NAN_PROD` | the same, but no timedeltas | the same |
/// | `MEAN NAN_MEAN` | booleans and integers | `f8` |
/// | | floating-point and complex numbers, timedeltas | their dtype |
/// | `VAR STD` and `NAN_…` | booleans and integers; floating-point numbers | `f8`; their dtype |
/// | | complex numbers | the dtype of their parts |
/// | `MIN MAX NAN_MIN NAN_MAX` | real and complex numbers, times | their dtype |
/// | `ARG_MIN ARG_MAX` and `NAN_…` | real and complex numbers, times | `i8` |
/// | `ANY ALL` | real and complex numbers, times | `b1` |
/// | `COUNT COUNT_NONZERO` | real and complex numbers, times | `i8` |
///
/// Results are little-endian.
///
/// @param kind what is computed
/// @param ignoresNaN whether NaN are left out
/// @param ddof subtracted from the count that squares are divided by: 0 but for variances and
///   standard deviations
public record Reduction(Kind kind, boolean ignoresNaN, int ddof) {

  /// Makes a reduction.
  ///
  /// @throws IllegalArgumentException if there is no such reduction: NaN may be left out of sums,
  ///   products, means, variances, standard deviations, extremes and their indices
  public Reduction {
    boolean spreads = kind == Kind.VAR || kind == Kind.STD;
    if (ddof != 0 && !spreads) {
      throw new IllegalArgumentException("ddof is for variances, found " + ddof + " for " + kind);
    }
    if (ignoresNaN && kind.compareTo(Kind.ANY) >= 0) {
      throw new IllegalArgumentException(kind + " does not leave out NaN");
    }
  }

  /// What is computed.
  public enum Kind {
    /// The sum.
    SUM,
    /// The product.
    PROD,
    /// The mean.
    MEAN,
    /// The variance.
    VAR,
    /// The standard deviation.
    STD,
    /// The least item.
    MIN,
    /// The greatest item.
    MAX,
    /// The index of the least item.
    ARG_MIN,
    /// The index of the greatest item.
    ARG_MAX,
    /// Whether one item is not zero.
    ANY,
    /// Whether no item is zero.
    ALL,
    /// How many items there are that are not NaN.
    COUNT,
    /// How many items are not zero.
    COUNT_NONZERO
  }

  /// The sum, 0 of nothing: `np.sum`. A `NaT` makes it `NaT`.
  public static final Reduction SUM = new Reduction(Kind.SUM, false, 0);

  /// The product, 1 of nothing: `np.prod`. Integers wrap. Floating-point numbers are multiplied in
  /// double precision, and no part of the product overflows or underflows unless all of it does:
  /// the error of n real numbers is at most `n 2⁻⁵³` of the product before that is rounded once,
  /// and of complex ones four times as much of its modulus.
  public static final Reduction PROD = new Reduction(Kind.PROD, false, 0);

  /// The sum divided by the count, NaN of nothing: `np.mean`.
  public static final Reduction MEAN = new Reduction(Kind.MEAN, false, 0);

  /// The population variance, the sum of squared deviations divided by the count, NaN of nothing:
  /// `np.var`. [#ddof(int)] gives others.
  public static final Reduction VAR = new Reduction(Kind.VAR, false, 0);

  /// The population standard deviation, NaN of nothing: `np.std`.
  public static final Reduction STD = new Reduction(Kind.STD, false, 0);

  /// The smallest item; NaN or `NaT` if there is one: `np.min`.
  public static final Reduction MIN = new Reduction(Kind.MIN, false, 0);

  /// The largest item; NaN or `NaT` if there is one: `np.max`.
  public static final Reduction MAX = new Reduction(Kind.MAX, false, 0);

  /// The index of the first smallest item, or the first NaN or `NaT`: `np.argmin`.
  public static final Reduction ARG_MIN = new Reduction(Kind.ARG_MIN, false, 0);

  /// The index of the first largest item, or the first NaN or `NaT`: `np.argmax`.
  public static final Reduction ARG_MAX = new Reduction(Kind.ARG_MAX, false, 0);

  /// Whether an item is not zero; NaN and `NaT` are not: `np.any`.
  public static final Reduction ANY = new Reduction(Kind.ANY, false, 0);

  /// Whether no item is zero: `np.all`.
  public static final Reduction ALL = new Reduction(Kind.ALL, false, 0);

  /// How many items are neither NaN nor `NaT`.
  public static final Reduction COUNT = new Reduction(Kind.COUNT, false, 0);

  /// How many items are not zero: `np.count_nonzero`.
  public static final Reduction COUNT_NONZERO = new Reduction(Kind.COUNT_NONZERO, false, 0);

  /// The sum of the items that are not NaN: `np.nansum`. A `NaT` counts as in [#SUM].
  public static final Reduction NAN_SUM = new Reduction(Kind.SUM, true, 0);

  /// The product of the items that are not NaN: `np.nanprod`, see [#PROD].
  public static final Reduction NAN_PROD = new Reduction(Kind.PROD, true, 0);

  /// The mean of the items that are not NaN: `np.nanmean`. A `NaT` counts as in [#MEAN].
  public static final Reduction NAN_MEAN = new Reduction(Kind.MEAN, true, 0);

  /// The population variance of the items that are not NaN: `np.nanvar`.
  public static final Reduction NAN_VAR = new Reduction(Kind.VAR, true, 0);

  /// The population standard deviation of the items that are not NaN: `np.nanstd`.
  public static final Reduction NAN_STD = new Reduction(Kind.STD, true, 0);

  /// The smallest item that is neither NaN nor `NaT`, NaN or `NaT` if none is: `np.nanmin`.
  public static final Reduction NAN_MIN = new Reduction(Kind.MIN, true, 0);

  /// The largest item that is neither NaN nor `NaT`, NaN or `NaT` if none is: `np.nanmax`.
  public static final Reduction NAN_MAX = new Reduction(Kind.MAX, true, 0);

  /// The index of the first smallest item that is not NaN: `np.nanargmin`. A `NaT` counts as in
  /// [#ARG_MIN].
  public static final Reduction NAN_ARG_MIN = new Reduction(Kind.ARG_MIN, true, 0);

  /// The index of the first largest item that is not NaN: `np.nanargmax`. A `NaT` counts as in
  /// [#ARG_MAX].
  public static final Reduction NAN_ARG_MAX = new Reduction(Kind.ARG_MAX, true, 0);

  /// {@return the same of the items that are not NaN: `SUM.ignoringNaN()` is [#NAN_SUM]}
  ///
  /// @throws IllegalArgumentException if there is no such reduction
  public Reduction ignoringNaN() {
    return new Reduction(kind, true, ddof);
  }

  /// {@return the same variance or standard deviation with other degrees of freedom: `VAR.ddof(1)`
  /// is the sample variance}
  ///
  /// @param subtracted from the count; where nothing is left the result is NaN or infinite
  /// @throws IllegalArgumentException if this is neither a variance nor a standard deviation, and
  ///   `subtracted` not 0
  public Reduction ddof(int subtracted) {
    return new Reduction(kind, ignoresNaN, subtracted);
  }

  @Override
  public String toString() {
    String lower =
        switch (kind) {
          case ARG_MIN -> "argMin";
          case ARG_MAX -> "argMax";
          case COUNT_NONZERO -> "countNonZero";
          default -> kind.name().toLowerCase(Locale.ROOT);
        };
    String name =
        ignoresNaN ? "nan" + Character.toUpperCase(lower.charAt(0)) + lower.substring(1) : lower;
    return ddof == 0 ? name : name + "(" + ddof + ")";
  }
}
