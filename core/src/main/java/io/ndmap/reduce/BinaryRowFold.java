package io.ndmap.reduce;

import static io.ndmap.memory.LittleEndian.DOUBLE;
import static io.ndmap.memory.LittleEndian.LONG;

import io.ndmap.axes.Layouts;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.engine.Loops;
import io.ndmap.fold.ColumnProducts;
import io.ndmap.fold.ColumnSums;
import io.ndmap.fold.Int128Sum;
import io.ndmap.layout.Strided;
import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.FourRows;
import io.ndmap.loop.InternalOperation;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.memory.Alias;
import io.ndmap.memory.Scratch;
import io.ndmap.memory.SeparateCalls;
import io.ndmap.move.Cast;
import io.ndmap.op.Binary;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.pass.Walk;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.ref.Reference;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reduces rows to one row of results with an operation on two operands: minima, maxima, sums, and
/// products. [FourRows] combines four rows with the results at once. Rows are read in place if
/// loops may access them, else piece by piece from buffers, converted if needed.
class BinaryRowFold extends RowFold {

  /// Bytes of a row that are processed at once: the pieces of four rows, of the results and of
  /// intermediate results fit the L1 cache together.
  private static final int PIECE = 1 << 12;

  /// Bytes from one buffer to the next: equal offsets within pages would cause cache conflicts.
  private static final int DISTANCE = PIECE + 704;

  /// Byte offset, in scratch memory, of the buffer for elements that are not yet converted.
  private static final int UNCONVERTED = FourRows.OPERANDS * DISTANCE;

  /// The first block of [Scratch] that holds the results, if they fit.
  private static final int RESULTS_BLOCK = 4;

  private static final long RESULT_BYTES = (long) (Scratch.BLOCKS - RESULTS_BLOCK) * Scratch.BLOCK;

  final MemorySegment results;
  final long resultsAt;
  final ScalarKind lane;
  private final Object operation;
  // Combines four rows with the results.
  private final Loop four;
  // Combines one row with the results.
  private final Loop one;
  // The number of adjacent rows that are combined into one long row.
  private final int together;
  // The number of elements of a long row.
  private final int columns;
  // Whether the loops read rows in place.
  private final boolean visible;
  private final ScalarKind takenKind;
  // The scalar type of the rows that `four` reads.
  private final ScalarKind folded;
  // The vector loop that converts elements; null if there is none.
  private final @Nullable Loop conversion;
  private final boolean isStable;
  private final long[] longs;
  private final double[] doubles;
  private final Scratch scratch;
  private final @Nullable MemorySegment owned;
  private final ArrayBuffers arrays;
  // The byte offsets of rows that wait until there are four.
  private final long[] waiting = new long[FourRows.ROWS];
  private final Span[] operands = new Span[FourRows.OPERANDS];
  // The byte offsets of rows that are not yet reported to the walk.
  private final long[] unpassed = new long[FourRows.ROWS];
  // The numbers of elements of these rows.
  private final int[] unpassedItems = new int[FourRows.ROWS];
  private @Nullable Walk way;
  // The number of waiting rows.
  private int filled;
  private int unpassedRows;
  private boolean begun;
  private long count;

