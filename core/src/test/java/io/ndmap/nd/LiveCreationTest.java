package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.ndmap.array.Creation;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.TimeType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.testing.Numpy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What [Creation] makes of numbers has the dtype, the shape and the bits that NumPy gives it.
class LiveCreationTest {

  private static final String SHOW =
      """
      import warnings
      warnings.simplefilter('ignore')
      np.seterr(all='ignore')
      def show(f):
          try:
              a = f()
          except (ValueError, OverflowError, ZeroDivisionError) as e:
              return type(e).__name__
          return ' '.join((a.dtype.str, str(a.shape).replace(' ', ''), a.tobytes().hex()))
      def of(bits):
          return np.array(bits, 'i8').view('f8').item()
      """;

  private static final List<String> INTEGERS =
      List.of("|i1", "|u1", "<i2", ">u2", "<i4", ">i4", "<u4", "<i8", ">u8", "<u8");
  private static final List<String> FLOATS =
      List.of("<f2", ">f2", "<f4", ">f4", "<f8", ">f8", "<c8", ">c16");
  private static final List<String> TIMES = List.of("<M8[s]", ">m8[D]", "<m8[25us]");

  private final List<String> questions = new ArrayList<>();
  private final List<Supplier<NdView<?>>> answers = new ArrayList<>();
  private final Random random = new Random(7);

  private void ask(String python, Supplier<NdView<?>> java) {
    questions.add("result.append(show(lambda: " + python + "))");
    answers.add(java);
  }

  /// Compares all answers.
  ///
  /// @return how many were errors on both sides
  private int compare() {
    int failed = 0;
    try (Numpy numpy = Numpy.start()) {
      numpy.run(SHOW);
      List<String> expected = numpy.run(String.join("\n", questions));
      for (int k = 0; k < expected.size(); k++) {
        String question = questions.get(k);
        Supplier<NdView<?>> answer = answers.get(k);
        if (expected.get(k).endsWith("Error")) {
          failed++;
          assertThatThrownBy(answer::get)
              .as("%s: %s", question, expected.get(k))
              .isInstanceOfAny(IllegalArgumentException.class, ArithmeticException.class);
        } else {
          NdView<?> found = answer.get();
          assertThat(shown(found)).as(question).isEqualTo(expected.get(k));
        }
      }
    }
    return failed;
  }

  private static String shown(NdView<?> view) {
    String shape = view.shape().toString().replace(" ", "");
    String text = view.dtype().toString();
    return text + " " + shape + " " + HexFormat.of().formatHex(LiveCases.items(view));
  }

  private String pick(List<String> of) {
    return of.get(random.nextInt(of.size()));
  }

  private double number() {
    double small = random.nextInt(-40, 40) / 8.0;
    return switch (random.nextInt(12)) {
      case 0 -> random.nextGaussian() * Math.pow(10, random.nextInt(-310, 300));
      case 1, 2, 3 -> random.nextGaussian();
      case 4 -> -0.0;
      case 5 -> random.nextInt(10) == 0 ? Double.NaN : random.nextInt(9);
      case 6 -> random.nextInt(10) == 0 ? Double.POSITIVE_INFINITY : 1e-3;
      case 7 -> random.nextInt(3) * Double.MIN_VALUE;
      default -> small;
    };
  }

  private static String of(double value) {
    return "of(" + Double.doubleToRawLongBits(value) + ")";
  }

