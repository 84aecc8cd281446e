package io.ndmap.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.Conversion;
import io.ndmap.loop.FourRows;
import io.ndmap.loop.InternalOperation;
import io.ndmap.loop.Loop;
import io.ndmap.loop.RowByRow;
import io.ndmap.loop.Span;
import io.ndmap.loop.plain.PlainTable;
import io.ndmap.loop.vector.VectorTable;
import io.ndmap.memory.Scratch;
import io.ndmap.op.Binary;
import io.ndmap.value.ScalarBits;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Compares loops over four rows with rows that are converted first and then combined one by one,
/// and vector loops with plain ones, for any count.
class FourRowsTest {

  /// Bytes from one row to the next: more than the doubles of the longest row, which begins at an
  /// odd address.
  private static final int DISTANCE = 2400;

  private static final int MOST = 290;

  record Case(FourRows rows, ScalarKind lane) {}

  private static Stream<Case> cases() {
    List<Case> all = new ArrayList<>();
    for (ScalarKind lane : LoopsTest.LANES) {
      List<Object> extremes = new ArrayList<>(List.of(Binary.MINIMUM, Binary.MAXIMUM));
      if (lane.isFloat()) {
        extremes.addAll(List.of(Binary.FMIN, Binary.FMAX));
      }
      for (Object extreme : extremes) {
        all.add(new Case(new FourRows(extreme, lane), lane));
      }
      if (lane.isFloat()) {
        all.add(new Case(new FourRows(Binary.PLUS, ScalarKind.FLOAT64), lane));
      } else if (lane.itemsize() > 1 && !lane.isUnsigned()) {
        all.add(new Case(new FourRows(Binary.PLUS, ScalarKind.INT64), lane));
        all.add(new Case(new FourRows(Binary.TIMES, ScalarKind.INT64), lane));
      }
    }
    for (InternalOperation ticks :
        List.of(InternalOperation.TICKS_MINIMUM, InternalOperation.TICKS_MAXIMUM)) {
      all.add(new Case(new FourRows(ticks, ScalarKind.INT64), ScalarKind.INT64));
    }
    return all.stream();
  }

  /// Rows, and results so far.
  private static final class Rows implements AutoCloseable {

    private final Scratch scratch = Scratch.take();
    private final Case one;
    private final ArrayBuffers arrays = new ArrayBuffers(MOST);
    private final Span[] operands = new Span[FourRows.OPERANDS];

    Rows(Case one, long seed) {
      this.one = one;
      Random random = new Random(seed);
      for (int k = 0; k < operands.length; k++) {
        operands[k] = run(k);
        for (int i = 0; i < MOST; i++) {
          set(operands[k], i, one.lane, bits(one, one.lane, random));
        }
      }
    }

    Span run(int k) {
      return new Span(scratch.memory(), (long) k * DISTANCE + 1, arrays);
    }

    /// Results that already contain some rows.
    Span results(int k) {
      Random random = new Random(7);
      Span results = run(k);
      for (int i = 0; i < MOST; i++) {
        set(results, i, one.rows.results(), bits(one, one.rows.results(), random));
      }
      return results;
    }

    long result(Span results, int i) {
      int size = one.rows.results().itemsize();
      long bits = 0;
      for (int k = 0; k < size; k++) {
        bits |= (results.getByte(i * size + k) & 0xffL) << (Byte.SIZE * k);
      }
      boolean isNaN =
          one.rows.results().isFloat()
              && Double.isNaN(ScalarBits.toDouble(one.rows.results(), bits));
      // NaN are equal, whatever their bits.
      return isNaN ? -1 : bits;
    }

    /// Includes the bytes after the results, which must not be written.
    void checkSame(Span found, Span expected, int count) {
      for (int i = 0; i < MOST; i++) {
        if (result(found, i) != result(expected, i)) {
          throw new AssertionError(
              "%s, element %s of %s: %s, not %s"
                  .formatted(one, i, count, result(found, i), result(expected, i)));
        }
      }
    }

