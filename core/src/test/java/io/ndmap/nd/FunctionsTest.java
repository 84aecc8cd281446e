package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.expression.FunctionNames;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.op.Binary;
import io.ndmap.op.Casting;
import io.ndmap.op.ReadOnlyViewException;
import io.ndmap.op.Unary;
import io.ndmap.testing.Numpy;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Results in new arrays have NumPy's dtypes; functions that are not exact differ from NumPy's in
/// the last places at most; and what tiles cut, and where elements are, makes no difference.
class FunctionsTest {

  private static final List<String> DTYPES =
      List.of("b1", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16");

  private static Numpy numpy;

  @BeforeAll
  static void start() throws IOException {
    numpy = Numpy.start();
    numpy.run(LiveCases.resource("names.py"));
  }

  @AfterAll
  static void stop() {
    if (numpy != null) {
      numpy.close();
    }
  }

  private static NdView<?> of(String dtype, long count) {
    DType type = DType.parse("'" + (dtype.endsWith("1") ? "|" : "<") + dtype + "'");
    return NdView.of(
        MemorySegment.ofArray(new byte[(int) (count * type.itemsize())]),
        type,
        Shape.of(count),
        Order.C,
        Backing.MEMORY);
  }

  private static NdView<?> of(double... numbers) {
    return NdView.of(
        MemorySegment.ofArray(numbers),
        DType.FLOAT64,
        Shape.of(numbers.length),
        Order.C,
        Backing.MEMORY);
  }

  /// The dtype that NumPy's function gives, or nothing if it refuses.
  private static List<String> dtypes(String function, List<String> arguments) {
    return numpy.run(
        """
        def dtype(*kinds):
            try:
                with np.errstate(all='ignore'):
                    return np.%s(*[np.ones(1, k.replace('b1', '?')) for k in kinds]).dtype.str
            except TypeError:
                return ''
        result = [dtype(*a.split()) for a in '%s'.split(';')]
        """
            .formatted(function, String.join(";", arguments)));
  }

  @ParameterizedTest
  @EnumSource
  void newArraysOfOneOperandHaveNumpysDtype(Unary operation) {
    List<String> reference = dtypes(FunctionNames.of(operation), DTYPES);
    List<String> found = new ArrayList<>();
    for (int k = 0; k < DTYPES.size(); k++) {
      String dtype = DTYPES.get(k);
      try {
        found.add(of(dtype, 1).map(operation).dtype().toString());
      } catch (DTypeException e) {
        found.add("");
      }
    }
    assertThat(found).isEqualTo(reference);
  }

  @ParameterizedTest
  @EnumSource
  void newArraysOfTwoOperandsHaveNumpysDtype(Binary operation) {
    List<String> pairs = new ArrayList<>();
    for (String one : DTYPES) {
      for (String two : DTYPES) {
        pairs.add(one + " " + two);
      }
    }
    List<String> reference = dtypes(FunctionNames.of(operation), pairs);
    List<String> found = new ArrayList<>();
    for (int k = 0; k < pairs.size(); k++) {
      String one = DTYPES.get(k / DTYPES.size());
      String two = DTYPES.get(k % DTYPES.size());
      try {
        found.add(of(one, 1).combine(operation, of(two, 1)).dtype().toString());
      } catch (DTypeException e) {
        found.add("");
      }
    }
    assertThat(found).isEqualTo(reference);
  }

  private static final double[] NUMBERS = {
    0.0,
    -0.0,
    1,
    -1,
    0.5,
    1e-300,
    1e300,
    700,
    -700,
    709.9,
    2.5,
    -3.5,
    1e-5,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    88.5,
    1.0000000000000002,
    3,
    4,
    -2
  };

  private static String list(double... numbers) {
    List<String> all = new ArrayList<>();
    for (double number : numbers) {
      all.add("float('" + number + "')");
    }
    return all.toString().replace("Infinity", "inf");
  }

  private static void assertClose(double found, double reference, String what) {
    if (Double.isNaN(reference)) {
      assertThat(found).as(what).isNaN();
    } else if (found != reference) {
      assertThat(Math.abs(found - reference)).as(what).isLessThanOrEqualTo(2 * Math.ulp(reference));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"EXP", "LOG"})
  void exponentialsAndLogarithmsAreNumpys(String name) {
    double[] numbers = new double[2000 + NUMBERS.length];
    Random random = new Random(7);
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i < NUMBERS.length ? NUMBERS[i] : 50 * random.nextGaussian();
    }
    String call =
        "with np.errstate(all='ignore'): result = [repr(float(v)) for v in np.%s(np.array(%s))]"
            .formatted(name.toLowerCase(Locale.ROOT), list(numbers));
    List<String> reference = numpy.run(call);
    DoubleView found = of(numbers).map(Unary.valueOf(name)).as(DoubleView.class);
    for (int i = 0; i < numbers.length; i++) {
      assertClose(found.get(i), parse(reference.get(i)), name + " of " + numbers[i]);
    }
  }

