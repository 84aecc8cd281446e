package io.ndmap.pickle;

/// How the `str` of Python 2, which are bytes, are read: the `encoding` of `numpy.load`.
public enum PickleEncoding {
  /// As ASCII text, numpy's default; other bytes are refused.
  ASCII,
  /// As Latin-1 text, which any bytes are.
  LATIN1,
  /// As bytes.
  BYTES
}
