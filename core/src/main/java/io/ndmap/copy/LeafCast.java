package io.ndmap.copy;

import static io.ndmap.memory.LittleEndian.LONG;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.TimeUnit;
import io.ndmap.dtype.VoidType;
import io.ndmap.memory.Scratch;
import io.ndmap.move.Cast;
import io.ndmap.move.CastLoop;
import io.ndmap.move.RunCopy;
import io.ndmap.value.FixedText;
import io.ndmap.value.TickScale;
import io.ndmap.value.TimePoint;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.function.LongUnaryOperator;

/// Selects the conversion between two dtypes that have neither fields nor subarrays and differ in
/// more than byte order.
final class LeafCast {

  private LeafCast() {}

  /// @throws DTypeException if no element can be converted; the message names both dtypes
  static RunCast of(DType from, DType to) {
    return switch (to) {
      case ScalarType _, TimeType _ when from instanceof ScalarType || from instanceof TimeType ->
          ofNumbers(from, to);
      case ScalarType t when from instanceof VoidType f -> ofVoid(f, t);
      case ScalarType t when isText(from) -> TextParse.into(from, t);
      case TimeType t when isText(from) -> TextParse.into(from, t);
      case BytesType _, TextType _ when isText(from) -> TextCopy.of(from, to);
      case BytesType _, TextType _ when !(from instanceof VoidType) -> TextPrint.of(from, to);
      case VoidType t -> bytes(from, t.itemsize());
      default ->
          throw new DTypeException(
              "no element of " + from + " can be converted into an element of " + to);
    };
  }

  private static boolean isText(DType dtype) {
    return dtype instanceof BytesType || dtype instanceof TextType;
  }

  // ---- numbers and times

  private static RunCast ofNumbers(DType from, DType to) {
    if (from instanceof TimeType f && to instanceof TimeType t && f.kind() == t.kind()) {
      CastLoop loop = each(ofTicks(f, t));
      return Cast.of(Long.BYTES, isBig(f.order()), Long.BYTES, isBig(t.order()), loop)::run;
    }
    if (from instanceof ScalarType f && f.kind().isComplex()) {
      return complexTruth(f);
    }
    return Cast.between(kind(from), isBig(order(from)), kind(to), isBig(order(to)))::run;
  }

  /// Returns the scalar type as which elements are converted: for numbers their own, for times
  /// `int64`.
  private static ScalarKind kind(DType dtype) {
    return dtype instanceof ScalarType scalar ? scalar.kind() : ScalarKind.INT64;
  }

  private static ByteOrder order(DType dtype) {
    return switch (dtype) {
      case ScalarType scalar -> scalar.order();
      case TimeType time -> time.order();
      default -> throw new AssertionError(dtype);
    };
  }

  private static boolean isBig(ByteOrder order) {
    return order == ByteOrder.BIG_ENDIAN;
  }

  private static LongUnaryOperator ofTicks(TimeType from, TimeType to) {
    TickScale scale = TickScale.between(from, to);
    boolean calendar =
        from.kind() == TimeType.Kind.DATETIME
            && (TickScale.isCalendar(from.unit()) || TickScale.isCalendar(to.unit()));
    if (!calendar) {
      return scale::apply;
    }
    return ticks -> {
      if (ticks == TimeType.NOT_A_TIME) {
        return ticks;
      }
      if (from.unit() == TimeUnit.GENERIC) {
        throw new IllegalArgumentException(
            "cannot convert " + ticks + " of " + from + " into " + to + ": it has no unit");
      }
      return TimePoint.ofTicks(from, ticks).toTicks(to);
    };
  }

  private static CastLoop each(LongUnaryOperator function) {
    return (source, from, target, to, count) -> {
      for (int i = 0; i < count; i++) {
        long ticks = source.get(LONG, from + ((long) i << 3));
        target.set(LONG, to + ((long) i << 3), function.applyAsLong(ticks));
      }
    };
  }

  /// Returns the conversion of complex numbers to bool: whether either part differs from zero.
  private static RunCast complexTruth(ScalarType type) {
    ScalarKind part = type.kind().part();
    Cast cast = Cast.between(part, isBig(type.order()), ScalarKind.BOOL, false);
    return (source, at, stride, target, into, intoStride, count) -> {
      try (Scratch scratch = Scratch.take()) {
        MemorySegment buffer = scratch.memory();
        for (int done = 0; done < count; done += Scratch.BLOCK) {
          int n = Math.min(Scratch.BLOCK, count - done);
          long from = at + done * stride;
          cast.run(source, from, stride, buffer, 0, 1, n);
          cast.run(source, from + part.itemsize(), stride, buffer, Scratch.BLOCK, 1, n);
          for (int i = 0; i < n; i++) {
            byte imaginary = buffer.get(ValueLayout.JAVA_BYTE, Scratch.BLOCK + i);
            byte real = buffer.get(ValueLayout.JAVA_BYTE, i);
            buffer.set(ValueLayout.JAVA_BYTE, i, (byte) (real | imaginary));
          }
          RunCopy.copy(buffer, 0, 1, target, into + done * intoStride, intoStride, n, 1, false);
        }
      }
    };
  }

  // ---- void

  private static RunCast ofVoid(VoidType from, ScalarType to) {
    if (to.kind() != ScalarKind.BOOL) {
      return TextParse.into(from, to);
    }
    return (ItemCast)
        (source, at, target, into) -> {
          byte any = 0;
          for (byte b : FixedText.raw(source, at, from.itemsize())) {
            any |= b;
          }
          target.set(ValueLayout.JAVA_BYTE, into, (byte) (any == 0 ? 0 : 1));
        };
  }

  /// Returns the conversion to void: the bytes of an element in little-endian order, truncated or
  /// padded with zeros; bools become 0 and 1.
  private static ItemCast bytes(DType from, int size) {
    boolean truth = from instanceof ScalarType scalar && scalar.kind() == ScalarKind.BOOL;
    int unit =
        switch (from) {
          case ScalarType scalar when isBig(scalar.order()) -> scalar.kind().part().itemsize();
          case TimeType time when isBig(time.order()) -> Long.BYTES;
          case TextType text when isBig(text.order()) -> TextType.UNIT;
          default -> 1;
        };
    return (source, at, target, into) -> {
      byte[] item = FixedText.raw(source, at, from.itemsize());
      if (truth && item[0] != 0) {
        item[0] = 1;
      }
      byte[] image = new byte[size];
      for (int i = 0; i < Math.min(size, item.length); i++) {
        image[i] = item[i - i % unit + (unit - 1 - i % unit)];
      }
      MemorySegment.copy(image, 0, target, ValueLayout.JAVA_BYTE, into, size);
    };
  }
}
