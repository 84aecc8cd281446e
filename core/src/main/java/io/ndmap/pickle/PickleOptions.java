package io.ndmap.pickle;

/// Options for reading a pickle.
///
/// @param limits limits on time and memory
/// @param encoding the encoding of Python 2's `str`
public record PickleOptions(PickleLimits limits, PickleEncoding encoding) {

  /// The default limits, and ASCII, numpy's default encoding.
  public static final PickleOptions DEFAULT =
      new PickleOptions(PickleLimits.DEFAULT, PickleEncoding.ASCII);

  /// {@return these options with other limits}
  ///
  /// @param newLimits limits on time and memory
  public PickleOptions withLimits(PickleLimits newLimits) {
    return new PickleOptions(newLimits, encoding);
  }

  /// {@return these options with another encoding}
  ///
  /// @param newEncoding the encoding of Python 2's `str`
  public PickleOptions withEncoding(PickleEncoding newEncoding) {
    return new PickleOptions(limits, newEncoding);
  }
}
