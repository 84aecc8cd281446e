package io.ndmap.loop;

import io.ndmap.dtype.ScalarKind;
import java.util.Arrays;
import java.util.List;

/// Operations of one compute type, such as `sqrt(x * x + y * y)`, that a single loop computes
/// element by element; and the choice of operands that are numbers (scalars), as in `x * 2`.
///
/// Not a record: the first hash of a record takes a few milliseconds.
public final class Fused {

  /// The maximum number of operands.
  public static final int OPERANDS = 4;

  /// The maximum number of operations: HotSpot keeps vectors in registers for about 20
  /// instructions.
  public static final int STEPS = 8;

  private final ScalarKind type;
  private final List<Object> operations;
  private final int numbers;
  private final int[][] operands;
  private final int operandCount;

  /// @param type the compute type of all operations
  /// @param operations the operations, in the order of computation; the last one computes the
  ///   result, and may be [InternalOperation#COUNT] of a test
  /// @param numbers bit k is set if operand k is a single number that stands for all elements
  /// @param operands the operands of each operation: an index of an operand of the loop, counted in
  ///   the order of first use; or `~k` for the result of operation k
  public Fused(ScalarKind type, List<Object> operations, int numbers, int[]... operands) {
    this.type = type;
    this.operations = List.copyOf(operations);
    this.numbers = numbers;
    this.operands = operands;
    int most = 0;
    for (int[] some : operands) {
      for (int operand : some) {
        most = Math.max(most, operand);
      }
    }
    this.operandCount = most + 1;
  }

  public ScalarKind type() {
    return type;
  }

  public List<Object> operations() {
    return operations;
  }

  /// Returns whether the result is a count, see [InternalOperation#COUNT].
  public boolean counts() {
    return operations.getLast() == InternalOperation.COUNT;
  }

  /// Returns the number of operands of the loop.
  public int operandCount() {
    return operandCount;
  }

  /// Returns the mask of operands that are single numbers: bit k is set if operand k is one.
  public int numbers() {
    return numbers;
  }

  /// Returns the operands of an operation, see the constructor.
  public int[] operands(int operation) {
    return operands[operation].clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Fused fused
        && type == fused.type
        && numbers == fused.numbers
        && operations.equals(fused.operations)
        && Arrays.deepEquals(operands, fused.operands);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * operations.hashCode() + numbers) + Arrays.deepHashCode(operands);
  }

  /// Returns the operations with their operands: `a` to `d`, in upper case if they are numbers, and
  /// `r1`, `r2` and so on for results.
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int k = 0; k < operands.length; k++) {
      text.append(k == 0 ? "" : ", ").append(operations.get(k));
      for (int operand : operands[k]) {
        text.append(' ').append(operand < 0 ? "r" + -operand : name(operand));
      }
    }
    return text.toString();
  }

  private String name(int operand) {
    boolean isNumber = (numbers >> operand & 1) == 1;
    return Character.toString((isNumber ? 'A' : 'a') + operand);
  }
}
