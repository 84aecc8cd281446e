package io.ndmap.product;

import io.ndmap.axes.COrder;
import io.ndmap.axes.Layouts;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.move.Cast;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// An operand of a matrix product: a stack of matrices along the last two axes. Elements are read
/// as numbers of the compute type, complex elements as two.
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

  /// Numbers per element: 2 if complex.
  int parts() {
    return items.kind().isComplex() ? 2 : 1;
  }

  /// Whether memory order is column-major.
  boolean isByColumns() {
    boolean isNearer = Math.abs(rowStride()) < Math.abs(columnStride());
    return columns() == 1 || (rows() > 1 && isNearer);
  }

  /// Byte offset of an element.
  ///
  /// @param matrix the index of the matrix in the stack
  long offset(long matrix, long row, long column) {
    return stack.place(matrix) + row * rowStride() + column * columnStride();
  }

  /// Reads and casts a strided run of elements; the caller has pinned their memory.
  ///
  /// @param part 0 for real numbers and real parts, 1 for imaginary parts
  void read(int part, long at, long stride, MemorySegment into, long to, long toStride, int count) {
    long first = at + (long) part * items.kind().part().itemsize();
    cast.run(items.seen(), first, stride, into, to, toStride, count);
  }
}
