package io.ndmap.literal;

/// The literals that a parser accepts.
public enum Dialect {
  /// Python 3.11, `ast.literal_eval`.
  PYTHON_3,
  /// The literals that NumPy accepts in its second attempt at a header, which is meant for the long
  /// integers of Python 2: a name `L` after a number is skipped, and so is a last line of blanks.
  /// Texts with CR or form feeds are excluded, because NumPy's tokenizer changes them.
  PYTHON_2_LONGS
}
