package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Binary;
import io.ndmap.op.Casting;
import io.ndmap.op.Execution;
import io.ndmap.op.Unary;
import io.ndmap.testing.Numpy;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Expressions as text give what Python gives for the same text, and no text does more than fail.
class ExpressionTextTest {

  private static final String ARRAYS =
      """
      from numpy import *
      x = (np.arange(12.0) / 4 - 1).reshape(3, 4)
      x[1, 2] = np.nan
      y = np.arange(-2, 2, dtype='i4')
      u = np.arange(250, 262, dtype='u2').astype('u1').reshape(3, 4)
      h = (np.arange(4) / 3).astype('f4')
      z = x + 1j * y
      s = np.zeros(4, [('a', '<f8'), ('b', '<i2')])
      s['a'] = [1.5, 2.5, -3, 0]
      s['b'] = [1, 2, 3, -4]
      def show(v):
          v = np.asarray(v)
          v = v.astype(v.dtype.newbyteorder('<'))
          name = v.dtype.str + str(v.shape).replace(' ', '')
          if v.dtype.kind in 'fc':
              v = np.ascontiguousarray(v).reshape(-1).view('f%d' % v.real.itemsize)
              v = np.where(np.isnan(v), v.dtype.type(np.nan), v)
          result.append(name + v.tobytes().hex())
      """;

