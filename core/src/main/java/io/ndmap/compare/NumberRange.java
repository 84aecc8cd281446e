package io.ndmap.compare;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.elementwise.Operand;
import io.ndmap.elementwise.Step;
import io.ndmap.engine.ComputeTypes;
import io.ndmap.engine.Loops;
import io.ndmap.loop.InternalOperation;
import io.ndmap.loop.Loop;
import io.ndmap.op.Comparison;
import io.ndmap.pass.Items;
import io.ndmap.value.ScalarBits;
import io.ndmap.value.SortableBits;
import java.math.BigInteger;
import java.util.function.LongPredicate;

/// The numbers of one scalar type for which a comparison with a number is true: an interval or its
/// complement.
///
/// Each number is represented by a **key**, a signed long; the keys have the same order as the
/// numbers. The key of an integer is its value (for uint64, with the highest bit flipped). The key
/// of a floating-point number is its sign-extended bits, in which all bits but the sign are flipped
/// if the number is negative. So the key of -0.0 is -1, just below the key of 0.0, and the keys of
/// NaN lie beyond those of the infinities.
public final class NumberRange {

  private final ScalarKind kind;
  // The keys of the least and the greatest number of the interval. If `not` is true, the range is
  // the complement of the interval.
  private final long least;
  private final long greatest;
  private final boolean not;

  private NumberRange(ScalarKind kind, long least, long greatest, boolean not) {
    this.kind = kind;
    this.least = least;
    this.greatest = greatest;
    this.not = not;
  }

  /// Whether numbers of this scalar type have keys.
  public static boolean has(ScalarKind kind) {
    return !kind.isComplex() && !kind.isExtended();
  }

  /// Returns the range of the numbers for which a comparison with a number holds, see
  /// [io.ndmap.value.PythonNumber]. Integers are compared with integers exactly. Otherwise, as in
  /// NumPy, the number is first rounded to the elements' floating-point type, and integers are
  /// converted to doubles.
  public static NumberRange of(ScalarKind kind, Comparison how, Number number) {
    if (kind.isFloat() || number instanceof Double) {
      return of(kind, how, number.doubleValue());
    }
    if (number instanceof BigInteger value) {
      return integers(
          kind,
          how,
          bits -> ScalarBits.toBigInteger(kind, bits).compareTo(value) >= 0,
          bits -> ScalarBits.toBigInteger(kind, bits).compareTo(value) > 0);
    }
    return of(kind, how, number.longValue());
  }

  private static NumberRange of(ScalarKind kind, Comparison how, double value) {
    if (Double.isNaN(value)) {
      // Only NOT_EQUAL holds for NaN.
      return everything(kind, how == Comparison.NOT_EQUAL);
    }
    if (kind.isFloat()) {
      return floats(kind, how, value);
    }
    return integers(
        kind,
        how,
        bits -> ScalarBits.toDouble(kind, bits) >= value,
        bits -> ScalarBits.toDouble(kind, bits) > value);
  }

  private static NumberRange of(ScalarKind kind, Comparison how, long value) {
    boolean unsigned = kind == ScalarKind.UINT64;
    return integers(
        kind,
        how,
        bits -> (unsigned && bits < 0) || bits >= value,
        bits -> (unsigned && bits < 0) || bits > value);
  }

  /// All keys, or none.
  private static NumberRange everything(ScalarKind kind, boolean all) {
    return new NumberRange(kind, Long.MIN_VALUE, Long.MAX_VALUE, !all);
  }

  private static NumberRange floats(ScalarKind kind, Comparison how, double value) {
    long key = key(kind, ScalarBits.ofDouble(kind, value));
    boolean zero = key == 0 || key == -1;
    SortableBits keys = SortableBits.of(kind);
    if (keys.isNaN(key)) {
      // The number is beyond all numbers of a type without infinities.
      long beyond = value < 0 ? keys.low() : keys.high() + 1;
      return range(kind, how, keys.low(), keys.high(), beyond, beyond);
    }
    return range(kind, how, keys.low(), keys.high(), zero ? -1 : key, zero ? 1 : key + 1);
  }

  private static long key(ScalarKind kind, long bits) {
    int unused = 64 - 8 * kind.itemsize();
    long item = bits << unused >> unused;
    return item ^ ((item >> 63) & magnitudeMask(kind)) ^ signMask(kind);
  }

  private static long magnitudeMask(ScalarKind kind) {
    return kind.isFloat() ? -1L >>> (65 - 8 * kind.itemsize()) : 0;
  }

  private static long signMask(ScalarKind kind) {
    return kind == ScalarKind.UINT64 ? Long.MIN_VALUE : 0;
  }

  private static boolean isUnsigned(ScalarKind kind) {
    return kind.isUnsigned() && kind != ScalarKind.UINT64;
  }

