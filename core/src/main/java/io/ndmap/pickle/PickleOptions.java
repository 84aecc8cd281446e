package io.ndmap.pickle;

/// How a pickle is read.
///
/// @param limits what it may cost
/// @param encoding how the `str` of Python 2 are read
public record PickleOptions(PickleLimits limits, PickleEncoding encoding) {

  /// The default limits, and ASCII as numpy.
  public static final PickleOptions DEFAULT =
      new PickleOptions(PickleLimits.DEFAULT, PickleEncoding.ASCII);

  /// {@return these options with other limits}
  ///
  /// @param newLimits what a pickle may cost
  public PickleOptions withLimits(PickleLimits newLimits) {
    return new PickleOptions(newLimits, encoding);
  }

  /// {@return these options with another encoding}
  ///
  /// @param newEncoding how the `str` of Python 2 are read
  public PickleOptions withEncoding(PickleEncoding newEncoding) {
    return new PickleOptions(limits, newEncoding);
  }
}
