package io.ndmap.pickle;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ObjectType;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.TimeUnit;
import io.ndmap.dtype.VoidType;
import io.ndmap.python.PyTuple;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The state of a dtype in numpy's pickles, `dtype.__reduce__()`.
final class DTypeState {

  private static final long VERSION = 3;
  private static final long VERSION_OF_TIMES = 4;

  // Values of `dtype.flags`: NPY_ITEM_REFCOUNT and related flags of NumPy's ndarraytypes.h.
  private static final long OBJECT_FLAGS = 0x3f;
  private static final long FLAGS_OF_OBJECT_FIELDS = 0x1b;
  private static final long STRUCT_FLAGS = 0x10;
  private static final long TEXT_FLAGS = 0x08;

  private DTypeState() {}

  static PyTuple arguments(DType dtype) {
    return PyTuple.of(kind(dtype), false, true);
  }

  private static String kind(DType dtype) {
    return switch (dtype) {
      case ScalarType scalar when scalar.kind().isOfMlDtypes() -> "V" + scalar.itemsize();
      case ScalarType scalar -> "" + scalar.kind().code() + scalar.itemsize();
      case TimeType time -> time.kind().code() + "8";
      case BytesType bytes -> "S" + bytes.itemsize();
      case TextType text -> "U" + text.length();
      case ObjectType _ -> "O8";
      case VoidType _, StructType _, SubarrayType _ -> "V" + dtype.itemsize();
    };
  }

  static PyTuple state(DType dtype) {
    return switch (dtype) {
      // As in headers: NumPy alone does not know these types.
      case ScalarType scalar when scalar.kind().isOfMlDtypes() ->
          plain("|", scalar.itemsize(), 1, 0);
      case ScalarType scalar -> plain(order(scalar.itemsize(), scalar.order()), -1, -1, 0);
      case TimeType time -> ofTime(time);
      case BytesType bytes -> plain("|", bytes.itemsize(), 1, 0);
      case TextType text ->
          plain(order(Integer.BYTES, text.order()), text.itemsize(), Integer.BYTES, TEXT_FLAGS);
      case VoidType bytes -> plain("|", bytes.itemsize(), 1, 0);
      case ObjectType _ -> plain("|", -1, -1, OBJECT_FLAGS);
      case SubarrayType subarray -> ofSubarray(subarray);
      case StructType struct -> ofStruct(struct);
    };
  }

  private static String order(int size, ByteOrder order) {
    return size == 1 ? "|" : order == ByteOrder.BIG_ENDIAN ? ">" : "<";
  }

  private static PyTuple plain(String order, long itemsize, long alignment, long flags) {
    return tuple(VERSION, order, null, null, null, itemsize, alignment, flags);
  }

  private static PyTuple ofTime(TimeType time) {
    String unit = time.unit() == TimeUnit.GENERIC ? "generic" : time.unit().code();
    byte[] name = unit.getBytes(StandardCharsets.US_ASCII);
    PyTuple metadata = tuple(null, PyTuple.of(name, (long) time.multiple(), 1L, 1L));
    String order = order(Long.BYTES, time.order());
    return tuple(VERSION_OF_TIMES, order, null, null, null, -1L, -1L, 0L, metadata);
  }

  private static PyTuple ofSubarray(SubarrayType subarray) {
    List<Long> shape = subarray.shape().stream().map(Integer::longValue).toList();
    PyTuple pair = PyTuple.of(subarray.base(), new PyTuple(shape));
    long flags = subarray.hasObject() ? FLAGS_OF_OBJECT_FIELDS : 0;
    return tuple(VERSION, "|", pair, null, null, (long) subarray.itemsize(), 1L, flags);
  }

  private static PyTuple ofStruct(StructType struct) {
    List<String> names = struct.fields().stream().map(Field::name).toList();
    Map<Object, Object> fields = new LinkedHashMap<>();
    for (Field field : struct.fields()) {
      String title = field.title();
      List<Object> parts = new ArrayList<>(List.of(field.dtype(), (long) field.offset()));
      if (title != null) {
        parts.add(title);
      }
      PyTuple value = new PyTuple(parts);
      fields.put(field.name(), value);
      if (title != null) {
        fields.put(title, value);
      }
    }
    long flags = struct.hasObject() ? FLAGS_OF_OBJECT_FIELDS : STRUCT_FLAGS;
    return tuple(
        VERSION, "|", null, new PyTuple(names), fields, (long) struct.itemsize(), 1L, flags);
  }

  private static PyTuple tuple(@Nullable Object... items) {
    return new PyTuple(java.util.Arrays.asList(items));
  }
}
