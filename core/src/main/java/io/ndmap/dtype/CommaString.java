package io.ndmap.dtype;

import io.ndmap.literal.Dialect;
import io.ndmap.literal.PyLiteralException;
import io.ndmap.literal.PyLiteralParser;
import java.util.ArrayList;
import java.util.List;

/// Structures and subarrays in one string: `i4,f8` has fields `f0` and `f1`, `(2,3)f8` and `3S5`
/// are subarrays.
final class CommaString {

  private final String text;
  private int position;

  private CommaString(String text) {
    this.text = text;
  }

  /// Whether NumPy parses the text as such a string: it begins with a digit or `()` after an
  /// optional byte order, or it has a comma outside of square brackets.
  static boolean is(String text) {
    char first = text.charAt(0);
    if (isDigit(first)) {
      return true;
    }
    int length = text.length();
    if (isOrder(first)) {
      if (length > 1 && isDigit(text.charAt(1))) {
        return true;
      }
      if (length > 3 && text.startsWith("()", 1)) {
        return true;
      }
    }
    if (text.startsWith("()")) {
      return true;
    }
    int brackets = 0;
    for (int i = 1; i < length; i++) {
      switch (text.charAt(i)) {
        case '[' -> brackets++;
        case ']' -> brackets--;
        case ',' -> {
          if (brackets == 0) {
            return true;
          }
        }
        default -> {
          // Any other character is irrelevant.
        }
      }
    }
    return false;
  }

  static DType parse(String text) {
    return new CommaString(text).parse();
  }

  private DType parse() {
    List<DType> formats = new ArrayList<>();
    boolean list = false;
    while (position < text.length()) {
      formats.add(format());
      int separator = skipSpace(position);
      if (separator == text.length()) {
        break;
      }
      if (text.charAt(separator) != ',') {
        throw TypeString.notUnderstood(text, "format " + formats.size() + " is not recognized");
      }
      position = skipSpace(separator + 1);
      list = true;
    }
    if (!list) {
      return formats.getFirst();
    }
    List<Field> fields = new ArrayList<>(formats.size());
    for (int i = 0; i < formats.size(); i++) {
      fields.add(Field.of("f" + i, formats.get(i)));
    }
    return StructType.packed(fields);
  }

  /// Parses one format: byte order, repeats, byte order again, type.
  private DType format() {
    String orderBefore = order();
    String repeats = repeats();
    String orderAfter = order();
    String type = type();
    if (type.startsWith("[")) {
      // `TypeString` would parse a type with a comma as a comma string again, endlessly.
      throw TypeString.notUnderstood(type, "NumPy has no such type");
    }
    if (!orderBefore.isEmpty()
        && !orderAfter.isEmpty()
        && !inWords(orderBefore).equals(inWords(orderAfter))) {
      throw TypeString.notUnderstood(text, "it gives two byte orders");
    }
    String order = orderAfter.isEmpty() ? orderBefore : orderAfter;
    DType base = TypeString.parse((order.equals(">") ? ">" : "") + type);
    if (repeats.isEmpty()) {
      return base;
    }
    try {
      return DescrReader.withShape(base, PyLiteralParser.parse(repeats, Dialect.PYTHON_3));
    } catch (PyLiteralException e) {
      throw TypeString.notUnderstood(text, e.reason());
    }
  }

  private static String inWords(String order) {
    return order.equals("=") ? "<" : order;
  }

  private String order() {
    return position < text.length() && isOrder(text.charAt(position))
        ? text.substring(position, ++position)
        : "";
  }

  private String repeats() {
    int start = position;
    position = skip(" ", position);
    if (at("(")) {
      position++;
    }
    position = skip(" ,0123456789", position);
    if (at(")")) {
      position++;
    }
    position = skip(" ", position);
    return text.substring(start, position);
  }

  private String type() {
    int start = position;
    while (position < text.length() && (isWord(text.charAt(position)) || at("?"))) {
      position++;
    }
    if (at("[")) {
      int end = position + 1;
      while (end < text.length() && (isWord(text.charAt(end)) || text.charAt(end) == ',')) {
        end++;
      }
      if (end > position + 1 && end < text.length() && text.charAt(end) == ']') {
        position = end + 1;
      }
    }
    return text.substring(start, position);
  }

  private boolean at(String c) {
    return text.startsWith(c, position);
  }

  private int skip(String chars, int from) {
    int end = from;
    while (end < text.length() && chars.indexOf(text.charAt(end)) >= 0) {
      end++;
    }
    return end;
  }

  private int skipSpace(int from) {
    int end = from;
    while (end < text.length() && isSpace(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isSpace(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\u0085';
  }

  private static boolean isOrder(char c) {
    return c == '<' || c == '>' || c == '=' || c == '|';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isWord(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.';
  }
}
