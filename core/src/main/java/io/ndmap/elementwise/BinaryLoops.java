package io.ndmap.elementwise;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.op.Binary;

/// The loops of binary operations, and the kind of numbers that each takes.
public final class BinaryLoops {

  private BinaryLoops() {}

  /// The kind of numbers in whose loop an operation is computed: of results in a wider one the low
  /// bits, or the leading digits, count.
  ///
  /// @param kind what the results are
  public static ScalarKind lane(Binary operation, ScalarKind kind) {
    return switch (kind) {
      case BOOL -> ScalarKind.INT32;
      case INT8, INT16, UINT8, UINT16 -> SmallIntLoops.has(operation) ? kind : ScalarKind.INT32;
      case UINT32 ->
          switch (operation) {
            case PLUS, MINUS, TIMES, AND, OR, XOR -> kind;
            default -> ScalarKind.INT64;
          };
      case FLOAT16 -> ScalarKind.FLOAT32;
      case COMPLEX64 -> operation == Binary.POWER ? ScalarKind.COMPLEX128 : kind;
      default -> kind;
    };
  }

  /// The loop.
  ///
  /// @param lane of the operation
  public static Loop of(Binary operation, ScalarKind lane) {
    return switch (lane) {
      case INT8, INT16, UINT8, UINT16 -> SmallIntLoops.of(operation, lane);
      case INT32, UINT32 -> IntLoops.of(operation);
      case INT64 -> LongLoops.of(operation);
      case UINT64 -> LongLoops.ofUnsigned(operation);
      case FLOAT32 -> FloatLoops.of(operation);
      case FLOAT64 -> DoubleLoops.of(operation);
      case COMPLEX64 -> ComplexLoops.ofFloats(operation);
      case COMPLEX128 ->
          operation == Binary.POWER ? ComplexFunctions.power() : ComplexLoops.ofDoubles(operation);
      default -> throw new AssertionError(lane);
    };
  }
}
