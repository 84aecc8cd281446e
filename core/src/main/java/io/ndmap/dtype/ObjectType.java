package io.ndmap.dtype;

import java.nio.ByteOrder;

/// A Python object, `|O`: an array of objects is stored as a pickle, not as elements.
public record ObjectType() implements DType {

  @Override
  public int itemsize() {
    return Long.BYTES;
  }

  @Override
  public ObjectType withByteOrder(ByteOrder newOrder) {
    return this;
  }

  @Override
  public boolean hasObject() {
    return true;
  }

  @Override
  public String descr() {
    return DescrWriter.literal(this);
  }

  /// NumPy's `dtype.str`.
  @Override
  public String toString() {
    return DescrWriter.text(this);
  }
}
