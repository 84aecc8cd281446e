package io.ndmap.expression;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarType;
import io.ndmap.op.Binary;
import io.ndmap.op.Casting;
import io.ndmap.op.Comparison;
import io.ndmap.op.Reduction;
import io.ndmap.op.Unary;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Parses expressions in NumPy's syntax: Python's operators with their precedence, NumPy's names of
/// functions and dtypes, numbers, and names of arrays followed by slices and fields. The parser
/// computes only operations whose operands are all numbers.
///
/// A recursive descent parser. Each rule returns a [Node] or a number: a `Double`, a `Long`, or a
/// `BigInteger` that no `Long` can hold. The dtype of a number depends on the other operand.
public final class ExpressionParser {

  /// Resolves the names of arrays.
  public interface Names {

    /// Returns the array, or null if there is no array of this name.
    ///
    /// @param subscripts the texts in brackets after the name
    @Nullable Node find(String name, List<String> subscripts);

    /// Returns all names, for messages.
    List<String> all();
  }

  /// The maximum number of characters of an expression.
  private static final int LONGEST = 1 << 16;

  /// The maximum nesting depth of brackets and signs; each level uses stack.
  private static final int DEEPEST = 100;

  private static final Map<String, Double> CONSTANTS =
      Map.of("e", Math.E, "inf", Double.POSITIVE_INFINITY, "nan", Double.NaN, "pi", Math.PI);

  private static final Map<String, Comparison> COMPARISONS =
      Map.of(
          "<", Comparison.LESS,
          "<=", Comparison.LESS_EQUAL,
          "==", Comparison.EQUAL,
          "!=", Comparison.NOT_EQUAL,
          ">=", Comparison.GREATER_EQUAL,
          ">", Comparison.GREATER);

  /// Operators by ascending precedence.
  private static final List<Map<String, Binary>> LEVELS =
      List.of(
          Map.of("|", Binary.OR),
          Map.of("^", Binary.XOR),
          Map.of("&", Binary.AND),
          Map.of("<<", Binary.SHIFTED_LEFT, ">>", Binary.SHIFTED_RIGHT),
          Map.of("+", Binary.PLUS, "-", Binary.MINUS),
          Map.of(
              "*", Binary.TIMES,
              "/", Binary.DIVIDED_BY,
              "//", Binary.FLOOR_DIVIDED_BY,
              "%", Binary.REMAINDER));

  private static final Pattern NUMBER =
      Pattern.compile("(?:[0-9]+(?:[.][0-9]*)?|[.][0-9]+)(?:[eE][+-]?[0-9]+)?");

  /// The value of a keyword argument: a word, an integer, or integers in brackets.
  private static final Pattern LITERAL =
      Pattern.compile("[A-Za-z]+|-?[0-9]+|[(](?:\\s*-?[0-9]+\\s*(?:,|(?=[)]))){0,64}+\\s*[)]");

  private static final Pattern SEPARATORS = Pattern.compile("[(),\\s]+");

  private final String text;
  private final Names names;
  private int at;
  // Position of the last operator.
  private int operatorAt;
  private int depth;

  private ExpressionParser(String text, Names names) {
    this.text = text;
    this.names = names;
  }

  /// Parses a text.
  ///
  /// @throws IllegalArgumentException if the text is too long or is not an expression; unless it is
  ///   too long, the message names the column, counted from 1
  /// @throws DTypeException if an operation does not support the dtype of its operands; the message
  ///   names the column
  /// @throws ArithmeticException if the dtype of an operation cannot hold a number; the message
  ///   names the column
  public static Node parse(String text, Names names) {
    if (text.length() > LONGEST) {
      throw new IllegalArgumentException(
          "an expression of " + text.length() + " characters is longer than " + LONGEST);
    }
    return new ExpressionParser(text, names).whole();
  }

  private Node whole() {
    Object read = comparison();
    if (at < text.length()) {
      throw error(at, "expected an operator or the end, found '" + text.charAt(at) + "'");
    }
    return node(read);
  }

  // ---- operators

  private Object comparison() {
    Object left = operations(0);
    Comparison how = COMPARISONS.get(operator("<=", ">=", "==", "!=", "<", ">"));
    if (how == null) {
      return left;
    }
    int start = operatorAt;
    Object right = operations(0);
    int next = at;
    if (!operator("<=", ">=", "==", "!=", "<", ">").isEmpty()) {
      throw error(next, "comparisons of arrays are not chained; use (a < b) & (b < c)");
    }
    return located(start, () -> compare(left, how, right));
  }