    @Override
    public void close() {
      scratch.close();
    }
  }

  private static void set(Span run, int i, ScalarKind kind, long bits) {
    for (int k = 0; k < kind.itemsize(); k++) {
      run.set(i * kind.itemsize() + k, (byte) (bits >>> (Byte.SIZE * k)));
    }
  }

  /// Often equal, often special.
  private static long bits(Case one, ScalarKind kind, Random random) {
    if (kind.isFloat()) {
      double number =
          switch (random.nextInt(10)) {
            case 0 -> -0.0;
            case 1 -> 0;
            case 2 -> Double.POSITIVE_INFINITY;
            case 3 -> Double.NEGATIVE_INFINITY;
            case 4, 5 -> Double.NaN;
            default -> random.nextDouble() - 0.5;
          };
      boolean adds = one.rows.operation() == Binary.PLUS;
      long bits = ScalarBits.ofDouble(kind, adds && !(Math.abs(number) < 1) ? 1e9 : number);
      // NaN of both signs.
      boolean turns = Double.isNaN(number) && !adds && random.nextBoolean();
      return turns ? bits | 1L << (Byte.SIZE * kind.itemsize() - 1) : bits;
    }
    return switch (random.nextInt(4)) {
      case 0 -> Long.MIN_VALUE >> (Long.SIZE - Byte.SIZE * kind.itemsize());
      case 1 -> random.nextInt(3) - 1;
      default -> random.nextLong();
    };
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isThatOfRowsOneByOne(Case one) {
    ScalarKind kind = one.rows.results();
    Loop combine = PlainTable.loop(one.rows.operation(), kind);
    Loop convert = PlainTable.loop(new Conversion(one.lane, kind), one.lane);
    for (int count : new int[] {1, 2, 7, 64, MOST}) {
      try (Rows rows = new Rows(one, count)) {
        Span found = rows.results(6);
        PlainTable.loop(one.rows, one.lane).run(rows.operands, found, count);
        Span expected = rows.results(7);
        Span[] converted = new Span[FourRows.OPERANDS];
        for (int k = 0; k < converted.length; k++) {
          converted[k] = rows.run(8 + k);
          convert.run(new Span[] {rows.operands[k]}, converted[k], count);
        }
        new RowByRow(combine).run(converted, expected, count);
        rows.checkSame(found, expected, count);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isTheSameByVectors(Case one) {
    check(one, 7);
  }

  @Tag("heavy")
  @ParameterizedTest
  @MethodSource("cases")
  void isTheSameByVectorsForAnyCount(Case one) {
    check(one, 1);
  }

  /// @param step from one count to the next beyond the first 70
  private static void check(Case one, int step) {
    LoopsTest.assumeVectors();
    Loop plain = PlainTable.loop(one.rows, one.lane);
    Loop vector = Objects.requireNonNull(VectorTable.loop(one.rows, one.lane));
    int least = VectorTable.least(one.rows, one.lane);
    for (int count = least; count < MOST; count += count > least + 70 ? step : 1) {
      try (Rows rows = new Rows(one, count)) {
        Span expected = rows.results(6);
        Span found = rows.results(7);
        plain.run(rows.operands, expected, count);
        vector.run(rows.operands, found, count);
        rows.checkSame(found, expected, count);
      }
    }
  }

  /// Otherwise no vector loop would be used.
  @ParameterizedTest
  @MethodSource("cases")
  void vectorLoopsPassTheWarmUp(Case one) {
    LoopsTest.assumeVectors();
    Loop plain = PlainTable.loop(one.rows, one.lane);
    Loop vector = Objects.requireNonNull(VectorTable.loop(one.rows, one.lane));
    assertThat(WarmUp.isEqual(one.rows, one.lane, plain, vector)).isTrue();
  }
}
