package io.ndmap.copy;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.TimeUnit;
import io.ndmap.value.CastTarget;
import io.ndmap.value.ItemValue;
import io.ndmap.value.NumberText;
import io.ndmap.value.ScalarBits;
import io.ndmap.value.TicksText;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.function.LongFunction;

/// Converts numbers and times to text as Python's `str` formats NumPy's scalars. Text that is too
/// long for the target's elements is truncated; a date that is too long raises an exception.
final class TextPrint {

  private TextPrint() {}

  static ItemCast of(DType from, DType to) {
    return switch (from) {
      case ScalarType scalar -> ofNumber(scalar, to);
      case TimeType time when time.kind() == TimeType.Kind.TIMEDELTA ->
          ofTicks(time, to, ticks -> cut(TicksText.timedelta(time, ticks), to));
      case TimeType time -> ofTicks(time, to, ticks -> date(time, ticks, to));
      default -> throw new AssertionError(from);
    };
  }

  private static ItemCast ofNumber(ScalarType from, DType to) {
    ScalarKind kind = from.kind();
    boolean big = from.order() == ByteOrder.BIG_ENDIAN;
    return (source, at, target, into) -> put(number(source, at, kind, big), target, into, to);
  }

  private static String number(MemorySegment source, long at, ScalarKind kind, boolean big) {
    if (kind.isComplex()) {
      return NumberText.scalar(
          ItemValue.binaryFloat(source, at, kind.part(), big),
          ItemValue.binaryFloat(source, at + kind.part().itemsize(), kind.part(), big));
    }
    if (kind.isFloat()) {
      return NumberText.scalar(ItemValue.binaryFloat(source, at, kind, big));
    }
    long bits = ItemValue.bits(source, at, kind.itemsize(), big);
    return switch (kind) {
      case BOOL -> bits == 0 ? "False" : "True";
      case UINT64 -> Long.toUnsignedString(bits);
      default -> Long.toString(ScalarBits.toLong(kind, bits));
    };
  }

  private static ItemCast ofTicks(TimeType from, DType to, LongFunction<String> text) {
    boolean big = from.order() == ByteOrder.BIG_ENDIAN;
    return (source, at, target, into) ->
        put(text.apply(ItemValue.bits(source, at, Long.BYTES, big)), target, into, to);
  }

  /// NumPy limits a timedelta to 21 characters, however long the element is.
  private static String cut(String text, DType to) {
    int length = Math.min(CastTarget.TIMEDELTA_LENGTH, length(to));
    return text.length() > length ? text.substring(0, length) : text;
  }

  private static String date(TimeType from, long ticks, DType to) {
    if (from.unit() == TimeUnit.GENERIC && ticks != TimeType.NOT_A_TIME) {
      throw new DTypeException(
          "cannot convert ticks of " + from + ", which have no unit, into a date");
    }
    String text = TicksText.datetime(from, ticks);
    if (text.length() > length(to)) {
      throw new IllegalArgumentException(
          "the date " + text + " of " + from + " does not fit an element of " + to);
    }
    return text;
  }

  private static int length(DType to) {
    return to instanceof TextType text ? text.length() : ((BytesType) to).itemsize();
  }

  private static void put(String text, MemorySegment target, long into, DType to) {
    TextCopy.put(text.chars().toArray(), target, into, to);
  }
}
