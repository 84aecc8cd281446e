package io.ndmap.cells;

import io.ndmap.layout.Box;
import io.ndmap.layout.Strided;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Computes the statistics of the cells of a plane from the elements of one part, a box. For one
/// thread.
final class CellPart {

  /// If the cells of a band are on average at least this many elements wide, they are processed one
  /// by one. Their runs are divided into segments, which become rows of [CellColumns].
  private static final int WIDE = 512;

  /// The number of elements of a segment, in runs of fewer than `8 * CellColumns.MOST` elements; in
  /// longer runs it is `CellColumns.MOST`.
  private static final int FEW_COLUMNS = 128;

  /// Cells of at most this many elements are added through [CellBlock].
  private static final int FEW_ITEMS = 2048;

  /// The minimum number of rows for which [CellColumns] are faster than [CellBlock].
  private static final int FEW_ROWS = 4;

  /// If a box has fewer elements than this along the inner axis, but at least this many along the
  /// outer axis, runs are read along the outer axis.
  private static final int NARROW = 64;

  private final MemorySegment segment;
  private final Strided layout;
  private final CellNumbers numbers;
  private final CellAxis outer;
  private final CellAxis inner;
  // Allocated lazily: large, and not needed for few elements.
  private @Nullable CellColumns made;
  private final double[] block = new double[CellColumns.MOST];

  /// @param layout a layout of rank 2 without negative strides; its axes are the outer and the
  ///   inner axis
  CellPart(
      MemorySegment segment, Strided layout, CellNumbers numbers, CellAxis outer, CellAxis inner) {
    this.segment = segment;
    this.layout = layout;
    this.numbers = numbers;
    this.outer = outer;
    this.inner = inner;
  }

  /// Returns the statistics of a box of elements: one band of cells for each cell along the outer
  /// axis, in ascending order.
  List<CellBand> of(Box box) {
    List<CellBand> bands = new ArrayList<>();
    int from = inner.cell(box.start(1));
    int to = inner.cell(box.end(1) - 1) + 1;
    for (int cell = outer.cell(box.start(0));
        cell < outer.cells() && outer.start(cell) < box.end(0);
        cell++) {
      long top = Math.max(outer.start(cell), box.start(0));
      long bottom = Math.min(outer.start(cell + 1), box.end(0));
      CellBand band = new CellBand(cell, from, to);
      band(band, Box.of(new long[] {top, box.start(1)}, new long[] {bottom, box.end(1)}));
      bands.add(band);
    }
    return bands;
  }

  private void band(CellBand band, Box box) {
    long height = box.shape().size(0);
    long width = box.shape().size(1);
    if (width < NARROW && height >= NARROW) {
      for (long column = box.start(1); column < box.end(1); column++) {
        long at = at(box.start(0), column);
        wide(band, inner.cell(column), new StridedRows(at, 0, 1, layout.stride(0), (int) height));
      }
    } else if (width / (band.to() - band.from()) >= WIDE) {
      for (int cell = band.from(); cell < band.to(); cell++) {
        long left = Math.max(inner.start(cell), box.start(1));
        long right = Math.min(inner.start(cell + 1), box.end(1));
        wide(band, cell, runs(box, left, right));
      }
    } else {
      tiles(band, box);
    }
  }

  private long at(long row, long column) {
    return layout.offset() + row * layout.stride(0) + column * layout.stride(1);
  }

  private StridedRows runs(Box box, long left, long right) {
    return new StridedRows(
        at(box.start(0), left),
        layout.stride(0),
        (int) box.shape().size(0),
        layout.stride(1),
        (int) (right - left));
  }

  /// Equally spaced runs of elements.
  ///
  /// @param at byte offset of the first element
  /// @param distance bytes from one run to the next
  /// @param count the number of runs
  /// @param stride bytes from one element to the next
  /// @param length elements of a run
  private record StridedRows(long at, long distance, int count, long stride, int length) {

    long at(int run, int item) {
      return at + run * distance + item * stride;
    }

    /// Drops the first `item` elements of each run.
    StridedRows from(int item) {
      return new StridedRows(at(0, item), distance, count, stride, length - item);
    }

    /// Keeps the first `item` elements of each run.
    StridedRows to(int item) {
      return new StridedRows(at, distance, count, stride, item);
    }

