package io.ndmap.literal;

import java.math.BigInteger;
import java.util.List;

/// A value written as a Python literal, with its offset in the text.
public sealed interface PyLiteral {

  /// The offset of the value in the text.
  ///
  /// @return chars from the beginning of the text
  int offset();

  /// A string. It may contain lone surrogates, as Python's strings may.
  ///
  /// @param value its characters
  /// @param offset where it begins
  record Str(String value, int offset) implements PyLiteral {}

  /// A byte string.
  ///
  /// @param latin1 its bytes, one in each char
  /// @param offset where it begins
  record Bytes(String latin1, int offset) implements PyLiteral {}

  /// An integer, which in Python has no bounds.
  ///
  /// @param value its value
  /// @param offset where it begins, at its sign if it has one
  record Int(BigInteger value, int offset) implements PyLiteral {}

  /// A floating-point number.
  ///
  /// @param value its value
  /// @param offset where it begins, at its sign if it has one
  record Real(double value, int offset) implements PyLiteral {}

  /// A complex number.
  ///
  /// @param real its real part
  /// @param imaginary its imaginary part
  /// @param offset where it begins
  record Complex(double real, double imaginary, int offset) implements PyLiteral {}

  /// `True` or `False`.
  ///
  /// @param value which of the two
  /// @param offset where it begins
  record Bool(boolean value, int offset) implements PyLiteral {}

  /// `None`.
  ///
  /// @param offset where it begins
  record None(int offset) implements PyLiteral {}

  /// `...`.
  ///
  /// @param offset where it begins
  record Ellipsis(int offset) implements PyLiteral {}

  /// `(1, 2)`.
  ///
  /// @param items its elements
  /// @param offset where it begins
  record TupleOf(List<PyLiteral> items, int offset) implements PyLiteral {}

  /// `[1, 2]`.
  ///
  /// @param items its elements
  /// @param offset where it begins
  record ListOf(List<PyLiteral> items, int offset) implements PyLiteral {}

  /// `{1, 2}` or `set()`. Equal elements are not merged.
  ///
  /// @param items its elements, in the order of the text; Python does not preserve that order
  /// @param offset where it begins
  record SetOf(List<PyLiteral> items, int offset) implements PyLiteral {}

  /// `{'a': 1}`. Entries with equal keys are all kept; in Python the last entry wins.
  ///
  /// @param entries its entries, in the order of the text
  /// @param offset where it begins
  record DictOf(List<Entry> entries, int offset) implements PyLiteral {}

  /// One entry of a dictionary.
  ///
  /// @param key its key
  /// @param value its value
  record Entry(PyLiteral key, PyLiteral value) {}
}
