package io.ndmap.serve.api;

import io.ndmap.nd.NdView;
import io.ndmap.picture.Aggregate;
import io.ndmap.picture.Cells;
import io.ndmap.picture.Overview;
import io.ndmap.picture.colour.Png;
import io.ndmap.serve.answer.Call;
import io.ndmap.serve.answer.Problem;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/// `/tile`: the cells of a rectangle of a plane, or of a segment of a line.
final class Tiles {

  private static final int DEFAULT_SIZE = 256;

  /// The maximum number of cells along a side.
  private static final int MOST = 4096;

  private static final int MOST_CELLS = 1 << 20;

  /// The approximate memory of a cell while it is computed, in bytes: sums, counts and its result.
  private static final int CELL_BYTES = 64;

  /// The seed of samples, so that equal requests have equal results.
  private static final long SEED = 1;

  /// The statistics in the tile of a line: one row of the tile each.
  private static final Aggregate[] ENVELOPE = {Aggregate.MIN, Aggregate.MAX, Aggregate.MEAN};

  private Tiles() {}

  /// Computes the result of `/tile`.
  static ResultCache.Result tile(NdView<?> items, Call call) {
    NdView<?> plane = plane(items, call);
    boolean isLine = plane.rank() == 1;
    int height = (int) Parameters.number(call, "height", isLine ? 1 : DEFAULT_SIZE, 1, MOST);
    int width = (int) Parameters.number(call, "width", DEFAULT_SIZE, 1, MOST);
    requireFew(height, width);
    Aggregate aggregate = Parameters.constant(Aggregate.class, call, "aggregate", Aggregate.MEAN);
    Overview overview = Overview.of(plane, Parameters.part(call));
    int rows = isLine ? 1 : height;
    String format = call.parameter("format").orElse("bin");
    if (!format.equals("bin") && !format.equals("png")) {
      throw new Problem(400, "format is one of bin and png, found '" + format + "'");
    }
    // Report invalid colours before computing anything.
    Optional<Palette> palette =
        format.equals("png") ? Optional.of(Palette.of(call)) : Optional.empty();
    boolean isSampled = Parameters.flag(call, "sampled");
    Cells cells =
        isSampled ? overview.sample(rows, width, SEED).cells() : overview.cells(rows, width);
    if (palette.isPresent()) {
      return new ResultCache.Result(
          "image/png",
          headers(cells, cells.rows()),
          Png.of(palette.get().pixels(cells, aggregate)));
    }
    return bin(
        cells,
        isLine ? ENVELOPE.length : cells.rows(),
        isLine ? row -> ENVELOPE[row] : _ -> aggregate,
        isLine);
  }

  /// The approximate memory of a tile, in bytes. The result is 0 for an invalid request, which
  /// fails later.
  static long memory(Call call) {
    return memory(call, DEFAULT_SIZE);
  }

  /// As [#memory(Call)], with another default for the number of cells along a side.
  static long memory(Call call, int size) {
    try {
      long height = Parameters.number(call, "height", size, 1, MOST);
      return height * Parameters.number(call, "width", size, 1, MOST) * CELL_BYTES;
    } catch (Problem e) {
      return 0;
    }
  }

  private static void requireFew(int height, int width) {
    if (height * width > MOST_CELLS) {
      throw new Problem(
          413, "a tile has at most %s cells, found %s x %s".formatted(MOST_CELLS, height, width));
    }
  }

  /// The view of the two drawn axes, rows first.
  private static NdView<?> plane(NdView<?> items, Call call) {
    NdView<?> plane = items;
    if (plane.rank() < 1 || plane.rank() > 2) {
      throw new Problem(
          400,
          "a tile has one or two axes: the selection must leave as many, found shape "
              + items.shape());
    }
    String axes = call.parameter("axes").orElse("0,1").strip();
    if (plane.rank() == 2 && axes.equals("1,0")) {
      plane = plane.transpose();
    } else if (!axes.equals("0,1") && !axes.equals("0")) {
      throw new Problem(400, "axes is 0,1 or 1,0, found '" + axes + "'");
    }
    if (plane.rank() == 2) {
      plane = part(plane, 0, "rows", call);
    }
    return part(plane, plane.rank() - 1, "columns", call);
  }

  /// Selects the part of a plane that a parameter `START:STOP` names; the whole plane if there is
  /// no such parameter.
  private static NdView<?> part(NdView<?> plane, int axis, String name, Call call) {
    Optional<String> text = call.parameter(name);
    if (text.isEmpty()) {
      return plane;
    }
    String[] ends = text.get().split(":", -1);
    try {
      long start = Long.parseLong(ends[0].strip());
      long stop = Long.parseLong(ends[1].strip());
      if (ends.length == 2 && start >= 0 && start <= stop && stop <= plane.size(axis)) {
        return plane.slice(axis, start, stop);
      }
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      // The exception below reports the invalid text.
    }
    throw new Problem(
        400,
        "%s is START:STOP within the %s of the plane, found '%s'"
            .formatted(name, plane.size(axis), text.get()));
  }

  /// Encodes a tile as little-endian 32-bit floats, row by row.
  ///
  /// @param aggregate returns the statistic for each row of the tile
  /// @param isLine whether all rows show the same row of cells
  private static ResultCache.Result bin(
      Cells cells, int rows, IntFunction<Aggregate> aggregate, boolean isLine) {
    int columns = cells.columns();
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.multiplyExact(4 * rows, columns)).order(ByteOrder.LITTLE_ENDIAN);
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        bytes.putFloat(
            (float) Palette.value(cells, aggregate.apply(row), isLine ? 0 : row, column));
      }
    }
    return new ResultCache.Result("application/octet-stream", headers(cells, rows), bytes.array());
  }

  /// The headers of a tile: its size, and of its elements the counts of NaN and of infinities, the
  /// share that was read, the minimum and the maximum.
  static Map<String, String> headers(Cells cells, int rows) {
    return Map.of(
        "X-Rows", Integer.toString(rows),
        "X-Columns", Integer.toString(cells.columns()),
        "X-Nan", Long.toString(cells.nan()),
        "X-Infinite", Long.toString(cells.infinite()),
        "X-Sampled", Double.toString(cells.share()),
        "X-Min", Double.toString(cells.min()),
        "X-Max", Double.toString(cells.max()));
  }
}