  private static double parse(String text) {
    return Double.parseDouble(text.replace("inf", "Infinity").replace("nan", "NaN"));
  }

  @Test
  void powersAreNumpys() {
    int n = NUMBERS.length;
    double[] bases = new double[n * n];
    double[] exponents = new double[n * n];
    for (int i = 0; i < n * n; i++) {
      bases[i] = NUMBERS[i / n];
      exponents[i] = NUMBERS[i % n];
    }
    List<String> reference =
        numpy.run(
            """
            with np.errstate(all='ignore'):
                result = [repr(float(v)) for v in np.power(np.array(%s), np.array(%s))]
            """
                .formatted(list(bases), list(exponents)));
    DoubleView found = of(bases).combine(Binary.POWER, of(exponents)).as(DoubleView.class);
    for (int i = 0; i < n * n; i++) {
      assertClose(found.get(i), parse(reference.get(i)), bases[i] + " to " + exponents[i]);
    }
  }

  private static NdView<?> complex(String dtype, double[] reals, double[] imaginaries) {
    NdView<?> view = of(dtype, reals.length);
    of(reals).copyTo(view.real(), Casting.UNSAFE);
    of(imaginaries).copyTo(view.imag(), Casting.UNSAFE);
    return view;
  }

  /// All pairs of the numbers, and as many random ones of all sizes.
  private static NdView<?> complex(String dtype, long seed) {
    int n = NUMBERS.length;
    double[] reals = new double[4 * n * n];
    double[] imaginaries = new double[4 * n * n];
    Random random = new Random(seed);
    for (int i = 0; i < reals.length; i++) {
      double scale = Math.scalb(1.0, i < 2 * n * n ? 0 : random.nextInt(16) - 8);
      reals[i] = i < n * n ? NUMBERS[i / n] : random.nextGaussian() * scale;
      imaginaries[i] = i < n * n ? NUMBERS[i % n] : random.nextGaussian() * scale;
      if (i % 7 == 0 && i > n * n) {
        // Near the unit circle the logarithm of the modulus is small.
        double angle = 2 * Math.PI * random.nextDouble();
        reals[i] = Math.cos(angle) * (1 + 1e-9 * random.nextGaussian());
        imaginaries[i] = Math.sin(angle);
      }
    }
    return complex(dtype, reals, imaginaries);
  }

  private static String bytes(NdView<?> view) {
    return Numpy.bytes(LiveCases.items(view));
  }