  @Test
  void rangesOfIntegersAreThoseOfNumpy() {
    for (int k = 0; k < 600; k++) {
      int large = random.nextInt(8);
      long start = large == 0 ? random.nextLong() : random.nextInt(-60, 60);
      long step = large == 0 ? random.nextLong() >> random.nextInt(6) : random.nextInt(-5, 5);
      long span = large == 0 ? random.nextLong() : random.nextInt(-300, 300);
      long stop = large == 0 ? span : start + span;
      if (large == 0 && Math.abs((double) stop - start) / Math.abs((double) step) > 1000) {
        continue;
      }
      DType dtype = DType.parse(pick(k % 3 == 0 ? FLOATS : k % 8 == 1 ? TIMES : INTEGERS));
      ask(
          dtype instanceof TimeType
              ? "(np.arange(%s, %s, %s).astype('i8').astype('%s'))"
                  .formatted(start, stop, step, dtype)
              : "np.arange(%s, %s, %s, '%s')".formatted(start, stop, step, dtype),
          () -> Creation.arange(dtype, start, stop, step));
    }
    ask("np.arange(7)", () -> Creation.arange(7));
    ask("np.arange(-7)", () -> Creation.arange(-7));
    ask("np.arange(70000, dtype='f4')", () -> Creation.arange(DType.FLOAT32, 0, 70000, 1));
    assertThat(compare()).isBetween(20, 300);
  }

  @Test
  void rangesOfTimesAreThoseOfNumpy() {
    for (int k = 0; k < 100; k++) {
      long start = random.nextInt(-60, 60);
      long stop = random.nextInt(-60, 60);
      long step = random.nextBoolean() ? random.nextInt(1, 9) : random.nextInt(-8, 0);
      String time = "np.datetime64(%s, 's')";
      ask(
          "np.arange(%s, %s, np.timedelta64(%s, 's'))"
              .formatted(time.formatted(start), time.formatted(stop), step),
          () -> Creation.arange(DType.parse("<M8[s]"), start, stop, step));
    }
    assertThat(compare()).isZero();
  }

  @Test
  void rangesOfFloatsAreThoseOfNumpy() {
    for (int k = 0; k < 1000; k++) {
      double start = number();
      double stop = number();
      double step = k % 2 == 0 ? (stop - start) / random.nextInt(1, 200) : number();
      if (Math.abs((stop - start) / step) > 5000 && Math.abs((stop - start) / step) < 1e19) {
        continue;
      }
      DType dtype = DType.parse(pick(FLOATS));
      ask(
          "np.arange(%s, %s, %s, '%s')".formatted(of(start), of(stop), of(step), dtype),
          () -> Creation.arange(dtype, start, stop, step));
    }
    ask("np.arange(0, 9000, .1)", () -> Creation.arange(0, 9000, .1));
    assertThat(compare()).isBetween(10, 300);
  }

  @Test
  void linesAreThoseOfNumpy() {
    List<String> dtypes =
        Stream.of(FLOATS, INTEGERS, List.of("|b1", "<f16", "|S5")).flatMap(List::stream).toList();
    for (int k = 0; k < 800; k++) {
      double start = number();
      double stop = number();
      String name = k % 2 == 0 ? "<f8" : pick(dtypes);
      DType dtype = DType.parse(name);
      boolean finite = Double.isFinite(start) && Double.isFinite(stop);
      if (INTEGERS.contains(name) && !(finite && Math.abs(start) + Math.abs(stop) < 100)) {
        continue;
      }
      int count = random.nextInt(-1, 40);
      boolean endpoint = random.nextBoolean();
      String call =
          "np.linspace(%s, %s, %s, %s, dtype='%s')"
              .formatted(of(start), of(stop), count, endpoint ? "True" : "False", name);
      ask(
          name.equals("<f16") ? call + ".astype('f8')" : call,
          () -> {
            NdView<?> line = Creation.linspace(dtype, start, stop, count, endpoint);
            return name.equals("<f16") ? line.astype(DType.FLOAT64) : line;
          });
    }
    ask("np.linspace(0, 1, 9000)", () -> Creation.linspace(0, 1, 9000));
    assertThat(compare()).isBetween(5, 100);
  }

