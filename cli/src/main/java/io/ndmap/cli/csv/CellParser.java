package io.ndmap.cli.csv;

import io.ndmap.cli.value.ValueParser;
import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.TimeUnit;
import io.ndmap.format.csv.CsvException;
import io.ndmap.format.csv.TextEncoding;
import io.ndmap.nd.NdView;
import io.ndmap.value.DateReader;
import io.ndmap.value.FixedText;
import java.util.Set;

/// Parses cells and stores them as elements. Accepted are the text that
/// [io.ndmap.format.csv.CellWriter] writes and all notations of the command `set`, except the
/// number of ticks of a datetime with a unit, because there a number is read as a year.
final class CellParser {

  /// The maximum number of digits with which every integer fits into 64 bits.
  private static final int PLAIN_DIGITS = 18;

  private final TextEncoding encoding;
  private final Set<String> missing;

  CellParser(TextEncoding encoding, Set<String> missing) {
    this.encoding = encoding;
    this.missing = missing;
  }

  /// Parses a cell and stores it as one element.
  ///
  /// @throws IllegalArgumentException if the dtype cannot represent the cell
  /// @throws ArithmeticException if an integer is out of the range of the dtype
  void store(NdView<?> items, String cell, long... index) {
    DType dtype = items.dtype();
    if (isMissing(cell)) {
      storeMissing(items, index);
      return;
    }
    switch (dtype) {
      case ScalarType scalar -> number(items, scalar.kind(), cell, index);
      case TimeType time
          when time.kind() == TimeType.Kind.DATETIME && time.unit() != TimeUnit.GENERIC ->
          items.setLong(index, DateReader.exactTicks(cell.strip(), time));
      case BytesType _ -> items.setValue(index, encoding.toBytes(cell));
      case TextType text ->
          FixedText.encode(
              items.segment(), items.strided().offsetOf(index), text, encoding.toUnits(cell));
      default -> any(items, cell, index);
    }
  }

  /// Whether a cell stands for a missing value.
  boolean isMissing(String cell) {
    return cell.isEmpty() || missing.contains(cell);
  }

  /// Parses the common notations directly, and all other notations as the command `set` does.
  private static void number(NdView<?> items, ScalarKind kind, String cell, long... index) {
    boolean isStored =
        switch (kind) {
          case FLOAT64 -> isPlain(cell) && storeFinite(items, Double.parseDouble(cell), index);
          case FLOAT32 -> isPlain(cell) && storeFinite(items, Float.parseFloat(cell), index);
          case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64 -> {
            boolean isInteger = isInteger(cell);
            if (isInteger) {
              items.setLong(index, Long.parseLong(cell));
            }
            yield isInteger;
          }
          default -> false;
        };
    if (!isStored) {
      any(items, cell, index);
    }
  }

  /// Stores a number if it is finite. Returns whether it is finite.
  private static boolean storeFinite(NdView<?> items, double number, long... index) {
    if (Double.isFinite(number)) {
      items.setDouble(index, number);
    }
    return Double.isFinite(number);
  }

  /// Whether the text is a number of digits with an optional sign, point and exponent. Java and
  /// Python parse these numbers in the same way, but not words such as `nan`.
  private static boolean isPlain(String cell) {
    boolean digits = false;
    for (int i = 0; i < cell.length(); i++) {
      char c = cell.charAt(i);
      if (c >= '0' && c <= '9') {
        digits = true;
      } else if (c == 'e' || c == 'E') {
        if (!digits || i == cell.length() - 1 || !isExponent(cell, i + 1)) {
          return false;
        }
        return true;
      } else if (!((c == '.' && cell.indexOf('.') == i) || ((c == '-' || c == '+') && i == 0))) {
        return false;
      }
    }
    return digits;
  }

  private static boolean isExponent(String cell, int from) {
    int digits = cell.charAt(from) == '-' || cell.charAt(from) == '+' ? from + 1 : from;
    return digits < cell.length() && isDigits(cell, digits);
  }

  private static boolean isInteger(String cell) {
    int from = cell.charAt(0) == '-' ? 1 : 0;
    return cell.length() > from && cell.length() - from <= PLAIN_DIGITS && isDigits(cell, from);
  }

  private static boolean isDigits(String cell, int from) {
    for (int i = from; i < cell.length(); i++) {
      if (cell.charAt(i) < '0' || cell.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  /// Parses a cell as the command `set` does.
  private static void any(NdView<?> items, String cell, long... index) {
    NdView<?> item = items;
    for (long at : index) {
      item = item.index(0, at);
    }
    ValueParser.store(item, cell);
  }

  private void storeMissing(NdView<?> items, long... index) {
    switch (items.dtype()) {
      case ScalarType scalar when scalar.kind().isFloat() -> items.setDouble(index, Double.NaN);
      case ScalarType scalar when scalar.kind().isComplex() -> any(items, "nan", index);
      case TimeType _ -> items.setLong(index, TimeType.NOT_A_TIME);
      case BytesType _ -> items.setValue(index, new byte[0]);
      case TextType _ -> items.setValue(index, "");
      default ->
          throw new CsvException(
              "a missing value, which elements of "
                  + items.dtype()
                  + " cannot be; a floating-point dtype has NaN");
    }
  }
}
