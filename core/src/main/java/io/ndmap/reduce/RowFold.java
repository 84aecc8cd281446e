package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.fold.ColumnExtremes;
import io.ndmap.fold.ColumnProducts;
import io.ndmap.fold.Columns;
import io.ndmap.fold.IntegerColumns;
import io.ndmap.fold.NaNSigns;
import io.ndmap.layout.Strided;
import io.ndmap.memory.Scratch;
import io.ndmap.move.Cast;
import io.ndmap.move.Runs;
import io.ndmap.op.Execution;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.pass.Walk;
import io.ndmap.value.RealReader;
import io.ndmap.value.SortableBits;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Computes neighbouring results together, from rows that hold an item for each of them: loops
/// along the rows vectorize, and memory is read in order.
abstract class RowFold {

  /// Results of a row: their state stays in the second-level cache. Long rows are what memory
  /// brings in fastest.
  private static final int MOST = 1 << 13;

  /// The same where rows are looked at twice.
  private static final int TWICE = 1 << 11;

  /// The same where not all of a file stays in memory: each tile reads all of it once.
  private static final int WIDE = 1 << 15;

  private static final int FEWEST = 64;

  /// Columns whose rows are added up before the next ones.
  static final int PIECE = Scratch.BLOCK / Double.BYTES;