  /// @param rows the reduced axes, in the order of the rows
  /// @param operation the [Binary] or [InternalOperation] that combines rows and results
  /// @param takenKind the scalar type of the elements that are read
  /// @param lane the compute type of the results: `takenKind`, 64-bit integers or doubles
  /// @param inAnyOrder whether the results do not depend on the order of the rows
  BinaryRowFold(
      Items view,
      int width,
      long distance,
      Strided rows,
      Object operation,
      ScalarKind takenKind,
      ScalarKind lane,
      boolean inAnyOrder) {
    super(view, width, distance);
    this.operation = operation;
    this.lane = lane;
    this.together = inAnyOrder ? together(rows, lane.itemsize()) : 1;
    this.columns = together * width;
    int copies = view.direct() != null && !view.isStable() ? 1 : 0;
    long items = width * rows.shape().itemCount();
    this.folded = folded(takenKind, lane);
    this.four =
        Loops.of(new FourRows(operation, lane), folded).chosen(items, FourRows.ROWS * copies);
    this.one =
        (operation instanceof Binary binary
                ? Loops.of(binary, lane)
                : Loops.of((InternalOperation) operation, lane))
            // Rows that are copied for one of the two loops are copied for both.
            .chosen(columns, copies > 0 && four.isPlain() ? Integer.MAX_VALUE : copies);
    boolean isDense = isPlain(view);
    this.visible = isDense && (view.isStable() || (four.isPlain() && one.isPlain()));
    this.takenKind = takenKind;
    boolean converts = takenKind != lane;
    long converted = folded == lane ? items : columns;
    Loop loop = converts && isDense ? Loops.of(takenKind, lane).chosen(converted, copies) : null;
    this.conversion = loop == null || loop.isPlain() ? null : loop;
    this.isStable = view.isStable();
    int most = converts && conversion == null ? PIECE / lane.itemsize() : 0;
    this.longs = new long[lane == ScalarKind.INT64 ? most : 0];
    this.doubles = new double[lane == ScalarKind.INT64 ? 0 : most];
    this.arrays = new ArrayBuffers(columns);
    long bytes = (long) columns * lane.itemsize();
    this.owned = bytes > RESULT_BYTES ? Arena.ofAuto().allocate(bytes, Long.BYTES) : null;
    this.scratch = Scratch.take();
    this.results = owned == null ? scratch.memory() : unowned(owned);
    this.resultsAt = owned == null ? Scratch.at(RESULTS_BLOCK) : 0;
    this.operands[FourRows.ROWS] = buffer(FourRows.ROWS);
  }

  private static MemorySegment unowned(MemorySegment owned) {
    Alias alias = Alias.of(owned);
    return alias == null ? owned : Objects.requireNonNull(alias.part(owned));
  }

  /// Returns the scalar type of the rows that [FourRows] reads. Bytes, 16-bit floats and unsigned
  /// integers are converted to the type of the results first: HotSpot boxes the vectors of a loop
  /// that widens four rows of bytes or unsigned integers. Other elements are not converted.
  private static ScalarKind folded(ScalarKind takenKind, ScalarKind lane) {
    return switch (takenKind) {
      case BOOL, INT8, UINT8, UINT16, UINT32, FLOAT16, BFLOAT16 -> lane;
      default -> takenKind;
    };
  }

  /// Returns how many adjacent rows are combined into one long row: for short rows, the overhead of
  /// a loop is larger than the work.
  private int together(Strided rows, int size) {
    if (Layouts.lastStride(rows) != width * distance || distance != itemsize) {
      return 1;
    }
    int some = Math.max(1, PIECE / size / width);
    return (int) Math.min(some, rows.shape().size(rows.rank() - 1));
  }

  private Span buffer(int k) {
    return new Span(scratch.memory(), (long) k * DISTANCE, arrays);
  }

  /// Returns the span of the results from a column on.
  final Span result(int first) {
    return new Span(results, resultsAt + (long) first * lane.itemsize(), arrays);
  }

  @Override
  int together() {
    return together;
  }

  @Override
  int unit() {
    return together > 1 ? FourRows.ROWS * together : super.unit();
  }

  @Override
  void rows(long at, int some) {
    count += some;
    if (some < together) {
      combineWaiting();
      for (int k = 0; k < some; k++) {
        alone(at + (long) k * width * distance, width);
      }
      return;
    }
    waiting[filled++] = at;
    if (filled == waiting.length) {
      filled = 0;
      begin(waiting[0]);
      int most = PIECE / lane.itemsize();
      for (int j = 0; j < columns; j += most) {
        int n = Math.min(most, columns - j);
        for (int k = 0; k < waiting.length; k++) {
          operands[k] = piece(k, folded, waiting[k], j, n);
        }
        combine(operands, j, n);
      }
      combined(waiting.length);
    }
  }

  /// Combines the results with the first `some` columns of a row.
  private void alone(long at, int some) {
    begin(at);
    int most = PIECE / lane.itemsize();
    for (int j = 0; j < some; j += most) {
      int n = Math.min(most, some - j);
      combine(piece(0, lane, at, j, n), j, n);
    }
    combined(1);
  }

  /// Combines some columns of the results with those of four rows.
  ///
  /// @param rows the columns of the rows, and a buffer
  /// @param first index of the first column
  void combine(Span[] rows, int first, int n) {
    four.run(rows, result(first), n);
  }

