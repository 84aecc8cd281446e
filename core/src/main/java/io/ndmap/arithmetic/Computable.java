package io.ndmap.arithmetic;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.TimeType;
import io.ndmap.kernel.Block;
import io.ndmap.kernel.Operation;
import io.ndmap.op.Casting;
import io.ndmap.pass.BlockPass;
import io.ndmap.pass.Items;
import io.ndmap.value.ScalarBits;
import java.nio.ByteOrder;

/// Which items arithmetic takes, and which targets take its results.
final class Computable {

  private Computable() {}

  /// @throws DTypeException if the items are no numbers that can be computed with
  static ScalarKind kind(Operation operation, Items view) {
    if (view.dtype() instanceof ScalarType scalar
        && scalar.kind().part() != ScalarKind.LONGDOUBLE) {
      return scalar.kind();
    }
    throw unsupported(operation, view);
  }

  static DTypeException unsupported(Operation operation, Items view) {
    DType dtype = view.dtype();
    String advice =
        switch (dtype) {
          case ScalarType _ -> "; convert them to f8 or c16 first";
          case TimeType _ -> "; view their ticks as i8 first";
          case StructType _ -> "; use field(name) first";
          default -> "";
        };
    return new DTypeException(
        view.backing().name() + ": cannot " + operation.verb() + " items of " + dtype + advice);
  }

  /// @throws DTypeException if results of a kind do not go into the target by same-kind casting
  static void requireSameKind(Operation operation, ScalarKind computed, Items target) {
    var _ = kind(operation, target);
    requireGoesInto(operation, computed, target);
  }

  /// The same whatever is in the target.
  static void requireGoesInto(Operation operation, ScalarKind computed, Items target) {
    ScalarType results = new ScalarType(computed, ByteOrder.LITTLE_ENDIAN);
    if (!Casting.SAME_KIND.allows(results, target.dtype())) {
      throw new DTypeException(
          "the "
              + operation.results()
              + " are "
              + results
              + ", which cannot be cast to items of "
              + target.dtype()
              + " of "
              + target.backing().name()
              + " by same-kind casting; use a target of another dtype and convert it");
    }
  }

  /// A number as items of the kind that is computed in.
  ///
  /// @throws ArithmeticException if that is an integer kind which cannot hold it
  static Block constant(ScalarKind kind, Number number, Items target) {
    return Block.of(kind, bits(kind, number), BlockPass.items(target));
  }

  static long bits(ScalarKind kind, Number number) {
    return kind.isFloat()
        ? ScalarBits.ofDouble(kind, number.doubleValue())
        : ScalarBits.ofLong(kind, number.longValue());
  }
}
