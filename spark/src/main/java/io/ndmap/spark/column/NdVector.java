package io.ndmap.spark.column;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.types.UTF8String;

/// A column of a batch, without nulls unless a subclass has them. All methods that read values
/// throw here; each subclass overrides those for its type. The memory belongs to the reader of the
/// batch.
abstract class NdVector extends ColumnVector {

  NdVector(DataType type) {
    super(type);
  }

  @Override
  public void close() {
    // The reader of the batch frees the memory.
  }

  @Override
  public boolean hasNull() {
    return false;
  }

  @Override
  public int numNulls() {
    return 0;
  }

  @Override
  public boolean isNullAt(int row) {
    return false;
  }

  @Override
  public boolean getBoolean(int row) {
    throw other();
  }

  @Override
  public byte getByte(int row) {
    throw other();
  }

  @Override
  public short getShort(int row) {
    throw other();
  }

  @Override
  public int getInt(int row) {
    throw other();
  }

  @Override
  public long getLong(int row) {
    throw other();
  }

  @Override
  public float getFloat(int row) {
    throw other();
  }

  @Override
  public double getDouble(int row) {
    throw other();
  }

  @Override
  public ColumnarArray getArray(int row) {
    throw other();
  }

  @Override
  public ColumnarMap getMap(int row) {
    throw other();
  }

  @Override
  public Decimal getDecimal(int row, int precision, int scale) {
    throw other();
  }

  @Override
  public UTF8String getUTF8String(int row) {
    throw other();
  }

  @Override
  public byte[] getBinary(int row) {
    throw other();
  }

  @Override
  public ColumnVector getChild(int ordinal) {
    throw other();
  }

  private UnsupportedOperationException other() {
    return new UnsupportedOperationException("a column of " + dataType().simpleString());
  }
}