  private static void assertClose(
      NdView<?> found, List<String> reference, double bound, String what, NdView<?>... operands) {
    double[] reals = found.real().doubles().toArray();
    double[] imaginaries = found.imag().doubles().toArray();
    assertThat(reference).hasSize(reals.length);
    for (int i = 0; i < reals.length; i++) {
      String[] parts = reference.get(i).split(" ", 3);
      double real = parse(parts[0]);
      double imaginary = parse(parts[1]);
      double least = bound > 1e-9 ? Float.MIN_VALUE : Double.MIN_VALUE;
      double factor = bound * Double.parseDouble(parts[2]);
      boolean half = Double.isNaN(real) != Double.isNaN(imaginary);
      double modulus = half ? Double.isNaN(real) ? imaginary : real : Math.hypot(real, imaginary);
      double size = Math.abs(modulus) * factor + 2 * least;
      StringBuilder of = new StringBuilder(what).append(" of element ").append(i);
      for (NdView<?> operand : operands) {
        of.append(' ').append(operand.index(0, i).value());
      }
      // Beside NaN the sign of the other part is open, as in C.
      assertNear(
          half ? Math.abs(reals[i]) : reals[i], half ? Math.abs(real) : real, size, of.toString());
      assertNear(
          half ? Math.abs(imaginaries[i]) : imaginaries[i],
          half ? Math.abs(imaginary) : imaginary,
          size,
          of.toString());
    }
  }

  private static void assertNear(double found, double reference, double size, String what) {
    if (!Double.isFinite(reference) || reference == 0) {
      assertThat((Double) found).as(what).isEqualTo((Double) reference);
    } else {
      assertThat(Math.abs(found - reference))
          .as("%s: %s not %s", what, found, reference)
          .isLessThanOrEqualTo(size);
    }
  }

  private static Stream<Arguments> complexFunctions() {
    return Stream.concat(
            Stream.of(Unary.SQRT, Unary.RECIPROCAL, Unary.SIGN),
            Arrays.stream(Unary.values()).filter(one -> one.isOfComplex() && one.ulps() > 0))
        .flatMap(it -> Stream.of("<c16", "<c8").map(dtype -> Arguments.of(it, dtype)));
  }

  @ParameterizedTest
  @MethodSource("complexFunctions")
  void functionsOfComplexNumbersAreNumpys(Unary operation, String dtype) {
    NdView<?> view = complex(dtype.substring(1), 5);
    List<String> reference =
        numpy.run(
            """
            with np.errstate(all='ignore'):
                a = np.frombuffer(%2$s, '%3$s').astype(np.clongdouble)
                z = np.%1$s(a)
                scale = np.ones(a.size)
                if '%1$s' == 'exp2':
                    scale += np.where(np.isfinite(a), np.abs(a), 0)
                if '%1$s' == 'expm1':
                    # NumPy multiplies infinity by 0.
                    z = np.where(np.isfinite(z), z, np.exp(a) - 1)
                if '%1$s' == 'log1p':
                    # NumPy takes the modulus, which is nearly 1.
                    size = np.log1p(a.real * (2 + a.real) + a.imag ** 2) / 2
                    z.real[np.abs(a) < 1] = size[np.abs(a) < 1]
                exact = z
                z = z.astype('%3$s')
                for part, long in (z.real, exact.real), (z.imag, exact.imag):
                    # Of what is too small the sign is open.
                    part[(part == 0) & (long != 0)] = np.finfo(part.dtype).smallest_subnormal
                result = ['%%r %%r %%r' %% (float(v.real), float(v.imag), float(s)) for v, s in zip(z, scale)]
            """
                .formatted(FunctionNames.of(operation), bytes(view), dtype));
    NdView<?> found = view.map(operation);
    assertThat(found.dtype()).isEqualTo(view.dtype());
    assertClose(
        found,
        reference,
        dtype.equals("<c8") ? 0x1p-21 : 0x1p-50,
        FunctionNames.of(operation),
        view);
    assertThat(
            LiveCases.items(
                view.astype(view.dtype().withByteOrder(ByteOrder.BIG_ENDIAN))
                    .parallel(3)
                    .map(operation)))
        .isEqualTo(LiveCases.items(found));
  }

