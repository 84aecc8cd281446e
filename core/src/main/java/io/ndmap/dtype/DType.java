package io.ndmap.dtype;

import java.nio.ByteOrder;
import java.util.List;

/// The type of an element: its kind, its size in bytes and its byte order, like NumPy's
/// `numpy.dtype`.
///
/// Every dtype is immutable and safe to share between threads. Two dtypes are equal if they read
/// the same bytes as the same values under the same names; types of one byte have no byte order, so
/// they are equal whatever byte order they were created with.
///
/// (The interface has no default methods. If it had one, initialising a dtype class would
/// initialise the interface, whose constants initialise the dtype class: two threads could
/// deadlock.)
public sealed interface DType
    permits ScalarType,
        TimeType,
        BytesType,
        TextType,
        VoidType,
        SubarrayType,
        StructType,
        ObjectType {

  /// `|b1`, one byte: 0 is false, everything else is true.
  DType BOOL = ScalarType.little(ScalarKind.BOOL);

  /// `|i1`.
  DType INT8 = ScalarType.little(ScalarKind.INT8);

  /// `<i2`.
  DType INT16 = ScalarType.little(ScalarKind.INT16);

  /// `<i4`.
  DType INT32 = ScalarType.little(ScalarKind.INT32);

  /// `<i8`.
  DType INT64 = ScalarType.little(ScalarKind.INT64);

  /// `|u1`.
  DType UINT8 = ScalarType.little(ScalarKind.UINT8);

  /// `<u2`.
  DType UINT16 = ScalarType.little(ScalarKind.UINT16);

  /// `<u4`.
  DType UINT32 = ScalarType.little(ScalarKind.UINT32);

  /// `<u8`.
  DType UINT64 = ScalarType.little(ScalarKind.UINT64);

  /// `<f2`, IEEE 754 binary16.
  DType FLOAT16 = ScalarType.little(ScalarKind.FLOAT16);

  /// `ml_dtypes.bfloat16`: the upper half of an `f4`. Headers can declare it only as void (`|V2`,
  /// `<V2`), see [ScalarKind#isOfMlDtypes].
  DType BFLOAT16 = ScalarType.little(ScalarKind.BFLOAT16);

  /// `ml_dtypes.float8_e4m3fn`, up to 448 and without infinities. Headers can declare it only as
  /// void (`|V1`, `<V1`).
  DType FLOAT8_E4M3FN = ScalarType.little(ScalarKind.FLOAT8_E4M3FN);

  /// `ml_dtypes.float8_e5m2`, up to 57344 and with infinities. Headers can declare it only as void
  /// (`|V1`, `<V1`).
  DType FLOAT8_E5M2 = ScalarType.little(ScalarKind.FLOAT8_E5M2);

  /// `<f4`, IEEE 754 binary32.
  DType FLOAT32 = ScalarType.little(ScalarKind.FLOAT32);

  /// `<f8`, IEEE 754 binary64.
  DType FLOAT64 = ScalarType.little(ScalarKind.FLOAT64);

  /// `<f16`, the x87 extended format: 80 bits in 16 bytes.
  DType LONGDOUBLE = ScalarType.little(ScalarKind.LONGDOUBLE);

  /// `<c8`, two `<f4`: real and imaginary part.
  DType COMPLEX64 = ScalarType.little(ScalarKind.COMPLEX64);

  /// `<c16`, two `<f8`: real and imaginary part.
  DType COMPLEX128 = ScalarType.little(ScalarKind.COMPLEX128);

  /// `<c32`, two `<f16`: real and imaginary part.
  DType CLONGDOUBLE = ScalarType.little(ScalarKind.CLONGDOUBLE);

  /// Parses a dtype as found in a `.npy` header or accepted by `numpy.dtype`.
  ///
  /// Accepts the short forms (`<f8`, `|S5`, `M8[25s]`, `float64`, `i4,f8`) and the Python literals
  /// of a header (`'<f8'`, `('<i4', (2, 3))`, `[('x', '<f8'), ('', '|V4')]`). The dtypes of
  /// `ml_dtypes` have the names of that package, `bfloat16`, `float8_e4m3fn` and `float8_e5m2`, or
  /// short ones, `bf16`, `f8e4m3` and `f8e5m2`; `>bf16` is big-endian. Headers cannot name the
  /// dtypes of `ml_dtypes`.
  ///
  /// @param text the short form or literal
  /// @return the dtype
  /// @throws DTypeException if the text is not a dtype; the message quotes the text and states the
  ///   reason
  static DType parse(String text) {
    return DTypeParser.parse(text);
  }

  /// The size of one element.
  ///
  /// @return the size in bytes, at least 0 (`|S0`, `|V0` and a structure without fields have no
  ///   bytes)
  int itemsize();

  /// The text that NumPy writes into a header for this dtype, a Python literal: `'<f8'` with its
  /// quotes, or a list such as `[('x', '<f8'), ('', '|V4')]`.
  ///
  /// @return the literal, as `repr(numpy.lib.format.dtype_to_descr(dtype))`
  /// @throws DTypeException if this is or contains a structure that a header cannot express,
  ///   because its fields overlap or are not in the order of their offsets
  String descr();

  /// The same type with every part of more than one byte in the given order, as
  /// `numpy.dtype.newbyteorder`.
  ///
  /// @param order the new byte order
  /// @return the dtype, which equals this one if nothing changes
  DType withByteOrder(ByteOrder order);

  /// Whether an element is or contains a Python object: the data of such an array are a pickle and
  /// cannot be mapped.
  ///
  /// @return true for `|O` and for structures and subarrays that contain it
  boolean hasObject();

  /// Returns the given dtype with all parts little-endian and without padding, for example for
  /// digests that do not depend on the byte order.
  ///
  /// @param dtype the dtype of an array
  /// @return the dtype of its canonical bytes, which may be the same dtype
  static DType canonical(DType dtype) {
    return switch (dtype) {
      case StructType struct ->
          StructType.packed(
              struct.fields().stream().map(f -> f.holding(canonical(f.dtype()))).toList());
      case SubarrayType subarray -> new SubarrayType(canonical(subarray.base()), subarray.shape());
      default -> dtype.withByteOrder(ByteOrder.LITTLE_ENDIAN);
    };
  }

  /// A structure of contiguous fields, as `numpy.dtype([...])`.
  ///
  /// @param fields the fields; their offsets are replaced
  /// @return the structure
  /// @throws DTypeException as [StructType#packed(List)]
  static StructType struct(Field... fields) {
    return StructType.packed(List.of(fields));
  }
}
