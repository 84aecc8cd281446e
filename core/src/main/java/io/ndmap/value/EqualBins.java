package io.ndmap.value;

import io.ndmap.dtype.ScalarKind;

/// Bins of equal width, found by one division as `numpy.histogram` does it: rounded as NumPy
/// rounds, and corrected by one bin where the edges say otherwise.
public final class EqualBins extends Bins {

  private final ScalarKind kind;
  private final boolean narrow;
  private final double width;
  private final double bins;

  /// @param kind of the edges: `f2`, `f4` or `f8`
  /// @param narrow whether all is computed in that kind, as NumPy does with the items' own
  ///   extremes; else only the distance from the first edge
  /// @param width from the first edge to the last one, before these were rounded
  /// @param edges two at least, in ascending order
  public EqualBins(ScalarKind kind, boolean narrow, double width, double... edges) {
    super(edges);
    this.kind = kind;
    this.narrow = narrow;
    this.width = width;
    this.bins = narrow ? round(kind, counts.length) : counts.length;
  }

  /// The nearest number of a kind.
  ///
  /// @param kind a floating-point kind, no long double
  /// @param number a `float` where the kind is `f2`
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
      // NumPy finds no bin where the distance exceeds the items' dtype.
      distance = number - edges[0];
    }
    double position =
        narrow ? round(kind, round(kind, distance / width) * bins) : distance / width * bins;
    // Beyond the last bin lie its upper edge, and what overflowed on the way.
    int bin = Math.min((int) position, counts.length - 1);
    if (number < edges[bin]) {
      return bin - 1;
    }
    return bin < counts.length - 1 && number >= edges[bin + 1] ? bin + 1 : bin;
  }
}