  private static final long INFINITY = 0x7ff0_0000_0000_0000L;

  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LITTLE =
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
    for (long i = 0; i < size && !isDone(); i++) {
      if (axis < rows.rank() - 1) {
        take(rows, axis + 1, from + i * stride, walk);
      } else {
        row(from + i * stride);
        passed(from + i * stride, walk);
      }
    }
  }

  /// A row was handed over.
  void passed(long at, Walk walk) {
    walk.pass(at, distance, width);
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

  /// Sums and means of floating-point numbers, of all or of those that are not NaN.
  static final class Floats extends RowFold {
    private final boolean plain;
    private final boolean isNarrow;
    private final boolean skipsNaN;
    private final Columns columns;
    private final Reduction op;
    private final long[] numbers;
    private final long[] waiting = new long[Columns.ROWS];
    private double[] sums = {};
    private double[][] rows = {};
    private float[][] floats = {};
    private int filled;
    private long count;

    Floats(Items view, int width, long distance, Reduction op) {
      super(view, width, distance);
      this.skipsNaN = op.ignoresNaN();
      this.plain = !skipsNaN && isPlain(view) && view.kind() == ScalarKind.FLOAT64;
      this.isNarrow = !skipsNaN && view.kind() == ScalarKind.FLOAT32;
      this.numbers = new long[skipsNaN ? width : 0];
      this.columns = new Columns(width);
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
      if (plain && atEqualDistances()) {
        addWhereTheyAre();
        return;
      }
      if (isNarrow) {
        addFloats();
        return;
      }
      if (rows.length == 0) {
        rows = new double[Columns.ROWS][width];
      }
      for (int k = 0; k < Columns.ROWS; k++) {
        read(waiting[k], rows[k]);
      }
      columns.add(rows);
    }

    private void read(long at, double[] row) {
      reader.doubles(segment, at, distance, width, row, 0);
      if (skipsNaN) {
        takeOut(row);
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

    private void addFloats() {
      if (floats.length == 0) {
        floats = new float[Columns.ROWS][width];
      }
      for (int k = 0; k < Columns.ROWS; k++) {
        copy(waiting[k], width, MemorySegment.ofArray(floats[k]), 0);
      }
      columns.add(floats);
    }

    private boolean atEqualDistances() {
      for (int k = 2; k < Columns.ROWS; k++) {
        if (waiting[k] - waiting[k - 1] != waiting[1] - waiting[0]) {
          return false;
        }
      }
      return true;
    }

    private void addWhereTheyAre() {
      if (sums.length == 0) {
        sums = new double[Math.min(width, PIECE)];
      }
      try (Scratch scratch = Scratch.take()) {
        for (int j = 0; j < width; j += PIECE) {
          int some = Math.min(PIECE, width - j);
          long from = waiting[0] + (long) j * Double.BYTES;
          Columns.eightRows(segment, from, waiting[1] - waiting[0], some, scratch.memory());
          MemorySegment.copy(scratch.memory(), DOUBLE, 0, sums, 0, some);
          columns.add(sums, j, some);
        }
      }
      columns.taken(Columns.ROWS);
    }

    @Override
    void end() {
      double[] row = new double[filled > 0 ? width : 0];
      for (int k = 0; k < filled; k++) {
        read(waiting[k], row);
        columns.add(row);
      }
      columns.end();
    }

    @Override
    void store(Items target, long offset, long stride) {
      boolean mean = op.kind() == Reduction.Kind.MEAN;
      double[] results = new double[width];
      for (int j = 0; j < results.length; j++) {
        double sum = columns.total(j);
        results[j] = mean ? sum / (skipsNaN ? numbers[j] : count) : sum;
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

  /// Wrapping sums and products of integers, or means whose sums are exact.
  static final class Integers extends RowFold {
    private final boolean averages;
    private final IntegerColumns columns;
    private final long[][] rows;
    private int filled;
    private long count;

    Integers(Items view, int width, long distance, Reduction op) {
      super(view, width, distance);
      this.averages = op.kind() == Reduction.Kind.MEAN;
      this.columns = new IntegerColumns(width, wanted(view.kind(), op));
      this.rows = new long[IntegerColumns.ROWS][width];
    }

    private static IntegerColumns.Wanted wanted(ScalarKind kind, Reduction op) {
      return switch (op.kind()) {
        case PROD -> IntegerColumns.Wanted.PRODUCT;
        case MEAN ->
            kind == ScalarKind.UINT64
                ? IntegerColumns.Wanted.EXACT_UNSIGNED_SUM
                : IntegerColumns.Wanted.EXACT_SUM;
        default -> IntegerColumns.Wanted.SUM;
      };
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
        columns.take(rows, filled);
        filled = 0;
      }
    }

    @Override
    void store(Items target, long offset, long stride) {
      if (averages) {
        double[] means = new double[width];
        Arrays.setAll(means, j -> columns.exact(j).mean(count));
        storeDoubles(means, target, offset, stride);
      } else {
        storeBits(columns.results(), target, offset, stride);
      }
    }
  }

  /// Smallest and largest items: NaN and `NaT` if there is one, or if there is nothing else.
  static final class Extremes extends RowFold {
    private final SortableBits keys;
    private final boolean largest;
    private final boolean skipsNaN;
    private final boolean plain;
    private final ColumnExtremes columns;
    private final long[] waiting = new long[ColumnExtremes.ROWS];
    private int filled;

    Extremes(Items view, int width, long distance, SortableBits keys, Reduction op) {
      super(view, width, distance);
      this.keys = keys;
      this.largest = op.kind() == Reduction.Kind.MAX;
      this.skipsNaN = op.ignoresNaN() && !keys.hasNoNaN();
      // Four bytes are read at a time.
      boolean fits = (long) width * view.itemsize() % Integer.BYTES == 0;
      this.plain = fits && !skipsNaN && isPlain(view);
      this.columns = new ColumnExtremes(view.kind(), keys, width, largest);
    }

    @Override
    void row(long at) {
      waiting[filled++] = at;
      if (filled == waiting.length) {
        end();
      }
    }

    @Override
    void end() {
      if (filled == 0) {
        return;
      }
      // Once more makes no difference.
      Arrays.fill(waiting, filled, waiting.length, waiting[0]);
      filled = 0;
      if (plain) {
        columns.take(segment, waiting, 0, width);
        return;
      }
      try (Scratch scratch = Scratch.take()) {
        long[] rows = new long[waiting.length];
        for (int j = 0; j < width; j += PIECE) {
          int some = Math.min(PIECE, width - j);
          for (int k = 0; k < rows.length; k++) {
            rows[k] = Scratch.at(k);
            copy(waiting[k] + j * distance, some, scratch.memory(), rows[k]);
            if (skipsNaN) {
              // Where they are asked for least.
              NaNSigns.set(scratch.memory(), rows[k], some, itemsize, keys.high(), largest);
            }
          }
          columns.take(scratch.memory(), rows, j, some);
        }
      }
    }

    @Override
    void store(Items target, long offset, long stride) {
      long[] results = new long[width];
      for (int j = 0; j < results.length; j++) {
        long low = columns.low(j);
        long high = columns.high(j);
        boolean isHigh = skipsNaN ? largest : keys.isNaN(high) || (largest && !keys.isNaN(low));
        results[j] = keys.bits(isHigh ? high : low);
      }
      storeBits(results, target, offset, stride);
    }
  }
}
