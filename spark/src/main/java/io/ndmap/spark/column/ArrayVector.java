package io.ndmap.spark.column;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;

/// A column of arrays of the same length, whose elements are contiguous in another vector.
final class ArrayVector extends NdVector {

  private final int length;
  private final ColumnVector elements;

  ArrayVector(DataType type, int length, ColumnVector elements) {
    super(type);
    this.length = length;
    this.elements = elements;
  }

  @Override
  public ColumnarArray getArray(int row) {
    return new ColumnarArray(elements, row * length, length);
  }

  @Override
  public ColumnVector getChild(int ordinal) {
    return elements;
  }
}
