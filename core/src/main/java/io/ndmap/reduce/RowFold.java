package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.fold.ColumnProducts;
import io.ndmap.fold.Columns;
import io.ndmap.fold.WideSums;
import io.ndmap.layout.Strided;
import io.ndmap.move.Cast;
import io.ndmap.move.Runs;
import io.ndmap.op.Execution;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.pass.Walk;
import io.ndmap.value.RealReader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Computes neighbouring results together, from rows that hold an item for each of them: loops
/// along the rows vectorize, and memory is read in order.
abstract class RowFold implements AutoCloseable {

  /// Results of a row: their state stays in the second-level cache. Long rows are what memory
  /// brings in fastest.
  private static final int MOST = 1 << 13;

  /// The same where rows are looked at twice.
  private static final int TWICE = 1 << 11;

  /// The same where not all of a file stays in memory: each tile reads all of it once.
  private static final int WIDE = 1 << 15;

  private static final int FEWEST = 64;

  private static final long INFINITY = 0x7ff0_0000_0000_0000L;

  static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfLong LITTLE =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  final MemorySegment segment;
  final RealReader reader;
  final int itemsize;
  private final boolean swap;
  final int width;
  final long distance;

  RowFold(Items view, int width, long distance) {
    this(view, width, distance, view.isBigEndian());
  }

  /// @param swap whether the bytes of items that are copied are turned
  RowFold(Items view, int width, long distance, boolean swap) {
    MemorySegment direct = view.direct();
    this.segment = direct == null ? view.segment() : direct;
    this.itemsize = view.itemsize();
    this.swap = swap && itemsize > 1;
    this.reader = new RealReader(view.kind(), view.isBigEndian());
    this.width = width;
    this.distance = distance;
  }

  /// How many results of a row are computed together: fewer where there are threads to share them.
  ///
  /// @param twice whether rows are looked at once more while the cache has them
  static int width(long columns, Execution execution, boolean twice) {
    int narrow = twice ? TWICE : MOST;
    int most = execution.dropBehind() ? WIDE : narrow;
    return Math.clamp(Math.ceilDiv(columns, execution.parallelism()), FEWEST, most);
  }

  /// Takes all rows of a layout.
  final void take(Strided rows, int axis, long from, Walk walk) {
    long size = rows.shape().size(axis);
    long stride = rows.stride(axis);
    boolean isLast = axis == rows.rank() - 1;
    long most = isLast ? together() : 1;
    for (long i = 0; i < size && !isDone(); i += most) {
      long at = from + i * stride;
      if (isLast) {
        int some = (int) Math.min(most, size - i);
        rows(at, some);
        passed(at, some * width, walk);
      } else {
        take(rows, axis + 1, at, walk);
      }
    }
  }

  /// How many rows that follow one another are handed over together.
  int together() {
    return 1;
  }

  /// Takes rows that follow one another.
  ///
  /// @param at byte offset of the first item
  /// @param count how many there are, [#together] but for the last ones of an axis
  void rows(long at, int count) {
    row(at);
  }

  /// Items were handed over.
  void passed(long at, int items, Walk walk) {
    walk.pass(at, distance, items);
  }

  /// Whether no more rows need come.
  boolean isDone() {
    return false;
  }

  /// Takes a row.
  ///
  /// @param at byte offset of its first item
  abstract void row(long at);

  /// Whether rows can be read where they are.
  final boolean isPlain(Items view) {
    return view.direct() != null && !swap && distance == itemsize;
  }

  /// Copies some items of a row, contiguous and, where bytes are turned, little-endian.
  final void copy(long at, int count, MemorySegment to, long into) {
    Runs.copy(segment, at, distance, to, into, itemsize, count, itemsize, swap);
  }

  /// The last row was taken.
  abstract void end();

  @Override
  public void close() {
    // Most have nothing to give back.
  }

  /// Stores the results of all columns.
  ///
  /// @param target new and little-endian; its NaN are made the same later
  /// @param offset byte offset of the first one's
  /// @param stride bytes from one to the next
  abstract void store(Items target, long offset, long stride);

  /// Stores numbers, rounded once to the target's dtype: all at once, as each alone would take
  /// longer than a row of items.
  static void storeDoubles(double[] values, Items target, long offset, long stride) {
    ScalarKind into = target.kind();
    store(MemorySegment.ofArray(values), ScalarKind.FLOAT64, into, target, offset, stride);
  }

