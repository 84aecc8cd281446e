package io.ndmap.pickle;

/// How Python 2's `str`, which consists of bytes, is decoded: the argument `encoding` of
/// `numpy.load`.
public enum PickleEncoding {
  /// As ASCII text, numpy's default; bytes above 127 are rejected.
  ASCII,
  /// As Latin-1 text; all bytes are valid.
  LATIN1,
  /// Not decoded: the result is bytes.
  BYTES
}
