package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.TimeType;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.value.SortableBits;
import org.jspecify.annotations.Nullable;

/// Picks the fold that computes neighbouring results of a reduction together.
final class RowFolds {

  /// Makes a fold.
  interface Maker {

    /// Makes one.
    ///
    /// @param width how many results
    /// @param distance bytes from an item of one to an item of the next
    RowFold make(int width, long distance);
  }

  private RowFolds() {}

  /// Whatever makes folds for a reduction, or null if there is no such fold.
  ///
  /// @param items how many one result is of
  static @Nullable Maker of(Items view, Reduction op, long items) {
    boolean time = view.dtype() instanceof TimeType;
    ScalarKind kind = view.kind();
    if (kind.itemsize() > Long.BYTES || kind.isComplex()) {
      return null;
    }
    SortableBits keys = time ? SortableBits.TIMES : Folds.keys(kind);
    boolean plain = !op.ignoresNaN() || keys.hasNoNaN();
    return switch (op.kind()) {
      case SUM, MEAN -> {
        if (kind.isFloat()) {
          yield (width, distance) -> new RowFold.Floats(view, width, distance, op);
        }
        // Means are exact up to so many items, see IntegerColumns.
        yield !time && (op.kind() == Reduction.Kind.SUM || items <= Integer.MAX_VALUE)
            ? (width, distance) -> new RowFold.Integers(view, width, distance, op)
            : null;
      }
      case PROD -> {
        if (!kind.isFloat()) {
          yield (width, distance) -> new RowFold.Integers(view, width, distance, op);
        }
        yield plain ? (width, distance) -> new RowFold.Products(view, width, distance) : null;
      }
      case VAR, STD ->
          plain && !time ? (width, distance) -> new RowMoments(view, width, distance, op) : null;
      case MIN, MAX ->
          plain || !time
              ? (width, distance) -> new RowFold.Extremes(view, width, distance, keys, op)
              : null;
      case ANY, ALL, COUNT, COUNT_NONZERO ->
          (width, distance) -> new RowCounts(view, width, distance, keys, op);
      case ARG_MIN, ARG_MAX ->
          time ? null : (width, distance) -> new RowIndices(view, width, distance, keys, op);
    };
  }
}
