package io.ndmap.engine;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.loop.function.FunctionTable;
import io.ndmap.loop.plain.PlainTable;
import io.ndmap.loop.vector.VectorTable;
import io.ndmap.memory.Scratch;
import io.ndmap.op.Binary;
import io.ndmap.op.Unary;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Functions that are formulas have the same bits by vectors and without, for numbers of all sizes
/// and those at which formulas end.
class FunctionTableTest {

  /// A few more than the vectors that are tried in some runs.
  private static final int COUNT = 67;

  /// In one of so many runs vectors are tried, at least.
  private static final int RUNS = 5;

  private static final double[] SPECIAL = {
    0.0,
    -0.0,
    1,
    -1,
    Math.nextUp(1.0),
    Math.nextDown(1.0),
    0.5,
    -0.5,
    87,
    Math.nextUp(87f),
    -87,
    89,
    -104,
    -151,
    129,
    10,
    1e5f,
    Math.nextUp(1e5f),
    0x1p100,
    0x1p126,
    0x1p-50,
    Float.MIN_VALUE,
    Float.MIN_NORMAL,
    708,
    Math.nextUp(708.0),
    -708,
    709.8,
    1021,
    1021.5,
    -1074,
    350,
    1e6,
    Math.nextUp(1e6),
    Math.PI,
    Math.PI / 2,
    1e22,
    Math.sqrt(0.5),
    Math.nextDown(Math.sqrt(0.5)),
    Double.MIN_VALUE,
    Double.MIN_NORMAL,
    0x1p1022,
    Double.MAX_VALUE,
    Float.MAX_VALUE,
    1e300,
    0x1p-500,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.NaN
  };

  record Case(Object operation, ScalarKind lane) {}

  private static Stream<Case> cases() {
    return Stream.of(ScalarKind.FLOAT64, ScalarKind.FLOAT32)
        .flatMap(
            lane ->
                Stream.<Object>concat(Arrays.stream(Unary.values()), Arrays.stream(Binary.values()))
                    .filter(one -> FunctionTable.of(one, lane == ScalarKind.FLOAT32) != null)
                    .map(one -> new Case(one, lane)));
  }

  private static double number(Random random) {
    return switch (random.nextInt(7)) {
      case 0 -> SPECIAL[random.nextInt(SPECIAL.length)];
      case 1 -> Double.longBitsToDouble(random.nextLong());
      case 2 -> Math.rint(random.nextDouble(-1e5, 1e5)) * (Math.PI / 4);
      case 3 -> 1 + Math.scalb(random.nextGaussian(), -random.nextInt(50));
      case 4 -> random.nextDouble(-750, 1050);
      case 5 -> Float.intBitsToFloat(random.nextInt());
      default -> random.nextDouble(-2, 2);
    };
  }

  @ParameterizedTest
  @MethodSource("cases")
  void haveTheSameBitsByVectors(Case one) {
    check(one, 60);
  }

  @Tag("heavy")
  @ParameterizedTest
  @MethodSource("cases")
  void haveTheSameBitsByVectorsInMoreRounds(Case one) {
    check(one, 400);
  }

  private static void check(Case one, int rounds) {
    LoopsTest.assumeVectors();
    boolean isDouble = one.lane == ScalarKind.FLOAT64;
    Loop plain = PlainTable.loop(one.operation, one.lane);
    Loop vector = Objects.requireNonNull(VectorTable.loop(one.operation, one.lane));
    Random random = new Random(5);
    ArrayBuffers room = new ArrayBuffers(COUNT);
    try (Scratch scratch = Scratch.take()) {
      Span[] runs = new Span[4];
      for (int k = 0; k < runs.length; k++) {
        runs[k] = new Span(scratch.memory(), Scratch.at(k), room);
      }
      Span[] operands = {runs[0], runs[1]};
      for (int round = 0; round < rounds; round++) {
        // Without what is rare in every second one, so that formulas are met too.
        boolean isUsual = round % 2 == 0;
        for (int i = 0; i < COUNT; i++) {
          set(runs[0], i, isDouble, isUsual ? random.nextDouble(0.01, 1) : number(random));
          set(runs[1], i, isDouble, isUsual ? random.nextDouble(-9, 9) : number(random));
        }
        plain.run(operands, runs[2], COUNT);
        for (int run = 0; run < RUNS; run++) {
          vector.run(operands, runs[3], COUNT);
          for (int i = 0; i < COUNT; i++) {
            if (bits(runs[3], i, isDouble) != bits(runs[2], i, isDouble)) {
              throw new AssertionError(
                  "%s of %s and %s: %s, not %s"
                      .formatted(
                          one,
                          get(runs[0], i, isDouble),
                          get(runs[1], i, isDouble),
                          get(runs[3], i, isDouble),
                          get(runs[2], i, isDouble)));
            }
          }
        }
      }
    }
  }

  private static void set(Span run, int i, boolean isDouble, double number) {
    if (isDouble) {
      run.set(i, number);
    } else {
      run.set(i, (float) number);
    }
  }

  /// Returns the bits, the same for all NaN.
  private static long bits(Span run, int i, boolean isDouble) {
    return isDouble
        ? Double.doubleToLongBits(run.getDouble(i))
        : Float.floatToIntBits(run.getFloat(i));
  }

  private static Object get(Span run, int i, boolean isDouble) {
    return isDouble ? (Object) run.getDouble(i) : (Object) run.getFloat(i);
  }
}