  /// Parses operations of the same precedence, left-associative.
  ///
  /// @param level index in [#LEVELS]
  private Object operations(int level) {
    if (level == LEVELS.size()) {
      return sign();
    }
    String[] operators = LEVELS.get(level).keySet().toArray(String[]::new);
    Object left = operations(level + 1);
    String operator = operator(operators);
    while (!operator.isEmpty()) {
      Binary how = Objects.requireNonNull(LEVELS.get(level).get(operator));
      left = combine(left, how, () -> operations(level + 1));
      operator = operator(operators);
    }
    return left;
  }

  private Object sign() {
    return switch (operator("+", "-", "~")) {
      case "+" -> deeper(this::sign);
      case "-" -> negative(operatorAt, deeper(this::sign));
      case "~" -> inverted(operatorAt, deeper(this::sign));
      default -> power();
    };
  }

  private Object negative(int start, Object read) {
    return switch (read) {
      case Double number -> -number;
      case Number number -> folded(start, 0L, Binary.MINUS, number);
      default -> located(start, () -> node(read).map(Unary.NEGATIVE));
    };
  }

  private Object inverted(int start, Object read) {
    return read instanceof Number number
        ? folded(start, -1L, Binary.XOR, number)
        : located(start, () -> node(read).map(Unary.INVERTED));
  }

  private Object power() {
    Object base = atom();
    if (operator("**").isEmpty()) {
      return base;
    }
    int start = operatorAt;
    Object exponent = deeper(this::sign);
    // For an array, NumPy computes `a ** 2` as np.square(a), and of floating-point numbers
    // `a ** 0.5` as np.sqrt(a) and `a ** -1` as np.reciprocal(a). The results of np.power differ
    // for booleans, complex numbers, -0.0 and -inf. A computed result of rank 0 is a scalar in
    // NumPy, not an array.
    if (base instanceof Node node && (node.isLeaf() || node.items().rank() > 0)) {
      if (exponent.equals(2L)) {
        return located(start, () -> node.map(Unary.SQUARE));
      }
      if (node.items().dtype() instanceof ScalarType scalar
          && (scalar.kind().isFloat() || scalar.kind().isComplex())) {
        if (exponent.equals(0.5)) {
          return located(start, () -> node.map(Unary.SQRT));
        }
        if (exponent.equals(-1L)) {
          return located(start, () -> node.map(Unary.RECIPROCAL));
        }
      }
    }
    return combine(start, base, Binary.POWER, exponent);
  }

  private <T> T deeper(Supplier<T> rule) {
    depth++;
    if (depth > DEEPEST) {
      throw error(at, "more than " + DEEPEST + " brackets and signs within one another");
    }
    T read = rule.get();
    depth--;
    return read;
  }

  // ---- atoms

  private Object atom() {
    space();
    int start = at;
    if (at < text.length() && text.charAt(at) == '(') {
      at++;
      Object inner = deeper(this::comparison);
      expect(')');
      return inner;
    }
    if (at < text.length() && (isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
      return number();
    }
    String name = peekName();
    if (name.isEmpty()) {
      throw error(
          at,
          "expected a number, a name or '(', found "
              + (at < text.length() ? "'" + text.charAt(at) + "'" : "the end"));
    }
    at += name.length();
    space();
    return at < text.length() && text.charAt(at) == '(' ? call(start, name) : named(start, name);
  }

  private Object named(int start, String name) {
    List<String> subscripts = new ArrayList<>();
    while (at < text.length() && text.charAt(at) == '[') {
      subscripts.add(subscript());
      space();
    }
    Node found = located(start, () -> names.find(name, subscripts));
    if (found != null) {
      return found;
    }
    Double constant = CONSTANTS.get(name);
    if (constant != null && subscripts.isEmpty()) {
      return constant;
    }
    throw error(start, "there is no array '" + name + "'; there are " + names.all());
  }

  /// Parses a subscript: the text between brackets.
  private String subscript() {
    int start = at;
    char quote = 0;
    for (int k = at + 1; k < text.length(); k++) {
      char c = text.charAt(k);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '\'' || c == '"') {
        quote = c;
      } else if (c == ']') {
        at = k + 1;
        return text.substring(start + 1, k).strip();
      }
    }
    throw error(start, "'[' is not closed");
  }

