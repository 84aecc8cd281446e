package io.ndmap.picture;

import io.ndmap.dtype.DTypeException;
import io.ndmap.nd.NdView;
import io.ndmap.op.CellStatistics;
import io.ndmap.op.ComplexPart;

/// Makes cells of a plane of numbers, or of a line: exactly in one pass through all elements, or of
/// random blocks of them.
///
/// Its operations are bulk operations of [NdView]: threads, progress, dropped pages, interrupts,
/// faults and closed files are those of the view's [io.ndmap.op.Execution]. Memory is bounded by
/// the number of cells, whatever the shape. Immutable.
public final class Overview {

  private final NdView<?> plane;
  private final ComplexPart part;

  private Overview(NdView<?> plane, ComplexPart part) {
    this.plane = plane;
    this.part = part;
  }

  /// The overview of a view, complex numbers by magnitude.
  ///
  /// @param view of rank 2, rows first, or of rank 1, which is one row; numbers, booleans or times
  /// @return the overview
  /// @throws IllegalArgumentException if the rank is neither
  /// @throws DTypeException if the elements are no numbers
  public static Overview of(NdView<?> view) {
    return of(view, ComplexPart.MAGNITUDE);
  }

  /// The overview of a view.
  ///
  /// @param view of rank 2, rows first, or of rank 1, which is one row; numbers, booleans or times
  /// @param part what is looked at of complex numbers; of others it is ignored
  /// @return the overview
  /// @throws IllegalArgumentException if the rank is neither 1 nor 2
  /// @throws DTypeException if the elements are no numbers
  public static Overview of(NdView<?> view, ComplexPart part) {
    if (view.rank() < 1 || view.rank() > 2) {
      throw new IllegalArgumentException(
          "an overview is of 1 or 2 axes, found an array of shape " + view.shape());
    }
    NumbersOf.require(view);
    return new Overview(view.rank() == 1 ? view.newAxis(0) : view, part);
  }

  /// {@return how many elements there are from top to bottom: 1 of a line}
  public long height() {
    return plane.size(0);
  }

  /// {@return how many elements there are from left to right}
  public long width() {
    return plane.size(1);
  }

  /// The cells of all elements, which are read once, in the order of memory.
  ///
  /// @param rows the maximum number of rows of cells; fewer if there are fewer elements
  /// @param columns the maximum number of columns
  /// @return the cells
  /// @throws IllegalArgumentException if one is below 1, or there are more than
  ///   [CellStatistics#MOST] cells
  public Cells cells(int rows, int columns) {
    return new Cells(plane.cellStatistics(part, rows, columns), 1);
  }

  /// The cells of random blocks of a few KiB each, one in each cell, and a bounded sample of the
  /// numbers in them. Few elements are all looked at. The same seed gives the same blocks.
  ///
  /// @param rows the maximum number of rows of cells; a sample may have fewer, so that it is soon
  ///   there
  /// @param columns the maximum number of columns
  /// @param seed of the positions of blocks
  /// @return the cells and numbers
  /// @throws IllegalArgumentException as [#cells]
  public Sample sample(int rows, int columns, long seed) {
    return Sampling.of(plane, part, rows, columns, seed);
  }
}