    StridedRows rows(int from, int to) {
      return new StridedRows(at(from, 0), distance, to - from, stride, length);
    }
  }

  private CellColumns columns() {
    CellColumns columns = made == null ? new CellColumns() : made;
    made = columns;
    return columns;
  }

  private void read(long at, long stride, int count) {
    numbers.read(segment, at, stride, count, block);
  }

  // ---- single cells

  /// Adds long runs of one cell. Segments of the runs become rows of [CellColumns]; the elements
  /// after the last whole segment are added through [CellBlock].
  private void wide(CellBand band, int cell, StridedRows runs) {
    if ((long) runs.length * runs.count <= FEW_ITEMS) {
      each(band, cell, runs);
      return;
    }
    CellColumns columns = columns();
    int width = runs.length >= 8 * CellColumns.MOST ? CellColumns.MOST : FEW_COLUMNS;
    int whole = runs.length / width * width;
    for (int run = 0; run < runs.count; run++) {
      // Merging columns at the end of a run costs little: there are few columns, or the run is
      // long.
      for (int done = 0; done < whole; ) {
        int some = Math.min(CellColumns.ROWS * width, whole - done);
        columns.begin();
        for (int piece = 0; piece < some; piece += width) {
          read(runs.at(run, done + piece), runs.stride, width);
          columns.row(block, width);
        }
        if (!columns.end(0, width, band, cell)) {
          each(band, cell, runs.rows(run, run + 1).from(done).to(some));
        }
        done += some;
      }
    }
    each(band, cell, runs.from(whole));
  }

  /// Adds the elements of one cell through [CellBlock].
  private void each(CellBand band, int cell, StridedRows runs) {
    for (int run = 0; run < runs.count; run++) {
      for (int done = 0; done < runs.length; done += block.length) {
        int some = Math.min(block.length, runs.length - done);
        read(runs.at(run, done), runs.stride, some);
        CellBlock.add(block, 0, some, band, cell);
      }
    }
  }

  // ---- several cells

  /// Adds neighbouring cells in groups that together have at most [CellColumns#MOST] columns; a
  /// wider cell is a group by itself.
  private void tiles(CellBand band, Box box) {
    for (int cell = band.from(); cell < band.to(); ) {
      long left = Math.max(inner.start(cell), box.start(1));
      int end = cell + 1;
      while (end < band.to() && inner.start(end + 1) - left <= CellColumns.MOST) {
        end++;
      }
      long right = Math.min(inner.start(end), box.end(1));
      tile(band, cell, end, runs(box, left, right), left);
      cell = end;
    }
  }

  private void tile(CellBand band, int from, int to, StridedRows runs, long left) {
    if (runs.length > CellColumns.MOST) {
      wide(band, from, runs);
      return;
    }
    int[] ends = new int[to - from];
    for (int cell = from; cell < to; cell++) {
      ends[cell - from] = (int) Math.min(inner.start(cell + 1) - left, runs.length);
    }
    for (int done = 0; done < runs.count; done += CellColumns.ROWS) {
      StridedRows some = runs.rows(done, Math.min(runs.count, done + CellColumns.ROWS));
      if (some.count < FEW_ROWS) {
        rows(band, from, ends, some);
      } else {
        columns(band, from, ends, some);
      }
    }
  }

  private void rows(CellBand band, int from, int[] ends, StridedRows runs) {
    for (int run = 0; run < runs.count; run++) {
      read(runs.at(run, 0), runs.stride, runs.length);
      int start = 0;
      for (int k = 0; k < ends.length; k++) {
        CellBlock.add(block, start, ends[k], band, from + k);
        start = ends[k];
      }
    }
  }

  private void columns(CellBand band, int from, int[] ends, StridedRows runs) {
    CellColumns columns = columns();
    columns.begin();
    for (int run = 0; run < runs.count; run++) {
      read(runs.at(run, 0), runs.stride, runs.length);
      columns.row(block, runs.length);
    }
    int start = 0;
    for (int k = 0; k < ends.length; k++) {
      if (!columns.end(start, ends[k], band, from + k)) {
        each(band, from + k, runs.from(start).to(ends[k] - start));
      }
      start = ends[k];
    }
  }
}
