package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.engine.Loops;
import io.ndmap.fold.Columns;
import io.ndmap.fold.Int128Sum;
import io.ndmap.layout.Strided;
import io.ndmap.loop.ArrayRoom;
import io.ndmap.loop.FourRows;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Run;
import io.ndmap.loop.Special;
import io.ndmap.memory.Alias;
import io.ndmap.memory.Scratch;
import io.ndmap.move.Cast;
import io.ndmap.op.Binary;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.pass.Walk;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Combines rows by an operation of two operands, four at once by [FourRows]: extremes, sums, and
/// products of integers. Rows are read where they are, or from pieces of them that are copied or
/// converted.
class CombinedRows extends RowFold {

  /// Bytes of a row that are taken at once: of four rows, the results and what is computed in
  /// between, they stay in the first-level cache.
  private static final int PIECE = 1 << 12;

  /// From one row of them to the next: equal places in pages would be in one another's way.
  private static final int DISTANCE = PIECE + 704;

  /// Where the items of a row wait to be converted.
  private static final int UNCONVERTED = FourRows.OPERANDS * DISTANCE;

  /// The block from which on the results are, if they fit.
  private static final int RESULTS_BLOCK = 4;

  private static final long ROOM = (long) (Scratch.BLOCKS - RESULTS_BLOCK) * Scratch.BLOCK;

  final MemorySegment results;
  final long resultsAt;
  final ScalarKind lane;
  private final Object operation;
  private final Loop four;
  private final Loop one;
  private final int together;
  private final int columns;
  private final boolean visible;
  private final ScalarKind takenKind;
  private final ScalarKind folded;
  // By vectors, if there is one.
  private final @Nullable Loop conversion;
  private final boolean isStable;
  private final long[] longs;
  private final double[] doubles;
  private final Scratch scratch;
  private final @Nullable MemorySegment owned;
  private final ArrayRoom arrays;
  private final long[] waiting = new long[FourRows.ROWS];
  private final Run[] operands = new Run[FourRows.OPERANDS];
  private final long[] unpassed = new long[FourRows.ROWS];
  private final int[] unpassedItems = new int[FourRows.ROWS];
  private @Nullable Walk way;
  private int filled;
  private int unpassedRows;
  private boolean begun;
  private long count;

  /// @param rows the reduced axes, in the order in which rows come
  /// @param operation a [Binary] or [Special] of the results
  /// @param takenKind the kind as which the items are taken
  /// @param lane of the results: the same, integers of 64 bits or doubles
  /// @param inAnyOrder whether the results do not depend on the order
  CombinedRows(
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
    boolean copies = view.direct() != null && !view.isStable();
    long items = width * rows.shape().itemCount();
    this.folded = folded(takenKind, lane);
    this.four = Loops.of(new FourRows(operation, lane), folded).chosen(items, copies);
    this.one =
        (operation instanceof Binary binary
                ? Loops.of(binary, lane)
                : Loops.of((Special) operation, lane))
            .chosen(columns, copies);
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
    this.arrays = new ArrayRoom(columns);
    long bytes = (long) columns * lane.itemsize();
    this.owned = bytes > ROOM ? Arena.ofAuto().allocate(bytes, Long.BYTES) : null;
    this.scratch = Scratch.take();
    this.results = owned == null ? scratch.memory() : unowned(owned);
    this.resultsAt = owned == null ? Scratch.at(RESULTS_BLOCK) : 0;
    this.operands[FourRows.ROWS] = room(FourRows.ROWS);
  }

  private static MemorySegment unowned(MemorySegment owned) {
    Alias alias = Alias.of(owned);
    return alias == null ? owned : Objects.requireNonNull(alias.part(owned));
  }

  /// The kind as which four rows are folded: that of the items, if it is that of the results or
  /// there is a loop that widens. Of bytes and integers without a sign, HotSpot makes objects of
  /// four vectors that are widened in one loop.
  private static ScalarKind folded(ScalarKind takenKind, ScalarKind lane) {
    return switch (takenKind) {
      case BOOL, INT8, UINT8, UINT16, UINT32, FLOAT16, BFLOAT16 -> lane;
      default -> takenKind;
    };
  }

  /// How many rows are taken as one, where they follow one another: short ones would take longer to
  /// begin with than to combine.
  private int together(Strided rows, int size) {
    if (rows.lastStride() != width * distance || distance != itemsize) {
      return 1;
    }
    int some = Math.max(1, PIECE / size / width);
    return (int) Math.min(some, rows.shape().size(rows.rank() - 1));
  }

  private Run room(int k) {
    return new Run(scratch.memory(), (long) k * DISTANCE, arrays);
  }

  private Run result(int first) {
    return new Run(results, resultsAt + (long) first * lane.itemsize(), arrays);
  }

  @Override
  int together() {
    return together;
  }

  @Override
  void row(long at) {
    rows(at, 1);
  }

