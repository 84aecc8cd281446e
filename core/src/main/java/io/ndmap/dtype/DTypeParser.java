package io.ndmap.dtype;

import io.ndmap.literal.DTypeReading;
import io.ndmap.literal.Dialect;
import io.ndmap.literal.PyLiteralException;
import io.ndmap.literal.PyLiteralParser;
import io.ndmap.literal.PyRepr;
import java.nio.ByteOrder;

/// Parses dtypes: distinguishes short forms from literals.
final class DTypeParser {

  /// The maximum number of characters of a text that a message quotes.
  private static final int MAX_QUOTED = 100;

  static {
    DTypeReading.by(DescrReader::read);
  }

  private DTypeParser() {}

  static DType parse(String text) {
    if (!isLiteral(text)) {
      boolean big = text.startsWith(">");
      ScalarKind small =
          SmallFloatNames.find(big || text.startsWith("<") ? text.substring(1) : text);
      return small == null
          ? TypeString.parse(text)
          : new ScalarType(small, big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    }
    try {
      return DescrReader.read(PyLiteralParser.parse(text, Dialect.PYTHON_3));
    } catch (PyLiteralException e) {
      throw new DTypeException(
          "dtype "
              + quoted(text)
              + " not understood at character "
              + e.offset()
              + ": "
              + e.reason(),
          e);
    }
  }

  /// A literal has quotes, or begins with a square or curly bracket, or with a round bracket and
  /// another bracket. The short form of a subarray begins with a round bracket, too, but integers
  /// follow.
  private static boolean isLiteral(String text) {
    String stripped = text.stripLeading();
    if (text.indexOf('\'') >= 0 || text.indexOf('"') >= 0) {
      return true;
    }
    if (stripped.startsWith("(")) {
      stripped = stripped.substring(1).stripLeading();
      return stripped.startsWith("(") || isBracketed(stripped);
    }
    return isBracketed(stripped);
  }

  private static boolean isBracketed(String text) {
    return text.startsWith("[") || text.startsWith("{");
  }

  private static String quoted(String text) {
    return text.length() <= MAX_QUOTED ? text : PyRepr.repr(text.substring(0, MAX_QUOTED)) + "...";
  }
}
