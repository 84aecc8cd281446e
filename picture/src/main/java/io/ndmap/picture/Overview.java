package io.ndmap.picture;

import io.ndmap.dtype.DTypeException;
import io.ndmap.nd.NdView;
import io.ndmap.op.CellStatistics;
import io.ndmap.op.ComplexPart;

/// Computes cells of a plane or a line: exactly in one pass over all elements, or from random
/// blocks.
///
/// [#cells] is a bulk operation of [NdView]: the view's [io.ndmap.op.Execution] determines threads,
/// progress and the release of pages. [#sample] reads random blocks on the calling thread and does
/// not report progress; if the view has few elements, it also computes the cells as [#cells] does.
/// Both throw the exceptions of bulk operations on interrupts, faults and closed files. Memory is
/// bounded by the number of cells, whatever the shape. Immutable.
public final class Overview {

  private final NdView<?> plane;
  private final ComplexPart part;

  private Overview(NdView<?> plane, ComplexPart part) {
    this.plane = plane;
    this.part = part;
  }

  /// Returns the overview of a view. Complex numbers are drawn by magnitude.
  ///
  /// @param view a view of numbers, booleans or times: of rank 2 (rows, columns) or of rank 1,
  ///   which is drawn as one row
  /// @return the overview
  /// @throws IllegalArgumentException if the rank is neither 1 nor 2
  /// @throws DTypeException if the elements are neither numbers, booleans nor times
  public static Overview of(NdView<?> view) {
    return of(view, ComplexPart.MAGNITUDE);
  }

  /// Returns the overview of a view.
  ///
  /// @param view a view of numbers, booleans or times: of rank 2 (rows, columns) or of rank 1,
  ///   which is drawn as one row
  /// @param part the part of complex numbers to draw; ignored for other dtypes
  /// @return the overview
  /// @throws IllegalArgumentException if the rank is neither 1 nor 2
  /// @throws DTypeException if the elements are neither numbers, booleans nor times
  public static Overview of(NdView<?> view, ComplexPart part) {
    if (view.rank() < 1 || view.rank() > 2) {
      throw new IllegalArgumentException(
          "an overview is of 1 or 2 axes, found an array of shape " + view.shape());
    }
    NumbersOf.require(view);
    return new Overview(view.rank() == 1 ? view.newAxis(0) : view, part);
  }

  /// {@return the number of elements from top to bottom; 1 for a line}
  public long height() {
    return plane.size(0);
  }

  /// {@return the number of elements from left to right}
  public long width() {
    return plane.size(1);
  }

  /// Computes the cells of all elements, which are read once, in memory order.
  ///
  /// @param rows the maximum number of rows of cells; fewer if there are fewer elements
  /// @param columns the maximum number of columns of cells; fewer if there are fewer elements
  /// @return the cells
  /// @throws IllegalArgumentException if an argument is below 1, or there are more than
  ///   [CellStatistics#MOST] cells
  public Cells cells(int rows, int columns) {
    return new Cells(plane.cellStatistics(part, rows, columns), 1);
  }

  /// Computes cells from random blocks of a few KiB, one block per cell, and keeps a bounded sample
  /// of the numbers in the blocks. Arrays of few elements are read completely. The same seed
  /// selects the same blocks.
  ///
  /// @param rows the maximum number of rows of cells; a sample may have fewer, to bound its time
  /// @param columns the maximum number of columns of cells; a sample may have fewer
  /// @param seed the seed for the positions of the blocks
  /// @return the cells and the numbers
  /// @throws IllegalArgumentException if `rows` or `columns` is below 1, or, for few elements, as
  ///   [#cells]
  public Sample sample(int rows, int columns, long seed) {
    return Sampling.of(plane, part, rows, columns, seed);
  }
}
