package io.ndmap.product;

import static io.ndmap.loop.BlockProduct.PANEL_BYTES;
import static io.ndmap.loop.BlockProduct.ROWS;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.engine.Loops;
import io.ndmap.loop.ArrayRoom;
import io.ndmap.loop.BlockProduct;
import io.ndmap.loop.Loop;
import io.ndmap.loop.NumberArrays;
import io.ndmap.loop.Run;
import io.ndmap.memory.Scratch;
import io.ndmap.move.Runs;
import io.ndmap.op.Unary;
import io.ndmap.pass.Items;
import io.ndmap.pass.Walk;
import java.lang.foreign.MemorySegment;

/// Computes tiles of the results, one after the other: packs a block of either operand, adds their
/// products, goes on along the depth, and stores the sums. For one thread, during a hold.
///
/// A row of complex numbers is two rows, of real and of imaginary parts, and each step of their
/// depth is two: `re · re - im · im` and `im · re + re · im`.
final class Tile<A> {

  private final Tiles tiles;
  private final NumberArrays<A> arrays;
  private final BlockProduct<A> product;
  private final Walk walk;
  private final int parts;
  private final int itemsize;
  private final int width;
  private final A[] left;
  private final A[] right;
  private final A[] sums;
  private final A row;
  private final Loop negation;
  private final SumStore store;

  Tile(
      Tiles tiles,
      NumberArrays<A> arrays,
      BlockProduct<A> product,
      Items target,
      ScalarKind kind,
      Walk walk) {
    this.tiles = tiles;
    this.arrays = arrays;
    this.product = product;
    this.walk = walk;
    this.parts = tiles.parts();
    this.itemsize = arrays.itemsize();
    this.width = PANEL_BYTES / itemsize;
    int rows = Math.ceilDiv(parts * tiles.rows(), ROWS) * ROWS;
    int depth = parts * tiles.depth();
    int panels = Math.ceilDiv(tiles.columns(), width);
    this.left = arrays.zeros(rows / ROWS, depth * ROWS);
    this.right = arrays.zeros(panels, depth * width);
    this.sums = arrays.zeros(rows, panels * width);
    this.row = arrays.row().apply(panels * width);
    this.negation = Loops.of(Unary.NEGATIVE, arrays.kind());
    this.store = new SumStore(target, arrays.kind(), kind.part());
  }

  void run(long tile) {
    long matrix = tiles.matrix(tile);
    long firstRow = tiles.firstRow(tile);
    long firstColumn = tiles.firstColumn(tile);
    int rows = (int) Math.min(tiles.rows(), tiles.left().rows() - firstRow);
    int columns = (int) Math.min(tiles.columns(), tiles.right().columns() - firstColumn);
    for (int i = 0; i < parts * rows; i++) {
      memory(sums[i]).fill((byte) 0);
    }
    for (long done = 0; done < tiles.left().columns(); done += tiles.depth()) {
      int depth = (int) Math.min(tiles.depth(), tiles.left().columns() - done);
      long at = tiles.left().place(matrix, firstRow, done);
      packLeft(at, rows, depth);
      packRight(tiles.right().place(matrix, done, firstColumn), depth, columns);
      product.add(
          left,
          right,
          sums,
          Math.ceilDiv(parts * rows, ROWS) * ROWS,
          parts * depth,
          Math.ceilDiv(columns, width) * width);
      walk.pass(at, 0, (long) rows * depth);
    }
    for (int i = 0; i < parts * rows; i++) {
      long at = tiles.target().place(matrix, firstRow + i / parts, firstColumn);
      store.run(memory(sums[i]), i % parts, at, tiles.target().columnStride(), columns);
    }
  }

  private void packLeft(long at, int rows, int depth) {
    Matrix source = tiles.left();
    for (int i = 0; i < rows; i++) {
      for (int part = 0; part < source.parts(); part++) {
        long first = at + i * source.rowStride();
        pack(source, first, depth, part, i * parts + part, 0, false);
        if (parts > 1) {
          // The other way round, for the other part of the result.
          pack(source, first, depth, part, i * parts + 1 - part, 1, part == 1);
        }
      }
    }
  }

  /// Packs a run of numbers of the left operand into its place among others.
  ///
  /// @param part which part of the items
  /// @param to the row
  /// @param step of those that belong to an item
  private void pack(
      Matrix source, long at, int depth, int part, int to, int step, boolean negative) {
    MemorySegment memory = memory(left[to / ROWS]);
    long first = (long) (to % ROWS + step * ROWS) * itemsize;
    long stride = (long) parts * ROWS * itemsize;
    if (!negative) {
      source.read(part, at, source.columnStride(), memory, first, stride, depth);
      return;
    }
    try (Scratch scratch = Scratch.take()) {
      MemorySegment room = scratch.memory();
      source.read(part, at, source.columnStride(), room, 0, itemsize, depth);
      Run run = new Run(room, 0, new ArrayRoom(depth));
      negation.run(new Run[] {run}, run, depth);
      Runs.copy(room, 0, itemsize, memory, first, stride, depth, itemsize, false);
    }
  }

  private void packRight(long at, int depth, int columns) {
    Matrix source = tiles.right();
    for (int part = 0; part < source.parts(); part++) {
      if (source.isByColumns()) {
        packColumns(source, part, at, depth, columns);
      } else {
        packRows(source, part, at, depth, columns);
      }
    }
  }

  private void packColumns(Matrix source, int part, long at, int depth, int columns) {
    for (int j = 0; j < columns; j++) {
      long to = ((long) part * width + j % width) * itemsize;
      source.read(
          part,
          at + j * source.columnStride(),
          source.rowStride(),
          memory(right[j / width]),
          to,
          (long) parts * PANEL_BYTES,
          depth);
    }
  }

  @SuppressWarnings("SuspiciousSystemArraycopy") // arrays of one type
  private void packRows(Matrix source, int part, long at, int depth, int columns) {
    for (int k = 0; k < depth; k++) {
      long first = at + k * source.rowStride();
      source.read(part, first, source.columnStride(), memory(row), 0, itemsize, columns);
      for (int j = 0; j < columns; j += width) {
        System.arraycopy(row, j, right[j / width], (k * parts + part) * width, width);
      }
    }
  }

  private MemorySegment memory(A array) {
    return arrays.memory().apply(array);
  }
}
