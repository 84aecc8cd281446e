package io.ndmap.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.Fused;
import io.ndmap.loop.InternalOperation;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.loop.plain.PlainTable;
import io.ndmap.loop.vector.VectorTable;
import io.ndmap.op.Binary;
import io.ndmap.op.Comparison;
import io.ndmap.op.Unary;
import io.ndmap.value.ScalarBits;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests fused loops of random operations against their plain loops one after the other.
class FusedLoopTest {

  private static final int MOST = 1000;
  private static final int BYTES = MOST * Long.BYTES + Span.NUMBER;

  private static final int PLACES = Fused.OPERANDS + Fused.STEPS + 2;

  // Loops run on memory that is never freed.
  private static final MemorySegment MEMORY =
      Arena.global().allocate((long) PLACES * BYTES, Span.NUMBER);

  private static final List<Object> OF_ALL =
      List.of(
          Binary.PLUS,
          Binary.MINUS,
          Binary.TIMES,
          Binary.MINIMUM,
          Binary.MAXIMUM,
          Unary.NEGATIVE,
          Unary.ABSOLUTE,
          InternalOperation.CLIP);
  private static final List<Object> OF_FLOATS =
      List.of(Binary.DIVIDED_BY, Unary.SQRT, Unary.RECIPROCAL);
  private static final List<Object> OF_INTEGERS =
      List.of(Binary.AND, Binary.OR, Binary.XOR, Unary.INVERTED);
  private static final List<Object> TESTS =
      List.of(
          Comparison.LESS,
          Comparison.LESS_EQUAL,
          Comparison.EQUAL,
          Comparison.NOT_EQUAL,
          InternalOperation.WITHIN,
          InternalOperation.BEYOND);
  private static final List<Object> TESTS_OF_FLOATS =
      List.of(Unary.IS_NAN, Unary.IS_FINITE, Unary.IS_INFINITE);

  @BeforeEach
  void needsVectors() {
    assumeTrue(
        Vectors.ENABLED,
        "no vectors here: they need the module mmap, native access and " + Vectors.MODULE);
  }

  static Stream<ScalarKind> someKinds() {
    return kinds(true);
  }

  static Stream<ScalarKind> otherKinds() {
    return kinds(false);
  }

  private static Stream<ScalarKind> kinds(boolean some) {
    List<ScalarKind> all = LoopsTest.LANES;
    return all.stream().filter(kind -> (all.indexOf(kind) % 3 == 0) == some);
  }

  /// Random operations on two operands, a lower and an upper bound. Some of the operands are
  /// numbers.
  private static Fused random(ScalarKind kind, Random random) {
    List<Object> some = new ArrayList<>(OF_ALL);
    some.addAll(kind.isFloat() ? OF_FLOATS : OF_INTEGERS);
    List<Object> tests = new ArrayList<>(TESTS);
    tests.addAll(kind.isFloat() ? TESTS_OF_FLOATS : List.of());
    int[][] operands = new int[2 + random.nextInt(Fused.STEPS - 1)][];
    List<Object> operations = new ArrayList<>();
    for (int k = 0; k < operands.length; k++) {
      List<Object> choice = k == operands.length - 1 && random.nextBoolean() ? tests : some;
      Object operation = choice.get(random.nextInt(choice.size()));
      operations.add(operation);
      int first = random.nextInt(-k, Fused.OPERANDS);
      int second = random.nextInt(-k, Fused.OPERANDS);
      operands[k] =
          switch (operation) {
            case Unary _ -> new int[] {first};
            // The plain loops of ranges take a number only for the bounds.
            case InternalOperation _ -> new int[] {Math.min(first, 0), 2, 3};
            default -> new int[] {first, second};
          };
    }
    boolean hasRange = operations.stream().anyMatch(InternalOperation.class::isInstance);
    int bounds = hasRange || random.nextBoolean() ? 0b1100 : 0;
    int numbers = bounds | (random.nextInt(4) & (hasRange ? 0b10 : 0b11));
    Fused all = new Fused(kind, operations, numbers, operands);
    boolean counts = tests(all) && random.nextBoolean();
    return counts ? counting(all) : all;
  }

  private static Fused counting(Fused test) {
    int tests = test.operations().size();
    List<Object> operations = new ArrayList<>(test.operations());
    operations.add(InternalOperation.COUNT);
    int[][] operands = new int[tests + 1][];
    Arrays.setAll(operands, k -> k < tests ? test.operands(k) : new int[] {-tests});
    return new Fused(test.type(), operations, test.numbers(), operands);
  }

  private static boolean tests(Fused fused) {
    Object last = fused.operations().getLast();
    return TESTS.contains(last) || TESTS_OF_FLOATS.contains(last);
  }

  private static Loop plain(Fused fused, int k) {
    Object operation = fused.operations().get(k);
    return operation == InternalOperation.COUNT
        ? Loops.COUNT
        : PlainTable.loop(operation, fused.type());
  }

  private static int resultBytes(Fused fused, int count) {
    return fused.counts() ? Long.BYTES : count * (tests(fused) ? 1 : fused.type().itemsize());
  }

