package io.ndmap.pickle;

/// The encoding of Python 2's `str`, which are bytes: the `encoding` of `numpy.load`.
public enum PickleEncoding {
  /// As ASCII text, numpy's default; other bytes are rejected.
  ASCII,
  /// As Latin-1 text; all bytes are valid.
  LATIN1,
  /// As bytes.
  BYTES
}