  private Object call(int start, String name) {
    Unary function = FunctionNames.FUNCTIONS.get(name);
    if (function != null) {
      Node operand = node(arguments(name, 1).getFirst());
      return located(start, () -> operand.map(function));
    }
    if (FunctionNames.DTYPES.contains(name)) {
      Node operand = node(arguments(name, 1).getFirst());
      DType dtype = DType.parse("'" + name + "'");
      return located(start, () -> operand.astype(dtype, Casting.UNSAFE));
    }
    Binary binary = FunctionNames.OF_TWO.get(name);
    if (binary != null) {
      List<Object> given = arguments(name, 2);
      return located(start, () -> combined(given.get(0), binary, given.get(1)));
    }
    if (name.equals("where")) {
      List<Object> given = arguments(name, 3);
      return located(start, () -> where(node(given.get(0)), given.get(1), given.get(2)));
    }
    Reduction reduction = FunctionNames.REDUCTIONS.get(name);
    if (reduction != null) {
      return reduced(start, name, reduction);
    }
    throw error(start, "there is no function '" + name + "'; there are " + FunctionNames.all());
  }

  private static Node where(Node mask, Object one, Object other) {
    if (one instanceof Node items) {
      return items.where(
          mask, other instanceof Number number ? items.promoted(number) : node(other));
    }
    Node others = node(other);
    return others.promoted((Number) one).where(mask, others);
  }

  private List<Object> arguments(String name, int count) {
    int start = afterSpace(at);
    at = start + 1;
    List<Object> read = new ArrayList<>();
    do {
      read.add(deeper(this::comparison));
    } while (!operator(",").isEmpty());
    expect(')');
    if (read.size() != count) {
      throw error(
          start,
          "%s takes %s%s, found %s"
              .formatted(name, count, count == 1 ? " operand" : " operands", read.size()));
    }
    return read;
  }

  /// Parses the arguments of a reduction: `(x, axis=0, keepdims=True, where=x > 0)`.
  private Node reduced(int start, String name, Reduction reduction) {
    at = afterSpace(at) + 1;
    Node operand = node(deeper(this::comparison));
    Reduction op = reduction;
    boolean keepsAxes = false;
    Node mask = null;
    int[] axes = {};
    Set<String> given = new HashSet<>();
    while (!operator(",").isEmpty()) {
      space();
      int from = at;
      String keyword = peekName();
      if (!keyword.isEmpty()) {
        at += keyword.length();
        expect('=');
      } else if (given.isEmpty()) {
        keyword = "axis";
      }
      if (!given.add(keyword)) {
        throw error(from, keyword + "= is given twice");
      }
      if (keyword.equals("where")) {
        mask = node(deeper(this::comparison));
        continue;
      }
      String value = literal();
      switch (keyword) {
        case "axis" -> axes = axes(from, value);
        case "keepdims" -> keepsAxes = truth(from, value);
        case "ddof" -> op = withDdof(from, name, reduction, value);
        default ->
            throw error(
                from, name + " takes axis=, keepdims=, where= and, of variances, ddof= besides");
      }
    }
    expect(')');
    Reduction how = op;
    boolean keeps = keepsAxes;
    int[] along = axes;
    Node where = mask;
    return located(start, () -> operand.reduce(how, where, keeps, along));
  }

  /// Parses the value of a keyword argument; returns an empty text if there is none.
  private String literal() {
    Matcher literal = LITERAL.matcher(text).region(at, text.length());
    int start = at;
    at = literal.lookingAt() ? literal.end() : at;
    return text.substring(start, at);
  }

  private int[] axes(int from, String value) {
    if (value.equals("None")) {
      return new int[0];
    }
    int[] axes =
        SEPARATORS
            .splitAsStream(value)
            .filter(number -> !number.isEmpty())
            .mapToInt(number -> integer(from, number))
            .toArray();
    if (axes.length == 0) {
      throw error(from, "axis= takes an integer, several in brackets, or None");
    }
    return axes;
  }

