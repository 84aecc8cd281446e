package io.ndmap.elementwise;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.pass.Items;

/// An operand of a loop: items, one number for all of them, or the results of another step.
public sealed interface Operand {

  /// The kind of numbers that the loop takes; others are cast to it.
  ScalarKind kind();

  /// Items, cast to what the loop takes.
  record Source(Items items, ScalarKind kind) implements Operand {}

  /// A number.
  ///
  /// @param bits in the low bytes; of a complex number those of the real part, and the imaginary
  ///   part is 0
  record Constant(ScalarKind kind, long bits) implements Operand {}

  /// Results, cast to what the loop takes.
  record Result(Step step, ScalarKind kind) implements Operand {}

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