  /// @param reached whether an element, given by its bits, is at least the number
  /// @param passed whether an element is greater than the number
  private static NumberRange integers(
      ScalarKind kind, Comparison how, LongPredicate reached, LongPredicate passed) {
    long mask = signMask(kind);
    int bits = kind == ScalarKind.BOOL ? 1 : 8 * kind.itemsize();
    boolean signed = !isUnsigned(kind) && kind != ScalarKind.BOOL;
    long min = signed ? -1L << (bits - 1) : 0;
    long max = signed ? ~min : (1L << bits) - 1;
    boolean below = passed.test(min ^ mask);
    boolean above = !reached.test(max ^ mask);
    if (below || above) {
      return switch (how) {
        case LESS, LESS_EQUAL -> everything(kind, above);
        case EQUAL -> everything(kind, false);
        case NOT_EQUAL -> everything(kind, true);
        case GREATER_EQUAL, GREATER -> everything(kind, below);
      };
    }
    long first = first(min, max, key -> reached.test(key ^ mask));
    if (!passed.test(max ^ mask)) {
      // The least key above the number may not fit a long.
      return switch (how) {
        case LESS -> below(kind, min, first);
        case LESS_EQUAL -> everything(kind, true);
        case EQUAL, GREATER_EQUAL -> new NumberRange(kind, first, max, false);
        case NOT_EQUAL -> new NumberRange(kind, first, max, true);
        case GREATER -> everything(kind, false);
      };
    }
    return range(kind, how, min, max, first, first(min, max, key -> passed.test(key ^ mask)));
  }

  /// @param first the least key that is not below the number
  /// @param next the least key above the number
  private static NumberRange range(
      ScalarKind kind, Comparison how, long min, long max, long first, long next) {
    return switch (how) {
      case LESS -> below(kind, min, first);
      case LESS_EQUAL -> below(kind, min, next);
      case EQUAL, NOT_EQUAL -> equal(kind, first, next, how == Comparison.NOT_EQUAL);
      case GREATER_EQUAL ->
          first > max ? everything(kind, false) : new NumberRange(kind, first, max, false);
      case GREATER ->
          next > max ? everything(kind, false) : new NumberRange(kind, next, max, false);
    };
  }

  private static NumberRange equal(ScalarKind kind, long first, long next, boolean not) {
    return first == next ? everything(kind, not) : new NumberRange(kind, first, next - 1, not);
  }

  private static NumberRange below(ScalarKind kind, long min, long end) {
    return end == min ? everything(kind, false) : new NumberRange(kind, min, end - 1, false);
  }

  private static long first(long min, long max, LongPredicate holds) {
    long from = min;
    long to = max;
    while (from < to) {
      long middle = from + ((to - from) >>> 1);
      if (holds.test(middle)) {
        to = middle;
      } else {
        from = middle + 1;
      }
    }
    return from;
  }

  /// Returns the step that computes the mask of the elements in the range.
  public Step step(Items view) {
    ScalarKind computeType = ComputeTypes.of(kind);
    long[] ends = ends();
    Operand[] operands = new Operand[1 + ends.length];
    operands[0] = Operand.of(view, computeType);
    for (int k = 0; k < ends.length; k++) {
      operands[k + 1] = Operand.of(computeType, ends[k]);
    }
    return Step.of(ScalarKind.BOOL, loop(computeType), operands);
  }

  /// The loop whose operands are the elements, in the compute type, and the numbers of [#ends].
  Loop loop(ScalarKind computeType) {
    return least == Long.MIN_VALUE && greatest == Long.MAX_VALUE
        ? Loops.always(!not)
        : Loops.of(operation(), computeType);
  }

  private InternalOperation operation() {
    if (not) {
      return InternalOperation.BEYOND;
    }
    if (kind.isFloat() && greatest == SortableBits.of(kind).high()) {
      return InternalOperation.AT_LEAST;
    }
    boolean fromInfinity = kind.isFloat() && least == SortableBits.of(kind).low();
    return fromInfinity ? InternalOperation.AT_MOST : InternalOperation.WITHIN;
  }

  /// The bits of the least and of the greatest number of the interval, in the compute type. An end
  /// at an infinity is left out, except for the complement of an interval.
  long[] ends() {
    return switch (operation()) {
      case AT_LEAST -> new long[] {bits(least)};
      case AT_MOST -> new long[] {bits(greatest)};
      default -> new long[] {bits(least), bits(greatest)};
    };
  }

  /// The bits, in the compute type, of the number with a key.
  private long bits(long key) {
    long item = key ^ ((key >> 63) & magnitudeMask(kind)) ^ signMask(kind);
    return kind.isNarrow()
        ? Float.floatToRawIntBits((float) ScalarBits.toDouble(kind, item))
        : item;
  }
}