  private int integer(int from, String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw error(from, "expected an integer, found '" + value + "'");
    }
  }

  private boolean truth(int from, String value) {
    return switch (value) {
      case "True" -> true;
      case "False" -> false;
      default -> throw error(from, "keepdims= takes True or False");
    };
  }

  private Reduction withDdof(int from, String name, Reduction reduction, String value) {
    int ddof = integer(from, value);
    return switch (reduction.kind()) {
      case VAR, STD -> new Reduction(reduction.kind(), reduction.ignoresNaN(), ddof);
      default -> throw error(from, name + " takes no ddof=");
    };
  }

  private Number number() {
    int start = at;
    Matcher number = NUMBER.matcher(text).region(at, text.length());
    at = number.lookingAt() ? number.end() : at + 1;
    String digits = text.substring(start, at);
    if (at < text.length() && (isLetter(text.charAt(at)) || text.charAt(at) == '.')) {
      throw error(start, "'" + digits + text.charAt(at) + "' is not the beginning of a number");
    }
    try {
      return digits.chars().allMatch(c -> isDigit((char) c))
          ? TwoNumbers.exact(new BigInteger(digits))
          : (Number) Double.valueOf(digits);
    } catch (NumberFormatException | ArithmeticException e) {
      throw error(start, "'" + digits + "' is not a number, or not an integer of 64 bits");
    }
  }

  // ---- operations

  private static Node node(Object read) {
    return read instanceof Node node ? node : Node.of((Number) read);
  }

  /// @param right parses the second operand
  private Object combine(Object left, Binary how, Supplier<Object> right) {
    int start = operatorAt;
    return combine(start, left, how, right.get());
  }

  private Object combine(int start, Object left, Binary how, Object right) {
    return left instanceof Number one && right instanceof Number other
        ? folded(start, one, how, other)
        : located(start, () -> combined(left, how, right));
  }

  private static Node combined(Object left, Binary how, Object right) {
    if (left instanceof Node node) {
      return right instanceof Number number
          ? node.combine(how, number)
          : node.combine(how, node(right));
    }
    return right instanceof Node node
        ? node.combineFrom((Number) left, how)
        : node(left).combine(how, node(right));
  }

  /// Runs an operation that makes a node. Its exceptions are rethrown with the column in the
  /// message.
  private <T extends @Nullable Node> T located(int where, Supplier<T> operation) {
    try {
      return operation.get();
    } catch (DTypeException e) {
      throw caused(new DTypeException(message(where, e)), e);
    } catch (ArithmeticException e) {
      throw caused(new ArithmeticException(message(where, e)), e);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw caused(new IllegalArgumentException(message(where, e)), e);
    }
  }

  private String message(int where, RuntimeException e) {
    return at(where) + e.getMessage();
  }

  private static <E extends RuntimeException> E caused(E named, RuntimeException cause) {
    named.initCause(cause);
    return named;
  }

  private Number folded(int start, Number left, Binary how, Number right) {
    try {
      return TwoNumbers.of(left, how, right);
    } catch (ArithmeticException e) {
      throw error(start, String.valueOf(e.getMessage()));
    }
  }

  private static Node compare(Object left, Comparison how, Object right) {
    if (left instanceof Node node) {
      return right instanceof Number number
          ? compare(node, how, number)
          : node.compare(how, node(right));
    }
    return right instanceof Node node
        ? compare(node, swapped(how), (Number) left)
        : node(left).compare(how, node(right));
  }

  private static Node compare(Node node, Comparison how, Number number) {
    return node.isComplex() ? node.compare(how, node.promoted(number)) : node.compare(how, number);
  }

  private static Comparison swapped(Comparison how) {
    return switch (how) {
      case LESS -> Comparison.GREATER;
      case LESS_EQUAL -> Comparison.GREATER_EQUAL;
      case GREATER -> Comparison.LESS;
      case GREATER_EQUAL -> Comparison.LESS_EQUAL;
      default -> how;
    };
  }

  // ---- characters

  private void space() {
    at = afterSpace(at);
  }

  private int afterSpace(int from) {
    int k = from;
    while (k < text.length() && Character.isWhitespace(text.charAt(k))) {
      k++;
    }
    return k;
  }

  /// Consumes and returns the next operator if it is one of the given ones; otherwise returns an
  /// empty text.
  private String operator(String... operators) {
    space();
    for (String operator : operators) {
      if (text.startsWith(operator, at) && !isLonger(operator)) {
        operatorAt = at;
        at += operator.length();
        return operator;
      }
    }
    return "";
  }

  /// Whether the text continues with a longer operator that begins with this one.
  private boolean isLonger(String operator) {
    String rest = text.substring(at, Math.min(text.length(), at + 2));
    return switch (operator) {
      case "*" -> rest.equals("**");
      case "/" -> rest.equals("//");
      case "<" -> rest.equals("<<");
      case ">" -> rest.equals(">>");
      default -> false;
    };
  }

  private void expect(char c) {
    space();
    if (at == text.length() || text.charAt(at) != c) {
      throw error(
          at,
          "expected '%s', found %s"
              .formatted(c, at < text.length() ? "'" + text.charAt(at) + "'" : "the end"));
    }
    at++;
    space();
  }

  private String peekName() {
    int end = at;
    while (end < text.length()
        && (isLetter(text.charAt(end)) || (end > at && isDigit(text.charAt(end))))) {
      end++;
    }
    return text.substring(at, end);
  }

  private static boolean isLetter(char c) {
    return Character.isLetter(c) || c == '_';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private IllegalArgumentException error(int where, String what) {
    return new IllegalArgumentException(at(where) + what);
  }

  private String at(int where) {
    return "'" + text + "', column " + (where + 1) + ": ";
  }
}
