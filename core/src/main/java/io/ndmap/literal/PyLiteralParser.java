package io.ndmap.literal;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/// Parses Python literals: those that `ast.literal_eval` of Python 3.11 accepts, and no others.
/// Nothing is evaluated. Literals with too many values are rejected, and so are strings with two
/// escaped surrogates that would form a pair, or with `\N{name}` for a character that is not
/// printable or that Java does not know by this name.
///
/// Literals are strings, byte strings, numbers with at most one sign, `1+2j`, `True`, `False`,
/// `None`, `...`, tuples, lists, dictionaries, sets and `set()`. Time and memory are linear in the
/// text: nesting is bounded by [#MAX_DEPTH], the number of values by [#MAX_VALUES].
public final class PyLiteralParser {

  /// The maximum number of brackets that may be open at the same time, as in Python.
  public static final int MAX_DEPTH = PySource.MAX_DEPTH;

  /// The maximum number of values in one literal, including nested ones.
  public static final int MAX_VALUES = 1 << 20;

  /// How the last parsed value is written: an unsigned number, a signed number, or anything else.
  /// Only numbers can have a sign or be part of a sum.
  private enum Form {
    CONSTANT,
    SIGNED,
    OTHER
  }

  private final PySource source;
  private Form form = Form.OTHER;
  private int values;

  private PyLiteralParser(PySource source) {
    this.source = source;
  }

  /// Parses a literal.
  ///
  /// @param text the literal, surrounded by blanks, comments and empty lines as Python allows
  /// @param dialect the accepted literals
  /// @return the value
  /// @throws PyLiteralException if the text is not a literal or exceeds a limit
  public static PyLiteral parse(String text, Dialect dialect) {
    PySource source = new PySource(text, dialect);
    source.skipLead();
    PyLiteral value = new PyLiteralParser(source).topLevel();
    source.skipTail();
    return value;
  }

  private PyLiteral topLevel() {
    int start = source.position();
    PyLiteral first = expression();
    source.skipBlanks();
    if (source.peek() != ',') {
      return first;
    }
    List<PyLiteral> items = new ArrayList<>();
    items.add(first);
    while (source.peek() == ',') {
      source.advance(1);
      source.skipBlanks();
      if (source.atEnd() || source.lineEnd() > 0 || source.peek() == '#') {
        break;
      }
      items.add(expression());
      source.skipBlanks();
    }
    return new PyLiteral.TupleOf(items, start);
  }

  private PyLiteral expression() {
    source.skipBlanks();
    int start = source.position();
    char sign = source.peek();
    PyLiteral left;
    if (sign == '+' || sign == '-') {
      source.advance(1);
      source.skipBlanks();
      left = signed(atom(), sign == '-', start);
    } else {
      left = atom();
    }
    source.skipBlanks();
    char operator = source.peek();
    if (operator != '+' && operator != '-') {
      return left;
    }
    return sum(left, operator, start);
  }

  private PyLiteral signed(PyLiteral number, boolean negative, int start) {
    if (form != Form.CONSTANT) {
      throw source.failAt("a sign must precede a number", start);
    }
    form = Form.SIGNED;
    return switch (number) {
      case PyLiteral.Int(BigInteger value, int _) ->
          new PyLiteral.Int(negative ? value.negate() : value, start);
      case PyLiteral.Real(double value, int _) ->
          new PyLiteral.Real(negative ? -value : value, start);
      case PyLiteral.Complex(double re, double im, int _) ->
          new PyLiteral.Complex(negative ? -re : re, negative ? -im : im, start);
      default -> throw source.failAt("a sign must precede a number", start);
    };
  }

  /// Parses a real plus or minus an imaginary number, the only sum that is a literal.
  private PyLiteral sum(PyLiteral left, char operator, int start) {
    double real =
        switch (left) {
          case PyLiteral.Int(BigInteger value, int _) when form != Form.OTHER ->
              value.doubleValue();
          case PyLiteral.Real(double value, int _) when form != Form.OTHER -> value;
          default -> throw source.fail("arithmetic is not a literal");
        };
    if (left instanceof PyLiteral.Int && Double.isInfinite(real)) {
      throw source.failAt("the integer is too large for a complex number", start);
    }
    source.advance(1);
    source.skipBlanks();
    int right = source.position();
    if (!(atom() instanceof PyLiteral.Complex complex) || form != Form.CONSTANT) {
      throw source.failAt("arithmetic is not a literal", right);
    }
    form = Form.OTHER;
    return new PyLiteral.Complex(
        operator == '-' ? real - complex.real() : real + complex.real(),
        operator == '-' ? -complex.imaginary() : complex.imaginary(),
        start);
  }

