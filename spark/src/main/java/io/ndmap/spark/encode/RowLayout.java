package io.ndmap.spark.encode;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.npy.NpyHeaderCodec;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/// The layout of rows in the written file. Each row is contiguous: rows lie along the first axis in
/// C order and along the last axis in Fortran order. These are the axes along which arrays can
/// grow: NumPy reserves space in the header for the digits of their length, so the offset of the
/// rows does not depend on the number of rows.
///
/// @param descr the dtype as text
/// @param rowShape the lengths of the axes of a row
/// @param fortranOrder whether the file is in Fortran order
public record RowLayout(String descr, List<Integer> rowShape, boolean fortranOrder)
    implements Serializable {

  private static final long serialVersionUID = 1L;

  /// Returns the layout of rows.
  ///
  /// @param row the dtype of a row; the axes of a subarray dtype become axes of the file
  /// @param fortranOrder whether the file is in Fortran order
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
  /// @param rows the number of rows
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

  /// Returns the layout in which row axes of length 0, whose length is unknown because no row was
  /// written, have the lengths of the same axes of the whole array.
  ///
  /// @param whole the shape of the whole array
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

  /// The size of a row.
  ///
  /// @return the number of bytes
  public long rowBytes() {
    return shape(1).byteSize(dtype().itemsize());
  }

  /// The header of the file.
  ///
  /// @param rows the number of rows
  /// @return the bytes of the header
  public byte[] header(long rows) {
    return NpyHeaderCodec.encode(dtype(), order(), shape(rows));
  }

  /// The offset of the first row.
  ///
  /// @return the offset from the start of the file in bytes
  public long dataOffset() {
    return header(0).length;
  }

  @Override
  public String toString() {
    return "rows of shape " + rowShape + " and dtype " + descr;
  }
}
