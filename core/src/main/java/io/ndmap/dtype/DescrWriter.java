package io.ndmap.dtype;

import io.ndmap.literal.PyRepr;
import java.nio.ByteOrder;
import java.util.List;

/// Formats dtypes as NumPy writes them.
final class DescrWriter {

  private DescrWriter() {}

  /// The literal of a header, `repr(numpy.lib.format.dtype_to_descr(dtype))`.
  static String literal(DType dtype) {
    StringBuilder text = new StringBuilder();
    appendLiteral(text, dtype);
    return text.toString();
  }

  /// The text of a dtype: for structures and subarrays the literal of a header, or a description of
  /// the fields if a header cannot express them; otherwise NumPy's `dtype.str`, or the name in
  /// `ml_dtypes`.
  static String text(DType dtype) {
    if (dtype instanceof StructType || dtype instanceof SubarrayType) {
      StringBuilder text = new StringBuilder();
      if (isWritable(dtype)) {
        appendLiteral(text, dtype);
      } else {
        appendLayout(text, dtype);
      }
      return text.toString();
    }
    return dtype instanceof ScalarType scalar && scalar.kind().isOfMlDtypes()
        ? (scalar.order() == ByteOrder.BIG_ENDIAN && scalar.itemsize() > 1 ? ">" : "")
            + SmallFloatNames.name(scalar.kind())
        : shortForm(dtype);
  }

  private static void appendLiteral(StringBuilder text, DType dtype) {
    switch (dtype) {
      case StructType struct -> appendFields(text, struct);
      case SubarrayType subarray -> {
        text.append('(');
        appendLiteral(text, subarray.base());
        text.append(", ");
        appendShape(text, subarray.shape());
        text.append(')');
      }
      case ScalarType _, TimeType _, BytesType _, TextType _, VoidType _, ObjectType _ ->
          text.append('\'').append(shortForm(dtype)).append('\'');
    }
  }

  private static void appendFields(StringBuilder text, StructType struct) {
    text.append('[');
    long end = 0;
    String separator = "";
    for (Field field : struct.fields()) {
      if (field.offset() < end) {
        throw new DTypeException(
            "a header cannot express overlapping or unordered fields: "
                + PyRepr.repr(field.name())
                + " begins at byte "
                + field.offset()
                + ", the field before it ends at "
                + end);
      }
      text.append(separator);
      separator = ", ";
      if (field.offset() > end) {
        appendPadding(text, field.offset() - end).append(separator);
      }
      appendField(text, field);
      end = (long) field.offset() + field.dtype().itemsize();
    }
    if (struct.itemsize() > end) {
      appendPadding(text.append(separator), struct.itemsize() - end);
    }
    text.append(']');
  }

  private static StringBuilder appendPadding(StringBuilder text, long bytes) {
    return text.append("('', '|V").append(bytes).append("')");
  }

  private static void appendField(StringBuilder text, Field field) {
    text.append('(');
    String title = field.title() == null ? field.otherTitle() : PyRepr.repr(field.title());
    if (title == null) {
      PyRepr.append(text, field.name());
    } else {
      PyRepr.append(text.append('(').append(title).append(", "), field.name());
      text.append(')');
    }
    text.append(", ");
    if (field.dtype() instanceof SubarrayType subarray) {
      appendLiteral(text, subarray.base());
      text.append(", ");
      appendShape(text, subarray.shape());
    } else {
      appendLiteral(text, field.dtype());
    }
    text.append(')');
  }

  private static void appendShape(StringBuilder text, List<Integer> shape) {
    text.append('(');
    for (int i = 0; i < shape.size(); i++) {
      text.append(i == 0 ? "" : ", ").append(shape.get(i));
    }
    text.append(shape.size() == 1 ? ",)" : ")");
  }

  private static boolean isWritable(DType dtype) {
    return switch (dtype) {
      case StructType struct -> {
        long end = 0;
        for (Field field : struct.fields()) {
          if (field.offset() < end || !isWritable(field.dtype())) {
            yield false;
          }
          end = (long) field.offset() + field.dtype().itemsize();
        }
        yield true;
      }
      case SubarrayType subarray -> isWritable(subarray.base());
      case ScalarType _, TimeType _, BytesType _, TextType _, VoidType _, ObjectType _ -> true;
    };
  }

  /// The fields with their offsets: not a literal of a header, but readable.
  private static void appendLayout(StringBuilder text, DType dtype) {
    switch (dtype) {
      case StructType struct -> {
        String separator = "{";
        for (Field field : struct.fields()) {
          PyRepr.append(text.append(separator), field.name());
          appendLayout(text.append(": "), field.dtype());
          text.append(" at ").append(field.offset());
          separator = ", ";
        }
        text.append("} of ").append(struct.itemsize()).append(" bytes");
      }
      case SubarrayType subarray -> {
        appendLayout(text.append('('), subarray.base());
        appendShape(text.append(", "), subarray.shape());
        text.append(')');
      }
      case ScalarType _, TimeType _, BytesType _, TextType _, VoidType _, ObjectType _ ->
          text.append('\'').append(shortForm(dtype)).append('\'');
    }
  }

  private static String shortForm(DType dtype) {
    return switch (dtype) {
      // Headers of `ml_dtypes` arrays declare void elements, and so does this method.
      case ScalarType scalar when scalar.kind().isOfMlDtypes() -> "|V" + scalar.itemsize();
      case ScalarType scalar ->
          (scalar.kind().itemsize() == 1 ? "|" : mark(scalar.order()))
              + scalar.kind().code()
              + scalar.kind().itemsize();
      case TimeType time -> mark(time.order()) + time.kind().code() + time.itemsize() + unit(time);
      case BytesType bytes -> "|S" + bytes.itemsize();
      case TextType text -> mark(text.order()) + "U" + text.length();
      case VoidType bytes -> "|V" + bytes.itemsize();
      case ObjectType _ -> "|O";
      case StructType _, SubarrayType _ ->
          throw new DTypeException("a structure has no short form");
    };
  }

  private static String unit(TimeType time) {
    if (time.unit() == TimeUnit.GENERIC) {
      return "";
    }
    return "[" + (time.multiple() == 1 ? "" : time.multiple()) + time.unit().code() + "]";
  }

  private static String mark(ByteOrder order) {
    return order == ByteOrder.BIG_ENDIAN ? ">" : "<";
  }
}
