package io.ndmap.literal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import io.ndmap.literal.PyLiteral.Bool;
import io.ndmap.literal.PyLiteral.Bytes;
import io.ndmap.literal.PyLiteral.Complex;
import io.ndmap.literal.PyLiteral.DictOf;
import io.ndmap.literal.PyLiteral.Ellipsis;
import io.ndmap.literal.PyLiteral.Int;
import io.ndmap.literal.PyLiteral.ListOf;
import io.ndmap.literal.PyLiteral.None;
import io.ndmap.literal.PyLiteral.Real;
import io.ndmap.literal.PyLiteral.SetOf;
import io.ndmap.literal.PyLiteral.Str;
import io.ndmap.literal.PyLiteral.TupleOf;
import io.ndmap.testing.Python;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PyLiteralParserTest {

  private static PyLiteral parse(String text) {
    return PyLiteralParser.parse(text, Dialect.PYTHON_3);
  }

  private static Int integer(long value, int offset) {
    return new Int(BigInteger.valueOf(value), offset);
  }

  @Test
  void everyKindOfValue() {
    assertThat(parse("'a'")).isEqualTo(new Str("a", 0));
    assertThat(parse("b'a\\xff'")).isEqualTo(new Bytes("aÿ", 0));
    assertThat(parse(" -0x1F")).isEqualTo(integer(-31, 1));
    assertThat(parse("1_0.5e1")).isEqualTo(new Real(105, 0));
    assertThat(parse("1-2j")).isEqualTo(new Complex(1, -2, 0));
    assertThat(parse("True")).isEqualTo(new Bool(true, 0));
    assertThat(parse("None")).isEqualTo(new None(0));
    assertThat(parse("...")).isEqualTo(new Ellipsis(0));
    assertThat(parse("set()")).isEqualTo(new SetOf(List.of(), 0));
    assertThat(parse("[1,()]"))
        .isEqualTo(new ListOf(List.of(integer(1, 1), new TupleOf(List.of(), 3)), 0));
    assertThat(parse("{1: {2}}"))
        .isEqualTo(
            new DictOf(
                List.of(new PyLiteral.Entry(integer(1, 1), new SetOf(List.of(integer(2, 5)), 4))),
                0));
    assertThat(parse("1,")).isEqualTo(new TupleOf(List.of(integer(1, 0)), 0));
  }

  @Test
  void stringsAreJoinedAndUnescaped() {
    assertThat(parse("('a' \"b\"\nr'\\n' u'''c\r\n'd''')")).isEqualTo(new Str("ab\\nc\n'd", 1));
    assertThat(parse("'\\a\\b\\f\\n\\r\\t\\v\\\\\\'\\\"\\101\\x41\\u00e9\\U0001F600\\z\\\n!'"))
        .isEqualTo(new Str("\u0007\b\f\n\r\t\u000b\\'\"AAé😀\\z!", 0));
    assertThat(parse("'\\N{latin small letter e with acute}'")).isEqualTo(new Str("é", 0));
    assertThat(parse("'\\N{NO-BREAK SPACE}\\N{ZERO WIDTH SPACE}\\N{NULL}'"))
        .isEqualTo(new Str("\u00a0\u200b\0", 0));
    assertThat(parse("'\\ud800'")).isEqualTo(new Str("\ud800", 0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          (1          | 2  | expected ',' or ')', found the end
          [1 2]       | 3  | expected ',' or ']', found '2'
          {'a' 1}     | 5  | expected ',' or '}', found '1'
          {1: 2, 3}   | 8  | expected ':', found '}'
          (1,,)       | 3  | expected a value, found ','
          1 + 1       | 4  | arithmetic is not a literal
          --1         | 1  | expected a value, found '-'
          -True       | 0  | a sign must precede a number
          foo         | 0  | the name 'foo' is not a literal
          set(1)      | 4  | expected ')', found '1'
          [f'a']      | 1  | a formatted string is not a literal
          'a' b'b'    | 4  | strings and byte strings cannot be joined
          'abc        | 0  | the string is not closed
          '\\x4'      | 1  | the escape needs 2 hexadecimal digits
          '\\U00110000' | 1  | the escape is beyond the last code point, U+10FFFF
          '\\N{no such}'| 1  | no character is named 'no such'
          '\\N{LINE FEED (LF)}'| 1  | no character is named 'LINE FEED (LF)'
          '\\N'       | 1  | the escape \\N needs a name in braces
          '\\ud83d\\ude00' | 7 | a surrogate pair written as two escapes cannot be represented
          b'é'        | 2  | a byte string holds ASCII only, found 'é'
          1__0        | 2  | expected a digit after '_', found '_'
          0o8         | 2  | expected a digit of base 8, found '8'
          012         | 0  | a decimal integer must not begin with 0
          1e          | 2  | expected the digits of an exponent, found the end
          3L          | 1  | a number ends with 'L'
          {[]}        | 1  | a list, set or dictionary can neither be a key nor in a set
          {} {}       | 3  | expected the end of the literal, found '{'
          1 \\ 2      | 2  | a backslash outside of a string must end its line
          """)
  void whatIsWrongAndWhere(String text, int offset, String message) {
    assertThatExceptionOfType(PyLiteralException.class)
        .isThrownBy(() -> parse(text))
        .withMessage(message)
        .satisfies(e -> assertThat(e.reason()).isEqualTo(message))
        .extracting(PyLiteralException::offset)
        .isEqualTo(offset);
  }

  @Test
  void limits() {
    int depth = PyLiteralParser.MAX_DEPTH;
    assertThat(parse("(".repeat(depth) + "1" + ")".repeat(depth))).isEqualTo(integer(1, depth));
    assertThatExceptionOfType(PyLiteralException.class)
        .isThrownBy(() -> parse("[".repeat(1_000_000)))
        .withMessage("more than 200 nested brackets")
        .extracting(PyLiteralException::offset)
        .isEqualTo(depth);
    String digits = "9".repeat(PyNumberReader.MAX_DECIMAL_DIGITS);
    assertThat(parse(digits)).isEqualTo(new Int(new BigInteger(digits), 0));
    assertThatExceptionOfType(PyLiteralException.class)
        .isThrownBy(() -> parse("[" + digits + "9]"))
        .withMessage("an integer of 4301 digits exceeds the limit of 4300")
        .extracting(PyLiteralException::offset)
        .isEqualTo(1);
    assertThat(parse("0".repeat(5000))).isEqualTo(integer(0, 0));
    assertThatExceptionOfType(PyLiteralException.class)
        .isThrownBy(() -> parse("[" + "1,".repeat(PyLiteralParser.MAX_VALUES) + "]"))
        .withMessage("more than 1048576 values");
    assertThatExceptionOfType(PyLiteralException.class)
        .isThrownBy(() -> parse("-".repeat(1_000_000) + "1"))
        .withMessage("expected a value, found '-'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"'a\0'", "1 # a\0", "# a\0\n1", "(1, # a\0\n2)"})
  void noNul(String text) {
    assertThatExceptionOfType(PyLiteralException.class)
        .isThrownBy(() -> parse(text))
        .withMessageContaining("a literal must not contain NUL");
  }

  @ParameterizedTest
  @ValueSource(strings = {"3L", "3 L", "3L L", "0x3L", "(3L,\n)", "3\\\nL"})
  void longsOfPython2(String text) {
    PyLiteral value = PyLiteralParser.parse(text, Dialect.PYTHON_2_LONGS);
    PyLiteral first = value instanceof TupleOf tuple ? tuple.items().getFirst() : value;
    assertThat(first).isInstanceOfSatisfying(Int.class, i -> assertThat(i.value()).isEqualTo(3));
    assertThatExceptionOfType(PyLiteralException.class).isThrownBy(() -> parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"3LL", "3l", "(3,)L", "L", "3\nL", "0xL", "'a'L"})
  void noLongsOfPython2(String text) {
    assertThatExceptionOfType(PyLiteralException.class)
        .isThrownBy(() -> PyLiteralParser.parse(text, Dialect.PYTHON_2_LONGS));
  }

  // Pieces of literals; a random row of them is mostly wrong, but not always, and seldom by much.
  private static final String[] PIECES = {
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "1",
    "-1",
    "+",
    "-",
    "2j",
    "1.5",
    ".5",
    "0x1F",
    "0o7",
    "0b1",
    "1_0",
    "00",
    "07",
    "1e5",
    "'a'",
    "\"b\"",
    "b'c'",
    "'''d\n'''",
    "r'\\'",
    "u'e'",
    "'\\x41'",
    "'\\u0041'",
    "'\\777'",
    "True",
    "None",
    "...",
    "set()",
    "x",
    " ",
    "\n",
    "\t",
    "\f",
    "\r",
    "\r\n",
    "#c",
    "#c\n",
    "\\\n",
    "\\",
    "L",
    "  ",
    "\u000b",
    "é",
    "'é'",
    "\u00a0",
    ";",
    "*",
    "'\\N{BULLET}'",
    "()",
    "[]",
    "{}",
    "(1,)",
    "{1:2}",
    "{1}",
    "''",
    "0",
    "_",
    "j",
    "e",
    ".",
    "'\\\n'",
    "'",
    "\"",
    "\\\n ",
    "\n ",
    " \\\n"
  };

  /// One Python process judges many texts; what it accepts must have the same value here, and
  /// nothing else passes.
  @Test
  void agreesWithPython() {
    agreesWithPython(12_000);
  }

  @Tag("heavy")
  @Test
  void agreesWithPythonOnMoreTexts() {
    agreesWithPython(60_000);
  }

  private static void agreesWithPython(int count) {
    Random random = new Random(20261120);
    JsonArray texts = new JsonArray();
    for (int i = 0; i < count; i++) {
      StringBuilder text = new StringBuilder();
      for (int pieces = 1 + random.nextInt(7); pieces > 0; pieces--) {
        text.append(PIECES[random.nextInt(PIECES.length)]);
      }
      texts.add(text.toString());
    }
    JsonArray answers =
        Python.answer(
                """
                import ast, struct
                def bits(v): return struct.pack('>d', v).hex()
                def show(v):
                    t = type(v).__name__
                    if t in ('tuple', 'list'): return t + '(' + ';'.join(map(show, v)) + ')'
                    if t == 'set': return t + str(len(v))
                    if t == 'dict': return t + str(len(v))
                    if t == 'str': return t + v.encode('utf-16-le', 'surrogatepass').hex()
                    if t == 'bytes': return t + v.hex()
                    if t == 'complex': return t + bits(v.real) + ',' + bits(v.imag)
                    if t == 'float': return t + bits(v)
                    return t + repr(v)
                def judge(s):
                    try: return show(ast.literal_eval(s))
                    except Exception: return None
                answer = [judge(s) for s in ask]\
                """,
                texts)
            .getAsJsonArray();
    List<String> differences = new ArrayList<>();
    int accepted = 0;
    for (int i = 0; i < texts.size(); i++) {
      String text = texts.get(i).getAsString();
      JsonElement answer = answers.get(i);
      String expected = answer.isJsonNull() ? "refused" : answer.getAsString();
      String actual = shown(text);
      accepted += answer.isJsonNull() ? 0 : 1;
      if (!expected.equals(actual) && differences.size() < 20) {
        differences.add(PyRepr.repr(text) + ": Python " + expected + ", here " + actual);
      }
    }
    assertThat(differences).isEmpty();
    assertThat(accepted).isGreaterThan(count / 30);
  }

  private static String shown(String text) {
    try {
      return show(parse(text));
    } catch (PyLiteralException e) {
      assertThat(e.offset()).isBetween(0, text.length());
      return "refused";
    }
  }

  private static String show(PyLiteral value) {
    return switch (value) {
      case Str s -> "str" + hex(s.value(), true);
      case Bytes b -> "bytes" + hex(b.latin1(), false);
      case Int i -> "int" + i.value();
      case Real r -> "float" + show(r.value());
      case Complex c -> "complex" + show(c.real()) + "," + show(c.imaginary());
      case Bool b -> b.value() ? "boolTrue" : "boolFalse";
      case None _ -> "NoneTypeNone";
      case Ellipsis _ -> "ellipsisEllipsis";
      case TupleOf t ->
          "tuple(" + String.join(";", t.items().stream().map(i -> show(i)).toList()) + ")";
      case ListOf t ->
          "list(" + String.join(";", t.items().stream().map(i -> show(i)).toList()) + ")";
      case SetOf s -> "set" + s.items().stream().map(i -> key(i)).distinct().count();
      case DictOf d -> "dict" + d.entries().stream().map(e -> key(e.key())).distinct().count();
    };
  }

  private static String show(double value) {
    return HexFormat.of().toHexDigits(Double.doubleToRawLongBits(value));
  }

  /// Compares values as Python does: numbers by value, whatever their type.
  private static String key(PyLiteral value) {
    return switch (value) {
      case Int i -> "" + i.value().doubleValue();
      case Real r -> "" + (r.value() + 0.0);
      case Bool b -> b.value() ? "1.0" : "0.0";
      case Complex c when c.imaginary() == 0 -> "" + (c.real() + 0.0);
      case TupleOf t -> "(" + String.join(";", t.items().stream().map(i -> key(i)).toList()) + ")";
      default -> show(value);
    };
  }

  private static String hex(String value, boolean wide) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      text.append(String.format(Locale.ROOT, "%02x", c & 0xff));
      if (wide) {
        text.append(String.format(Locale.ROOT, "%02x", c >> 8));
      }
    }
    return text.toString();
  }
}
