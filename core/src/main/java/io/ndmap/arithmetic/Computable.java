package io.ndmap.arithmetic;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.TimeType;
import io.ndmap.elementwise.Operand;
import io.ndmap.op.Binary;
import io.ndmap.op.Casting;
import io.ndmap.pass.Items;
import io.ndmap.value.Promotion;
import io.ndmap.value.ScalarBits;
import java.nio.ByteOrder;

/// Determines the scalar types with which arithmetic computes, and checks that results can be
/// stored in a target.
public final class Computable {

  private Computable() {}

  /// @throws DTypeException if the elements are not numbers, or are long doubles
  static ScalarKind kind(Binary operation, Items view) {
    return kind(operation.verb(), view);
  }

  /// @throws DTypeException if the elements are not numbers, or are long doubles
  public static ScalarKind kind(String verb, Items view) {
    if (view.dtype() instanceof ScalarType scalar && !scalar.kind().isExtended()) {
      return scalar.kind();
    }
    throw unsupported(verb, view);
  }

  static DTypeException unsupported(Binary operation, Items view) {
    return unsupported(operation.verb(), view);
  }

  static DTypeException unsupported(String verb, Items view) {
    DType dtype = view.dtype();
    String advice =
        switch (dtype) {
          case ScalarType _ -> "; convert them to f8 or c16 first";
          case TimeType _ -> "; view their ticks as i8 first";
          case StructType _ -> "; use field(name) first";
          default -> "";
        };
    return new DTypeException(
        view.backing().name() + ": cannot " + verb + " elements of " + dtype + advice);
  }

  /// The common scalar type of two operands; functions of floating-point numbers first promote each
  /// operand to the smallest floating-point type that holds the operand's type.
  static ScalarKind common(Binary operation, ScalarKind a, ScalarKind b) {
    return switch (operation) {
      case PLUS,
          MINUS,
          TIMES,
          DIVIDED_BY,
          FLOOR_DIVIDED_BY,
          REMAINDER,
          POWER,
          FMOD,
          MINIMUM,
          MAXIMUM,
          FMIN,
          FMAX,
          LOGICAL_AND,
          LOGICAL_OR,
          LOGICAL_XOR,
          AND,
          OR,
          XOR,
          SHIFTED_LEFT,
          SHIFTED_RIGHT,
          GCD,
          LCM ->
          Promotion.of(a, b);
      case LDEXP -> {
        requireExponent(b == ScalarKind.BOOL || (b.isInteger() && b != ScalarKind.UINT64));
        yield Promotion.floating(a);
      }
      default -> Promotion.of(Promotion.floating(a), Promotion.floating(b));
    };
  }

  /// @throws DTypeException if `safe` is false: the exponents cannot be cast to `i8` by safe
  ///   casting
  static void requireExponent(boolean safe) {
    if (!safe) {
      throw new DTypeException(
          "cannot scale elements by powers of two whose exponents are not <i8 by safe casting");
    }
  }

  /// The scalar type in which NumPy computes.
  ///
  /// @param common the common scalar type of the operands
  /// @throws DTypeException if the operation does not exist for this type
  static ScalarKind result(Binary operation, ScalarKind common, Items left) {
    boolean bool = common == ScalarKind.BOOL;
    boolean integers = bool || common.isInteger();
    return switch (operation) {
      case PLUS, TIMES -> common;
      case MINUS -> {
        if (bool) {
          throw new DTypeException(
              "no differences of booleans in "
                  + left.backing().name()
                  + ", as in NumPy: convert one side to integers first");
        }
        yield common;
      }
      case DIVIDED_BY -> integers ? ScalarKind.FLOAT64 : common;
      case POWER -> bool ? ScalarKind.INT8 : common;
      case FLOOR_DIVIDED_BY, REMAINDER, FMOD -> bool ? ScalarKind.INT8 : real(operation, common);
      case MINIMUM, MAXIMUM, FMIN, FMAX -> common;
      case NEXTAFTER -> {
        if (common.isOfMlDtypes()) {
          throw new DTypeException(
              "cannot "
                  + operation.verb()
                  + " elements as "
                  + named(common)
                  + "; convert them to f4 first");
        }
        yield real(operation, Promotion.floating(common));
      }
      case LOGICAL_AND, LOGICAL_OR, LOGICAL_XOR -> ScalarKind.BOOL;
      case GCD, LCM -> {
        if (!common.isInteger()) {
          throw notFor(operation, common);
        }
        yield common;
      }
      case AND, OR, XOR, SHIFTED_LEFT, SHIFTED_RIGHT -> {
        if (!integers) {
          throw notFor(operation, common);
        }
        boolean shift = operation == Binary.SHIFTED_LEFT || operation == Binary.SHIFTED_RIGHT;
        yield bool && shift ? ScalarKind.INT8 : common;
      }
      default -> real(operation, Promotion.floating(common));
    };
  }

  private static ScalarType named(ScalarKind kind) {
    return new ScalarType(kind, ByteOrder.LITTLE_ENDIAN);
  }

  private static ScalarKind real(Binary operation, ScalarKind common) {
    if (common.isComplex()) {
      throw notFor(operation, common);
    }
    return common;
  }

  private static DTypeException notFor(Binary operation, ScalarKind common) {
    return new DTypeException(
        "cannot "
            + operation.verb()
            + " elements as "
            + named(common)
            + (common.isComplex()
                ? "; use real() or imag() first"
                : operation == Binary.GCD || operation == Binary.LCM
                    ? "; only integers have divisors"
                    : "; only integers and booleans have bits"));
  }

  /// @throws DTypeException if results of the scalar type `computed` cannot be stored in the target
  ///   by same-kind casting
  static void requireSameKind(Binary operation, ScalarKind computed, Items target) {
    var _ = kind(operation, target);
    requireGoesInto(operation.results(), computed, target);
  }

  /// Checks that results can be stored by same-kind casting in a target of any dtype.
  ///
  /// @param results the name of the results in the message, a noun in the plural
  public static void requireGoesInto(String results, ScalarKind computed, Items target) {
    ScalarType dtype = new ScalarType(computed, ByteOrder.LITTLE_ENDIAN);
    if (!Casting.SAME_KIND.allows(dtype, target.dtype())) {
      throw new DTypeException(
          "the "
              + results
              + " are "
              + dtype
              + ", which cannot be cast to elements of "
              + target.dtype()
              + " of "
              + target.backing().name()
              + " by same-kind casting; use a target of another dtype and convert it");
    }
  }

  /// A number converted to the scalar type `computed`, as an operand of a loop in the compute type
  /// `lane`.
  ///
  /// @throws ArithmeticException if `computed` is an integer type that cannot hold the number, or
  ///   the number is an integer beyond the range of doubles
  static Operand.Constant constant(ScalarKind computed, ScalarKind lane, Number number) {
    ScalarKind kind = computed.part();
    long bits = ScalarBits.ofNumber(kind, number);
    if (computed == lane) {
      return Operand.of(lane, bits);
    }
    return Operand.of(
        lane,
        kind.isFloat()
            ? ScalarBits.ofDouble(lane.part(), ScalarBits.toDouble(kind, bits))
            : ScalarBits.toLong(kind, bits));
  }
}
