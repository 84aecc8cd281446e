package io.ndmap.spark;

import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import io.ndmap.spark.column.NpySourceException;
import java.util.List;
import org.apache.spark.sql.types.StructType;

/// An array as a sequence of rows along one axis: their number, their size in bytes and their
/// offsets in the file.
///
/// A range of rows is contiguous in the file if the axis of the rows is the slowest-varying axis.
/// Otherwise it consists of several contiguous runs, one for each index of the slower-varying axes.
///
/// @param header the header
/// @param axis the axis along which the rows lie; an array without axes is one row
record ArrayRows(NpyHeader header, int axis) {

  /// Returns the rows of an array along the axis that the options state.
  ///
  /// @param source the name of the array in messages
  /// @param axis the option `axis`; negative values count from the end
  /// @throws NpySourceException if the array has no such axis
  static ArrayRows of(NpyHeader header, int axis, String source) {
    int rank = header.shape().rank();
    if (axis < -Math.max(1, rank) || axis >= Math.max(1, rank)) {
      throw new NpySourceException(
          source + ": the option axis=" + axis + " names no axis of shape " + header.shape());
    }
    return new ArrayRows(header, axis < 0 ? axis + Math.max(1, rank) : axis);
  }

  /// A view of the array in which the axis of rows is the first one.
  static NdView<?> first(NdView<?> array, int axis) {
    return array.rank() == 0 ? array.newAxis(0) : array.moveAxis(axis, 0);
  }

  long rows() {
    return header.shape().rank() == 0 ? 1 : header.shape().size(axis);
  }

  /// The number of axes of a row, without those of a subarray dtype.
  int rowAxes() {
    return Math.max(0, header.shape().rank() - 1);
  }

  long rowBytes() {
    return Math.multiplyExact(runs(), runBytes());
  }

  /// The number of bytes of the requested columns of a row.
  long bytesOf(StructType columns) {
    long itemsize = header.dtype().itemsize();
    return itemsize == 0
        ? 0
        : Pruned.bytes(header.dtype(), List.of(columns.fields())) * (rowBytes() / itemsize);
  }

  /// The number of contiguous runs of a range of rows.
  long runs() {
    return product(
        header.order() == Order.C ? 0 : axis + 1, header.order() == Order.C ? axis : rank());
  }

  /// The number of bytes of one row in one run.
  long runBytes() {
    return product(
            header.order() == Order.C ? axis + 1 : 0, header.order() == Order.C ? rank() : axis)
        * header.dtype().itemsize();
  }

  private int rank() {
    return header.shape().rank();
  }

  private long product(int from, int to) {
    long product = 1;
    for (int k = from; k < to; k++) {
      product *= header.shape().size(k);
    }
    return product;
  }

  /// The shape of an array with another number of rows.
  Shape block(long rows) {
    if (rank() == 0) {
      return Shape.of(rows);
    }
    long[] sizes = header.shape().toArray();
    sizes[axis] = rows;
    return Shape.of(sizes);
  }
}
