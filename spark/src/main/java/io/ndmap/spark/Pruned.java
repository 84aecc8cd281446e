package io.ndmap.spark;

import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/// Types of which a query needs only some fields.
final class Pruned {

  private Pruned() {}

  /// Whether a type is another one, but for fields of structures that are left out, and for nulls.
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
}