  private PyLiteral atom() {
    if (++values > MAX_VALUES) {
      throw source.fail("more than " + MAX_VALUES + " values");
    }
    form = Form.OTHER;
    char c = source.peek();
    switch (c) {
      case '(' -> {
        return parenthesized();
      }
      case '[' -> {
        int start = source.position();
        source.open();
        List<PyLiteral> items = new ArrayList<>();
        items(items, ']');
        return new PyLiteral.ListOf(items, start);
      }
      case '{' -> {
        return braces();
      }
      default -> {
        // No bracket.
      }
    }
    if (PyNumberReader.isDigit(c) || (c == '.' && PyNumberReader.isDigit(source.peek(1)))) {
      PyLiteral number = new PyNumberReader(source).read();
      form = Form.CONSTANT;
      return number;
    }
    if (PyStringReader.isNext(source)) {
      return new PyStringReader(source).read();
    }
    if (c == '.' && source.peek(1) == '.' && source.peek(2) == '.') {
      PyLiteral dots = new PyLiteral.Ellipsis(source.position());
      source.advance(3);
      return dots;
    }
    if (PyNumberReader.isNamePart(c)) {
      return name();
    }
    throw source.fail("expected a value, found " + source.found());
  }

  private PyLiteral name() {
    int start = source.position();
    while (PyNumberReader.isNamePart(source.peek())) {
      source.advance(1);
    }
    String name = source.since(start);
    return switch (name) {
      case "True" -> new PyLiteral.Bool(true, start);
      case "False" -> new PyLiteral.Bool(false, start);
      case "None" -> new PyLiteral.None(start);
      case "set" -> emptySet(start);
      default -> throw source.failAt("the name " + PyRepr.repr(name) + " is not a literal", start);
    };
  }

  private PyLiteral emptySet(int start) {
    source.skipBlanks();
    if (source.peek() != '(') {
      throw source.failAt("the name 'set' is not a literal", start);
    }
    source.open();
    source.skipBlanks();
    if (source.peek() != ')') {
      throw source.fail("expected ')', found " + source.found());
    }
    source.close();
    return new PyLiteral.SetOf(List.of(), start);
  }

  private PyLiteral parenthesized() {
    int start = source.position();
    source.open();
    source.skipBlanks();
    if (source.peek() == ')') {
      source.close();
      return new PyLiteral.TupleOf(List.of(), start);
    }
    PyLiteral first = expression();
    source.skipBlanks();
    if (source.peek() == ')') {
      source.close();
      return first;
    }
    List<PyLiteral> items = new ArrayList<>();
    items.add(first);
    if (separator(')')) {
      items(items, ')');
    }
    form = Form.OTHER;
    return new PyLiteral.TupleOf(items, start);
  }

  /// Reads elements up to and including the closing bracket.
  private void items(List<PyLiteral> items, char closing) {
    do {
      source.skipBlanks();
      if (source.peek() == closing) {
        source.close();
        break;
      }
      items.add(expression());
      source.skipBlanks();
    } while (separator(closing));
    form = Form.OTHER;
  }

  /// Skips a comma and returns true, or skips the closing bracket and returns false.
  private boolean separator(char closing) {
    if (source.peek() == closing) {
      source.close();
      return false;
    }
    if (source.peek() != ',') {
      throw source.fail("expected ',' or '" + closing + "', found " + source.found());
    }
    source.advance(1);
    return true;
  }

  private PyLiteral braces() {
    int start = source.position();
    source.open();
    source.skipBlanks();
    if (source.peek() == '}') {
      source.close();
      return new PyLiteral.DictOf(List.of(), start);
    }
    PyLiteral first = hashable(expression());
    source.skipBlanks();
    return source.peek() == ':' ? dict(first, start) : set(first, start);
  }

  private PyLiteral dict(PyLiteral firstKey, int start) {
    List<PyLiteral.Entry> entries = new ArrayList<>();
    PyLiteral key = firstKey;
    while (true) {
      if (source.peek() != ':') {
        throw source.fail("expected ':', found " + source.found());
      }
      source.advance(1);
      entries.add(new PyLiteral.Entry(key, expression()));
      source.skipBlanks();
      if (!separator('}')) {
        break;
      }
      source.skipBlanks();
      if (source.peek() == '}') {
        source.close();
        break;
      }
      key = hashable(expression());
      source.skipBlanks();
    }
    form = Form.OTHER;
    return new PyLiteral.DictOf(entries, start);
  }

  private PyLiteral set(PyLiteral first, int start) {
    List<PyLiteral> items = new ArrayList<>();
    items.add(first);
    if (separator('}')) {
      items(items, '}');
      items.forEach(this::hashable);
    }
    form = Form.OTHER;
    return new PyLiteral.SetOf(items, start);
  }

  private PyLiteral hashable(PyLiteral value) {
    switch (value) {
      case PyLiteral.ListOf _, PyLiteral.SetOf _, PyLiteral.DictOf _ ->
          throw source.failAt(
              "a list, set or dictionary can neither be a key nor in a set", value.offset());
      case PyLiteral.TupleOf tuple -> tuple.items().forEach(this::hashable);
      default -> {
        // All other values are hashable.
      }
    }
    return value;
  }
}