  private static final List<String> TEXTS =
      List.of(
          "x",
          "x + 1",
          "1 - x",
          "2 / h",
          "h * 2**3 + 7 // 2 - 7 % 4",
          "-x**2",
          "int64(y) - -9223372036854775808",
          "- 9223372036854775808 + int64(y)",
          "2**-1 * h",
          "(-h)**2",
          "x - y * 2 + x / 4",
          "x ** 2 + h ** 2",
          "sqrt(x**2 + y**2) > 1",
          "1 < x",
          "(x > 0) & (y < 1) | (u == 255)",
          "~(x > 0) ^ (y != 0)",
          "y & ~1",
          "int8(y) & ~5",
          "h * ~0",
          "h * 2**~1",
          "h + (100 >> 64) + (1 >> 100) + (-7 >> 100) + (0 << 70) + 1**100 + (-1)**101",
          "h + 1e16 // 3 + 1.7e308 // -1e308 + -2.5 // -7 + 9007199254740993 / 3",
          "h * (-1 // inf) + 7 // -2 + -7 % 2.5 + -4 % 2.0",
          "1 / float64(4.0 % -2) + h",
          "1 / float64(-0.0 // 1) + h",
          "4611686018427387904 / 9007199254740993 + x",
          "2 - u",
          "sqrt(2) * h",
          "where(x > 0, 1, 2)",
          "y << 2 | 1",
          "y >> 1 & 3",
          "add(multiply(x, 2), subtract(h, divide(y, 4)))",
          "bitwise_xor(bitwise_or(y, 1), bitwise_and(right_shift(y, 1), left_shift(y, 2)))",
          "~y",
          "- - y",
          "+h",
          "y // 2",
          "y % 3",
          "-7 // 2 * h",
          "-7 % 3 * h",
          "7.5 // 2 * x + -7.5 % 2",
          "where(x > 0, x, y)",
          "where(x > 0, 1, y)",
          "where(x > 0, h, nan)",
          "where(isnan(x), 0, x)",
          "where(y > 0, 1, 0)",
          "maximum(x, 0)",
          "minimum(0, y)",
          "minimum(y, h)",
          "power(y, 2)",
          "mod(y, 3)",
          "remainder(x, 0.75)",
          "floor_divide(x, 0.5)",
          "abs(y) + absolute(h)",
          "floor(x) + ceil(x) + trunc(x) + rint(x)",
          "negative(y)",
          "square(y) + reciprocal(x)",
          "sign(x) * degrees(h) + rad2deg(x)",
          "radians(y) - deg2rad(h)",
          "copysign(h, x) + nextafter(h, inf)",
          "hypot(3, 4) * h",
          "fmod(7, y) + fmod(-7.5, x)",
          "fmin(x, h) * fmax(0, x)",
          "ldexp(x, y) + ldexp(1.5, y) + ldexp(h, 3)",
          "ldexp(3, y)",
          "ldexp(70000, y > 0) + ldexp(3, y > 0)",
          "z ** -1",
          "complex64(z) ** -1 + h ** -1 + x ** -1.0",
          "logical_and(x, y) & logical_or(u, 0) & ~logical_not(z)",
          "logical_xor(1, 0) | signbit(x)",
          "hypot(sqrt(square(x)), 0 * y)",
          "invert(u)",
          "isfinite(x) & ~isinf(x)",
          "float32(x) + h",
          "int8(y) + int8(u)",
          "uint8(y)",
          "complex64(h) * 2",
          "bool(y)",
          "u + 1",
          "u + u",
          "u * 2.5",
          "z * z",
          "abs(z)",
          "x[1:, ::2] * 2",
          "x[-1] + y",
          "x[:, 1]",
          "x[..., ::-1]",
          "s['a'] * s['b'] + s[\"a\"]",
          "pi * h + inf - e",
          "1e3 * h + .5 + 2.",
          "sum(u)",
          "mean(h)",
          "nanmax(x)",
          "where(y > 0, x[1:, ::-1] / y, nan)",
          "nanmean(where(abs(x) > 3, nan, x))",
          "count_nonzero(x > 0)",
          "any(x > 1) ",
          " all( y < 5 )",
          "argmax(y)",
          "min(u + 1)",
          "std(h)",
          "prod(y[:1])",
          "x - mean(y)",
          "mean(y) - x",
          "(y - mean(y)) / max(y) + min(y)",
          "sum(where(isnan(x), 0, x) * 2, axis=0)",
          "mean(where(isnan(x), 0, x), axis=1, keepdims=True) + x",
          "x - nanmean(x, axis = -2, keepdims=True)",
          "max(u + u, axis=(0, 1))",
          "max(u, axis=(-1,), keepdims=False)",
          "argmax(y * 2, axis=-1)",
          "argmin(u + 1, 1)",
          "count_nonzero(x > mean(y), axis=0)",
          "sum(u * 2, axis=None, keepdims=True)",
          "var(z[:, :2] * 2, axis=1)",
          "std(y * 2, ddof=1) + nanvar(x[:1] + 1, axis=1, ddof = 2)",
          "all(u > 253, axis=0) | any(x > 1, 0)",
          "any(all(u > sum(y), axis=1))",
          "sum(u * 2, axis=0, where=u > 252)",
          "mean(y + y, where=y > -2)",
          "prod(y, where=-1 < y)",
          "any(x > 1, axis=1, keepdims=True, where=(u > 252) & (y > 0)) & (x > 0)",
          "sum(y + u, where=u > sum(y))",
          "var(u + y, axis=1, ddof=1, where=u > 1)",
          "all(x > -9, where=x == x)",
          "mean(3) + h",
          "minimum(2, -3.5) * h",
          "mod(2, 3) * int8(y)",
          "y // maximum(1, 7)",
          "-1 / u",
          "z != 1",
          "1 == z",
          "bool(y) ** 2",
          "18446744073709551615",
          "uint64(u) + 9223372036854775808",
          "uint64(u) < 18446744073709551615",
          "18446744073709551615 // 7 * h + 18446744073709551615 % 10",
          "2**63 - 1 + 2**63",
          "uint64(u) ^ 2**63 | 2**62",
          "18446744073709551615 - 18446744073709551613 + y",
          "18446744073709551615 >> 60 << 60",
          "2**63 / 3 * h",
          "sqrt(2**63 + 1)",
          "x * 2**63");