  /// Returns memory of zeros for operands, or for results.
  ///
  /// @param place from 0 to [#PLACES]-1
  private static Span span(int place, ArrayBuffers arrays) {
    MEMORY.asSlice((long) place * BYTES, BYTES).fill((byte) 0);
    return new Span(MEMORY, (long) place * BYTES, arrays);
  }

  private static Span[] operands(Fused fused, Random random) {
    ScalarKind kind = fused.type();
    ArrayBuffers arrays = new ArrayBuffers(MOST);
    Span[] operands = new Span[Fused.OPERANDS];
    for (int k = 0; k < operands.length; k++) {
      operands[k] = span(k, arrays);
      int size = kind.itemsize();
      for (int i = 0; i < MOST; i++) {
        double number = random.nextInt(40) == 0 ? Double.POSITIVE_INFINITY : random.nextInt(-9, 9);
        long bits = kind.isFloat() ? ScalarBits.ofDouble(kind, number) : random.nextLong();
        for (int j = 0; j < size; j++) {
          operands[k].set(i * size + j, (byte) (bits >>> (Byte.SIZE * j)));
        }
      }
    }
    int[] numbers = {-3, 7, 2, 50};
    for (int k = 0; k < operands.length; k++) {
      if ((fused.numbers() >> k & 1) == 1) {
        operands[k] = operands[k].number(kind, bits(kind, numbers[k]));
      }
    }
    return operands;
  }

  private static long bits(ScalarKind kind, int number) {
    return kind.isFloat() ? ScalarBits.ofDouble(kind, number) : number;
  }

  private static Span oneAfterTheOther(Fused fused, Span[] operands, int count) {
    Span[] results = new Span[fused.operations().size()];
    for (int k = 0; k < results.length; k++) {
      Span[] taken =
          Arrays.stream(fused.operands(k))
              .mapToObj(operand -> operand < 0 ? results[~operand] : operands[operand])
              .toArray(Span[]::new);
      results[k] = span(Fused.OPERANDS + k, operands[0].arrays());
      plain(fused, k).run(taken, results[k], count);
    }
    return results[results.length - 1];
  }

