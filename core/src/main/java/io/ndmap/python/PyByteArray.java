package io.ndmap.python;

import java.util.Arrays;

/// A bytearray. (Python's bytes are a `byte[]`.)
public final class PyByteArray {

  private final byte[] bytes;

  /// Creates a bytearray.
  ///
  /// @param bytes its bytes, which are copied
  public PyByteArray(byte[] bytes) {
    this.bytes = bytes.clone();
  }

  /// {@return a copy of the bytes}
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PyByteArray array && Arrays.equals(bytes, array.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "PyByteArray" + Arrays.toString(bytes);
  }
}
