package io.ndmap.value;

import io.ndmap.dtype.ScalarKind;

/// Bins of equal width. The bin of a number is found by one division with NumPy's rounding and then
/// corrected by at most one bin according to the edges, as in `numpy.histogram`.
public final class EqualBins extends Bins {

  private final ScalarKind kind;
  private final boolean narrow;
  private final double width;
  private final double bins;

  /// @param kind the type of the edges: `f2`, `f4` or `f8`
  /// @param narrow whether all steps are computed in that type, as NumPy does if the edges span the
  ///   minimum and maximum of the elements; otherwise, only the distance from the first edge is
  ///   computed in that type
  /// @param width the distance from the first edge to the last one, before the edges were rounded
  /// @param edges at least two, in ascending order
  public EqualBins(ScalarKind kind, boolean narrow, double width, double... edges) {
    super(edges);
    this.kind = kind;
    this.narrow = narrow;
    this.width = width;
    this.bins = narrow ? round(kind, counts.length) : counts.length;
  }

  /// The nearest number of a type.
  ///
  /// @param kind a floating-point type, not the long double
  /// @param number the number to round; for `f2` it must be representable as a `float`
  /// @return the number
  public static double round(ScalarKind kind, double number) {
    return switch (kind) {
      case FLOAT16 -> Float.float16ToFloat(Float.floatToFloat16((float) number));
      case BFLOAT16, FLOAT8_E4M3FN, FLOAT8_E5M2 ->
          ScalarBits.toDouble(kind, ScalarBits.ofDouble(kind, number));
      case FLOAT32 -> (float) number;
      default -> number;
    };
  }

  @Override
  int bin(double number) {
    double distance = round(kind, number - edges[0]);
    if (Double.isInfinite(distance)) {
      // In this case, where the distance exceeds the range of the dtype, NumPy finds no bin.
      distance = number - edges[0];
    }
    double position =
        narrow ? round(kind, round(kind, distance / width) * bins) : distance / width * bins;
    // The upper edge of the last bin, and positions that overflowed, would be beyond the last bin.
    int bin = Math.min((int) position, counts.length - 1);
    if (number < edges[bin]) {
      return bin - 1;
    }
    return bin < counts.length - 1 && number >= edges[bin + 1] ? bin + 1 : bin;
  }
}
