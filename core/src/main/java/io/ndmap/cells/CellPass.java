package io.ndmap.cells;

import io.ndmap.layout.Chunks;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.CellStatistics;
import io.ndmap.op.ComplexPart;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Computes the statistics of all cells of a plane in one pass through memory.
public final class CellPass {

  /// The maximum number of elements of a part: enough for several rows of cells of an ordinary
  /// picture.
  private static final long PART = 1L << 19;

  private final CellAxis[] axes;
  private final int inner;
  private final Strided layout;

  /// @param plane a layout of rank 2 that is not empty
  /// @param cells the number of cells along each axis
  private CellPass(Strided plane, int... cells) {
    this.inner = inner(plane);
    this.axes = new CellAxis[2];
    Strided ascending = plane;
    for (int axis = 0; axis < 2; axis++) {
      boolean reversed = plane.stride(axis) < 0;
      axes[axis] = new CellAxis(plane.shape().size(axis), cells[axis], reversed);
      ascending = reversed ? ascending.flip(axis) : ascending;
    }
    this.layout = ascending.transpose(1 - inner, inner);
  }

  /// Returns the inner axis: the axis with the smaller stride. If one axis has a single element,
  /// returns the other axis.
  private static int inner(Strided plane) {
    if (plane.shape().size(0) == 1 || plane.shape().size(1) == 1) {
      return plane.shape().size(1) == 1 ? 0 : 1;
    }
    return Math.abs(plane.stride(1)) <= Math.abs(plane.stride(0)) ? 1 : 0;
  }

  /// Returns the statistics of all cells.
  ///
  /// @param plane an array of rank 2
  /// @param part which real number to read from a complex number
  /// @param mostRows the maximum number of rows of cells
  /// @param mostColumns the maximum number of columns of cells
  /// @throws IllegalArgumentException if the rank is not 2, one of the limits is below 1, or there
  ///   are more than [CellStatistics#MOST] cells
  /// @throws io.ndmap.dtype.DTypeException if the elements are neither numbers nor times
  public static CellStatistics of(Items plane, ComplexPart part, int mostRows, int mostColumns) {
    var _ = CellNumbers.of(plane, part);
    if (plane.rank() != 2) {
      throw new IllegalArgumentException(
          "cells are of a plane of rank 2, found shape " + plane.shape());
    }
    if (mostRows < 1 || mostColumns < 1) {
      throw new IllegalArgumentException(
          "at least 1 x 1 cells are needed, found " + mostRows + " x " + mostColumns);
    }
    int rows = CellStatistics.cells(mostRows, plane.size(0));
    int columns = CellStatistics.cells(mostColumns, plane.size(1));
    if ((long) rows * columns > CellStatistics.MOST) {
      throw new IllegalArgumentException(
          "at most %s cells are possible, found %s x %s"
              .formatted(CellStatistics.MOST, rows, columns));
    }
    CellTable table = new CellTable(rows, columns, plane.size(0), plane.size(1));
    if (plane.itemCount() > 0) {
      new CellPass(plane.strided(), rows, columns).run(plane, part, table);
    }
    return table.statistics();
  }

  private void run(Items plane, ComplexPart part, CellTable table) {
    Shape shape = layout.shape();
    long width = Math.min(shape.size(1), PART);
    long height = Math.clamp(PART / width, 1, shape.size(0));
    Chunks parts = Partition.chunks(shape, Order.C, Shape.of(height, width));
    MemorySegment segment = plane.seen();
    CellAxis outer = axes[1 - inner];
    CellBands bands =
        new Parts(plane.execution(), plane)
            .of(
                parts.count(),
                shape.itemCount(),
                k -> new Strided[] {layout.slice(parts.box(k))},
                plane.backing())
            .reduce(
                parts.count(),
                k ->
                    new CellBands(
                        new CellPart(
                                segment, layout, CellNumbers.of(plane, part), outer, axes[inner])
                            .of(parts.box(k))),
                CellBands::with);
    store(bands, table);
  }

  private void store(CellBands bands, CellTable table) {
    CellAxis along = axes[inner];
    for (CellBand band : bands.all()) {
      int position = axes[1 - inner].number(band.outer());
      for (int cell = band.from(); cell < band.to(); cell++) {
        int number = along.number(cell);
        int row = inner == 1 ? position : number;
        int column = inner == 1 ? number : position;
        table.set(row, column, band, cell);
      }
    }
  }

  /// The bands of consecutive parts of the plane, in memory order.
  private record CellBands(List<CellBand> all) {

    /// Appends the bands of later parts. Only the last band of this list and the first band of
    /// `later` can have cells in common.
    CellBands with(CellBands later) {
      CellBand last = all.getLast();
      CellBand first = later.all.getFirst();
      int from = 0;
      if (last.outer() == first.outer()) {
        all.set(all.size() - 1, last.with(first));
        from = 1;
      }
      all.addAll(later.all.subList(from, later.all.size()));
      return this;
    }
  }
}
