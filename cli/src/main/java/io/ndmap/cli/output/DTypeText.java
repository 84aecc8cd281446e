package io.ndmap.cli.output;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.ObjectType;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.TimeUnit;
import io.ndmap.dtype.VoidType;
import java.nio.ByteOrder;
import java.util.Locale;

/// Formats dtypes for scripts and for people.
public final class DTypeText {

  private DTypeText() {}

  /// Returns the dtype that NumPy writes into a header: a subarray dtype outside a structure
  /// becomes a void dtype of the same size.
  public static DType written(DType dtype) {
    return dtype instanceof SubarrayType ? new VoidType(dtype.itemsize()) : dtype;
  }

  /// Describes a dtype in words, such as `float64, big-endian`.
  public static String readable(DType dtype) {
    return switch (dtype) {
      case ScalarType scalar ->
          scalar.kind().name().toLowerCase(Locale.ROOT)
              + order(scalar.order(), scalar.kind().itemsize());
      case TimeType time -> time(time) + order(time.order(), time.itemsize());
      case TextType text ->
          "text of "
              + QuantityText.count(text.length(), "code point")
              + order(text.order(), text.itemsize());
      case BytesType bytes -> "text of " + QuantityText.count(bytes.itemsize(), "byte");
      case VoidType bytes -> QuantityText.count(bytes.itemsize(), "byte") + " without a meaning";
      case SubarrayType subarray ->
          "a subarray of shape " + subarray.shape() + " of " + readable(subarray.base());
      case StructType struct ->
          "a structure of " + QuantityText.count(struct.fields().size(), "field");
      case ObjectType _ -> "a Python object";
    };
  }

  private static String time(TimeType time) {
    String name = time.kind() == TimeType.Kind.DATETIME ? "datetime64" : "timedelta64";
    String multiple = time.multiple() == 1 ? "" : time.multiple() + " ";
    return time.unit() == TimeUnit.GENERIC
        ? name + " without a unit"
        : name + " in " + multiple + time.unit().name().toLowerCase(Locale.ROOT) + "s";
  }

  private static String order(ByteOrder order, int itemsize) {
    return itemsize <= 1 ? "" : order == ByteOrder.BIG_ENDIAN ? ", big-endian" : ", little-endian";
  }
}
