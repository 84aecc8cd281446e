package io.ndmap.elementwise;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.pass.Items;
import java.util.List;

/// An operand of a step: elements, a constant, or the results of another step.
public sealed interface Operand {

  /// Returns the scalar type that the loop reads; operands are cast to it.
  ScalarKind kind();

  /// Returns the operands of the step, if this operand stands for the results of a step; none for
  /// elements and constants.
  default List<Operand> operands() {
    return List.of();
  }

  /// Elements, cast to the scalar type.
  record Source(Items items, ScalarKind kind) implements Operand {}

  /// A number that is the same for all elements.
  ///
  /// @param bits the bits of the number, in the low bytes; for complex numbers, the bits of the
  ///   real part, and the imaginary part is 0
  record Constant(ScalarKind kind, long bits) implements Operand {}

  /// The results of a step, cast to the scalar type.
  record Result(Step step, ScalarKind kind) implements Operand {

    @Override
    public List<Operand> operands() {
      return List.of(step.operands());
    }
  }

  static Operand of(Items items, ScalarKind kind) {
    return new Source(items, kind);
  }

  static Constant of(ScalarKind kind, long bits) {
    return new Constant(kind, bits);
  }

  static Operand of(Step step, ScalarKind kind) {
    return new Result(step, kind);
  }
}
