package io.ndmap.op;

/// Which number a quantile is where its place lies between two items: the parameter `method` of
/// `numpy.quantile`. The place of quantile `q` among `n` sorted items is `(n - 1) × q`.
public enum QuantileMethod {
  /// Between the two neighbours, in proportion to their distances; NumPy's default.
  LINEAR,
  /// The neighbour below.
  LOWER,
  /// The neighbour above.
  HIGHER,
  /// The nearer neighbour; the one at an even place where both are equally near.
  NEAREST,
  /// Half-way between the two neighbours.
  MIDPOINT
}