  /// Combines some columns of the results with those of a row.
  ///
  /// @param row the columns of the row, in the compute type
  /// @param first index of the first column
  void combine(Span row, int first, int n) {
    one.run(new Span[] {result(first), row}, result(first), n);
  }

  /// Initializes the results once: with the neutral element or, for min/max, with the row at `at`.
  private void begin(long at) {
    if (begun) {
      return;
    }
    begun = true;
    MemorySegment all = results.asSlice(resultsAt, (long) columns * lane.itemsize());
    if (operation == Binary.PLUS) {
      all.fill((byte) 0);
    } else if (operation == Binary.TIMES) {
      long number = lane == ScalarKind.FLOAT64 ? Double.doubleToRawLongBits(1) : 1;
      for (int j = 0; j < columns; j++) {
        all.set(LONG, (long) j * Long.BYTES, number);
      }
    } else {
      int most = PIECE / lane.itemsize();
      for (int j = 0; j < columns; j += most) {
        int n = Math.min(most, columns - j);
        Span row = piece(0, lane, at, j, n);
        long bytes = (long) n * lane.itemsize();
        MemorySegment.copy(row.memory(), row.at(), all, (long) j * lane.itemsize(), bytes);
      }
    }
  }

  /// Lets the next row initialize the results again.
  final void restart() {
    begun = false;
  }

  /// Called after rows were combined.
  void combined(int rows) {
    // Only [FloatSums] needs this call.
  }

  /// Returns a span of some elements of a row, in place or copied to a buffer.
  ///
  /// @param k the number of the buffer
  /// @param kind the scalar type of the elements in the span
  private Span piece(int k, ScalarKind kind, long at, int first, int n) {
    long from = at + first * distance;
    if (visible && takenKind == kind) {
      return new Span(segment, from, arrays);
    }
    Span to = buffer(k);
    if (takenKind == kind) {
      copy(from, n, to.memory(), to.at());
    } else if (conversion != null) {
      Span items = new Span(segment, from, arrays);
      if (!isStable) {
        items = new Span(scratch.memory(), UNCONVERTED, arrays);
        copy(from, n, items.memory(), items.at());
      }
      conversion.run(new Span[] {items}, to, n);
    } else if (lane == ScalarKind.INT64) {
      reader.bits(segment, from, distance, n, longs, 0);
      to.write(longs, 0, n);
    } else {
      reader.doubles(segment, from, distance, n, doubles, 0);
      to.write(doubles, 0, n);
    }
    return to;
  }

  /// Defers the report to the walk until the waiting rows have been read, because the walk may
  /// release their pages.
  @Override
  void passed(long at, int rows, Walk walk) {
    way = walk;
    unpassed[unpassedRows] = at;
    unpassedItems[unpassedRows] = rows * width;
    unpassedRows++;
    if (filled == 0) {
      passAll();
    }
  }

  /// Reports the deferred rows to the walk.
  private void passAll() {
    for (int k = 0; k < unpassedRows && way != null; k++) {
      way.pass(unpassed[k], distance, unpassedItems[k]);
    }
    unpassedRows = 0;
  }

  /// Combines the waiting rows with the results, one by one.
  private void combineWaiting() {
    for (int k = 0; k < filled; k++) {
      alone(waiting[k], columns);
    }
    filled = 0;
  }

  @Override
  void end() {
    combineWaiting();
    passAll();
    int left = together;
    while (left > 1) {
      int half = left / 2;
      left -= half;
      one.run(new Span[] {result(0), result(left * width)}, result(0), half * width);
    }
  }

  final long count() {
    return count;
  }

  @Override
  void store(Items target, long offset, long stride) {
    ScalarKind into = target.kind();
    Cast.between(lane, false, into, false)
        .run(results, resultsAt, lane.itemsize(), target.segment(), offset, stride, width);
  }

  @Override
  public void close() {
    try {
      scratch.close();
    } finally {
      // An unscoped segment does not keep the allocated memory alive.
      Reference.reachabilityFence(owned);
    }
  }

  /// Means of integers of up to 32 bits. The sums of the integers are exact for fewer than 2³¹
  /// rows.
  static final class IntegerMeans extends BinaryRowFold {

    IntegerMeans(Items view, int width, long distance, Strided rows) {
      super(view, width, distance, rows, Binary.PLUS, view.kind(), ScalarKind.INT64, true);
    }

