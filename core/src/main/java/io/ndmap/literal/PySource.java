package io.ndmap.literal;

/// The text of a literal and a position in the text. This class skips whitespace and comments
/// between Python's tokens.
///
/// A line may end with LF, CR LF or CR; Python translates all three to LF before it parses.
final class PySource {

  /// The maximum nesting of brackets.
  static final int MAX_DEPTH = 200;

  /// The result of [#peek()] at the end of the text; no literal can contain it, since NUL is
  /// rejected everywhere.
  static final char END = '\0';

  static final String NO_NUL = "a literal must not contain NUL";

  /// A tab advances the column to the next multiple of this number.
  private static final int TAB_WIDTH = 8;

  private final String text;
  private final Dialect dialect;
  private int position;
  private int lineStart;
  private int depth;

  PySource(String text, Dialect dialect) {
    this.text = text;
    this.dialect = dialect;
  }

  Dialect dialect() {
    return dialect;
  }

  int position() {
    return position;
  }

  char peek() {
    return charAt(position);
  }

  char peek(int ahead) {
    return charAt(position + ahead);
  }

  boolean atEnd() {
    return position >= text.length();
  }

  void advance(int chars) {
    position += chars;
  }

  String since(int start) {
    return text.substring(start, position);
  }

  int depth() {
    return depth;
  }

  /// Skips an opening bracket: up to the closing bracket, lines may end anywhere.
  void open() {
    if (depth >= MAX_DEPTH) {
      throw fail("more than " + MAX_DEPTH + " nested brackets");
    }
    depth++;
    position++;
  }

  void close() {
    depth--;
    position++;
  }

  /// The length of the line end at the position, or 0 if there is none.
  int lineEnd() {
    return switch (peek()) {
      case '\n' -> 1;
      case '\r' -> peek(1) == '\n' ? 2 : 1;
      default -> 0;
    };
  }

  /// Skips blanks, continued lines and, inside brackets, comments and line ends.
  void skipBlanks() {
    while (true) {
      switch (peek()) {
        case ' ', '\t', '\f' -> position++;
        case '\\' -> continueLine();
        case '#' -> {
          if (depth == 0) {
            return;
          }
          skipComment();
        }
        case '\n', '\r' -> {
          if (depth == 0) {
            return;
          }
          position++;
        }
        default -> {
          return;
        }
      }
    }
  }

  /// Skips a line continuation: a backslash at the end of a line that is not the last.
  void continueLine() {
    int start = position;
    position++;
    int end = lineEnd();
    if (end == 0) {
      position = start;
      throw fail("a backslash outside of a string must end its line");
    }
    position += end;
    if (atEnd()) {
      throw fail("nothing follows the continued line");
    }
  }

  /// Skips the blank lines and the comments before the value. The value must not be indented,
  /// except in the first line of the text.
  void skipLead() {
    while (peek() == ' ' || peek() == '\t') {
      position++;
    }
    int indentation = skipEmptyLines(skipIndentation());
    if (atEnd()) {
      throw fail("expected a value, found the end");
    }
    if (indentation != 0) {
      throw fail("unexpected indentation");
    }
  }

  /// Skips blanks, comments and blank lines after the value, up to the end of the text.
  void skipTail() {
    skipBlanks();
    int indentation = skipEmptyLines(0);
    if (!atEnd()) {
      throw fail("expected the end of the literal, found " + found());
    }
    if (indentation != 0 && !losesLastLine()) {
      throw fail("unexpected indentation");
    }
  }

  /// Whether NumPy's tokenizer drops the blanks of the last line.
  private boolean losesLastLine() {
    return dialect == Dialect.PYTHON_2_LONGS && text.indexOf('\\', lineStart) < 0;
  }

  /// Skips the rest of a line that contains at most a comment, and all such lines after it. Returns
  /// the indentation of the next line, or 0 if the text ends with a comment.
  private int skipEmptyLines(int indentation) {
    int current = indentation;
    while (true) {
      if (peek() == '#') {
        skipComment();
        if (atEnd()) {
          return 0;
        }
      }
      int end = lineEnd();
      if (end == 0) {
        return current;
      }
      position += end;
      lineStart = position;
      current = skipIndentation();
    }
  }

  /// Skips the blanks at the beginning of a line. A form feed resets the column to 0; in a
  /// continued line, the first indentation other than 0 counts.
  private int skipIndentation() {
    int column = 0;
    int continued = 0;
    while (true) {
      switch (peek()) {
        case ' ' -> {
          column++;
          position++;
        }
        case '\t' -> {
          column = (column / TAB_WIDTH + 1) * TAB_WIDTH;
          position++;
        }
        case '\f' -> {
          column = 0;
          position++;
        }
        case '\\' -> {
          continued = continued != 0 ? continued : column;
          continueLine();
        }
        default -> {
          return continued != 0 ? continued : column;
        }
      }
    }
  }

  private void skipComment() {
    while (!atEnd() && lineEnd() == 0) {
      if (peek() == END) {
        throw fail(NO_NUL);
      }
      position++;
    }
  }

  /// Describes the character at the position, for messages.
  String found() {
    if (atEnd()) {
      return "the end";
    }
    return PyRepr.repr(Character.toString(text.codePointAt(position)));
  }

  PyLiteralException fail(String message) {
    return failAt(message, position);
  }

  PyLiteralException failAt(String message, int offset) {
    return new PyLiteralException(message, Math.min(offset, text.length()));
  }

  private char charAt(int index) {
    return index < text.length() ? text.charAt(index) : END;
  }
}
