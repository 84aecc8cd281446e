package io.ndmap.onnx;

import ai.onnxruntime.OnnxJavaType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.VoidType;
import io.ndmap.nd.NdView;
import java.nio.ByteOrder;

/// Maps dtypes to types of ONNX Runtime with the same bytes.
final class OnnxTypes {

  private OnnxTypes() {}

  /// Returns the type for the dtype of a view.
  ///
  /// @throws DTypeException if ONNX Runtime's Java API has no such type
  static OnnxJavaType of(NdView<?> view) {
    OnnxJavaType type =
        view.dtype() instanceof ScalarType scalar ? of(scalar.kind()) : OnnxJavaType.UNKNOWN;
    if (type == OnnxJavaType.UNKNOWN) {
      throw new DTypeException(
          view.backing().name()
              + ": ONNX Runtime's Java API has no tensors of "
              + view.dtype().descr()
              + ", only of b1, i1, i2, i4, i8, u1, f2, f4, f8 and bfloat16; convert the array with"
              + " astype, or name a type whose elements have as many bytes");
    }
    return type;
  }

  private static OnnxJavaType of(ScalarKind kind) {
    return switch (kind) {
      case BOOL -> OnnxJavaType.BOOL;
      case INT8 -> OnnxJavaType.INT8;
      case INT16 -> OnnxJavaType.INT16;
      case INT32 -> OnnxJavaType.INT32;
      case INT64 -> OnnxJavaType.INT64;
      case UINT8 -> OnnxJavaType.UINT8;
      case FLOAT16 -> OnnxJavaType.FLOAT16;
      case BFLOAT16 -> OnnxJavaType.BFLOAT16;
      case FLOAT32 -> OnnxJavaType.FLOAT;
      case FLOAT64 -> OnnxJavaType.DOUBLE;
      default -> OnnxJavaType.UNKNOWN;
    };
  }

  /// Checks that the elements of a view can be interpreted as a type.
  ///
  /// @throws DTypeException if the type is `STRING` or `UNKNOWN`, its size differs from the
  ///   itemsize of the view, or the dtype of the view is neither a scalar type nor `V`
  static void require(NdView<?> view, OnnxJavaType type) {
    boolean isNumber = type != OnnxJavaType.STRING && type != OnnxJavaType.UNKNOWN;
    DType dtype = view.dtype();
    if (!isNumber
        || type.size != dtype.itemsize()
        || !(dtype instanceof ScalarType || dtype instanceof VoidType)) {
      throw new DTypeException(
          view.backing().name()
              + ": elements of "
              + dtype.descr()
              + " are not elements of a tensor of "
              + type
              + (isNumber ? ", which have " + type.size + " bytes" : ""));
    }
  }

  /// Whether the elements have the native byte order.
  static boolean isNative(DType dtype) {
    return !(dtype instanceof ScalarType scalar)
        || scalar.itemsize() == 1
        || scalar.order() == ByteOrder.nativeOrder();
  }
}
