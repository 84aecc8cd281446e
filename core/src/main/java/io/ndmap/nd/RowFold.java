package io.ndmap.nd;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.kernel.Columns;
import io.ndmap.kernel.ItemKeys;
import io.ndmap.kernel.RunReader;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Neighbouring results computed together, from rows that hold an item for each of them: loops
/// along the rows vectorise, and memory is passed as it stands.
abstract class RowFold {

  /// Results of a row: their state stays in the second-level cache. Long rows are what memory
  /// brings in fastest.
  private static final int MOST = 1 << 13;

  /// The same where not all of a file stays in memory: each tile reads all of it once.
  private static final int WIDE = 1 << 15;

  private static final int FEWEST = 64;

  /// Makes a fold.
  interface Maker {

    /// Makes one.
    ///
    /// @param width how many results
    /// @param distance bytes from an item of one to an item of the next
    RowFold make(int width, long distance);
  }

  final MemorySegment segment;
  final RunReader reader;
  final int width;
  final long distance;

  RowFold(MemorySegment segment, ScalarKind kind, boolean big, int width, long distance) {
    this.segment = segment;
    this.reader = new RunReader(kind, big);
    this.width = width;
    this.distance = distance;
  }

  /// Whatever makes folds for a reduction, or null if there is no such fold.
  static @Nullable Maker of(NdView<?> view, MemorySegment segment, Reduction op) {
    boolean time = view.dtype() instanceof TimeType;
    ScalarKind kind = view.dtype() instanceof ScalarType scalar ? scalar.kind() : ScalarKind.INT64;
    if (kind.itemsize() > Long.BYTES || kind.isComplex()) {
      return null;
    }
    boolean big = view.big;
    ItemKeys keys = time ? ItemKeys.TIMES : Folds.keys(kind);
    boolean plain = !op.ignoresNaN() || keys.hasNoNaN();
    return switch (op.kind()) {
      case SUM, MEAN -> {
        if (kind.isFloat() && plain) {
          yield (width, distance) -> new Floats(segment, kind, big, width, distance, op);
        }
        yield !kind.isFloat() && !time && op.kind() == Reduction.Kind.SUM
            ? (width, distance) -> new Integers(segment, kind, big, width, distance)
            : null;
      }
      case MIN, MAX ->
          plain
              ? (width, distance) -> new Extremes(segment, kind, big, width, distance, keys, op)
              : null;
      default -> null;
    };
  }

  /// How many results of a row are computed together: fewer where there are threads to share them.
  static int width(long columns, Execution execution) {
    int most = execution.dropBehind() ? WIDE : MOST;
    return Math.clamp(Math.ceilDiv(columns, execution.parallelism()), FEWEST, most);
  }

  /// Takes all rows of a layout.
  final void take(Strided rows, int axis, long from, Walk walk) {
    long size = rows.shape().size(axis);
    long stride = rows.stride(axis);
    for (long i = 0; i < size; i++) {
      if (axis < rows.rank() - 1) {
        take(rows, axis + 1, from + i * stride, walk);
      } else {
        row(from + i * stride);
        walk.pass(from + i * stride, distance, width);
      }
    }
  }

  /// Takes a row.
  ///
  /// @param at byte offset of its first item
  abstract void row(long at);

  /// The last row was taken.
  abstract void end();

  abstract void store(int column, NdView<?> target, long offset);

  /// Sums and means of floating-point numbers.
  private static final class Floats extends RowFold {
    private final boolean plain;
    private final Columns columns;
    private final Reduction op;
    private final long[] waiting = new long[Columns.ROWS];
    private final double[][] rows;
    private int filled;
    private long count;

    Floats(
        MemorySegment segment,
        ScalarKind kind,
        boolean big,
        int width,
        long distance,
        Reduction op) {
      super(segment, kind, big, width, distance);
      this.plain =
          kind == ScalarKind.FLOAT64 && !big && distance == Double.BYTES && segment.isNative();
      this.columns = new Columns(width);
      this.rows = new double[Columns.ROWS][plain ? 0 : width];
      this.op = op;
    }

    @Override
    void row(long at) {
      count++;
      waiting[filled++] = at;
      if (filled < Columns.ROWS) {
        return;
      }
      filled = 0;
      if (plain) {
        columns.add(segment, waiting[0], waiting[1], waiting[2], waiting[3]);
      } else {
        for (int k = 0; k < Columns.ROWS; k++) {
          reader.doubles(segment, waiting[k], distance, width, rows[k], 0);
        }
        columns.add(rows[0], rows[1], rows[2], rows[3]);
      }
    }

    @Override
    void end() {
      double[] row = filled > 0 ? new double[width] : rows[0];
      for (int k = 0; k < filled; k++) {
        reader.doubles(segment, waiting[k], distance, width, row, 0);
        columns.add(row);
      }
      columns.end();
    }

    @Override
    void store(int column, NdView<?> target, long offset) {
      double sum = columns.total(column);
      DoubleFold.storeDouble(target, offset, op.kind() == Reduction.Kind.SUM ? sum : sum / count);
    }
  }

  /// Sums of integers, wrapping.
  private static final class Integers extends RowFold {
    private final long[] sums;
    private final long[] row;

    Integers(MemorySegment segment, ScalarKind kind, boolean big, int width, long distance) {
      super(segment, kind, big, width, distance);
      this.sums = new long[width];
      this.row = new long[width];
    }

    @Override
    void row(long at) {
      reader.longs(segment, at, distance, width, row, 0);
      for (int j = 0; j < sums.length; j++) {
        sums[j] += row[j];
      }
    }

    @Override
    void end() {
      // No row waits.
    }

    @Override
    void store(int column, NdView<?> target, long offset) {
      target.setBitsAt(offset, sums[column]);
    }
  }

  /// Smallest and largest items, NaN and `NaT` if there is one.
  private static final class Extremes extends RowFold {
    private final ItemKeys keys;
    private final boolean largest;
    private final long[] low;
    private final long[] high;
    private final long[] row;

    Extremes(
        MemorySegment segment,
        ScalarKind kind,
        boolean big,
        int width,
        long distance,
        ItemKeys keys,
        Reduction op) {
      super(segment, kind, big, width, distance);
      this.keys = keys;
      this.largest = op.kind() == Reduction.Kind.MAX;
      this.low = new long[width];
      this.high = new long[width];
      this.row = new long[width];
      Arrays.fill(low, Long.MAX_VALUE);
      Arrays.fill(high, Long.MIN_VALUE);
    }

    @Override
    void row(long at) {
      reader.longs(segment, at, distance, width, row, 0);
      keys.toKeys(row, 0, width);
      for (int j = 0; j < row.length; j++) {
        low[j] = Math.min(low[j], row[j]);
        high[j] = Math.max(high[j], row[j]);
      }
    }

    @Override
    void end() {
      // No row waits.
    }

    @Override
    void store(int column, NdView<?> target, long offset) {
      long key = largest ? high[column] : low[column];
      if (keys.isNaN(low[column])) {
        key = low[column];
      } else if (keys.isNaN(high[column])) {
        key = high[column];
      }
      target.setBitsAt(offset, keys.bits(key));
    }
  }
}