  @Override
  void rows(long at, int some) {
    count += some;
    if (some < together) {
      waitNoMore();
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
        four.run(operands, result(j), n);
      }
      combined(waiting.length);
    }
  }

  /// Combines with the first columns of a row.
  private void alone(long at, int some) {
    begin(at);
    int most = PIECE / lane.itemsize();
    for (int j = 0; j < some; j += most) {
      int n = Math.min(most, some - j);
      one.run(new Run[] {result(j), piece(0, lane, at, j, n)}, result(j), n);
    }
    combined(1);
  }

  /// Begins with what changes nothing: of extremes with the first row, as once more makes no
  /// difference.
  private void begin(long at) {
    if (begun) {
      return;
    }
    begun = true;
    MemorySegment all = results.asSlice(resultsAt, (long) columns * lane.itemsize());
    if (operation == Binary.PLUS) {
      all.fill((byte) 0);
    } else if (operation == Binary.TIMES) {
      for (int j = 0; j < columns; j++) {
        all.set(LITTLE, (long) j * Long.BYTES, 1);
      }
    } else {
      int most = PIECE / lane.itemsize();
      for (int j = 0; j < columns; j += most) {
        int n = Math.min(most, columns - j);
        Run row = piece(0, lane, at, j, n);
        long bytes = (long) n * lane.itemsize();
        MemorySegment.copy(row.memory(), row.at(), all, (long) j * lane.itemsize(), bytes);
      }
    }
  }

  /// Begins anew with the next row.
  final void restart() {
    begun = false;
  }

  /// Rows were combined.
  void combined(int rows) {
    // Nothing to be done but for sums of floating-point numbers.
  }

  /// Some items of a row as loops take them.
  ///
  /// @param k which room they get, if they need one
  /// @param wanted their kind
  private Run piece(int k, ScalarKind wanted, long at, int first, int n) {
    long from = at + first * distance;
    if (visible && takenKind == wanted) {
      return new Run(segment, from, arrays);
    }
    Run to = room(k);
    if (takenKind == wanted) {
      copy(from, n, to.memory(), to.at());
    } else if (conversion != null) {
      Run items = new Run(segment, from, arrays);
      if (!isStable) {
        items = new Run(scratch.memory(), UNCONVERTED, arrays);
        copy(from, n, items.memory(), items.at());
      }
      conversion.run(new Run[] {items}, to, n);
    } else if (lane == ScalarKind.INT64) {
      reader.bits(segment, from, distance, n, longs, 0);
      to.write(longs, 0, n);
    } else {
      reader.doubles(segment, from, distance, n, doubles, 0);
      to.write(doubles, 0, n);
    }
    return to;
  }

  /// Only when it was read, and so behind what is given back.
  @Override
  void passed(long at, int items, Walk walk) {
    way = walk;
    unpassed[unpassedRows] = at;
    unpassedItems[unpassedRows] = items;
    unpassedRows++;
    if (filled == 0) {
      passAll();
    }
  }

  private void passAll() {
    for (int k = 0; k < unpassedRows && way != null; k++) {
      way.pass(unpassed[k], distance, unpassedItems[k]);
    }
    unpassedRows = 0;
  }

  private void waitNoMore() {
    for (int k = 0; k < filled; k++) {
      alone(waiting[k], columns);
    }
    filled = 0;
  }

  @Override
  void end() {
    waitNoMore();
    passAll();
    int left = together;
    while (left > 1) {
      int half = left / 2;
      left -= half;
      one.run(new Run[] {result(0), result(left * width)}, result(0), half * width);
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
      // Until here, memory that belongs to no arena kept nothing alive.
      Reference.reachabilityFence(owned);
    }
  }

  /// Means of integers of up to 32 bits, whose sums are exact as long as there are fewer than 2³¹.
  static final class Means extends CombinedRows {

    Means(Items view, int width, long distance, Strided rows) {
      super(view, width, distance, rows, Binary.PLUS, view.kind(), ScalarKind.INT64, true);
    }

    @Override
    void store(Items target, long offset, long stride) {
      double[] means = new double[width];
      Int128Sum sum = new Int128Sum();
      for (int j = 0; j < width; j++) {
        sum.clear();
        sum.add(results.get(LITTLE, resultsAt + (long) j * Long.BYTES));
        means[j] = sum.mean(count());
      }
      storeDoubles(means, target, offset, stride);
    }
  }

  /// Sums and means of floating-point numbers, in double precision: chunks of rows, with
  /// compensated errors.
  static final class FloatSums extends CombinedRows {
    private final Columns chunks;
    private final double[] sums;
    private final boolean averages;
    private int chunk;

    FloatSums(Items view, int width, long distance, Strided rows, Reduction op) {
      super(view, width, distance, rows, Binary.PLUS, view.kind(), ScalarKind.FLOAT64, false);
      this.chunks = new Columns(width);
      this.sums = new double[width];
      this.averages = op.kind() == Reduction.Kind.MEAN;
    }

    @Override
    void combined(int rows) {
      chunk += rows;
      if (chunk == Columns.CHUNK) {
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
}
