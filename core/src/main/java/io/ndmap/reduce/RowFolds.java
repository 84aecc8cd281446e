package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.TimeType;
import io.ndmap.layout.Strided;
import io.ndmap.loop.Special;
import io.ndmap.op.Binary;
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
    /// @param rows the reduced axes, in the order in which rows come
    RowFold make(int width, long distance, Strided rows);
  }

  private RowFolds() {}

  /// Whatever makes folds for a reduction, or null if there is no such fold.
  ///
  /// @param items how many one result is of
  static @Nullable Maker of(Items view, Reduction op, long items) {
    boolean time = view.dtype() instanceof TimeType;
    ScalarKind kind = view.kind();
    boolean byteFloat = kind.isFloat() && kind.itemsize() == 1;
    if (kind.itemsize() > Long.BYTES || kind.isComplex() || byteFloat) {
      return null;
    }
    SortableBits keys = time ? SortableBits.TIMES : Folds.keys(kind);
    boolean plain = !op.ignoresNaN() || keys.hasNoNaN();
    return switch (op.kind()) {
      case SUM, MEAN -> {
        if (kind.isFloat()) {
          yield plain
              ? (width, distance, rows) ->
                  new CombinedRows.FloatSums(view, width, distance, rows, op)
              : (width, distance, _) -> new RowFold.NumberSums(view, width, distance, op);
        }
        if (time) {
          yield null;
        }
        if (op.kind() == Reduction.Kind.SUM) {
          yield integers(view, Binary.PLUS);
        }
        // Sums of more might be too large.
        if (items > Integer.MAX_VALUE) {
          yield null;
        }
        yield kind.itemsize() == Long.BYTES
            ? (width, distance, _) -> new RowFold.WideMeans(view, width, distance)
            : (width, distance, rows) -> new CombinedRows.Means(view, width, distance, rows);
      }
      case PROD -> {
        if (!kind.isFloat()) {
          yield integers(view, Binary.TIMES);
        }
        yield plain ? (width, distance, _) -> new RowFold.Products(view, width, distance) : null;
      }
      case VAR, STD ->
          plain && !time ? (width, distance, _) -> new RowMoments(view, width, distance, op) : null;
      case MIN, MAX -> plain || !time ? extremes(view, op, plain) : null;
      case ANY, ALL, COUNT, COUNT_NONZERO ->
          (width, distance, _) -> new RowCounts(view, width, distance, keys, op);
      case ARG_MIN, ARG_MAX ->
          time ? null : (width, distance, _) -> new RowIndices(view, width, distance, keys, op);
    };
  }

  /// Sums or products modulo 2⁶⁴.
  private static Maker integers(Items view, Binary operation) {
    ScalarKind taken = view.kind() == ScalarKind.UINT64 ? ScalarKind.INT64 : view.kind();
    return (width, distance, rows) ->
        new CombinedRows(view, width, distance, rows, operation, taken, ScalarKind.INT64, true);
  }

  /// Smallest and largest items: NaN and `NaT` if there is one, or if there is nothing else.
  private static Maker extremes(Items view, Reduction op, boolean plain) {
    boolean largest = op.kind() == Reduction.Kind.MAX;
    Binary binary = largest ? Binary.MAXIMUM : Binary.MINIMUM;
    Object operation = binary;
    if (view.dtype() instanceof TimeType) {
      operation = Special.ofTicks(binary);
    } else if (!plain) {
      operation = largest ? Binary.FMAX : Binary.FMIN;
    }
    Object combine = operation;
    ScalarKind taken = view.kind() == ScalarKind.BOOL ? ScalarKind.UINT8 : view.kind();
    ScalarKind lane = taken.isNarrow() ? ScalarKind.FLOAT64 : taken;
    return (width, distance, rows) ->
        new CombinedRows(view, width, distance, rows, combine, taken, lane, true);
  }
}