  private static Map<String, NdView<?>> arrays() {
    double[] items = IntStream.range(0, 12).mapToDouble(k -> k / 4.0 - 1).toArray();
    items[6] = Double.NaN;
    DoubleView x = NdView.of(items, 3, 4);
    NdView<?> y = NdView.of(new int[] {-2, -1, 0, 1});
    byte[] bytes = new byte[12];
    for (int k = 0; k < bytes.length; k++) {
      bytes[k] = (byte) (250 + k);
    }
    NdView<?> u = NdView.of(bytes, 3, 4).viewAs(DType.UINT8);
    NdView<?> h =
        NdView.of(IntStream.range(0, 4).mapToDouble(k -> k / 3.0).toArray()).astype(DType.FLOAT32);
    NdView<?> z = NdView.zeros(DType.parse("c16"), Shape.of(3, 4), Order.C);
    x.copyTo(z.real());
    y.broadcastTo(Shape.of(3, 4)).copyTo(z.imag(), Casting.UNSAFE);
    NdView<?> s = NdView.zeros(DType.parse("[('a', '<f8'), ('b', '<i2')]"), Shape.of(4), Order.C);
    NdView.of(new double[] {1.5, 2.5, -3, 0}).copyTo(s.field("a"));
    NdView.of(new short[] {1, 2, 3, -4}).copyTo(s.field("b"));
    return Map.of("x", x, "y", y, "u", u, "h", h, "z", z, "s", s);
  }

  @Test
  void givesWhatPythonGives() {
    StringBuilder python = new StringBuilder(ARRAYS);
    for (String text : TEXTS) {
      python.append("with np.errstate(all='ignore'): show(").append(text).append(")\n");
    }
    List<String> expected;
    try (Numpy numpy = Numpy.start()) {
      expected = numpy.run(python.toString());
    }
    assertThat(expected).hasSameSizeAs(TEXTS);
    List<String> failures = new ArrayList<>();
    for (int k = 0; k < expected.size(); k++) {
      NdView<?> found = Expression.evaluate(TEXTS.get(k), arrays());
      String shown = found.dtype() + found.shape().toString().replace(" ", "") + hex(found);
      if (!shown.equals(expected.get(k))) {
        failures.add(TEXTS.get(k) + ": " + shown + ", wanted " + expected.get(k));
      }
    }
    assertThat(failures).isEmpty();
  }

  private static String hex(NdView<?> view) {
    return HexFormat.of().formatHex(ExpressionTest.bytes(view));
  }

  @Test
  void isTheExpressionOfTheMethods() {
    Map<String, NdView<?>> arrays = arrays();
    Expression text = Expression.parse("(x - 0.5) / 2 + x", arrays);
    Expression x = Expression.of(Objects.requireNonNull(arrays.get("x")));
    assertThat(hex(text.evaluate())).isEqualTo(hex(x.minus(0.5).dividedBy(2).plus(x).evaluate()));
    Expression sums = Expression.parse("sum(x, axis=1, keepdims=True)", arrays);
    assertThat(sums.shape()).isEqualTo(Shape.of(3, 1));
    assertThat(sums.dtype()).isEqualTo(DType.FLOAT64);
  }

  /// Reductions within are computed when the expression is, each time.
  @Test
  void reducesWhatIsThereWhenItIsComputed() {
    DoubleView x = NdView.of(new double[] {1, 2, 6});
    AtomicLong passed = new AtomicLong();
    NdView<?> listened = x.on(Execution.SEQUENTIAL.withProgress(passed::addAndGet));
    Expression centred =
        Expression.parse("(x - mean(x * 1)) / (1 + mean(x * 1))", Map.of("x", listened));
    assertThat(centred.evaluate()).hasToString("[-0.5  -0.25  0.75]");
    assertThat(passed).as("the mean once, and then the rest").hasValue(6);
    x.set(0, 3);
    x.set(1, 3);
    x.set(2, 3);
    assertThat(centred.evaluate()).hasToString("[0. 0. 0.]");
    centred.plus(2).into(x);
    assertThat(x).hasToString("[2. 2. 2.]");
    assertThat(centred.plus(1).sum()).isEqualTo(3);
    assertThat(centred.countNonZero()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sin", "cos", "tan", "sinh", "cosh", "tanh", "exp2", "expm1", "log2", "log10", "log1p",
        "cbrt"
      })
  void functionsHaveNumpysNames(String name) {
    NdView<?> h = Objects.requireNonNull(arrays().get("h"));
    assertThat(evaluated(name)).isEqualTo(hex(h.map(Unary.valueOf(name.toUpperCase(Locale.ROOT)))));
    if (name.matches("(sin|cos|tan)h?")) {
      Unary inverse = Unary.valueOf("ARC" + name.toUpperCase(Locale.ROOT));
      assertThat(evaluated("a" + name)).isEqualTo(hex(h.map(inverse)));
      assertThat(evaluated("arc" + name)).isEqualTo(hex(h.map(inverse)));
    }
  }

