package io.ndmap.op;

/// Methods for a quantile between two elements: the parameter `method` of `numpy.quantile`. The
/// index of quantile `q` among `n` sorted elements is `(n - 1) × q`.
public enum QuantileMethod {
  /// Interpolates linearly between the two neighbours; NumPy's default.
  LINEAR,
  /// The neighbour below.
  LOWER,
  /// The neighbour above.
  HIGHER,
  /// The nearer neighbour; the neighbour at an even index if both are equally near.
  NEAREST,
  /// Half-way between the two neighbours.
  MIDPOINT
}
