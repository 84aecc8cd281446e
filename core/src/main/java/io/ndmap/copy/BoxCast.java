package io.ndmap.copy;

import io.ndmap.layout.Strided;
import io.ndmap.memory.Scratch;
import io.ndmap.move.TransposedTile;
import io.ndmap.pass.Pass;
import java.lang.foreign.MemorySegment;

/// Converts a box of elements whose source and target have different innermost axes.
///
/// The source is read along its innermost axis and converted into a [TransposedTile], which is then
/// stored along the target's innermost axis, so that both memories are accessed in ascending runs.
/// If one of the two axes is too short for a tile, or the target's elements are too large, no tile
/// is used: runs go along the longer of the two axes.
///
/// Not thread-safe.
final class BoxCast {

  /// Tiles are used only if both axes have at least this many elements.
  private static final int SHORT = 16;

  private final MemorySegment source;
  private final MemorySegment target;
  private final int itemsize;
  private final Strided into;
  private final Strided from;
  private final int columnAxis;
  private final int rowAxis;
  private final long height;
  private final long width;
  private final RunCast cast;

  /// @param itemsize the target's bytes per element
  /// @param part the target's layout, then the source's layout, of one part of a [Pass] for which
  ///   [Pass#isAcross] is true
  BoxCast(MemorySegment source, MemorySegment target, int itemsize, RunCast cast, Strided[] part) {
    this.source = source;
    this.target = target;
    this.itemsize = itemsize;
    this.into = part[0];
    this.from = part[1];
    this.rowAxis = into.rank() - 1;
    this.columnAxis = into.rank() - 2;
    this.height = into.shape().size(rowAxis);
    this.width = into.shape().size(columnAxis);
    this.cast = cast;
  }

  void run() {
    boolean tiled = height >= SHORT && width >= SHORT && itemsize >= 1;
    if (tiled && itemsize <= TransposedTile.MOST_BYTES) {
      try (Scratch scratch = Scratch.take()) {
        forEach(tiles(new TransposedTile(scratch, itemsize, 1)));
      }
    } else {
      forEach(width >= height ? runs(columnAxis, rowAxis) : runs(rowAxis, columnAxis));
    }
  }

  private void forEach(Pass.RunBody body) {
    Pass.forEachRun(new Strided[] {into, from}, columnAxis, body);
  }

  private Pass.RunBody runs(int along, int across) {
    int count = (int) into.shape().size(along);
    return (at, _) -> {
      for (long i = 0; i < into.shape().size(across); i++) {
        cast.run(
            source,
            at[1] + i * from.stride(across),
            from.stride(along),
            target,
            at[0] + i * into.stride(across),
            into.stride(along),
            count);
      }
    };
  }

  private Pass.RunBody tiles(TransposedTile tile) {
    return (at, _) -> {
      for (long j = 0; j < width; j += tile.side()) {
        int columns = (int) Math.min(tile.side(), width - j);
        for (long i = 0; i < height; i += tile.side()) {
          int rows = (int) Math.min(tile.side(), height - i);
          for (int row = 0; row < rows; row++) {
            cast.run(
                source,
                at[1] + (i + row) * from.stride(rowAxis) + j * from.stride(columnAxis),
                from.stride(columnAxis),
                tile.memory(),
                (long) row * tile.pitch(),
                itemsize,
                columns);
          }
          tile.put(
              target,
              at[0] + i * into.stride(rowAxis) + j * into.stride(columnAxis),
              into.stride(rowAxis),
              into.stride(columnAxis),
              rows,
              columns);
        }
      }
    };
  }
}
