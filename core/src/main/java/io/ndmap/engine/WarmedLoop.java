package io.ndmap.engine;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.Fused;
import io.ndmap.loop.InternalOperation;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.loop.vector.VectorTable;
import io.ndmap.op.Binary;
import io.ndmap.op.Comparison;
import io.ndmap.op.Unary;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A loop of the tables that uses vectors once it is warm, see [Warmed].
final class WarmedLoop implements Loop {

  /// Elements that a loop processes before its warm-up: a few milliseconds of plain work.
  private static final long MANY = 10_000_000;

  /// Like [#MANY], for functions, which cost ten times as much or more.
  private static final long MANY_OF_FUNCTIONS = 1_000_000;

  private final Loop plain;
  private final Object operation;
  private final ScalarKind type;
  private final int numbers;
  // The loops of this operation, indexed by the mask of operands that are single numbers (bit k:
  // operand k), see [Span#numbers].
  private final AtomicReferenceArray<@Nullable WarmedLoop> byNumbers;
  // The fewest elements that the vector loop can process.
  private final int least;
  private final boolean isTest;
  private final boolean isSimple;
  private final boolean hasFixedNumbers;
  private final Warmed<Loop> warmed;

  WarmedLoop(Loop plain, Object operation, ScalarKind type) {
    this(
        plain,
        operation,
        type,
        VectorTable.numbers(operation),
        new AtomicReferenceArray<>(1 << VectorTable.operandCount(operation)));
    byNumbers.set(numbers, this);
  }

  private WarmedLoop(
      Loop plain,
      Object operation,
      ScalarKind type,
      int numbers,
      AtomicReferenceArray<@Nullable WarmedLoop> byNumbers) {
    this.plain = plain;
    this.operation = operation;
    this.type = type;
    this.numbers = numbers;
    this.byNumbers = byNumbers;
    this.least = VectorTable.least(operation, type);
    this.isTest = isTest(operation);
    this.isSimple = isSimple(operation, type);
    this.hasFixedNumbers = VectorTable.hasFixedNumbers(operation, type);
    Object compiled = numbers == VectorTable.numbers(operation) ? operation : withNumbers();
    this.warmed =
        new Warmed<>(
            compiled,
            type,
            VectorTable.isFunction(operation, type) ? MANY_OF_FUNCTIONS : MANY,
            plain,
            () -> VectorTable.loop(compiled, type),
            loop -> loop);
  }

  private Fused withNumbers() {
    int[] operands = IntStream.range(0, VectorTable.operandCount(operation)).toArray();
    return new Fused(type, List.of(operation), numbers, operands);
  }

  @Override
  public WarmedLoop forNumbers(int others) {
    if (others == numbers || !hasFixedNumbers) {
      return this;
    }
    WarmedLoop made = byNumbers.get(others);
    if (made == null) {
      WarmedLoop mine = new WarmedLoop(plain, operation, type, others, byNumbers);
      WarmedLoop earlier = byNumbers.compareAndExchange(others, null, mine);
      made = earlier == null ? mine : earlier;
    }
    return made;
  }

  @Override
  public void run(Span[] operands, Span result, int count) {
    Loop chosen = forNumbers(Span.numbers(operands)).warmed.chosen(count);
    (count < least ? plain : chosen).run(operands, result, count);
  }

  @Override
  public Loop chosen(long items, int copies) {
    var _ = warmed.chosen(items);
    return warmed.isWarm() && warmed.saves() >= copies ? this : plain;
  }

  @Override
  public Loop plain() {
    return plain;
  }

  private static boolean isTest(Object operation) {
    return switch (operation) {
      case Comparison _ -> true;
      case InternalOperation.WITHIN, InternalOperation.BEYOND -> true;
      case InternalOperation.AT_LEAST, InternalOperation.AT_MOST -> true;
      case Unary.IS_NAN, Unary.IS_FINITE, Unary.IS_INFINITE -> true;
      default -> false;
    };
  }

  private static boolean isSimple(Object operation, ScalarKind type) {
    boolean isNumber = type.isInteger() || type == ScalarKind.FLOAT32 || type == ScalarKind.FLOAT64;
    return isNumber
        && switch (operation) {
          case Binary.PLUS, Binary.MINUS, Binary.TIMES, Binary.MINIMUM, Binary.MAXIMUM -> true;
          case Binary.AND, Binary.OR, Binary.XOR, Unary.INVERTED -> type.isInteger();
          case Binary.DIVIDED_BY, Unary.SQRT, Unary.RECIPROCAL -> type.isFloat();
          case Unary.NEGATIVE, Unary.ABSOLUTE, InternalOperation.CLIP -> true;
          default -> isTest(operation);
        };
  }

  /// Returns whether the results are booleans; valid only if [#isSimple].
  boolean isTest() {
    return isTest;
  }

  /// Returns whether the vector loop has only a few instructions per vector, so that it can be
  /// fused.
  boolean isSimple() {
    return isSimple;
  }

  Object operation() {
    return operation;
  }

  ScalarKind type() {
    return type;
  }

  /// Returns the mask of operands that are single numbers (bit k: operand k), see [Span#numbers].
  int numbers() {
    return numbers;
  }

  /// Returns whether a vector loop of this operation is warm, for any set of operands that are
  /// single numbers.
  boolean isAnyWarm() {
    for (int k = 0; k < byNumbers.length(); k++) {
      WarmedLoop each = byNumbers.get(k);
      if (each != null && each.warmed.isWarm()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return operation + " of " + type;
  }
}
