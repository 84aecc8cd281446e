package io.ndmap.value;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.TimeUnit;
import io.ndmap.dtype.VoidType;

/// Completes the target dtype of a cast: as in NumPy's `astype`, bytes, text and void without a
/// length get the greatest length that the elements may need, and times without a unit get the unit
/// of the elements (and their byte order, if both are datetimes or both are timedeltas).
public final class CastTarget {

  /// The maximum number of characters of a timedelta, by NumPy's calculation.
  public static final int TIMEDELTA_LENGTH = 21;

  private CastTarget() {}

  public static DType of(DType from, DType to) {
    return switch (to) {
      case BytesType t when t.itemsize() == 0 -> new BytesType(textLength(from));
      case TextType t when t.length() == 0 -> new TextType(textLength(from), t.order());
      case VoidType t when t.itemsize() == 0 -> new VoidType(from.itemsize());
      case TimeType t when t.unit() == TimeUnit.GENERIC && from instanceof TimeType f ->
          f.kind() == t.kind() ? f : new TimeType(t.kind(), f.unit(), f.multiple(), t.order());
      default -> to;
    };
  }

  private static int textLength(DType from) {
    return switch (from) {
      case ScalarType scalar -> textLength(scalar.kind());
      case TimeType time ->
          time.kind() == TimeType.Kind.DATETIME ? dateLength(time.unit()) : TIMEDELTA_LENGTH;
      case TextType text -> text.length();
      default -> from.itemsize();
    };
  }

  /// The maximum number of characters of a number, by NumPy's calculation.
  public static int textLength(ScalarKind kind) {
    return switch (kind) {
      case BOOL -> 5;
      case INT8 -> 4;
      case INT16 -> 6;
      case INT32 -> 11;
      case INT64 -> 21;
      case UINT8 -> 3;
      case UINT16 -> 5;
      case UINT32 -> 10;
      case UINT64 -> 20;
      default -> (kind.isExtended() ? 48 : 32) * (kind.isComplex() ? 2 : 1);
    };
  }

  /// The maximum number of characters of a date by NumPy's calculation: with a 64-bit year, a final
  /// NUL and, from hours on, the suffix `Z`.
  private static int dateLength(TimeUnit unit) {
    return switch (unit) {
      case YEAR -> 22;
      case MONTH -> 25;
      case WEEK, DAY -> 28;
      case HOUR -> 32;
      case MINUTE -> 35;
      case SECOND -> 38;
      case MILLISECOND -> 42;
      case MICROSECOND -> 45;
      case NANOSECOND -> 48;
      case PICOSECOND -> 51;
      case FEMTOSECOND -> 54;
      case ATTOSECOND -> 57;
      case GENERIC -> 4;
    };
  }
}
