package io.ndmap.product;

import static io.ndmap.loop.BlockProduct.PANEL_BYTES;
import static io.ndmap.loop.BlockProduct.ROWS;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.engine.Loops;
import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.BlockProduct;
import io.ndmap.loop.Loop;
import io.ndmap.loop.NumberArrays;
import io.ndmap.loop.Span;
import io.ndmap.memory.Scratch;
import io.ndmap.move.RunCopy;
import io.ndmap.op.Unary;
import io.ndmap.pass.Items;
import io.ndmap.pass.Walk;
import java.lang.foreign.MemorySegment;

/// Computes tiles of the results. The inner dimension is divided into blocks. For each of them,
/// packs the corresponding elements of both operands and adds their products to the sums of the
/// tile. In the end, stores the sums in the target. For one thread; the caller must have pinned all
/// memory.
///
/// A row of complex numbers is computed as two rows, one of real and one of imaginary parts. Each
/// step along the inner dimension becomes two steps, so that the sums of the two rows are `re · re
/// - im · im` and `im · re + re · im`.
final class TileProduct<A> {

  private final ProductTiling tiles;
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

  TileProduct(
      ProductTiling tiles,
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
      long at = tiles.left().offset(matrix, firstRow, done);
      packLeft(at, rows, depth);
      packRight(tiles.right().offset(matrix, done, firstColumn), depth, columns);
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
      long at = tiles.target().offset(matrix, firstRow + i / parts, firstColumn);
      store.run(memory(sums[i]), i % parts, at, tiles.target().columnStride(), columns);
    }
  }

  private void packLeft(long at, int rows, int depth) {
    MatrixOperand source = tiles.left();
    for (int i = 0; i < rows; i++) {
      for (int part = 0; part < source.parts(); part++) {
        long first = at + i * source.rowStride();
        pack(source, first, depth, part, i * parts + part, 0, false);
        if (parts > 1) {
          // Pack the real and imaginary parts swapped, for the other row of the result.
          pack(source, first, depth, part, i * parts + 1 - part, 1, part == 1);
        }
      }
    }
  }

  /// Packs a row of the left operand.
  ///
  /// @param part 0 for real numbers and real parts, 1 for imaginary parts
  /// @param to the index of the packed row
  /// @param step the first (0) or the second (1) of the two steps that a complex element becomes; 0
  ///   for real numbers
  /// @param negative whether to negate the numbers
  private void pack(
      MatrixOperand source, long at, int depth, int part, int to, int step, boolean negative) {
    MemorySegment memory = memory(left[to / ROWS]);
    long first = (long) (to % ROWS + step * ROWS) * itemsize;
    long stride = (long) parts * ROWS * itemsize;
    if (!negative) {
      source.read(part, at, source.columnStride(), memory, first, stride, depth);
      return;
    }
    try (Scratch scratch = Scratch.take()) {
      MemorySegment buffer = scratch.memory();
      source.read(part, at, source.columnStride(), buffer, 0, itemsize, depth);
      Span run = new Span(buffer, 0, new ArrayBuffers(depth));
      negation.run(new Span[] {run}, run, depth);
      RunCopy.copy(buffer, 0, itemsize, memory, first, stride, depth, itemsize, false);
    }
  }

  private void packRight(long at, int depth, int columns) {
    MatrixOperand source = tiles.right();
    for (int part = 0; part < source.parts(); part++) {
      if (source.isByColumns()) {
        packColumns(source, part, at, depth, columns);
      } else {
        packRows(source, part, at, depth, columns);
      }
    }
  }

  private void packColumns(MatrixOperand source, int part, long at, int depth, int columns) {
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
  private void packRows(MatrixOperand source, int part, long at, int depth, int columns) {
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
