package io.ndmap.elementwise;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/// A loop and its operands, which may be the results of other steps, as in `x * x + y`. A step that
/// is an operand of several other steps runs once.
public final class Step {

  private final ScalarKind stored;
  private final ScalarKind computed;
  private final Loop loop;
  private final Operand[] operands;

  private Step(ScalarKind stored, ScalarKind computed, Loop loop, Operand... operands) {
    this.stored = stored;
    this.computed = computed;
    this.loop = loop.forNumbers(numbers(operands));
    this.operands = operands;
  }

  private static int numbers(Operand... operands) {
    int numbers = 0;
    for (int k = 0; k < operands.length; k++) {
      numbers |= operands[k] instanceof Operand.Constant ? 1 << k : 0;
    }
    return numbers;
  }

  /// Creates a step.
  ///
  /// @param stored the scalar type that the loop writes
  public static Step of(ScalarKind stored, Loop loop, Operand... operands) {
    return of(stored, stored, loop, operands);
  }

  /// Creates a step whose loop writes another type than that of the results: 16-bit floats are
  /// computed as 32-bit floats and rounded; the numbers of set bits of 64-bit integers are computed
  /// as such integers and truncated to eight bits.
  ///
  /// @param stored the scalar type that the loop writes
  /// @param computed the scalar type to which results are cast
  public static Step of(ScalarKind stored, ScalarKind computed, Loop loop, Operand... operands) {
    return new Step(stored, computed, loop, operands);
  }

  /// Creates a step that only casts.
  public static Step copy(Operand operand) {
    ScalarKind kind = operand.kind();
    return of(kind, new Copy(kind.itemsize()), operand);
  }

  /// A loop that copies its operand.
  private record Copy(int itemsize) implements Loop {

    @Override
    public void run(Span[] operands, Span result, int count) {
      Span source = operands[0];
      long bytes = (long) count * itemsize;
      MemorySegment.copy(source.memory(), source.at(), result.memory(), result.at(), bytes);
    }

    @Override
    public boolean isPlain() {
      return true;
    }
  }

  /// Returns this step with other operands. Operands of nested steps are replaced, too.
  public Step with(UnaryOperator<Operand> change) {
    Operand[] others =
        Arrays.stream(operands)
            .map(
                operand ->
                    operand instanceof Operand.Result(Step step, ScalarKind kind)
                        ? Operand.of(step.with(change), kind)
                        : change.apply(operand))
            .toArray(Operand[]::new);
    return new Step(stored, computed, loop, others);
  }

  ScalarKind stored() {
    return stored;
  }

  ScalarKind computed() {
    return computed;
  }

  Loop loop() {
    return loop;
  }

  Operand[] operands() {
    return operands;
  }
}
