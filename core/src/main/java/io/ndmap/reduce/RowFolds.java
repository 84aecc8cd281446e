package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.TimeType;
import io.ndmap.layout.Strided;
import io.ndmap.loop.InternalOperation;
import io.ndmap.op.Binary;
import io.ndmap.op.Execution;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.value.SortableBits;
import org.jspecify.annotations.Nullable;

/// Chooses the [RowFold] of a reduction.
///
/// @param maker creates the row fold
/// @param most the maximum number of results of a row: the state of this many results stays in a
///   cache
/// @param wide the maximum number of results of a row if pages are released behind the pass; it is
///   larger, because each tile then reads the whole file again
/// @param areCombined whether rows are combined; otherwise each column has its own fold
record RowFolds(Maker maker, int most, int wide, boolean areCombined) {

  /// The maximum number of results of a row: long rows are loaded from memory fastest, and the
  /// state of this many results fits the L2 cache.
  private static final int MOST = 1 << 13;

  /// Like [#MOST], for folds that read each row twice.
  private static final int MOST_READ_TWICE = 1 << 11;

  /// Like [#MOST], if pages are released behind the pass.
  private static final int WIDE = 1 << 15;

  /// The minimum number of results into which threads divide a row; also the maximum if each column
  /// has its own fold and no pages are released.
  private static final int FEWEST = 64;

  /// Like [#WIDE], if each column has its own fold.
  private static final int WIDE_COLUMNS = 1024;

  /// Creates row folds.
  interface Maker {

    /// Creates a row fold.
    ///
    /// @param width the number of results
    /// @param distance bytes from an element of one result to the element of the next result
    /// @param rows the reduced axes, in the order of the rows
    RowFold make(int width, long distance, Strided rows);
  }

  /// @param items the number of elements of a result
  static RowFolds of(Items view, Reduction op, long items) {
    Maker maker = combining(view, op, items);
    if (maker == null) {
      return new RowFolds(
          (width, distance, rows) -> new ColumnFolds(view, width, distance, rows, op),
          FEWEST,
          WIDE_COLUMNS,
          false);
    }
    boolean readsTwice = op.kind() == Reduction.Kind.VAR || op.kind() == Reduction.Kind.STD;
    return new RowFolds(maker, readsTwice ? MOST_READ_TWICE : MOST, WIDE, true);
  }

  /// Creates a row fold; parameters as for [Maker#make].
  RowFold make(int width, long distance, Strided rows) {
    return maker.make(width, distance, rows);
  }

  /// Returns how many results of a row are computed together: fewer if threads share the row.
  int width(long columns, Execution execution) {
    return Math.clamp(
        Math.ceilDiv(columns, execution.parallelism()),
        FEWEST,
        execution.dropBehind() ? wide : most);
  }

  /// Returns the maker of folds that combine rows.
  ///
  /// @return null if rows cannot be combined
  private static @Nullable Maker combining(Items view, Reduction op, long items) {
    boolean time = view.dtype() instanceof TimeType;
    ScalarKind kind = view.kind();
    boolean byteFloat = kind.isFloat() && kind.itemsize() == 1;
    if (kind.itemsize() > Long.BYTES || kind.isComplex() || byteFloat) {
      return null;
    }
    SortableBits keys = time ? SortableBits.TIMES : SortableBits.of(kind);
    boolean keepsNaN = !op.ignoresNaN() || keys.hasNoNaN();
    return switch (op.kind()) {
      case SUM, MEAN -> {
        if (kind.isFloat()) {
          yield keepsNaN
              ? (width, distance, rows) ->
                  new BinaryRowFold.FloatSums(view, width, distance, rows, op)
              : (width, distance, _) -> new RowFold.NonNaNSums(view, width, distance, op);
        }
        if (time) {
          yield null;
        }
        if (op.kind() == Reduction.Kind.SUM) {
          yield integers(view, Binary.PLUS);
        }
        // The sums of more elements might overflow.
        if (items > Integer.MAX_VALUE) {
          yield null;
        }
        yield kind.itemsize() == Long.BYTES
            ? (width, distance, _) -> new RowFold.Int64Means(view, width, distance)
            : (width, distance, rows) ->
                new BinaryRowFold.IntegerMeans(view, width, distance, rows);
      }
      case PROD -> {
        if (!kind.isFloat()) {
          yield integers(view, Binary.TIMES);
        }
        yield keepsNaN
            ? (width, distance, rows) ->
                width < RowFold.NarrowProducts.WIDTH
                    ? new RowFold.NarrowProducts(view, width, distance)
                    : new BinaryRowFold.FloatProducts(view, width, distance, rows)
            : null;
      }
      case VAR, STD ->
          keepsNaN && !time
              ? (width, distance, _) -> new MomentsRowFold(view, width, distance, op)
              : null;
      case MIN, MAX -> keepsNaN || !time ? minMax(view, op, keepsNaN) : null;
      case ANY, ALL, COUNT, COUNT_NONZERO -> {
        CountRule rule = CountRule.of(kind.itemsize(), view.isBigEndian(), keys, op);
        yield (width, distance, _) -> new CountRowFold(view, width, distance, rule);
      }
      case ARG_MIN, ARG_MAX ->
          time ? null : (width, distance, _) -> new ArgRowFold(view, width, distance, keys, op);
    };
  }

  /// Returns the maker for sums or products modulo 2⁶⁴.
  private static Maker integers(Items view, Binary operation) {
    ScalarKind taken = view.kind() == ScalarKind.UINT64 ? ScalarKind.INT64 : view.kind();
    return (width, distance, rows) ->
        new BinaryRowFold(view, width, distance, rows, operation, taken, ScalarKind.INT64, true);
  }

  private static Maker minMax(Items view, Reduction op, boolean keepsNaN) {
    boolean largest = op.kind() == Reduction.Kind.MAX;
    Binary binary = largest ? Binary.MAXIMUM : Binary.MINIMUM;
    Object operation = binary;
    if (view.dtype() instanceof TimeType) {
      operation = InternalOperation.ofTicks(binary);
    } else if (!keepsNaN) {
      operation = largest ? Binary.FMAX : Binary.FMIN;
    }
    Object combine = operation;
    ScalarKind taken = view.kind() == ScalarKind.BOOL ? ScalarKind.UINT8 : view.kind();
    ScalarKind lane = taken.isNarrow() ? ScalarKind.FLOAT64 : taken;
    return (width, distance, rows) ->
        new BinaryRowFold(view, width, distance, rows, combine, taken, lane, true);
  }
}
