package io.ndmap.product;

import io.ndmap.axes.COrder;
import io.ndmap.axes.Layouts;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.move.Cast;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// An operand of a matrix product: a stack of matrices along the last two axes. Elements are read
/// as numbers of the compute type. A complex element is read as two numbers.
final class MatrixOperand {

  private final Items items;
  private final COrder stack;
  private final Cast cast;

  /// @param kind the compute type
  MatrixOperand(Items items, ScalarKind kind) {
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
    return Layouts.lastStride(items.strided());
  }

  /// The number of matrices.
  long count() {
    return Layouts.leading(items.strided(), items.rank() - 2).shape().itemCount();
  }

  /// The numbers per element: 2 if complex, else 1.
  int parts() {
    return items.kind().isComplex() ? 2 : 1;
  }

  /// Whether memory order is column-major.
  boolean isByColumns() {
    boolean isNearer = Math.abs(rowStride()) < Math.abs(columnStride());
    return columns() == 1 || (rows() > 1 && isNearer);
  }

  /// Returns the byte offset of an element.
  ///
  /// @param matrix the index of the matrix in the stack
  long offset(long matrix, long row, long column) {
    return stack.place(matrix) + row * rowStride() + column * columnStride();
  }

  /// Reads a strided run of elements and casts it to the compute type. The caller must have pinned
  /// the memory.
  ///
  /// @param part 0 for real numbers and real parts, 1 for imaginary parts
  void read(int part, long at, long stride, MemorySegment into, long to, long toStride, int count) {
    long first = at + (long) part * items.kind().part().itemsize();
    cast.run(items.seen(), first, stride, into, to, toStride, count);
  }
}
