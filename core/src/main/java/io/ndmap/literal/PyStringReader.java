package io.ndmap.literal;

import java.util.Locale;

/// Reads strings and byte strings; adjacent ones are concatenated.
final class PyStringReader {

  /// The maximum number of characters of the name in an escape `\N{name}`.
  private static final int MAX_NAME_LENGTH = 256;

  private final PySource source;
  private final StringBuilder value = new StringBuilder();

  PyStringReader(PySource source) {
    this.source = source;
  }

  /// Whether a string begins at the position.
  static boolean isNext(PySource source) {
    return prefixLength(source) >= 0;
  }

  /// The length of the prefix before the quote, or -1 if there is no string.
  private static int prefixLength(PySource source) {
    int length = 0;
    while (length < 2 && "rRbBuUfF".indexOf(source.peek(length)) >= 0) {
      length++;
    }
    if (source.peek(length) != '\'' && source.peek(length) != '"') {
      return -1;
    }
    return length < 2 || isPairOfLetters(source.peek(), source.peek(1)) ? length : -1;
  }

  /// A prefix of two letters has one `r` and one other letter, but not `u`.
  private static boolean isPairOfLetters(char first, char second) {
    boolean rawFirst = first == 'r' || first == 'R';
    boolean rawSecond = second == 'r' || second == 'R';
    char other = rawFirst ? second : first;
    return rawFirst != rawSecond && other != 'u' && other != 'U';
  }

  PyLiteral read() {
    int start = source.position();
    boolean bytes = readOne();
    while (true) {
      source.skipBlanks();
      if (!isNext(source)) {
        break;
      }
      int next = source.position();
      if (readOne() != bytes) {
        throw source.failAt("strings and byte strings cannot be joined", next);
      }
    }
    return bytes
        ? new PyLiteral.Bytes(value.toString(), start)
        : new PyLiteral.Str(value.toString(), start);
  }

  /// Appends one string and returns whether it is a byte string.
  private boolean readOne() {
    int start = source.position();
    boolean raw = false;
    boolean bytes = false;
    for (int length = prefixLength(source); length > 0; length--) {
      switch (source.peek()) {
        case 'r', 'R' -> raw = true;
        case 'b', 'B' -> bytes = true;
        case 'f', 'F' -> throw source.fail("a formatted string is not a literal");
        default -> {
          // The prefix u has no effect.
        }
      }
      source.advance(1);
    }
    char quote = source.peek();
    boolean triple = source.peek(1) == quote && source.peek(2) == quote;
    source.advance(triple ? 3 : 1);
    while (!closes(quote, triple)) {
      int lineEnd = source.lineEnd();
      if (source.atEnd() || (lineEnd > 0 && !triple)) {
        throw source.failAt("the string is not closed", start);
      }
      if (lineEnd > 0) {
        value.append('\n');
        source.advance(lineEnd);
      } else if (source.peek() == '\\') {
        readBackslash(raw, bytes);
      } else {
        appendPlain(bytes);
      }
    }
    source.advance(triple ? 3 : 1);
    return bytes;
  }

  private boolean closes(char quote, boolean triple) {
    return source.peek() == quote
        && (!triple || (source.peek(1) == quote && source.peek(2) == quote));
  }

  private void appendPlain(boolean bytes) {
    char c = source.peek();
    if (c == PySource.END) {
      throw source.fail(PySource.NO_NUL);
    }
    if (bytes && c >= 0x80) {
      throw source.fail("a byte string holds ASCII only, found " + source.found());
    }
    if (Character.isHighSurrogate(c) && Character.isLowSurrogate(source.peek(1))) {
      value.append(c).append(source.peek(1));
      source.advance(2);
    } else if (Character.isSurrogate(c)) {
      throw source.fail("a surrogate is unpaired");
    } else {
      value.append(c);
      source.advance(1);
    }
  }

  private void readBackslash(boolean raw, boolean bytes) {
    int start = source.position();
    source.advance(1);
    int lineEnd = source.lineEnd();
    if (lineEnd > 0) {
      source.advance(lineEnd);
      if (raw) {
        value.append("\\\n");
      }
    } else if (source.atEnd()) {
      throw source.failAt("the string is not closed", start);
    } else if (raw) {
      value.append('\\');
      appendPlain(bytes);
    } else {
      readEscape(start, bytes);
    }
  }

  private void readEscape(int start, boolean bytes) {
    char c = source.peek();
    switch (c) {
      case '\\', '\'', '"' -> appendEscape(c);
      case 'a' -> appendEscape('\u0007');
      case 'b' -> appendEscape('\b');
      case 'f' -> appendEscape('\f');
      case 'n' -> appendEscape('\n');
      case 'r' -> appendEscape('\r');
      case 't' -> appendEscape('\t');
      case 'v' -> appendEscape('\u000b');
      case '0', '1', '2', '3', '4', '5', '6', '7' -> readOctal(start, bytes);
      case 'x' -> readHex(start, 2);
      default -> {
        if (bytes) {
          value.append('\\');
        } else if (c == 'u') {
          readHex(start, 4);
        } else if (c == 'U') {
          readHex(start, 8);
        } else if (c == 'N') {
          readName(start);
        } else {
          value.append('\\');
        }
      }
    }
  }

  private void appendEscape(char c) {
    value.append(c);
    source.advance(1);
  }

  private void readOctal(int start, boolean bytes) {
    int code = 0;
    for (int digits = 0; digits < 3 && source.peek() >= '0' && source.peek() <= '7'; digits++) {
      code = code * 8 + (source.peek() - '0');
      source.advance(1);
    }
    appendCodePoint(bytes ? code & 0xff : code, start);
  }

  private void readHex(int start, int digits) {
    source.advance(1);
    long code = 0;
    for (int i = 0; i < digits; i++) {
      char c = source.peek();
      int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        throw source.failAt("the escape needs " + digits + " hexadecimal digits", start);
      }
      code = code * 16 + digit;
      source.advance(1);
    }
    if (code > Character.MAX_CODE_POINT) {
      throw source.failAt("the escape is beyond the last code point, U+10FFFF", start);
    }
    appendCodePoint((int) code, start);
  }

  /// Appends a code point. Python keeps two escaped surrogates apart, but in a Java string they
  /// would form one character; such a pair is therefore rejected.
  private void appendCodePoint(int codePoint, int start) {
    if (codePoint <= Character.MAX_VALUE
        && Character.isLowSurrogate((char) codePoint)
        && !value.isEmpty()
        && Character.isHighSurrogate(value.charAt(value.length() - 1))) {
      throw source.failAt("a surrogate pair written as two escapes cannot be represented", start);
    }
    value.appendCodePoint(codePoint);
  }

  private void readName(int start) {
    source.advance(1);
    if (source.peek() != '{') {
      throw source.failAt("the escape \\N needs a name in braces", start);
    }
    source.advance(1);
    int nameStart = source.position();
    while (source.peek() != '}') {
      if (source.atEnd()
          || source.lineEnd() > 0
          || source.position() - nameStart > MAX_NAME_LENGTH) {
        throw source.failAt("the escape \\N needs a name in braces", start);
      }
      source.advance(1);
    }
    String name = source.since(nameStart);
    int codePoint = UnicodeFourteen.codePointOf(name.toUpperCase(Locale.ROOT));
    if (codePoint < 0) {
      throw source.failAt("no character is named " + PyRepr.repr(name), start);
    }
    source.advance(1);
    appendCodePoint(codePoint, start);
  }
}
