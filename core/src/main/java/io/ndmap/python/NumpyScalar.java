package io.ndmap.python;

import io.ndmap.dtype.DType;
import io.ndmap.value.ItemValue;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HexFormat;

/// One of NumPy's scalars, such as `np.float32(1.5)` or `np.datetime64('2026-01-01')`.
public final class NumpyScalar {

  private final DType dtype;
  private final byte[] bytes;

  /// Creates a scalar.
  ///
  /// @param dtype the dtype of the scalar, without Python objects
  /// @param bytes the bytes of one element, which are copied
  /// @throws IllegalArgumentException if the dtype contains Python objects, or if the number of
  ///   bytes is not the itemsize
  public NumpyScalar(DType dtype, byte[] bytes) {
    if (dtype.hasObject() || bytes.length != dtype.itemsize()) {
      throw new IllegalArgumentException(
          "a scalar of %s has %s bytes and no objects, found %s bytes"
              .formatted(dtype, dtype.itemsize(), bytes.length));
    }
    this.dtype = dtype;
    this.bytes = bytes.clone();
  }

  /// {@return the dtype of the scalar}
  public DType dtype() {
    return dtype;
  }

  /// {@return a copy of the bytes of the element}
  public byte[] bytes() {
    return bytes.clone();
  }

  /// {@return the scalar as a Java object, as `NdView.value` returns an element of its dtype}
  public Object value() {
    return ItemValue.read(MemorySegment.ofArray(bytes), 0, dtype);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NumpyScalar scalar
        && dtype.equals(scalar.dtype)
        && Arrays.equals(bytes, scalar.bytes);
  }

  @Override
  public int hashCode() {
    return 31 * dtype.hashCode() + Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "NumpyScalar[" + dtype + ", " + HexFormat.of().formatHex(bytes) + "]";
  }
}
