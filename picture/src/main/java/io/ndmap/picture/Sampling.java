package io.ndmap.picture;

import io.ndmap.layout.Strided;
import io.ndmap.nd.NdView;
import io.ndmap.op.CellStatistics;
import io.ndmap.op.ComplexPart;
import io.ndmap.op.Execution;
import io.ndmap.op.OperationInterruptedException;
import java.util.Arrays;
import java.util.SplittableRandom;

/// Samples a plane: reads one random block per cell, or all elements if the plane has few.
///
/// Many blocks are prefetched at a time, because reading cold pages from disk takes nearly all of
/// the time.
final class Sampling {

  /// If an array has at most this many elements, all elements are read.
  private static final long FEW = 1L << 22;

  /// The maximum number of blocks, and so of cells, of a sample: a disk can read this many within a
  /// second.
  private static final int MOST_CELLS = 1 << 12;

  /// The approximate length of a block in bytes, from its first to its last element.
  private static final int BLOCK_BYTES = 4096;

  /// The maximum number of elements or lines of a block that may each be in a separate page. A
  /// block whose elements are more than 512 bytes apart has up to this many elements. A block in a
  /// cell that is narrow along the axis of the smaller stride has up to this many lines.
  private static final int MOST_PAGES = 8;

  /// The maximum number of elements that are kept for percentiles.
  private static final int NUMBERS = 1 << 16;

  /// The number of blocks that are prefetched before the first of them is read.
  private static final int AHEAD = 512;

  private final NdView<?> plane;
  private final ComplexPart part;
  private final int rows;
  private final int columns;

  /// Whether the first axis has the smaller stride, so that the long side of a block is vertical.
  private final boolean across;

  private final SplittableRandom random;
  private final long[] counts;
  private final long[] nans;
  private final long[] infinities;
  private final double[] means;
  private final double[] mins;
  private final double[] maxs;
  private final double[] stds;
  private final double[] numbers;

  /// The number of elements of `numbers` that are set.
  private int kept;

  private Sampling(NdView<?> plane, ComplexPart part, int rows, int columns, long seed) {
    // A block is smaller than the unit of parallel work, so one thread suffices and progress is not
    // reported.
    this.plane = plane.on(Execution.SEQUENTIAL);
    this.part = part;
    this.rows = rows;
    this.columns = columns;
    this.across =
        plane.size(1) == 1
            || (plane.size(0) > 1
                && Math.abs(plane.strided().stride(0)) < Math.abs(plane.strided().stride(1)));
    this.random = new SplittableRandom(seed);
    int cells = rows * columns;
    this.counts = new long[cells];
    this.nans = new long[cells];
    this.infinities = new long[cells];
    this.means = new double[cells];
    this.mins = new double[cells];
    this.maxs = new double[cells];
    this.stds = new double[cells];
    this.numbers = new double[NUMBERS];
  }

  static Sample of(NdView<?> plane, ComplexPart part, int mostRows, int mostColumns, long seed) {
    if (plane.itemCount() <= FEW) {
      CellStatistics cells = plane.cellStatistics(part, mostRows, mostColumns);
      int[] fewer = fewer(cells.rows(), cells.columns());
      Sampling numbers = new Sampling(plane, part, fewer[0], fewer[1], seed);
      numbers.look();
      return new Sample(new Cells(cells, 1), numbers.sorted());
    }
    if (mostRows < 1 || mostColumns < 1) {
      throw new IllegalArgumentException(
          "at least 1 x 1 cells are needed, found " + mostRows + " x " + mostColumns);
    }
    int[] fewer =
        fewer(
            CellStatistics.cells(mostRows, plane.size(0)),
            CellStatistics.cells(mostColumns, plane.size(1)));
    Sampling sampling = new Sampling(plane, part, fewer[0], fewer[1], seed);
    long seen = sampling.look();
    return new Sample(
        new Cells(sampling.statistics(), (double) seen / plane.itemCount()), sampling.sorted());
  }

  /// Reduces the numbers of rows and columns, in about the same proportion, to [#MOST_CELLS] cells.
  private static int[] fewer(int rows, int columns) {
    double cells = (double) rows * columns;
    if (cells <= MOST_CELLS) {
      return new int[] {rows, columns};
    }
    double factor = Math.sqrt(MOST_CELLS / cells);
    int fewRows = Math.clamp((int) (rows * factor), 1, rows);
    int fewColumns = Math.clamp(MOST_CELLS / fewRows, 1, columns);
    return new int[] {Math.min(rows, MOST_CELLS / fewColumns), fewColumns};
  }

