package io.ndmap.text;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.TimeUnit;
import io.ndmap.literal.PyRepr;
import io.ndmap.python.NumpyScalar;
import java.util.Locale;

/// The `repr` of NumPy's scalars, such as `np.float32(1.5)`.
final class NumpyScalarText {

  private NumpyScalarText() {}

  /// @param text the scalar as `str` writes it
  static String of(NumpyScalar item, String text) {
    return switch (item.dtype()) {
      case ScalarType scalar when scalar.kind() == ScalarKind.BOOL ->
          text.equals("True") ? "np.True_" : "np.False_";
      case ScalarType scalar when scalar.kind().isExtended() ->
          (scalar.kind().isComplex() ? "np.clongdouble('" : "np.longdouble('")
              + text.replaceAll("[()]", "")
              + "')";
      case ScalarType scalar ->
          "np." + name(scalar.kind()) + "(" + text.replaceAll("[()]", "") + ")";
      case TimeType time when time.kind() == TimeType.Kind.DATETIME ->
          "np.datetime64('" + text + "'" + unitOf(time, text) + ")";
      case TimeType time ->
          text.equals("NaT")
              ? "np.timedelta64('NaT'" + unit(time) + ")"
              : "np.timedelta64(" + item.value() + unit(time) + ")";
      case TextType _ -> "np.str_(" + PyRepr.repr(text) + ")";
      // The text already contains the name.
      case BytesType _ -> text;
      case StructType struct -> "np.void(" + text + ", dtype=" + dtype(struct) + ")";
      default -> "np.void(" + text + ")";
    };
  }

  /// The unit of a datetime, unless its text shows the unit.
  private static String unitOf(TimeType time, String text) {
    if (time.unit() == TimeUnit.GENERIC) {
      return ",'generic'";
    }
    boolean isShown = time.unit() != TimeUnit.HOUR && time.multiple() == 1 && !text.equals("NaT");
    return isShown ? "" : unit(time);
  }

  /// The fields as in a header, but without the byte order of elements of one byte. NumPy prints
  /// aligned structures, and those with gaps between fields, in another way.
  private static String dtype(StructType struct) {
    return struct.descr().replace(", '|b1'", ", '?'").replace(", '|", ", '");
  }

  static String name(ScalarKind kind) {
    return switch (kind) {
      // NumPy names the types of long doubles after the size of an element.
      case LONGDOUBLE, CLONGDOUBLE ->
          (kind.isComplex() ? "complex" : "float") + Byte.SIZE * kind.itemsize();
      default -> kind.name().toLowerCase(Locale.ROOT);
    };
  }

  private static String unit(TimeType time) {
    if (time.unit() == TimeUnit.GENERIC) {
      return "";
    }
    return ",'" + (time.multiple() == 1 ? "" : time.multiple()) + time.unit().code() + "'";
  }
}
