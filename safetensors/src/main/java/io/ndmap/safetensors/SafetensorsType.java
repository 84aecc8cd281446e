package io.ndmap.safetensors;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarType;
import java.nio.ByteOrder;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The element types of the format. The order of the constants is that of the reference
/// implementation, which writes the tensors of later types first.
@SuppressWarnings("ImmutableEnumChecker") // dtypes are immutable
enum SafetensorsType {
  BOOL(8, DType.BOOL),
  F4(4, null),
  F6_E2M3(6, null),
  F6_E3M2(6, null),
  U8(8, DType.UINT8),
  I8(8, DType.INT8),
  F8_E5M2(8, DType.FLOAT8_E5M2),
  F8_E4M3(8, DType.FLOAT8_E4M3FN),
  F8_E8M0(8, null),
  F8_E4M3FNUZ(8, null),
  F8_E5M2FNUZ(8, null),
  I16(16, DType.INT16),
  U16(16, DType.UINT16),
  F16(16, DType.FLOAT16),
  BF16(16, DType.BFLOAT16),
  I32(32, DType.INT32),
  U32(32, DType.UINT32),
  F32(32, DType.FLOAT32),
  C64(64, DType.COMPLEX64),
  F64(64, DType.FLOAT64),
  I64(64, DType.INT64),
  U64(64, DType.UINT64);

  private final int bits;
  private final @Nullable DType dtype;

  SafetensorsType(int bits, @Nullable DType dtype) {
    this.bits = bits;
    this.dtype = dtype;
  }

  /// The size of an element in bits.
  int bits() {
    return bits;
  }

  /// The little-endian dtype of an element, or null if ndmap does not support the type.
  @Nullable DType dtype() {
    return dtype;
  }

  /// Returns the type with the given name, or null if there is none.
  static @Nullable SafetensorsType find(String name) {
    for (SafetensorsType type : values()) {
      if (type.name().equals(name)) {
        return type;
      }
    }
    return null;
  }

  /// Returns the type for a dtype of either byte order, or empty if the format has none.
  static Optional<SafetensorsType> of(DType dtype) {
    if (dtype instanceof ScalarType scalar) {
      DType little = scalar.withByteOrder(ByteOrder.LITTLE_ENDIAN);
      for (SafetensorsType type : values()) {
        if (little.equals(type.dtype)) {
          return Optional.of(type);
        }
      }
    }
    return Optional.empty();
  }
}