  private static String evaluated(String name) {
    return hex(Expression.evaluate(name + "(h)", arrays()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"arctan2", "atan2", "logaddexp"})
  void functionsOfTwoHaveNumpysNames(String name) {
    Binary function = name.equals("logaddexp") ? Binary.LOGADDEXP : Binary.ARCTAN2;
    NdView<?> x = Objects.requireNonNull(arrays().get("x"));
    NdView<?> h = Objects.requireNonNull(arrays().get("h"));
    assertThat(hex(Expression.evaluate(name + "(x, h)", arrays())))
        .isEqualTo(hex(x.combine(function, h)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      quoteCharacter = '`',
      value = {
        "x + => column 4: expected a number, a name or '(', found the end",
        "x + ) => column 5: expected a number, a name or '(', found ')'",
        "(x + 1 => column 7: expected ')', found the end",
        "x y => column 3: expected an operator or the end, found 'y'",
        "x and y => column 3: expected an operator or the end, found 'a'",
        "1 < x < 2 => column 7: comparisons of arrays are not chained; use (a < b) & (b < c)",
        "v + 1 => column 1: there is no array 'v'; there are [h, s, u, x, y, z]",
        "x[0 => column 2: '[' is not closed",
        "x[9] + 1 => column 1: index 9 is out of bounds for axis 0 with size 3",
        "sinc(x) => column 1: there is no function 'sinc'; there are [abs,",
        "sqrt(x, y) => column 5: sqrt takes 1 operand, found 2",
        "where(x > 0, 1) => column 6: where takes 3 operands, found 2",
        "x - mean(x, axis=2) => column 5: axis 2 is out of bounds for an array of rank 2",
        "sum(x, axis=(0, 0)) => column 1: axis 0 of [0, 0] is given twice",
        "sum(x, axis=()) => column 8: axis= takes an integer, several in brackets, or None",
        "sum(x, 0, 1) => column 11: sum takes axis=, keepdims=, where= and, of variances, ddof="
            + " besides",
        "sum(x, axis=0, axis=1) => column 16: axis= is given twice",
        "sum(x, axis=(0 1)) => column 8: axis= takes an integer, several in brackets, or None",
        "sum(x, axis=(0,,1)) => column 8: axis= takes an integer, several in brackets, or None",
        "sum(x, axis=1.5) => column 14: expected ')', found '.'",
        "sum(x, axis=y) => column 8: expected an integer, found 'y'",
        "sum(x, axis) => column 12: expected '=', found ')'",
        "sum(x, keepdims=1) => column 8: keepdims= takes True or False",
        "sum(x, ddof=1) => column 8: sum takes no ddof=",
        "sum(x, dtype=int8) => column 8: sum takes axis=, keepdims=, where= and, of variances,"
            + " ddof= besides",
        "sum(x, where=y) => column 1: memory: a mask has elements of |b1, found <i4",
        "1 + sum(y, where=x > 0) => column 5: cannot broadcast shape (3, 4) to shape (4,)",
        "max(x, where=x > 1, where=y > 0) => column 21: where= is given twice",
        "argmin(x, where=x > 1) => column 1: argMin takes no mask, as in NumPy",
        "argmax(x, axis=(0, 1)) => column 1: argMax takes one axis or all, found [0, 1]",
        "1 + max(x[:0]) => column 5: there is no max of no elements, in an array of shape (0, 4)",
        "x + y[:3] => column 3: ",
        "x & 1 => column 3: cannot and elements as <f8; only integers and booleans have bits",
        "sqrt(s) => column 6: memory: an element of [('a', '<f8'), ('b', '<i2')] is not part of an",
        "12e => column 1: '12e' is not the beginning of a number",
        "1..2 => column 1: '1..' is not the beginning of a number",
        "x * 99999999999999999999 => column 5: '99999999999999999999' is not a number, or not an",
        "18446744073709551616 => column 1: '18446744073709551616' is not a number, or not an",
        "-18446744073709551615 => column 1: the result is not an integer of 64 bits",
        "x * 2 ** 64 => column 7: the result is not an integer of 64 bits",
        "x * (1 // 0) => column 8: an integer is divided by zero",
        "x * (1.5 & 2) => column 10: only integers have bits",
        "x.__class__ => column 2: expected an operator or the end, found '.'",
        "__import__('os') => column 1: there is no function '__import__'",
      })
  void namesTheColumn(String text, String message) {
    assertThatThrownBy(() -> Expression.evaluate(text, arrays()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("'" + text + "', " + message);
  }

  @Test
  void refusesWhatItsItemsCannotDo() {
    assertThatThrownBy(() -> Expression.parse("x & 1", arrays()))
        .isInstanceOf(DTypeException.class)
        .hasMessage(
            "'x & 1', column 3: cannot and elements as <f8; only integers and booleans have bits");
    assertThatThrownBy(() -> Expression.parse("s + 1", arrays()))
        .isInstanceOf(DTypeException.class)
        .hasMessageContaining("field(name)");
    assertThatThrownBy(() -> Expression.parse("y + 3000000000", arrays()))
        .isInstanceOf(ArithmeticException.class)
        .hasMessage("'y + 3000000000', column 3: INT32 cannot hold 3000000000");
    assertThatThrownBy(() -> Expression.parse("(".repeat(200) + "x" + ")".repeat(200), arrays()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("more than 100 brackets and signs within one another");
    assertThatThrownBy(() -> Expression.parse(" ".repeat(70_000), arrays()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an expression of 70000 characters is longer than 65536");
  }

  /// Texts of random words: whatever they are, nothing but the documented exceptions.
  @Test
  void anyTextIsComputedOrRefused() {
    List<String> words =
        Stream.of(
                "x y u h z s ( ) ( ) [ ] 'a' , + - * / // % ** & | ^ ~ << >> < <= == != > >= 1 2.5"
                    + " 0 63 nan pi e . : ::-1 sqrt where sum axis=0 axis=-1 keepdims=True mean abs"
                    + " maximum int8 float32 9e99 _ é")
            .flatMap(all -> Stream.of(all.split(" ")))
            .toList();
    Random random = new Random(5);
    Map<String, NdView<?>> arrays = arrays();
    int computed = 0;
    for (int k = 0; k < 30_000; k++) {
      StringBuilder text = new StringBuilder();
      int length = 1 + random.nextInt(9);
      for (int word = 0; word < length; word++) {
        text.append(words.get(random.nextInt(words.size())))
            .append(random.nextBoolean() ? " " : "");
      }
      try {
        var _ = Expression.evaluate(text.toString(), arrays);
        computed++;
      } catch (IllegalArgumentException | ArithmeticException e) {
        assertThat(e.getMessage()).as(text.toString()).isNotEmpty();
      }
    }
    assertThat(computed).isGreaterThan(500);
  }

  @Test
  void manyAxesInBracketsNeedLittleStack() {
    String text = "sum(x, axis=(" + "0,".repeat(30_000) + "))";
    assertThatThrownBy(() -> Expression.parse(text, Map.of("x", NdView.of(new double[2], 2))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("axis= takes an integer, several in brackets, or None");
  }
}
