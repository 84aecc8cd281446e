package io.ndmap.spark.column;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.VoidType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.op.Casting;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;

/// Creates the columns of a batch from a view of its rows. A structure becomes a vector per field,
/// an axis becomes a vector of arrays, and the innermost vectors contain elements, either in place
/// or copied.
///
/// @param memory the memory for copies
/// @param inPlace whether to read elements in place if they have a vector's layout: little-endian,
///   with a constant stride
/// @param inexact the treatment of values for which Spark has no exact type
/// @param source the name of the array, for messages
/// @param firstRow the index of the first row, for messages
public record BatchColumns(
    BatchMemory memory, boolean inPlace, Inexact inexact, String source, long firstRow) {

  /// Creates one column.
  ///
  /// @param items the rows, along the first axis
  /// @param type the type of the column; its structures may omit fields of the elements
  /// @return the vector
  public ColumnVector column(NdView<?> items, DataType type) {
    return vector(items, 1, type);
  }

  /// Creates the vector for the axes from `axis` on.
  ///
  /// @param axis the first axis that is not yet represented by a vector of arrays
  private ColumnVector vector(NdView<?> items, int axis, DataType type) {
    if (axis < items.rank()) {
      return new ArrayVector(
          type,
          Math.toIntExact(items.size(axis)),
          vector(items, axis + 1, ((ArrayType) type).elementType()));
    }
    if (items.dtype() instanceof io.ndmap.dtype.StructType) {
      List<ColumnVector> fields = new ArrayList<>();
      for (StructField field : ((StructType) type).fields()) {
        fields.add(vector(items.field(field.name()), axis, field.dataType()));
      }
      return new StructVector(type, fields);
    }
    if (new TypeMapping(inexact).isBinary(items.dtype())) {
      return leaf(items.viewAs(new VoidType(items.dtype().itemsize())), type);
    }
    if (type instanceof StructType complex) {
      List<ColumnVector> parts = new ArrayList<>();
      for (StructField field : complex.fields()) {
        NdView<?> part = field.name().equals("real") ? items.real() : items.imag();
        parts.add(leaf(part, field.dataType()));
      }
      return new StructVector(type, parts);
    }
    return leaf(items, type);
  }

  /// Creates the innermost vector, in place or over a copy.
  private ItemVector leaf(NdView<?> items, DataType type) {
    DType target = target(items.dtype());
    ItemVector.Place place =
        inPlace && target.equals(items.dtype()) && isEven(items)
            ? inPlace(items)
            : copy(items, target);
    return ItemVector.of(target, type, place, inexact);
  }

  /// Returns the dtype of a copy: little-endian, and `f8` for long doubles.
  private static DType target(DType dtype) {
    return dtype instanceof ScalarType scalar
            && scalar.kind().isFloat()
            && scalar.kind().isExtended()
        ? DType.FLOAT64
        : dtype.withByteOrder(ByteOrder.LITTLE_ENDIAN);
  }

  /// Whether all elements, visited in C order, have a constant stride.
  private static boolean isEven(NdView<?> items) {
    return items.rank() == 1 || items.isContiguous(Order.C);
  }

  private ItemVector.Place inPlace(NdView<?> items) {
    long stride = items.rank() == 1 ? items.strided().stride(0) : items.dtype().itemsize();
    return new ItemVector.Place(items.segment(), items.strided().offset(), stride, rows(items));
  }

  private ItemVector.Place copy(NdView<?> items, DType target) {
    Shape shape = items.shape();
    MemorySegment piece = memory.piece(shape.byteSize(target.itemsize()));
    NdView<?> copy = NdView.of(piece, target, shape, Order.C);
    items.copyTo(copy, Casting.SAME_KIND);
    return new ItemVector.Place(piece, 0, target.itemsize(), rows(items));
  }

  private ItemVector.Rows rows(NdView<?> items) {
    long each = Math.max(1, items.itemCount() / Math.max(1, items.size(0)));
    return new ItemVector.Rows(source, firstRow, each);
  }
}