  /// Returns the results, with all NaN the same: an addition has the bits of one of its operands.
  private static long[] results(Fused fused, Span span, int count) {
    long[] all = new long[fused.counts() ? 1 : count];
    for (int i = 0; i < all.length; i++) {
      all[i] =
          tests(fused)
              ? span.getByte(i)
              : switch (fused.counts() ? Long.BYTES : fused.type().itemsize()) {
                case 1 -> span.getByte(i);
                case 2 -> span.getShort(i);
                case 4 ->
                    fused.type().isFloat()
                        ? Float.floatToIntBits(span.getFloat(i))
                        : span.getInt(i);
                default ->
                    fused.type().isFloat() && !fused.counts()
                        ? Double.doubleToLongBits(span.getDouble(i))
                        : span.getLong(i);
              };
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("someKinds")
  void hasTheResultsOfItsLoopsOneAfterTheOther(ScalarKind kind) {
    for (int seed = 0; seed < 15; seed++) {
      Random random = new Random(seed);
      Fused fused = random(kind, random);
      Loop vector = Objects.requireNonNull(VectorTable.loop(fused, kind), fused::toString);
      int least = VectorTable.least(fused, kind);
      for (int count : new int[] {least, least + 1, least + random.nextInt(500), MOST}) {
        Span[] operands = operands(fused, random);
        Span expected = oneAfterTheOther(fused, operands, count);
        Span found = span(PLACES - 1, operands[0].arrays());
        vector.run(operands, found, count);
        assertThat(results(fused, found, count))
            .as("%s, seed %s", fused, seed)
            .isEqualTo(results(fused, expected, count));
        assertThat(found.getByte(resultBytes(fused, count))).isZero();
        if (!tests(fused) && !fused.counts() && !operands[0].isNumber()) {
          vector.run(operands, operands[0], count);
          assertThat(results(fused, operands[0], count)).isEqualTo(results(fused, expected, count));
        }
      }
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("otherKinds")
  void hasThemInOtherKinds(ScalarKind kind) {
    hasTheResultsOfItsLoopsOneAfterTheOther(kind);
  }

  private static Loop steps(Fused fused) {
    Loop[] loops = new Loop[fused.operations().size()];
    for (int k = 0; k < loops.length; k++) {
      Object operation = fused.operations().get(k);
      Loop plain = plain(fused, k);
      loops[k] =
          operation == InternalOperation.COUNT
              ? plain
              : new WarmedLoop(plain, operation, fused.type());
    }
    return new FusedLoop.Steps(fused, loops);
  }

  @ParameterizedTest
  @MethodSource("someKinds")
  void stepsHaveTheResultsOfTheirLoops(ScalarKind kind) {
    int most = Math.min(MOST, TrialOperands.BYTES / kind.itemsize());
    for (int seed = 0; seed < 6; seed++) {
      Random random = new Random(seed);
      Fused fused = random(kind, random);
      for (int count : new int[] {0, 1, 7, most}) {
        Span[] operands = operands(fused, random);
        Span expected = oneAfterTheOther(fused, operands, count);
        Span found = span(PLACES - 1, operands[0].arrays());
        steps(fused).run(operands, found, count);
        assertThat(results(fused, found, count))
            .as("%s, seed %s", fused, seed)
            .isEqualTo(results(fused, expected, count));
      }
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("otherKinds")
  void stepsOfOtherKindsHaveTheResultsOfTheirLoops(ScalarKind kind) {
    stepsHaveTheResultsOfTheirLoops(kind);
  }

  /// A loop that fails it is never used.
  @ParameterizedTest
  @MethodSource("someKinds")
  void passesTheWarmUp(ScalarKind kind) {
    List<Fused> all = new ArrayList<>();
    for (int seed = 0; seed < 12; seed++) {
      all.add(random(kind, new Random(seed)));
    }
    // Infinities make NaN with other bits than those of operands.
    List<Binary> some = List.of(Binary.PLUS, Binary.TIMES, Binary.MINUS);
    for (Binary last : kind.isFloat() ? some : List.<Binary>of()) {
      for (Binary first : some) {
        all.add(new Fused(kind, List.of(first, last), 0, new int[] {0, 1}, new int[] {-1, 2}));
      }
    }
    for (Fused fused : all) {
      Loop vector = Objects.requireNonNull(VectorTable.loop(fused, kind), fused::toString);
      assertThat(WarmUp.isEqual(fused, kind, steps(fused), vector)).as("%s", fused).isTrue();
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("otherKinds")
  void passesTheWarmUpInOtherKinds(ScalarKind kind) {
    passesTheWarmUp(kind);
  }

  @Test
  void theWarmUpTakesAnyNaNForEqualButNoNumber() {
    ScalarKind kind = ScalarKind.FLOAT64;
    Fused fused =
        new Fused(kind, List.of(Binary.TIMES, Binary.PLUS), 0, new int[] {0, 1}, new int[] {-1, 2});
    Loop steps = steps(fused);
    Loop otherNaN = replacing(steps, Double.NaN, -1L);
    Loop otherZero = replacing(steps, 0, 1);

    assertThat(WarmUp.isEqual(fused, kind, steps, otherNaN)).isTrue();
    assertThat(WarmUp.isEqual(fused, kind, steps, otherZero)).isFalse();
  }

  /// Returns a loop that replaces a number in the results by one with other bits.
  private static Loop replacing(Loop loop, double number, long bits) {
    return (operands, result, count) -> {
      loop.run(operands, result, count);
      for (int i = 0; i < count; i++) {
        if (Double.compare(result.getDouble(i), number) == 0) {
          result.set(i, bits);
        }
      }
    };
  }

  /// Vector loops do not check which operands are numbers.
  @Test
  void hasTheSameResultsWithOtherNumbersThanItWasMadeFor() {
    ScalarKind kind = ScalarKind.FLOAT64;
    Fused fused =
        new Fused(
            kind, List.of(Binary.TIMES, Binary.PLUS), 0b10, new int[] {0, 1}, new int[] {-1, 2});
    List<Loop> loops =
        List.of(Loops.of(Binary.TIMES, kind).forNumbers(0b10), Loops.of(Binary.PLUS, kind));
    FusedLoop loop =
        Objects.requireNonNull(FusedLoop.of(loops, fused.operands(0), fused.operands(1)));
    assertThat(loop).hasToString(fused + " of FLOAT64");
    for (int numbers : new int[] {0, 0b1, 0b100, 0b10}) {
      Fused other =
          new Fused(kind, fused.operations(), numbers, fused.operands(0), fused.operands(1));
      Span[] operands = Arrays.copyOf(operands(other, new Random(numbers)), 3);
      Span expected = oneAfterTheOther(other, operands, 900);
      Span found = span(PLACES - 1, operands[0].arrays());
      loop.run(operands, found, 900);
      assertThat(results(other, found, 900)).isEqualTo(results(other, expected, 900));
    }
  }

  @Test
  void aLoopMadeForNumbersTakesElementsAsWell() {
    ScalarKind kind = ScalarKind.FLOAT64;
    for (int made = 0; made < 4; made++) {
      for (int numbers = 0; numbers < 4; numbers++) {
        Fused one = new Fused(kind, List.of(Binary.MINUS), numbers, new int[] {0, 1});
        Span[] operands = Arrays.copyOf(operands(one, new Random(numbers)), 2);
        Span expected = oneAfterTheOther(one, operands, 900);
        Span found = span(PLACES - 1, operands[0].arrays());
        Loops.of(Binary.MINUS, kind).forNumbers(made).run(operands, found, 900);
        assertThat(results(one, found, 900)).isEqualTo(results(one, expected, 900));
      }
    }
  }

  @Test
  void namesOperandsAndResults() {
    Fused fused =
        new Fused(
            ScalarKind.FLOAT64,
            List.of(Binary.TIMES, Binary.PLUS, Unary.SQRT),
            0b10,
            new int[] {0, 0},
            new int[] {-1, 1},
            new int[] {-2});

    assertThat(fused).hasToString("TIMES a a, PLUS r1 B, SQRT r2");
  }
}
