package io.ndmap.spark.encode;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.npy.NpyHeaderCodec;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/// The layout of rows in the written file: contiguous, along the first axis in C order and along
/// the last in Fortran order. These are the axes along which arrays grow: NumPy leaves room in the
/// header for their length, so that the rows' place does not depend on it.
///
/// @param descr the dtype, as text
/// @param rowShape the lengths of the other axes
/// @param fortranOrder the order
public record RowLayout(String descr, List<Integer> rowShape, boolean fortranOrder)
    implements Serializable {

  private static final long serialVersionUID = 1L;

  /// The layout of rows.
  ///
  /// @param row what a row holds: of a subarray the axes become axes of the file
  /// @param fortranOrder the order
  /// @return the layout
  public static RowLayout of(DType row, boolean fortranOrder) {
    return row instanceof SubarrayType subarray
        ? new RowLayout(subarray.base().descr(), List.copyOf(subarray.shape()), fortranOrder)
        : new RowLayout(row.descr(), List.of(), fortranOrder);
  }

  /// The dtype of the file.
  ///
  /// @return the dtype
  public DType dtype() {
    return DType.parse(descr);
  }

  /// The order of the file.
  ///
  /// @return the order
  public Order order() {
    return fortranOrder ? Order.F : Order.C;
  }

  /// The shape of the file.
  ///
  /// @param rows how many there are
  /// @return the shape
  public Shape shape(long rows) {
    List<Long> sizes = new ArrayList<>();
    if (!fortranOrder) {
      sizes.add(rows);
    }
    rowShape.forEach(size -> sizes.add((long) size));
    if (fortranOrder) {
      sizes.add(rows);
    }
    return Shape.of(sizes.stream().mapToLong(Long::longValue).toArray());
  }

  /// The same with the lengths of another shape along the axes of a row that have none.
  ///
  /// @param whole the shape of a file
  /// @return the layout
  public RowLayout withRowShapeOf(Shape whole) {
    List<Integer> sizes = new ArrayList<>();
    for (int axis = 0; axis < rowShape.size(); axis++) {
      int size = rowShape.get(axis);
      long other = whole.size(fortranOrder ? axis : axis + 1);
      sizes.add(size == 0 ? Math.toIntExact(other) : size);
    }
    return new RowLayout(descr, List.copyOf(sizes), fortranOrder);
  }

  /// Bytes of a row.
  ///
  /// @return how many
  public long rowBytes() {
    return shape(1).byteSize(dtype().itemsize());
  }

  /// The header of the file.
  ///
  /// @param rows how many there are
  /// @return its bytes
  public byte[] header(long rows) {
    return NpyHeaderCodec.encode(dtype(), order(), shape(rows));
  }

  /// The offset of the first row.
  ///
  /// @return bytes from the begin of the file
  public long dataOffset() {
    return header(0).length;
  }

  @Override
  public String toString() {
    return "rows of shape " + rowShape + " and dtype " + descr;
  }
}