  @Test
  void matricesAndGridsAreThoseOfNumpy() {
    List<String> dtypes =
        Stream.of(FLOATS, INTEGERS, TIMES, List.of("|b1", "|S3", "<U2", ">U5"))
            .flatMap(List::stream)
            .toList();
    for (int k = 0; k < 100; k++) {
      int rows = random.nextInt(6);
      int columns = random.nextInt(6);
      int offset = random.nextInt(-6, 7);
      String name = pick(dtypes);
      DType dtype = DType.parse(name);
      ask(
          "np.eye(%s, %s, %s, '%s')".formatted(rows, columns, offset, name),
          () -> Creation.eye(dtype, rows, columns, offset));
      ask(
          "np.ones((%s, %s), '%s')".formatted(rows, columns, name),
          () -> Creation.ones(dtype, rows, columns));
      ask(
          "np.full((%s, %s), 0, '%s')".formatted(rows, columns, name),
          () -> Creation.full(dtype, 0, rows, columns));
      if (!TIMES.contains(name)) {
        ask(
            "np.tri(%s, %s, %s, '%s')".formatted(rows, columns, offset, name),
            () -> Creation.tri(dtype, rows, columns, offset));
      }
      if (!TIMES.contains(name) && !name.contains("S") && !name.contains("U")) {
        boolean increasing = random.nextBoolean();
        ask(
            "np.vander(np.arange(-2, %s).astype('%s'), %s, %s)"
                .formatted(rows, name, columns, increasing ? "True" : "False"),
            () -> Creation.vander(Creation.arange(-2, rows, 1).astype(dtype), columns, increasing));
      }
      ask(
          "np.indices((%s, %s, 2))".formatted(rows, columns),
          () -> Creation.indices(rows, columns, 2));
      int one = random.nextInt(3);
      for (String indexing : List.of("xy", "ij")) {
        ask(
            "np.meshgrid(np.arange(%s), np.arange(%s.), np.arange(2)[::-1], indexing='%s')[%s]"
                .formatted(rows, columns, indexing, one),
            () -> {
              List<NdView<?>> vectors =
                  List.of(
                      Creation.arange(rows),
                      Creation.arange(0, (double) columns, 1),
                      Creation.arange(2).flip(0));
              return (indexing.equals("xy")
                      ? Creation.meshgrid(vectors)
                      : Creation.matrixGrid(vectors))
                  .get(one);
            });
      }
      ask(
          "np.ix_(np.arange(%s), np.arange(%s))[%s]".formatted(rows, columns, one % 2),
          () ->
              Creation.openGrid(List.of(Creation.arange(rows), Creation.arange(columns)))
                  .get(one % 2));
    }
    ask("np.eye(3)", () -> Creation.eye(DType.FLOAT64, 3));
    ask("np.tri(3, 4, 2**62)", () -> Creation.tri(DType.FLOAT64, 3, 4, 1L << 62));
    ask(
        "np.meshgrid(np.arange(3))[0]",
        () -> Creation.meshgrid(List.of(Creation.arange(3))).get(0));
    assertThat(compare()).isZero();
  }

  @Test
  void valuesFillAllItems() {
    Instant time = Instant.parse("2026-03-01T12:00:00Z");
    ask("np.full(3, 2.5)", () -> Creation.full(DType.FLOAT64, 2.5, 3));
    ask("np.full(3, 2.5, 'f4')", () -> Creation.full(DType.FLOAT32, 2.5f, 3));
    ask("np.full((), 300, 'i2')", () -> Creation.full(DType.INT16, (short) 300));
    ask("np.full(3, True)", () -> Creation.full(DType.BOOL, true, 3));
    ask("np.full(3, 2.5, 'c16')", () -> Creation.full(DType.COMPLEX128, 2.5, 3));
    ask("np.full(3, 25, 'U4')", () -> Creation.full(DType.parse("<U4"), 25, 3));
    ask("np.full(3, 'ab', 'U4')", () -> Creation.full(DType.parse("<U4"), "ab", 3));
    ask("np.full(3, b'ab', 'S4')", () -> Creation.full(DType.parse("|S4"), new byte[] {97, 98}, 3));
    ask("np.full(3, '25', 'i4')", () -> Creation.full(DType.INT32, "25", 3));
    ask(
        "np.full(3, np.datetime64('2026-03-01T12', 's'))",
        () -> Creation.full(DType.parse("<M8[s]"), time, 3));
    ask(
        "np.full(3, '2026-03-01T12', 'M8[s]')",
        () -> Creation.full(DType.parse("<M8[s]"), "2026-03-01T12", 3));
    ask(
        "np.full(3, np.timedelta64(90, 's'))",
        () -> Creation.full(DType.parse("<m8[s]"), Duration.ofSeconds(90), 3));
    ask(
        "np.full((2, 3), np.arange(3.) + .5, 'i4')",
        () -> Creation.full(DType.INT32, NdView.of(new double[] {.5, 1.5, 2.5}), 2, 3));
    ask(
        "np.full_like(np.zeros((2, 3), '>i4'), 7)",
        () -> Creation.fullLike(NdView.zeros(DType.parse(">i4"), 2, 3), 7));
    ask("np.full(2, 300, 'i1')", () -> Creation.full(DType.INT8, 300, 2));
    assertThat(compare()).isOne();
    assertThat(Creation.zerosLike(NdView.zeros(DType.INT8, Shape.of(2, 3), Order.F)).strided())
        .isEqualTo(NdView.zeros(DType.INT8, Shape.of(2, 3), Order.F).strided());
  }