  @ParameterizedTest
  @ValueSource(strings = {"<c16", "<c8"})
  void powersOfComplexNumbersAreNumpys(String dtype) {
    NdView<?> bases = complex(dtype.substring(1), 6);
    NdView<?> exponents = complex(dtype.substring(1), 7).copy();
    int count = (int) bases.itemCount();
    // Whole powers are products.
    for (int i = 0; i < count; i += 3) {
      exponents.real().setDouble(new long[] {i}, i % 220 - 110);
      exponents.imag().setDouble(new long[] {i}, 0);
    }
    List<String> reference =
        numpy.run(
            """
            with np.errstate(all='ignore'):
                a = np.frombuffer(%s, '%s')
                b = np.frombuffer(%s, '%s')
                z = np.power(a, b)
                size = np.nan_to_num(2 + np.abs(b) + np.abs(b * np.log(a.astype('c16'))), posinf=2)
                # What is not finite, or nearly, depends on the way there.
                large = np.finfo(a.real.dtype).max / 4
                usual = np.isfinite(a) & np.isfinite(b) & (np.abs(z) < large) & (np.abs(z) > 1 / large)
                z = np.where(usual | (b == 0), z, 1)
                result = ['%%d' %% u for u in usual | (b == 0)]
                result += ['%%r %%r %%r' %% (float(v.real) + 0.0, float(v.imag) + 0.0, float(s)) for v, s in zip(z, size)]
            """
                .formatted(bytes(bases), dtype, bytes(exponents), dtype));
    NdView<?> found = bases.combine(Binary.POWER, exponents);
    // Of zeros the sign depends on it, too.
    found.plus(0.0, found);
    long compared = 0;
    for (int i = 0; i < count; i++) {
      if (reference.get(i).equals("1")) {
        compared++;
      } else {
        found.real().setDouble(new long[] {i}, 1);
        found.imag().setDouble(new long[] {i}, 0);
      }
    }
    assertThat(compared).isGreaterThan(count / 2);
    assertClose(
        found,
        reference.subList(count, 2 * count),
        dtype.equals("<c8") ? 0x1p-21 : 0x1p-50,
        "power",
        bases,
        exponents);
  }

  @Test
  void modulusDoesNotOverflow() {
    NdView<?> view = of("c16", 1);
    view.real().setDouble(new long[] {0}, 3e300);
    view.imag().setDouble(new long[] {0}, -4e300);
    assertThat(view.map(Unary.ABSOLUTE).as(DoubleView.class).get(0)).isEqualTo(5e300);
  }