    @Override
    void store(Items target, long offset, long stride) {
      double[] means = new double[width];
      Int128Sum sum = new Int128Sum();
      for (int j = 0; j < width; j++) {
        sum.clear();
        sum.add(results.get(LONG, resultsAt + (long) j * Long.BYTES));
        means[j] = sum.mean(count());
      }
      storeDoubles(means, target, offset, stride);
    }
  }

  /// Sums and means of floating-point numbers, in double precision. Rows are summed in chunks; the
  /// sums of the chunks are added with error compensation.
  static final class FloatSums extends BinaryRowFold {
    private final ColumnSums chunks;
    private final double[] sums;
    private final boolean averages;
    private int chunk;

    FloatSums(Items view, int width, long distance, Strided rows, Reduction op) {
      super(view, width, distance, rows, Binary.PLUS, view.kind(), ScalarKind.FLOAT64, false);
      this.chunks = new ColumnSums(width);
      this.sums = new double[width];
      this.averages = op.kind() == Reduction.Kind.MEAN;
    }

    @Override
    void combined(int rows) {
      chunk += rows;
      if (chunk == ColumnSums.CHUNK) {
        endChunk();
      }
    }

    private void endChunk() {
      if (chunk > 0) {
        MemorySegment.copy(results, DOUBLE, resultsAt, sums, 0, width);
        chunks.add(sums);
        chunks.end();
        chunk = 0;
        restart();
      }
    }

    @Override
    void end() {
      super.end();
      endChunk();
    }

    @Override
    void store(Items target, long offset, long stride) {
      for (int j = 0; j < width; j++) {
        sums[j] = averages ? chunks.total(j) / count() : chunks.total(j);
      }
      storeDoubles(sums, target, offset, stride);
    }
  }

  /// Products of floating-point numbers in rows of at least [RowFold.NarrowProducts#WIDTH]
  /// elements. The results have the same bits as those of [RowFold.NarrowProducts].
  static final class FloatProducts extends BinaryRowFold {

    private static MethodHandle multiplying =
        SeparateCalls.handle(MethodHandles.lookup(), FloatProducts.class, "multiply");

    private final ColumnProducts columns;
    private final boolean areDoubles;
    // Buffers for rows with exponents that are too large or too small for loops to multiply them
    // (see ColumnProducts.areNear), and for the products.
    private final double[][] far;
    private final double[] partial;

    FloatProducts(Items view, int width, long distance, Strided rows) {
      super(view, width, distance, rows, Binary.TIMES, view.kind(), ScalarKind.FLOAT64, false);
      this.columns = new ColumnProducts(width);
      this.areDoubles = view.kind() == ScalarKind.FLOAT64;
      int most = areDoubles ? Math.min(width, PIECE / Double.BYTES) : 0;
      this.far = new double[FourRows.ROWS][most];
      this.partial = new double[most];
    }

    @Override
    void combine(Span[] rows, int first, int n) {
      separately(rows, FourRows.ROWS, first, n);
    }

    @Override
    void combine(Span row, int first, int n) {
      separately(new Span[] {row}, 1, first, n);
    }

    private void separately(Span[] rows, int count, int first, int n) {
      try {
        multiplying.invokeExact(this, rows, count, first, n);
      } catch (Throwable e) {
        throw SeparateCalls.unchecked(e);
      }
    }

    @SuppressWarnings("UnusedMethod") // called by a handle
    private void multiply(Span[] rows, int count, int first, int n) {
      boolean areNear = true;
      for (int k = 0; k < count && areDoubles; k++) {
        areNear &= ColumnProducts.areNear(rows[k], n);
      }
      Span products = result(first);
      if (!areNear) {
        for (int k = 0; k < count; k++) {
          rows[k].read(far[k], 0, n);
        }
        products.read(partial, 0, n);
        columns.multiply(partial, far, count, first, n);
        products.write(partial, 0, n);
        return;
      }
      if (count == 1) {
        super.combine(rows[0], first, n);
      } else {
        super.combine(rows, first, n);
      }
      columns.separate(products, first, n);
    }

    @Override
    void store(Items target, long offset, long stride) {
      double[] totals = new double[width];
      for (int j = 0; j < width; j++) {
        totals[j] = columns.total(j, result(0).getDouble(j));
      }
      storeDoubles(totals, target, offset, stride);
    }
  }
}
