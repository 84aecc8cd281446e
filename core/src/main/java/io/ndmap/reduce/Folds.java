package io.ndmap.reduce;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.fold.MinMax.Requested;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.value.SortableBits;
import java.nio.ByteOrder;

/// Chooses the fold and the result dtype of a reduction.
public final class Folds {

  private Folds() {}

  /// Returns the dtype of the results: as in NumPy, but always little-endian.
  ///
  /// @throws DTypeException if the elements are neither numbers, booleans nor times, or if NumPy
  ///   has no such reduction of times
  public static DType result(Items view, Reduction op) {
    DType dtype = view.dtype();
    if (dtype instanceof TimeType time) {
      boolean point = time.kind() == TimeType.Kind.DATETIME;
      return switch (op.kind()) {
        case SUM, MEAN -> {
          if (point) {
            throw refused(view, op);
          }
          yield time.withByteOrder(ByteOrder.LITTLE_ENDIAN);
        }
        case PROD, VAR, STD -> throw refused(view, op);
        case MIN, MAX -> time.withByteOrder(ByteOrder.LITTLE_ENDIAN);
        case ANY, ALL -> DType.BOOL;
        case ARG_MIN, ARG_MAX, COUNT, COUNT_NONZERO -> DType.INT64;
      };
    }
    if (!(dtype instanceof ScalarType scalar)) {
      throw refused(view, op);
    }
    ScalarKind kind = scalar.kind();
    boolean whole = kind == ScalarKind.BOOL || kind.isInteger();
    return switch (op.kind()) {
      case SUM, PROD ->
          whole
              ? (kind.isUnsigned() ? DType.UINT64 : DType.INT64)
              : scalar.withByteOrder(ByteOrder.LITTLE_ENDIAN);
      case MEAN -> whole ? DType.FLOAT64 : scalar.withByteOrder(ByteOrder.LITTLE_ENDIAN);
      case VAR, STD -> whole ? DType.FLOAT64 : new ScalarType(kind.part(), ByteOrder.LITTLE_ENDIAN);
      case MIN, MAX -> scalar.withByteOrder(ByteOrder.LITTLE_ENDIAN);
      case ANY, ALL -> DType.BOOL;
      case ARG_MIN, ARG_MAX, COUNT, COUNT_NONZERO -> DType.INT64;
    };
  }

  private static DTypeException refused(Items view, Reduction op) {
    return new DTypeException(
        view.backing().name() + ": there is no " + op + " of elements of " + view.dtype());
  }

  /// Creates an empty fold for a reduction that is defined for the dtype.
  public static Fold of(Items view, Reduction op) {
    boolean big = view.isBigEndian();
    if (view.dtype() instanceof TimeType) {
      return of(ScalarKind.INT64, big, SortableBits.TIMES, op);
    }
    ScalarKind kind = view.kind();
    if (kind.isComplex() || kind.isExtended()) {
      return wide(kind, op);
    }
    return of(kind, big, SortableBits.of(kind), op);
  }

  /// Creates an empty fold for a product in double precision (of long doubles: in their precision).
  /// Products of integers then round, but do not wrap.
  public static Fold product(ScalarKind kind) {
    return kind.isExtended() ? new ExtendedProductFold(kind, false) : new ProductFold(kind, false);
  }

  private static Fold of(ScalarKind kind, boolean big, SortableBits keys, Reduction op) {
    return switch (op.kind()) {
      case SUM, MEAN ->
          kind.isFloat()
              ? new FloatSumFold(kind, big, op.ignoresNaN())
              : new IntegerSumFold(kind, keys.equals(SortableBits.TIMES));
      case PROD ->
          kind.isFloat() ? new ProductFold(kind, op.ignoresNaN()) : new IntegerProductFold(kind);
      case VAR, STD -> new MomentsFold(kind, op.ignoresNaN());
      case MIN -> new MinMaxFold(kind, keys, Requested.MIN, op.ignoresNaN());
      case MAX -> new MinMaxFold(kind, keys, Requested.MAX, op.ignoresNaN());
      case ARG_MIN, ARG_MAX -> new ArgFold(kind, keys, op);
      case ANY, ALL, COUNT, COUNT_NONZERO ->
          new CountFold(CountRule.of(kind.itemsize(), big, keys, op));
    };
  }

  private static Fold wide(ScalarKind kind, Reduction op) {
    boolean extended = kind.isExtended();
    return switch (op.kind()) {
      case SUM, MEAN ->
          extended ? new ExtendedSumFold(kind, op.ignoresNaN()) : new ComplexFold(kind, op);
      case PROD ->
          extended ? new ExtendedProductFold(kind, op.ignoresNaN()) : new ComplexFold(kind, op);
      case VAR, STD ->
          kind.isComplex() ? new ComplexFold(kind, op) : new MomentsFold(kind, op.ignoresNaN());
      case MIN, MAX, ARG_MIN, ARG_MAX, ANY, ALL, COUNT, COUNT_NONZERO ->
          new WideNumberFold(kind, op);
    };
  }
}
