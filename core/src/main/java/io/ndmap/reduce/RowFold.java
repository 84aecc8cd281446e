package io.ndmap.reduce;

import static io.ndmap.memory.LittleEndian.LONG;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.fold.ColumnInt128Sums;
import io.ndmap.fold.ColumnProducts;
import io.ndmap.fold.ColumnSums;
import io.ndmap.layout.Strided;
import io.ndmap.loop.FourRows;
import io.ndmap.move.Cast;
import io.ndmap.move.RunCopy;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.pass.Walk;
import io.ndmap.value.RealReader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// The accumulator of a row of neighbouring results. It takes rows, each of which has one element
/// per result. Loops along the rows vectorize, and memory is read in order.
abstract class RowFold implements AutoCloseable {

  private static final long INFINITY = 0x7ff0_0000_0000_0000L;

  final MemorySegment segment;
  final RealReader reader;
  final int itemsize;
  private final boolean swap;
  // The number of results, which is the number of elements of a row.
  final int width;
  // Bytes from one element of a row to the next.
  final long distance;

  RowFold(Items view, int width, long distance) {
    this(view, width, distance, view.isBigEndian());
  }

  /// @param swap whether [#copy] byte-swaps elements
  RowFold(Items view, int width, long distance, boolean swap) {
    MemorySegment direct = view.direct();
    this.segment = direct == null ? view.segment() : direct;
    this.itemsize = view.itemsize();
    this.swap = swap && itemsize > 1;
    this.reader = new RealReader(view.kind(), view.isBigEndian());
    this.width = width;
    this.distance = distance;
  }

  /// Takes all rows of a layout.
  final void take(Strided rows, int axis, long from, Walk walk) {
    long size = rows.shape().size(axis);
    long stride = rows.stride(axis);
    boolean isLast = axis == rows.rank() - 1;
    long most = isLast ? together() : 1;
    for (long i = 0; i < size; i += most) {
      long at = from + i * stride;
      if (isLast) {
        int some = (int) Math.min(most, size - i);
        rows(at, some);
        passed(at, some, walk);
      } else {
        take(rows, axis + 1, at, walk);
      }
    }
  }

  /// Returns how many successive rows of the last axis are taken together.
  int together() {
    return 1;
  }

  /// Returns a number of rows. After any multiple of this number, the fold has read all rows that
  /// it has taken.
  int unit() {
    return ColumnSums.CHUNK;
  }

  /// Returns whether the last bits of results depend on where the rows of the last axis end.
  boolean endsWithAxis() {
    return false;
  }

  /// Takes successive rows of the last axis.
  ///
  /// @param at byte offset of the first element
  /// @param count the number of rows: [#together], or fewer at the end of an axis
  void rows(long at, int count) {
    row(at);
  }

  /// Reports that rows were taken.
  ///
  /// @param at byte offset of the first element
  /// @param count the number of rows
  void passed(long at, int count, Walk walk) {
    walk.pass(at, distance, width);
  }

  /// Takes one row, unless [#rows] is overridden to take several rows together.
  ///
  /// @param at byte offset of the first element
  void row(long at) {
    throw new AssertionError("rows are taken together");
  }

  /// Returns whether rows can be read in place.
  final boolean isPlain(Items view) {
    return view.direct() != null && !swap && distance == itemsize;
  }

  /// Copies some elements of a row to contiguous memory; byte-swapped if the constructor requested
  /// it.
  final void copy(long at, int count, MemorySegment to, long into) {
    RunCopy.copy(segment, at, distance, to, into, itemsize, count, itemsize, swap);
  }

  /// Finishes the accumulation, after the last row.
  void end() {
    // Only some subclasses defer the reading of rows.
  }

  @Override
  public void close() {
    // Only some subclasses have memory to release.
  }

  /// Stores the results of all columns.
  ///
  /// @param target a new little-endian array; its NaNs are made canonical later
  /// @param offset byte offset of the first result
  /// @param stride bytes from one result to the next
  abstract void store(Items target, long offset, long stride);

  /// Stores numbers, rounded to the target's dtype as by a [Cast]. All numbers are stored by one
  /// call, because storing them one by one takes longer than processing a row of elements.
  static void storeDoubles(double[] values, Items target, long offset, long stride) {
    ScalarKind into = target.kind();
    store(MemorySegment.ofArray(values), ScalarKind.FLOAT64, into, target, offset, stride);
  }

  /// Stores the low bytes of values as elements.
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
          values, ValueLayout.JAVA_LONG_UNALIGNED, 0, target.segment(), LONG, offset, count);
      return;
    }
    Cast.between(from, false, into, false)
        .run(values, 0, Long.BYTES, target.segment(), offset, stride, count);
  }

  /// Sums and means of the floating-point numbers that are not NaN.
  static final class NonNaNSums extends RowFold {
    private final ColumnSums columns;
    private final Reduction op;
    private final long[] numbers;
    private final double[][] rows;
    private int filled;

    NonNaNSums(Items view, int width, long distance, Reduction op) {
      super(view, width, distance);
      this.numbers = new long[width];
      this.columns = new ColumnSums(width);
      this.rows = new double[ColumnSums.ROWS][width];
      this.op = op;
    }

    @Override
    void row(long at) {
      reader.doubles(segment, at, distance, width, rows[filled], 0);
      replaceNaN(rows[filled]);
      filled++;
      if (filled == rows.length) {
        filled = 0;
        columns.add(rows);
      }
    }

    /// Replaces NaN by zero, and counts the numbers that are not NaN.
    private void replaceNaN(double[] row) {
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

  /// Products of floating-point numbers in short rows, in double precision. Partial products
  /// neither overflow nor underflow, in whatever order the rows come.
  static final class NarrowProducts extends RowFold {

    /// Rows of at least this many elements are multiplied faster by [FourRows].
    static final int WIDTH = 32;

    private final ColumnProducts columns;
    private final double[] products;
    private final double[][] rows;
    private int filled;

    NarrowProducts(Items view, int width, long distance) {
      super(view, width, distance);
      this.columns = new ColumnProducts(width);
      this.products = new double[width];
      this.rows = new double[FourRows.ROWS][width];
      Arrays.fill(products, 1);
    }

    @Override
    void row(long at) {
      reader.doubles(segment, at, distance, width, rows[filled++], 0);
      if (filled == rows.length) {
        columns.multiply(products, rows, filled, 0, width);
        filled = 0;
      }
    }

    @Override
    void end() {
      for (int k = 0; k < filled; k++) {
        columns.multiply(products, new double[][] {rows[k]}, 1, 0, width);
      }
    }

    @Override
    void store(Items target, long offset, long stride) {
      Arrays.setAll(products, j -> columns.total(j, products[j]));
      storeDoubles(products, target, offset, stride);
    }
  }

  /// Means of 64-bit integers, whose sums are exact for up to 2³¹ rows.
  static final class Int64Means extends RowFold {
    private final ColumnInt128Sums columns;
    private final long[][] rows;
    private int filled;
    private long count;

    Int64Means(Items view, int width, long distance) {
      super(view, width, distance);
      this.columns = new ColumnInt128Sums(width, view.kind() == ScalarKind.UINT64);
      this.rows = new long[ColumnInt128Sums.ROWS][width];
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
