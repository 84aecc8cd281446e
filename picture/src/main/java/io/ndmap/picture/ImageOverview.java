package io.ndmap.picture;

import io.ndmap.dtype.DTypeException;
import io.ndmap.nd.NdView;
import io.ndmap.op.CellStatistics;
import io.ndmap.op.ComplexPart;
import io.ndmap.op.Execution;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/// Computes the cells of all channels of an image, exactly or from random blocks.
///
/// The channels of an image are interleaved in memory, so all channels share the same pages. Exact
/// cells are computed in bands of one row or column of cells, channel by channel within a band. So
/// pages are read from disk once, and released after the last channel if the view's [Execution]
/// says so. Immutable.
public final class ImageOverview {

  /// The default maximum number of bytes of a band that is processed as a whole.
  private static final long MOST_BYTES = 256L << 20;

  private final NdView<?> image;
  private final ComplexPart part;
  private final long mostBytes;

  /// @param mostBytes the maximum number of bytes of a band that stays in memory until its last
  ///   channel is read; larger bands are processed cell by cell
  ImageOverview(NdView<?> image, ComplexPart part, long mostBytes) {
    this.image = image;
    this.part = part;
    this.mostBytes = mostBytes;
  }

  /// Returns the overview of an image.
  ///
  /// @param image a view of rank 3: rows, columns, channels
  /// @param part the part of complex numbers to draw; ignored for other dtypes
  /// @return the overview
  /// @throws IllegalArgumentException if the rank is not 3, or there are no channels
  /// @throws DTypeException if the elements are neither numbers, booleans nor times
  public static ImageOverview of(NdView<?> image, ComplexPart part) {
    if (image.rank() != 3 || image.size(2) == 0) {
      throw new IllegalArgumentException(
          "an image has rows, columns and channels, found an array of shape " + image.shape());
    }
    NumbersOf.require(image);
    return new ImageOverview(image, part, MOST_BYTES);
  }

  /// Computes the cells of all elements, for each channel.
  ///
  /// @param rows the maximum number of rows of cells; fewer if there are fewer elements
  /// @param columns the maximum number of columns of cells; fewer if there are fewer elements
  /// @return the cells of each channel, in the order of the channels
  /// @throws IllegalArgumentException if an argument is below 1, or there are more than
  ///   [CellStatistics#MOST] cells
  public List<Cells> cells(int rows, int columns) {
    List<CellBuilder> channels = new ArrayList<>();
    for (long channel = 0; channel < image.size(2); channel++) {
      channels.add(new CellBuilder(image.size(0), image.size(1), rows, columns));
    }
    CellBuilder first = channels.getFirst();
    boolean byColumns = Math.abs(image.strided().stride(0)) < Math.abs(image.strided().stride(1));
    int bands = byColumns ? first.columns() : first.rows();
    int others = byColumns ? first.rows() : first.columns();
    long band = image.shape().byteSize(image.dtype().itemsize()) / Math.max(1, bands);
    for (int k = 0; k < bands; k++) {
      int step = band > mostBytes ? 1 : others;
      for (int from = 0; from < others; from += step) {
        if (byColumns) {
          add(channels, from, from + step, k, k + 1);
        } else {
          add(channels, k, k + 1, from, from + step);
        }
      }
    }
    return channels.stream().map(CellBuilder::cells).toList();
  }

  /// Computes the cells from row `top` and column `left` (inclusive) to row `bottom` and column
  /// `right` (exclusive) of all channels. Pages are not released before the last channel.
  private void add(List<CellBuilder> channels, int top, int bottom, int left, int right) {
    Execution how = image.execution();
    Execution keeping =
        new Execution(
            how.parallelism(),
            how.executor(),
            false,
            how.sortAccesses(),
            how.progress(),
            how.allocator());
    for (int channel = 0; channel < channels.size(); channel++) {
      CellBuilder cells = channels.get(channel);
      NdView<?> box =
          image
              .index(2, channel)
              .slice(0, cells.rowStart(top), cells.rowStart(bottom))
              .slice(1, cells.columnStart(left), cells.columnStart(right))
              .on(channel == channels.size() - 1 ? how : keeping);
      cells.add(top, left, box.cellStatistics(part, bottom - top, right - left));
    }
  }

  /// Computes the cells of random blocks, which are the same in each channel.
  ///
  /// @param rows the maximum number of rows of cells; a sample may have fewer
  /// @param columns the maximum number of columns of cells; a sample may have fewer
  /// @param seed the seed for the positions of the blocks
  /// @return the cells of each channel, in the order of the channels
  /// @throws IllegalArgumentException as [#cells]
  public List<Cells> sample(int rows, int columns, long seed) {
    return LongStream.range(0, image.size(2))
        .mapToObj(
            channel ->
                Overview.of(image.index(2, channel), part).sample(rows, columns, seed).cells())
        .toList();
  }
}