  @Test
  void powersAreNearThoseOfNumpy() {
    try (Numpy numpy = Numpy.start()) {
      for (int k = 0; k < 50; k++) {
        double start = random.nextDouble(0.1, 100) * (k % 2 == 0 ? 1 : -1);
        double stop = random.nextDouble(0.1, 1e6) * (k % 2 == 0 ? 1 : -1);
        int count = random.nextInt(12);
        double base = random.nextDouble(1, 12);
        String call =
            String.format(
                Locale.ROOT,
                "result += map(repr, np.geomspace(%s, %s, %s).tolist() + np.logspace(%s, %s, %s,"
                    + " base=%s).tolist())",
                start,
                stop,
                count,
                start / 9,
                Math.log(Math.abs(stop)),
                count,
                base);
        double[] expected = numpy.run(call).stream().mapToDouble(Double::parseDouble).toArray();
        double[] found =
            Stream.of(
                    Creation.geomspace(start, stop, count),
                    Creation.logspace(start / 9, Math.log(Math.abs(stop)), count, base))
                .flatMapToDouble(NdView::doubles)
                .toArray();
        assertThat(found).hasSameSizeAs(expected);
        for (int i = 0; i < found.length; i++) {
          assertThat(found[i]).isCloseTo(expected[i], within(4e-15 * Math.abs(expected[i])));
        }
      }
    }
  }

  @Test
  void saysWhatCannotBeMade() {
    assertThatThrownBy(() -> Creation.arange(0, 1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the step of a range must not be 0");
    assertThatThrownBy(() -> Creation.arange(0, Double.NaN, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a range cannot have NaN elements");
    assertThatThrownBy(() -> Creation.arange(DType.INT32, 0, 2.5, 0.5))
        .isInstanceOf(DTypeException.class)
        .hasMessage("a range of <i4 cannot be computed; use one of <f8 or <i8, and astype");
    assertThatThrownBy(() -> Creation.linspace(0, 1, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the number of elements must not be negative, found -1");
    assertThatThrownBy(() -> Creation.geomspace(-1, 1, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a geometric sequence does not lead from -1.0 to 1.0");
    NdView<?> matrix = NdView.zeros(DType.INT32, 2, 3);
    assertThatThrownBy(() -> Creation.diag(matrix.as(IntView.class), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("memory: an array of rank 1 is needed, found shape (2, 3)");
    assertThatThrownBy(() -> Creation.tril(Creation.arange(3), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("memory: an array of rank 2 at least is needed, found shape (3,)");
    assertThatThrownBy(() -> Creation.vander(NdView.zeros(DType.parse("<U3"), 2), 2, true))
        .isInstanceOf(DTypeException.class)
        .hasMessage("memory: elements of <U3 have no powers");
    assertThatThrownBy(() -> Creation.full(DType.INT32, new Object(), 2))
        .isInstanceOf(DTypeException.class)
        .hasMessage("elements of <i4 cannot be made of a java.lang.Object");
    assertThatThrownBy(() -> Creation.full(DType.INT32, 0.5, 2))
        .isInstanceOf(ArithmeticException.class);
  }
}
