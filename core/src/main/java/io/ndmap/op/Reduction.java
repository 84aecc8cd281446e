package io.ndmap.op;

import java.util.Locale;

/// A reduction over all elements or along axes, for `NdView.reduce`.
///
/// Each reduction except [#COUNT] follows a NumPy function (NumPy 2.4, x86-64), also in the dtype
/// of the result:
///
/// | reduction | elements | result |
/// |---|---|---|
/// | `SUM NAN_SUM` | booleans and signed integers; unsigned integers | `i8`; `u8`, both wrapping |
/// | | floating-point and complex numbers, timedeltas | their dtype |
/// | `PROD NAN_PROD` | as for `SUM`, but no timedeltas | as for `SUM` |
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
/// @param kind the computation
/// @param ignoresNaN whether NaN are ignored
/// @param ddof delta degrees of freedom, subtracted from the count in the divisor; 0 except for
///   variances and standard deviations
public record Reduction(Kind kind, boolean ignoresNaN, int ddof) {

  /// Creates a reduction.
  ///
  /// @throws IllegalArgumentException if `ddof` is not 0 and this is neither a variance nor a
  ///   standard deviation, or if `ignoresNaN` is true for `ANY`, `ALL`, `COUNT` or `COUNT_NONZERO`
  public Reduction {
    boolean spreads = kind == Kind.VAR || kind == Kind.STD;
    if (ddof != 0 && !spreads) {
      throw new IllegalArgumentException("ddof is for variances, found " + ddof + " for " + kind);
    }
    if (ignoresNaN && kind.compareTo(Kind.ANY) >= 0) {
      throw new IllegalArgumentException(kind + " has no form that ignores NaN");
    }
  }

  /// The computations.
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
    /// The least element.
    MIN,
    /// The greatest element.
    MAX,
    /// The index of the least element.
    ARG_MIN,
    /// The index of the greatest element.
    ARG_MAX,
    /// Whether any element is not zero.
    ANY,
    /// Whether no element is zero.
    ALL,
    /// The number of elements that are neither NaN nor `NaT`.
    COUNT,
    /// The number of elements that are not zero.
    COUNT_NONZERO
  }

  /// The sum, 0 if empty: `np.sum`. `NaT` if an element is `NaT`.
  public static final Reduction SUM = new Reduction(Kind.SUM, false, 0);

  /// The product, 1 if empty: `np.prod`. Integers wrap. Floating-point numbers are multiplied in
  /// double precision (long doubles with at least 192 bits), and no partial product overflows or
  /// underflows unless the product does. For n real numbers the relative error is at most `n 2⁻⁵³`
  /// before the final rounding; for complex numbers it is at most four times this bound, relative
  /// to the modulus of the product.
  public static final Reduction PROD = new Reduction(Kind.PROD, false, 0);

  /// The sum divided by the count, NaN if empty: `np.mean`.
  public static final Reduction MEAN = new Reduction(Kind.MEAN, false, 0);

  /// The population variance, the sum of squared deviations divided by the count, NaN if empty:
  /// `np.var`. See [#ddof(int)] for other divisors.
  public static final Reduction VAR = new Reduction(Kind.VAR, false, 0);

  /// The population standard deviation, NaN if empty: `np.std`.
  public static final Reduction STD = new Reduction(Kind.STD, false, 0);

  /// The smallest element, or NaN or `NaT` if there is one: `np.min`.
  public static final Reduction MIN = new Reduction(Kind.MIN, false, 0);

  /// The largest element, or NaN or `NaT` if there is one: `np.max`.
  public static final Reduction MAX = new Reduction(Kind.MAX, false, 0);

  /// The index of the first smallest element, or the first NaN or `NaT`: `np.argmin`.
  public static final Reduction ARG_MIN = new Reduction(Kind.ARG_MIN, false, 0);

  /// The index of the first largest element, or the first NaN or `NaT`: `np.argmax`.
  public static final Reduction ARG_MAX = new Reduction(Kind.ARG_MAX, false, 0);

  /// Whether any element is not zero; NaN and `NaT` are not zero: `np.any`.
  public static final Reduction ANY = new Reduction(Kind.ANY, false, 0);

  /// Whether no element is zero: `np.all`.
  public static final Reduction ALL = new Reduction(Kind.ALL, false, 0);

  /// The number of elements that are neither NaN nor `NaT`.
  public static final Reduction COUNT = new Reduction(Kind.COUNT, false, 0);

  /// The number of elements that are not zero: `np.count_nonzero`.
  public static final Reduction COUNT_NONZERO = new Reduction(Kind.COUNT_NONZERO, false, 0);

  /// The sum of the elements that are not NaN: `np.nansum`. A `NaT` is not ignored, see [#SUM].
  public static final Reduction NAN_SUM = new Reduction(Kind.SUM, true, 0);

  /// The product of the elements that are not NaN: `np.nanprod`, see [#PROD].
  public static final Reduction NAN_PROD = new Reduction(Kind.PROD, true, 0);

  /// The mean of the elements that are not NaN: `np.nanmean`. A `NaT` is not ignored, as in
  /// [#MEAN].
  public static final Reduction NAN_MEAN = new Reduction(Kind.MEAN, true, 0);

  /// The population variance of the elements that are not NaN: `np.nanvar`.
  public static final Reduction NAN_VAR = new Reduction(Kind.VAR, true, 0);

  /// The population standard deviation of the elements that are not NaN: `np.nanstd`.
  public static final Reduction NAN_STD = new Reduction(Kind.STD, true, 0);

  /// The smallest element that is neither NaN nor `NaT`; if there is none, NaN or `NaT`:
  /// `np.nanmin`.
  public static final Reduction NAN_MIN = new Reduction(Kind.MIN, true, 0);

  /// The largest element that is neither NaN nor `NaT`; if there is none, NaN or `NaT`:
  /// `np.nanmax`.
  public static final Reduction NAN_MAX = new Reduction(Kind.MAX, true, 0);

  /// The index of the first smallest element that is not NaN: `np.nanargmin`. A `NaT` is not
  /// ignored, see [#ARG_MIN].
  public static final Reduction NAN_ARG_MIN = new Reduction(Kind.ARG_MIN, true, 0);

  /// The index of the first largest element that is not NaN: `np.nanargmax`. A `NaT` is not
  /// ignored, see [#ARG_MAX].
  public static final Reduction NAN_ARG_MAX = new Reduction(Kind.ARG_MAX, true, 0);

  /// {@return the same reduction of the elements that are not NaN: `SUM.ignoringNaN()` is
  /// [#NAN_SUM]}
  ///
  /// @throws IllegalArgumentException if there is no such reduction
  public Reduction ignoringNaN() {
    return new Reduction(kind, true, ddof);
  }

  /// {@return the same variance or standard deviation with other degrees of freedom: `VAR.ddof(1)`
  /// is the sample variance}
  ///
  /// @param subtracted delta degrees of freedom; if the count does not exceed it, the result is NaN
  ///   or infinite
  /// @throws IllegalArgumentException if this is neither a variance nor a standard deviation, and
  ///   `subtracted` is not 0
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
