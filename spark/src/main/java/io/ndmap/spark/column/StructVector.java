package io.ndmap.spark.column;

import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;

/// A column of structures, with a vector per field.
final class StructVector extends NdVector {

  private final List<ColumnVector> fields;

  StructVector(DataType type, List<ColumnVector> fields) {
    super(type);
    this.fields = List.copyOf(fields);
  }

  @Override
  public ColumnVector getChild(int ordinal) {
    return fields.get(ordinal);
  }
}
