package io.ndmap.value;

import io.ndmap.dtype.ScalarKind;

/// Bins of equal width, found by one division as in `numpy.histogram`: with NumPy's rounding, and
/// corrected by one bin according to the edges.
public final class EqualBins extends Bins {

  private final ScalarKind kind;
  private final boolean narrow;
  private final double width;
  private final double bins;

  /// @param kind the type of the edges: `f2`, `f4` or `f8`
  /// @param narrow whether everything is computed in that type, as NumPy does with the minimum and
  ///   maximum of the elements; otherwise only the distance from the first edge is
  /// @param width from the first edge to the last one, before these were rounded
  /// @param edges two at least, in ascending order
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
  /// @param number a `float` if the type is `f2`
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
      // NumPy finds no bin if the distance exceeds the elements' dtype.
      distance = number - edges[0];
    }
    double position =
        narrow ? round(kind, round(kind, distance / width) * bins) : distance / width * bins;
    // The upper edge of the last bin, and positions that overflowed, are beyond the last bin.
    int bin = Math.min((int) position, counts.length - 1);
    if (number < edges[bin]) {
      return bin - 1;
    }
    return bin < counts.length - 1 && number >= edges[bin + 1] ? bin + 1 : bin;
  }
}
