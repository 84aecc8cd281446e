package io.ndmap.product;

import io.ndmap.axes.COrder;
import io.ndmap.axes.Layouts;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.move.Cast;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// An operand whose last two axes are those of matrices, and how its items become numbers of
/// another kind: complex ones are two numbers.
final class Matrix {

  private final Items items;
  private final COrder stack;
  private final Cast cast;

  /// @param kind the numbers that its items become
  Matrix(Items items, ScalarKind kind) {
    this.items = items;
    this.stack = new COrder(Layouts.leading(items.strided(), items.rank() - 2));
    this.cast = Cast.between(items.kind().part(), items.isBigEndian(), kind, false);
  }

  long rows() {
    return items.size(items.rank() - 2);
  }

  long columns() {
    return items.size(items.rank() - 1);
  }

  long rowStride() {
    return items.strided().stride(items.rank() - 2);
  }

  long columnStride() {
    return items.strided().lastStride();
  }

  /// How many matrices there are.
  long count() {
    return Layouts.leading(items.strided(), items.rank() - 2).shape().itemCount();
  }

  /// How many numbers an item is.
  int parts() {
    return items.kind().isComplex() ? 2 : 1;
  }

  /// Whether neighbours in a column are nearer to each other than those in a row.
  boolean isByColumns() {
    boolean isNearer = Math.abs(rowStride()) < Math.abs(columnStride());
    return columns() == 1 || (rows() > 1 && isNearer);
  }

  /// Where an item is.
  ///
  /// @param matrix its number in the stack
  long place(long matrix, long row, long column) {
    return stack.place(matrix) + row * rowStride() + column * columnStride();
  }

  /// Reads a run of items, during a hold.
  ///
  /// @param part 0, or 1 for the imaginary parts
  void read(int part, long at, long stride, MemorySegment into, long to, long toStride, int count) {
    long first = at + (long) part * items.kind().part().itemsize();
    cast.run(items.seen(), first, stride, into, to, toStride, count);
  }
}
