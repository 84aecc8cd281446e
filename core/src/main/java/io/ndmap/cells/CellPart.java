package io.ndmap.cells;

import io.ndmap.layout.Box;
import io.ndmap.layout.Strided;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Works on the parts of a plane, one after the other. For one thread.
final class CellPart {

  /// Cells from this width on are taken by themselves, in pieces that become rows of lanes.
  private static final int WIDE = 512;

  private static final int FEW_LANES = 128;

  /// Items of a cell that are taken one by one.
  private static final int FEW_ITEMS = 2048;

  /// Rows from which on lanes are worth their end.
  private static final int FEW_ROWS = 4;

  /// Items along the inner axis below which runs go along the outer one.
  private static final int NARROW = 64;

  private final MemorySegment segment;
  private final Strided layout;
  private final CellNumbers numbers;
  private final CellAxis outer;
  private final CellAxis inner;
  // Large, and not needed for few items.
  private @Nullable CellLanes made;
  private final double[] block = new double[CellLanes.MOST];

  /// @param layout of rank 2, both strides not negative
  CellPart(
      MemorySegment segment, Strided layout, CellNumbers numbers, CellAxis outer, CellAxis inner) {
    this.segment = segment;
    this.layout = layout;
    this.numbers = numbers;
    this.outer = outer;
    this.inner = inner;
  }

  /// The cells of a box of items, in ascending order along the outer axis.
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
        wide(band, inner.cell(column), new Runs(at, 0, 1, layout.stride(0), (int) height));
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

  private Runs runs(Box box, long left, long right) {
    return new Runs(
        at(box.start(0), left),
        layout.stride(0),
        (int) box.shape().size(0),
        layout.stride(1),
        (int) (right - left));
  }

  /// Some runs of items.
  ///
  /// @param at byte offset of the first item
  /// @param distance bytes from one run to the next
  /// @param count how many runs
  /// @param stride bytes from one item to the next
  /// @param length items of a run
  private record Runs(long at, long distance, int count, long stride, int length) {

    long at(int run, int item) {
      return at + run * distance + item * stride;
    }

    /// The items behind others of each run.
    Runs from(int item) {
      return new Runs(at(0, item), distance, count, stride, length - item);
    }

    Runs to(int item) {
      return new Runs(at, distance, count, stride, item);
    }

    Runs rows(int from, int to) {
      return new Runs(at(from, 0), distance, to - from, stride, length);
    }
  }

  private CellLanes lanes() {
    CellLanes lanes = made == null ? new CellLanes() : made;
    made = lanes;
    return lanes;
  }

  private void read(long at, long stride, int count) {
    numbers.read(segment, at, stride, count, block);
  }

  // ---- cells one by one

  /// Long runs of one cell: pieces of them are rows of lanes, and what is left is taken number by
  /// number.
  private void wide(CellBand band, int cell, Runs runs) {
    if ((long) runs.length * runs.count <= FEW_ITEMS) {
      each(band, cell, runs);
      return;
    }
    CellLanes lanes = lanes();
    int width = runs.length >= 8 * CellLanes.MOST ? CellLanes.MOST : FEW_LANES;
    int whole = runs.length / width * width;
    for (int run = 0; run < runs.count; run++) {
      // A run has so few rows of lanes, or is so long, that its own end costs little.
      for (int done = 0; done < whole; ) {
        int some = Math.min(CellLanes.ROWS * width, whole - done);
        lanes.begin();
        for (int piece = 0; piece < some; piece += width) {
          read(runs.at(run, done + piece), runs.stride, width);
          lanes.row(block, width);
        }
        if (!lanes.end(0, width, band, cell)) {
          each(band, cell, runs.rows(run, run + 1).from(done).to(some));
        }
        done += some;
      }
    }
    each(band, cell, runs.from(whole));
  }

  /// Items of one cell, number by number.
  private void each(CellBand band, int cell, Runs runs) {
    for (int run = 0; run < runs.count; run++) {
      for (int done = 0; done < runs.length; done += block.length) {
        int some = Math.min(block.length, runs.length - done);
        read(runs.at(run, done), runs.stride, some);
        CellBlock.add(block, 0, some, band, cell);
      }
    }
  }

  // ---- several cells at once

  /// Takes as many cells at once as lanes have room for.
  private void tiles(CellBand band, Box box) {
    for (int cell = band.from(); cell < band.to(); ) {
      long left = Math.max(inner.start(cell), box.start(1));
      int end = cell + 1;
      while (end < band.to() && inner.start(end + 1) - left <= CellLanes.MOST) {
        end++;
      }
      long right = Math.min(inner.start(end), box.end(1));
      tile(band, cell, end, runs(box, left, right), left);
      cell = end;
    }
  }

  private void tile(CellBand band, int from, int to, Runs runs, long left) {
    if (runs.length > CellLanes.MOST) {
      wide(band, from, runs);
      return;
    }
    int[] ends = new int[to - from];
    for (int cell = from; cell < to; cell++) {
      ends[cell - from] = (int) Math.min(inner.start(cell + 1) - left, runs.length);
    }
    for (int done = 0; done < runs.count; done += CellLanes.ROWS) {
      Runs some = runs.rows(done, Math.min(runs.count, done + CellLanes.ROWS));
      if (some.count < FEW_ROWS) {
        rows(band, from, ends, some);
      } else {
        lanes(band, from, ends, some);
      }
    }
  }

  private void rows(CellBand band, int from, int[] ends, Runs runs) {
    for (int run = 0; run < runs.count; run++) {
      read(runs.at(run, 0), runs.stride, runs.length);
      int start = 0;
      for (int k = 0; k < ends.length; k++) {
        CellBlock.add(block, start, ends[k], band, from + k);
        start = ends[k];
      }
    }
  }

  private void lanes(CellBand band, int from, int[] ends, Runs runs) {
    CellLanes lanes = lanes();
    lanes.begin();
    for (int run = 0; run < runs.count; run++) {
      read(runs.at(run, 0), runs.stride, runs.length);
      lanes.row(block, runs.length);
    }
    int start = 0;
    for (int k = 0; k < ends.length; k++) {
      if (!lanes.end(start, ends[k], band, from + k)) {
        each(band, from + k, runs.from(start).to(ends[k] - start));
      }
      start = ends[k];
    }
  }
}
