package io.ndmap.spark;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.spark.column.TypeMapping;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/// Compares and measures structured types if a query needs only some of their fields.
final class Pruned {

  private Pruned() {}

  /// Whether a requested type equals an existing one, apart from omitted fields of structures and
  /// from nullability.
  static boolean fits(DataType asked, DataType there) {
    if (asked instanceof StructType fewer && there instanceof StructType all) {
      for (StructField field : fewer.fields()) {
        scala.Option<Object> at = all.getFieldIndex(field.name());
        if (at.isEmpty() || !fits(field.dataType(), all.apply(field.name()).dataType())) {
          return false;
        }
      }
      return true;
    }
    if (asked instanceof ArrayType some && there instanceof ArrayType all) {
      return fits(some.elementType(), all.elementType());
    }
    return asked.equals(there);
  }

  /// The number of bytes of the requested parts of an element. An element without fields forms the
  /// column `value`.
  ///
  /// @param asked the requested columns; columns that are not of this array are ignored
  static long bytes(DType dtype, List<StructField> asked) {
    if (dtype instanceof io.ndmap.dtype.StructType struct) {
      return bytesOfFields(struct, asked);
    }
    return asked.stream().anyMatch(field -> field.name().equals(TypeMapping.VALUE))
        ? dtype.itemsize()
        : 0;
  }

  private static long bytesOfFields(io.ndmap.dtype.StructType struct, List<StructField> asked) {
    long bytes = 0;
    for (StructField field : asked) {
      Optional<Field> found = struct.find(field.name());
      bytes += found.isEmpty() ? 0 : bytesOf(found.get().dtype(), field.dataType());
    }
    return bytes;
  }

  /// The number of bytes of an element's parts that a requested type contains.
  static long bytesOf(DType dtype, DataType asked) {
    long items = 1;
    DType inner = dtype;
    while (inner instanceof SubarrayType subarray) {
      for (int size : subarray.shape()) {
        items *= size;
      }
      inner = subarray.base();
    }
    DataType type = asked;
    while (type instanceof ArrayType array) {
      type = array.elementType();
    }
    return items
        * (inner instanceof io.ndmap.dtype.StructType struct && type instanceof StructType fewer
            ? bytesOfFields(struct, List.of(fewer.fields()))
            : inner.itemsize());
  }
}
