package io.ndmap.text;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ObjectType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.VoidType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.value.FixedText;
import io.ndmap.value.FloatFormat;
import io.ndmap.value.ItemValue;
import io.ndmap.value.NumberText;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/// Formats the elements of a column with alignment.
interface ItemFormat {

  /// The text of the element at a byte offset.
  String text(long offset);

  /// The offsets of the elements of a column, in any order.
  interface Column {
    void forEach(LongConsumer action);
  }

  /// Where a column is printed.
  enum Context {
    /// The elements of an array, which are aligned.
    ARRAY,
    /// A structure printed as a scalar, whose real numbers are not shortened.
    RECORD,
    /// A subarray in a structure printed as a scalar.
    RECORD_ARRAY
  }

  /// The format of a column as NumPy's array printing chooses it.
  ///
  /// @param objects returns the text of an object; elements of `|O` are indices of objects
  static ItemFormat of(
      MemorySegment segment,
      DType dtype,
      Column column,
      Context context,
      LongFunction<String> objects) {
    return switch (dtype) {
      case ScalarType scalar -> ofScalar(segment, scalar, column, context);
      case TimeType time -> ofTime(segment, time, column);
      case BytesType bytes -> offset -> ItemText.quoted(FixedText.bytes(segment, offset, bytes));
      case TextType text -> offset -> ItemText.quoted(FixedText.units(segment, offset, text));
      case VoidType bytes ->
          offset -> ItemText.hex(FixedText.raw(segment, offset, bytes.itemsize()));
      case StructType struct -> ofStruct(segment, struct, column, context, objects);
      case SubarrayType subarray -> ofSubarray(segment, subarray, column, context, objects);
      case ObjectType _ ->
          offset -> objects.apply(ItemValue.bits(segment, offset, Long.BYTES, false));
    };
  }

  private static ItemFormat ofScalar(
      MemorySegment segment, ScalarType scalar, Column column, Context context) {
    ScalarKind kind = scalar.kind();
    boolean big = scalar.order() == ByteOrder.BIG_ENDIAN;
    if (kind == ScalarKind.BOOL) {
      String yes = context == Context.RECORD ? "True" : " True";
      return offset -> ItemValue.bits(segment, offset, 1, big) == 0 ? "False" : yes;
    }
    if (kind.isFloat()) {
      return context != Context.ARRAY
          ? offset -> NumberText.scalar(ItemValue.binaryFloat(segment, offset, kind, big))
          : ofFloat(segment, kind, big, column, 0, false);
    }
    if (kind.isComplex()) {
      ItemFormat real = ofFloat(segment, kind.part(), big, column, 0, false);
      ItemFormat imaginary = ofFloat(segment, kind.part(), big, column, kind.itemsize() / 2, true);
      return offset -> {
        String second = imaginary.text(offset);
        String trimmed = second.stripTrailing();
        return real.text(offset) + trimmed + "j" + second.substring(trimmed.length());
      };
    }
    ItemFormat plain =
        offset -> ItemText.integer(kind, ItemValue.bits(segment, offset, kind.itemsize(), big));
    int[] width = {0};
    column.forEach(offset -> width[0] = Math.max(width[0], plain.text(offset).length()));
    return offset -> right(plain.text(offset), width[0]);
  }

  private static ItemFormat ofFloat(
      MemorySegment segment, ScalarKind kind, boolean big, Column column, int shift, boolean plus) {
    FloatFormat format =
        new FloatFormat(
            action ->
                column.forEach(
                    at -> action.accept(ItemValue.binaryFloat(segment, at + shift, kind, big))),
            plus);
    return offset -> format.text(ItemValue.binaryFloat(segment, offset + shift, kind, big));
  }

  private static ItemFormat ofTime(MemorySegment segment, TimeType time, Column column) {
    boolean big = time.order() == ByteOrder.BIG_ENDIAN;
    long[] least = {Long.MAX_VALUE};
    long[] greatest = {TimeType.NOT_A_TIME};
    int[] width = {0};
    column.forEach(
        offset -> {
          long ticks = ItemValue.bits(segment, offset, Long.BYTES, big);
          if (ticks == TimeType.NOT_A_TIME) {
            width[0] = ItemText.time(time, ticks).length();
          } else {
            least[0] = Math.min(least[0], ticks);
            greatest[0] = Math.max(greatest[0], ticks);
          }
        });
    // As in NumPy, only the texts of the earliest and the latest time determine the width.
    if (greatest[0] != TimeType.NOT_A_TIME) {
      int measured =
          Math.max(
              ItemText.time(time, least[0]).length(), ItemText.time(time, greatest[0]).length());
      width[0] = Math.max(width[0], measured);
    }
    return offset ->
        right(ItemText.time(time, ItemValue.bits(segment, offset, Long.BYTES, big)), width[0]);
  }

  private static ItemFormat ofStruct(
      MemorySegment segment,
      StructType struct,
      Column column,
      Context context,
      LongFunction<String> objects) {
    record Part(int offset, ItemFormat format) {}
    List<Part> parts = new ArrayList<>();
    for (Field field : struct.fields()) {
      Column members = action -> column.forEach(offset -> action.accept(offset + field.offset()));
      parts.add(new Part(field.offset(), of(segment, field.dtype(), members, context, objects)));
    }
    String end = parts.size() == 1 ? ",)" : ")";
    return offset ->
        parts.stream()
            .map(part -> part.format.text(offset + part.offset))
            .collect(Collectors.joining(", ", "(", end));
  }

  private static ItemFormat ofSubarray(
      MemorySegment segment,
      SubarrayType subarray,
      Column column,
      Context context,
      LongFunction<String> objects) {
    Strided inside = Strided.contiguous(Shape.SCALAR, subarray.itemsize(), Order.C);
    DType base = subarray;
    while (base instanceof SubarrayType inner) {
      long[] sizes = inner.shape().stream().mapToLong(Integer::longValue).toArray();
      inside = inside.append(Strided.contiguous(Shape.of(sizes), inner.base().itemsize(), Order.C));
      base = inner.base();
    }
    Strided layout = inside;
    Column items =
        action ->
            column.forEach(offset -> new Corners(layout.shift(offset), false).forEach(action));
    ItemFormat format =
        of(
            segment,
            base,
            items,
            context == Context.ARRAY ? context : Context.RECORD_ARRAY,
            objects);
    return offset -> ArrayText.inline(layout.shift(offset), format);
  }

  private static String right(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }
}