  /// Stores items by their low bytes.
  static void storeBits(long[] values, Items target, long offset, long stride) {
    ScalarKind into =
        switch (target.dtype().itemsize()) {
          case 1 -> ScalarKind.INT8;
          case 2 -> ScalarKind.INT16;
          case 4 -> ScalarKind.INT32;
          default -> ScalarKind.INT64;
        };
    store(MemorySegment.ofArray(values), ScalarKind.INT64, into, target, offset, stride);
  }

  private static void store(
      MemorySegment values,
      ScalarKind from,
      ScalarKind into,
      Items target,
      long offset,
      long stride) {
    int count = (int) (values.byteSize() / Long.BYTES);
    if (from == into && stride == Long.BYTES) {
      MemorySegment.copy(
          values, ValueLayout.JAVA_LONG_UNALIGNED, 0, target.segment(), LITTLE, offset, count);
      return;
    }
    Cast.between(from, false, into, false)
        .run(values, 0, Long.BYTES, target.segment(), offset, stride, count);
  }

  /// Sums and means of the floating-point numbers that are not NaN.
  static final class NumberSums extends RowFold {
    private final Columns columns;
    private final Reduction op;
    private final long[] numbers;
    private final double[][] rows;
    private int filled;

    NumberSums(Items view, int width, long distance, Reduction op) {
      super(view, width, distance);
      this.numbers = new long[width];
      this.columns = new Columns(width);
      this.rows = new double[Columns.ROWS][width];
      this.op = op;
    }

    @Override
    void row(long at) {
      reader.doubles(segment, at, distance, width, rows[filled], 0);
      takeOut(rows[filled]);
      filled++;
      if (filled == rows.length) {
        filled = 0;
        columns.add(rows);
      }
    }

    /// Makes zeros of NaN, and counts the others.
    private void takeOut(double[] row) {
      for (int j = 0; j < row.length; j++) {
        long bits = Double.doubleToRawLongBits(row[j]);
        long nan = (INFINITY - (bits & Long.MAX_VALUE)) >> 63;
        numbers[j] += nan + 1;
        row[j] = Double.longBitsToDouble(bits & ~nan);
      }
    }

    @Override
    void end() {
      for (int k = 0; k < filled; k++) {
        columns.add(rows[k]);
      }
      columns.end();
    }

    @Override
    void store(Items target, long offset, long stride) {
      boolean mean = op.kind() == Reduction.Kind.MEAN;
      double[] results = new double[width];
      for (int j = 0; j < results.length; j++) {
        results[j] = mean ? columns.total(j) / numbers[j] : columns.total(j);
      }
      storeDoubles(results, target, offset, stride);
    }
  }

  /// Products of floating-point numbers.
  static final class Products extends RowFold {
    private final ColumnProducts columns;
    private final double[] row;

    Products(Items view, int width, long distance) {
      super(view, width, distance);
      this.columns = new ColumnProducts(width);
      this.row = new double[width];
    }

    @Override
    void row(long at) {
      reader.doubles(segment, at, distance, width, row, 0);
      columns.multiply(row);
    }

    @Override
    void end() {
      // No row waits.
    }

    @Override
    void store(Items target, long offset, long stride) {
      Arrays.setAll(row, columns::total);
      storeDoubles(row, target, offset, stride);
    }
  }

  /// Means of integers of 64 bits, whose sums are exact up to 2³¹ rows.
  static final class WideMeans extends RowFold {
    private final WideSums columns;
    private final long[][] rows;
    private int filled;
    private long count;

    WideMeans(Items view, int width, long distance) {
      super(view, width, distance);
      this.columns = new WideSums(width, view.kind() == ScalarKind.UINT64);
      this.rows = new long[WideSums.ROWS][width];
    }

    @Override
    void row(long at) {
      reader.bits(segment, at, distance, width, rows[filled++], 0);
      count++;
      if (filled == rows.length) {
        end();
      }
    }

    @Override
    void end() {
      if (filled > 0) {
        columns.add(rows, filled);
        filled = 0;
      }
    }

    @Override
    void store(Items target, long offset, long stride) {
      double[] means = new double[width];
      Arrays.setAll(means, j -> columns.sum(j).mean(count));
      storeDoubles(means, target, offset, stride);
    }
  }
}
