package io.ndmap.format.csv;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.VoidType;
import io.ndmap.nd.NdView;
import io.ndmap.value.BinaryFloat;
import io.ndmap.value.FixedText;
import io.ndmap.value.NumberText;
import io.ndmap.value.TicksText;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/// Formats elements as cells that NumPy and pandas can read: booleans as `True`, complex numbers as
/// `1+2j`, datetimes in ISO 8601, datetimes without a unit and timedeltas as their number of ticks,
/// voids in hexadecimal.
final class CellWriter {

  private final TextEncoding encoding;

  CellWriter(TextEncoding encoding) {
    this.encoding = encoding;
  }

  /// Returns the text of one element.
  ///
  /// @throws CsvException if the element cannot be written
  String text(NdView<?> items, long... index) {
    DType dtype = items.dtype();
    return switch (dtype) {
      case ScalarType scalar when scalar.kind().isExtended() -> printed(items, index);
      case ScalarType scalar when scalar.kind().isComplex() -> {
        List<?> parts = (List<?>) value(items, index);
        yield bare(
            NumberText.scalar(
                part(scalar.kind(), parts.getFirst()), part(scalar.kind(), parts.getLast())));
      }
      case ScalarType scalar when scalar.kind().isFloat() ->
          NumberText.shortest(scalar.kind(), items.getDouble(index));
      case ScalarType scalar when scalar.kind() == ScalarKind.BOOL ->
          items.getBoolean(index) ? "True" : "False";
      case ScalarType _ -> value(items, index).toString();
      case TimeType time when time.kind() == TimeType.Kind.DATETIME ->
          TicksText.datetime(time, items.getLong(index));
      case TimeType _ -> {
        long ticks = items.getLong(index);
        yield ticks == TimeType.NOT_A_TIME ? "NaT" : Long.toString(ticks);
      }
      case BytesType _ -> encoding.ofBytes((byte[]) value(items, index));
      case TextType text ->
          encoding.ofUnits(FixedText.units(items.segment(), items.strided().offsetOf(index), text));
      case VoidType _ -> HexFormat.of().formatHex((byte[]) value(items, index));
      default -> printed(items, index);
    };
  }

  private static Object value(NdView<?> items, long... index) {
    return Objects.requireNonNull(items.value(index));
  }

  private static BinaryFloat part(ScalarKind kind, Object number) {
    return BinaryFloat.of(kind.part(), ((Number) number).doubleValue());
  }

  /// Returns the element as NumPy prints it.
  private static String printed(NdView<?> items, long... index) {
    NdView<?> item = items;
    for (long at : index) {
      item = item.index(0, at);
    }
    return bare(item.toString());
  }

  /// Removes the parentheses around a complex number.
  private static String bare(String text) {
    return text.startsWith("(") && text.endsWith("j)")
        ? text.substring(1, text.length() - 1)
        : text;
  }
}