  @Test
  void refusesWhatNumpyRefuses() {
    assertThatThrownBy(() -> of("f8", 1).map(Unary.INVERTED))
        .isInstanceOf(DTypeException.class)
        .hasMessage("memory: cannot invert elements of <f8, as in NumPy");
    assertThatThrownBy(() -> of("c8", 1).map(Unary.FLOOR))
        .isInstanceOf(DTypeException.class)
        .hasMessage("memory: cannot round elements of <c8; use real() or imag() first");
    assertThatThrownBy(() -> of("f4", 1).combine(Binary.AND, 1))
        .isInstanceOf(DTypeException.class)
        .hasMessage("cannot and elements as <f4; only integers and booleans have bits");
    assertThatThrownBy(() -> of("i4", 1).combine(Binary.POWER, -1))
        .isInstanceOf(ArithmeticException.class)
        .hasMessage(
            "cannot raise integers to the negative power -1, as in NumPy: convert one side to"
                + " floating-point numbers first");
    assertThatThrownBy(() -> of("f8", 3).map(Unary.SQRT, of("f4", 2)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> of("f8", 1).map(Unary.SQRT, of("i4", 1)))
        .isInstanceOf(DTypeException.class)
        .hasMessageStartingWith("the roots are <f8, which cannot be cast to elements of <i4");
  }

  private static ByteView mask(boolean... bits) {
    NdView<?> mask = of("b1", bits.length);
    for (int i = 0; i < bits.length; i++) {
      mask.setValue(new long[] {i}, bits[i]);
    }
    return mask.as(ByteView.class);
  }

  @Test
  void choosesItemsThatAreNoNumbers() {
    ByteView mask = mask(true, false, true);
    NdView<?> records = NdView.zeros(DType.parse("[('a', '<i2'), ('b', '>f8')]"), 3);
    NdView<?> others = records.copy();
    records.field("b").fill(2.5);
    others.field("a").fill(7);
    assertThat(records.where(mask, others).values())
        .map(Object::toString)
        .containsExactly("[0, 2.5]", "[7, 0.0]", "[0, 2.5]");
    NdView<?> text = NdView.zeros(DType.parse(">U3"), 3);
    NdView<?> longer = NdView.zeros(DType.parse("<U5"), 3);
    NdView<?> target = NdView.zeros(DType.parse(">U4"), 2, 3);
    text.fill("one");
    longer.fill("other");
    text.where(mask, longer, target.slice("::-1, ::-1"));
    assertThat(target.index(0, 1).values())
        .map(Object.class::cast)
        .containsExactly("one", "othe", "one");
    NdView<?> times = NdView.zeros(DType.parse("<m8[s]"), 3);
    assertThat(times.where(mask, Long.MIN_VALUE).count()).isEqualTo(2);
    NdView<?> nothing = NdView.zeros(DType.parse("|V0"), 3);
    assertThat(nothing.where(mask, nothing).itemCount()).isEqualTo(3);
    // Operands are first converted to the common dtype.
    NdView<?> printed = NdView.zeros(DType.parse("<U8"), 3);
    of("i4", 3).where(mask, of(1.5, 1.5, 1.5), printed);
    assertThat(printed.values()).map(Object.class::cast).containsExactly("0.0", "1.5", "0.0");
  }

  @Test
  void choosesInTheOrderOfMemory() {
    NdView<?> view = NdView.zeros(DType.FLOAT64, Shape.of(3, 2), Order.F);
    NdView<?> chosen = view.where(mask(true, false), 4.0);
    assertThat(chosen.isContiguous(Order.F)).isTrue();
    assertThat(chosen.sum(0).doubles()).containsExactly(0.0, 12.0);
    assertThat(view.where(mask(true, false).newAxis(0).newAxis(0), 4.0).shape())
        .isEqualTo(Shape.of(1, 3, 2));
  }

  @Test
  void refusesChoicesWithoutACommonDtypeOrShape() {
    ByteView mask = mask(true, false, true);
    assertThatThrownBy(() -> of(1, 2, 3).where(of("u1", 3).as(ByteView.class), 1.0))
        .isInstanceOf(DTypeException.class)
        .hasMessage("memory: a mask has elements of |b1, found |u1");
    assertThatThrownBy(() -> of(1, 2, 3).where(mask, NdView.zeros(DType.parse("<m8[s]"), 3)))
        .isInstanceOf(DTypeException.class)
        .hasMessageEndingWith("have no dtype in common; use astype first");
    assertThatThrownBy(() -> of(1, 2).where(mask, 1.0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> of(1, 2, 3).where(mask, 1.0, of("i4", 3)))
        .isInstanceOf(DTypeException.class)
        .hasMessage(
            "the chosen elements are <f8, which cannot be cast to elements of <i4 of memory by"
                + " same-kind casting; use a target of another dtype and convert it");
    assertThatThrownBy(() -> of("u1", 3).where(mask, 256)).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> of(1, 2, 3).where(mask, 1.0, of(1).broadcastTo(Shape.of(3))))
        .isInstanceOf(ReadOnlyViewException.class);
  }

  /// Elements that loops see where they are, and elements that go through blocks: around the
  /// borders of tiles and parts, dense, reversed, with gaps, and one element for all.
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 127, 128, 129, 2047, 2048, 2049, 65537})
  void whereItemsAreMakesNoDifference(int count) {
    List<Long> strides = List.of(8L, -8L, 24L, 0L);
    for (long stride : strides) {
      // Of many elements each stride meets one source, with either target; in another count
      // another.
      int first = count > 3000 ? (count + 1 + strides.indexOf(stride)) % 4 : 0;
      for (int k = first; k < 8; k += count > 3000 ? 4 : 1) {
        boolean big = k % 2 == 1;
        MemorySegment memory = memory(count, stride, k / 2 % 2 == 1);
        for (int i = 0; i < count; i++) {
          memory.set(layout(big), at(count, stride, i), i % 37 - 18);
        }
        DoubleView x = view(memory, count, stride, big);
        // Read-only elements are seen where they are, too.
        DoubleView readOnly = view(memory.asReadOnly(), count, stride, big);
        double[] reference = new double[count];
        for (int i = 0; i < count; i++) {
          reference[i] = -3 * x.get(i);
        }
        MemorySegment buffer = memory(count, -24, k / 4 == 1);
        byte[] before = buffer.toArray(ValueLayout.JAVA_BYTE);
        DoubleView target = view(buffer, count, -24, big);
        readOnly.times(2.0, target);
        target.plus(x, target);
        target.map(Unary.NEGATIVE, target);
        assertThat(toArray(target)).isEqualTo(reference);
        assertThat(x.combine(Binary.TIMES, -3.0).contentEquals(target)).isTrue();
        byte[] after = buffer.toArray(ValueLayout.JAVA_BYTE);
        for (int i = 0; i < after.length; i += 24) {
          System.arraycopy(before, i, after, i, 8);
        }
        assertThat(after).as("the gaps").isEqualTo(before);
      }
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(ints = {65535, 65536})
  void whereItemsAreAroundAPartMakesNoDifference(int count) {
    whereItemsAreMakesNoDifference(count);
  }

  private static ValueLayout.OfDouble layout(boolean big) {
    return ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(
        big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
  }

  private static long at(int count, long stride, int i) {
    return stride < 0 ? (count - 1 - i) * -stride : i * stride;
  }

  private static MemorySegment memory(int count, long stride, boolean direct) {
    int bytes = (int) (Math.abs(stride) * Math.max(0, count - 1) + 8);
    MemorySegment memory =
        direct ? DirectMemory.allocate(bytes) : MemorySegment.ofArray(new byte[bytes]);
    return memory.fill((byte) 0x55);
  }

  private static DoubleView view(MemorySegment memory, int count, long stride, boolean big) {
    return NdView.of(
            memory,
            DType.parse(big ? "'>f8'" : "'<f8'"),
            Strided.of(count == 0 ? 0 : at(count, stride, 0), Shape.of(count), new long[] {stride}),
            memory.isNative() ? new DirectMemory() : Backing.MEMORY)
        .as(DoubleView.class);
  }

  private static double[] toArray(DoubleView view) {
    double[] items = new double[(int) view.itemCount()];
    for (int i = 0; i < items.length; i++) {
      items[i] = view.get(i);
    }
    return items;
  }

  /// Parts whose sizes differ so much that one of them would be lost beside the other.
  @ParameterizedTest
  @CsvSource({
    "-1.4638082702907747e261, 2.17e-169, 2.835878629727392e-300",
    "-1e300, -7.1e-17, 3.55e-167",
    "-4, 0x1p-1074, 0x0p0",
  })
  void smallPartsOfComplexRootsStay(double real, double imaginary, double expected) {
    NdView<?> numbers = NdView.of(new double[] {real, imaginary}).viewAs(DType.parse("c16"));
    double root = numbers.map(Unary.SQRT).real().getDouble(0);
    assertThat(root).isCloseTo(expected, Offset.offset(Math.abs(expected) * 1e-15));
  }
}
