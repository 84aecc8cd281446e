package io.ndmap.npy;

import io.ndmap.dtype.DType;
import java.io.Serial;

/// Thrown for an array of Python objects, whose data are a pickle and not elements.
public final class ObjectArrayException extends NpyFormatException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param source the name of the bytes
  /// @param byteOffset the offset of the pickle
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