  /// Reads all blocks and stores their statistics. Returns the number of elements that were read.
  private long look() {
    int cells = rows * columns;
    long seen = 0;
    NdView<?>[] blocks = new NdView<?>[AHEAD];
    for (int done = 0; done < cells; done += AHEAD) {
      int some = Math.min(AHEAD, cells - done);
      if (Thread.currentThread().isInterrupted()) {
        throw new OperationInterruptedException(plane.backing().name());
      }
      for (int k = 0; k < some; k++) {
        blocks[k] = block(done + k);
        prefetch(blocks[k]);
      }
      for (int k = 0; k < some; k++) {
        seen += blocks[k].itemCount();
        take(done + k, blocks[k]);
      }
    }
    return seen;
  }

  /// Returns a block at a random position within a cell.
  private NdView<?> block(int cell) {
    int row = cell / columns;
    int column = cell % columns;
    long top = CellStatistics.start(row, rows, plane.size(0));
    long height = CellStatistics.start(row + 1, rows, plane.size(0)) - top;
    long left = CellStatistics.start(column, columns, plane.size(1));
    long width = CellStatistics.start(column + 1, columns, plane.size(1)) - left;
    long items = Math.max(MOST_PAGES, BLOCK_BYTES / apart());
    long along = Math.min(items, across ? height : width);
    long perpendicular =
        Math.clamp(items / along, 1, Math.min(MOST_PAGES, across ? width : height));
    long high = across ? along : perpendicular;
    long wide = across ? perpendicular : along;
    long y = top + random.nextLong(height - high + 1);
    long x = left + random.nextLong(width - wide + 1);
    return plane.slice(0, y, y + high).slice(1, x, x + wide);
  }

  /// The distance in bytes between adjacent elements of a block.
  private long apart() {
    return Math.max(plane.dtype().itemsize(), Math.abs(plane.strided().stride(across ? 0 : 1)));
  }

  /// Prefetches the pages of a block.
  private void prefetch(NdView<?> block) {
    int outer = across ? 1 : 0;
    for (long row = 0; row < block.size(outer); row++) {
      Strided run = block.strided().index(outer, row);
      if (apart() <= BLOCK_BYTES) {
        prefetch(run);
      } else {
        // Prefetch only the elements, not the gaps between them.
        for (long item = 0; item < run.shape().size(0); item++) {
          prefetch(run.index(0, item));
        }
      }
    }
  }

  private void prefetch(Strided run) {
    long start = run.firstByte();
    long end = run.endByte(plane.dtype().itemsize());
    if (!plane.backing().isResident(start, end)) {
      plane.backing().prefetch(start, end);
    }
  }

  /// Stores the statistics of a block as the statistics of its cell, and keeps some of its numbers.
  private void take(int cell, NdView<?> block) {
    CellStatistics one = block.cellStatistics(part, 1, 1);
    counts[cell] = one.count();
    nans[cell] = one.nan();
    infinities[cell] = one.infinite();
    means[cell] = one.mean(0, 0);
    mins[cell] = one.min();
    maxs[cell] = one.max();
    stds[cell] = one.std(0, 0);
    // Keep equally many elements of each cell, from the first line of its block.
    int each = Math.max(1, NUMBERS / (rows * columns));
    NdView<?> few = across ? block.slice(1, 0, 1) : block.slice(0, 0, 1);
    long first = Math.min(each, few.itemCount());
    few = few.slice(across ? 0 : 1, 0, first);
    for (double number : NumbersOf.numbers(few, part)) {
      if (Double.isFinite(number) && kept < NUMBERS) {
        numbers[kept++] = number;
      }
    }
  }

  private double[] sorted() {
    double[] sorted = Arrays.copyOf(numbers, kept);
    Arrays.sort(sorted);
    return sorted;
  }

  private CellStatistics statistics() {
    return new CellStatistics(
        rows,
        columns,
        plane.size(0),
        plane.size(1),
        counts,
        nans,
        infinities,
        means,
        mins,
        maxs,
        stds);
  }
}
