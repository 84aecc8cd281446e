package io.ndmap.elementwise;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Run;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/// One loop, and what it takes: that may be the results of other steps, as in `x * x + y`. A step
/// that several others take runs once.
public final class Step {

  private final ScalarKind stored;
  private final ScalarKind computed;
  private final Loop loop;
  private final Operand[] operands;

  private Step(ScalarKind stored, ScalarKind computed, Loop loop, Operand... operands) {
    this.stored = stored;
    this.computed = computed;
    this.loop = loop;
    this.operands = operands;
  }

  /// A step.
  ///
  /// @param stored what the loop writes
  public static Step of(ScalarKind stored, Loop loop, Operand... operands) {
    return of(stored, stored, loop, operands);
  }

  /// A step that computes with wider numbers than its results are: of `i1` with the low bits of
  /// `i4`, of `f2` with `f4`, which are rounded.
  ///
  /// @param stored what the loop writes
  /// @param computed what the results are cast to
  public static Step of(ScalarKind stored, ScalarKind computed, Loop loop, Operand... operands) {
    return new Step(stored, computed, loop, operands);
  }

  /// A step that casts alone.
  public static Step copy(Operand operand) {
    ScalarKind kind = operand.kind();
    return of(kind, new Copy(kind.itemsize()), operand);
  }

  /// The loop of a step whose operand is the result.
  private record Copy(int itemsize) implements Loop {

    @Override
    public void run(Run[] operands, Run result, int count) {
      Run source = operands[0];
      long bytes = (long) count * itemsize;
      MemorySegment.copy(source.memory(), source.at(), result.memory(), result.at(), bytes);
    }

    @Override
    public boolean isPlain() {
      return true;
    }
  }

  /// The same step of other operands, as are the steps whose results it takes.
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
