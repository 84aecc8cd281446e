package io.ndmap.literal;

/// The literals that a parser accepts.
public enum Dialect {
  /// Python 3.11, `ast.literal_eval`.
  PYTHON_3,
  /// The literals that NumPy accepts if a header is not a Python 3 literal: each `L` after a
  /// number, the suffix of Python 2's long integers, is skipped, and so is a last line of blanks.
  /// Texts with CR or form feeds are excluded, because NumPy's tokenizer changes them.
  PYTHON_2_LONGS
}
