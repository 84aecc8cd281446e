package io.ndmap.npy;

import io.ndmap.dtype.DType;
import java.io.Serial;

/// An array of Python objects: its data are a pickle, not items.
public final class ObjectArrayException extends NpyFormatException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param source where the bytes come from
  /// @param byteOffset where the pickle begins
  /// @param dtype the dtype that holds objects
  public ObjectArrayException(String source, long byteOffset, DType dtype) {
    super(
        source,
        byteOffset,
        "arrays of objects are pickles and cannot be mapped: the dtype is "
            + dtype
            + "; to read one (allowPickle), use ObjectArrays.read");
  }
}
