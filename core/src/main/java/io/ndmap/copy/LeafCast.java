package io.ndmap.copy;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.TimeUnit;
import io.ndmap.dtype.VoidType;
import io.ndmap.kernel.LongMap;
import io.ndmap.kernel.NumberCast;
import io.ndmap.value.FixedText;
import io.ndmap.value.TickScale;
import io.ndmap.value.TimePoint;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.function.LongUnaryOperator;

/// Chooses the conversion of items without parts between two dtypes that differ in more than byte
/// order.
final class LeafCast {

  private LeafCast() {}

  /// @throws DTypeException if no item can be converted, naming both
  static RunCast.Maker of(DType from, DType to) {
    return switch (to) {
      case ScalarType _, TimeType _ when from instanceof ScalarType || from instanceof TimeType ->
          ofNumbers(from, to);
      case ScalarType t when from instanceof VoidType f -> ofVoid(f, t);
      case ScalarType t when isText(from) -> always(TextParse.into(from, t));
      case TimeType t when isText(from) -> always(TextParse.into(from, t));
      case BytesType _, TextType _ when isText(from) -> always(TextCopy.of(from, to));
      case BytesType _, TextType _ when !(from instanceof VoidType) ->
          always(TextPrint.of(from, to));
      case VoidType t -> always(bytes(from, t.itemsize()));
      default ->
          throw new DTypeException(
              "no item of " + from + " can be converted into an item of " + to);
    };
  }

  /// One for all threads.
  private static RunCast.Maker always(ItemCast cast) {
    return _ -> cast;
  }

  private static boolean isText(DType dtype) {
    return dtype instanceof BytesType || dtype instanceof TextType;
  }

  // ---- numbers and times

  private static RunCast.Maker ofNumbers(DType from, DType to) {
    if (from instanceof TimeType f && to instanceof TimeType t && f.kind() == t.kind()) {
      LongUnaryOperator ticks = ofTicks(f, t);
      return most -> new LongMap(ticks, isBig(f.order()), isBig(t.order()), most)::run;
    }
    if (from instanceof ScalarType f && f.kind().isComplex()) {
      return most -> new ComplexTruth(f, most);
    }
    boolean fromBig = isBig(order(from));
    boolean toBig = isBig(order(to));
    return most -> new NumberCast(kind(from), fromBig, kind(to), toBig, most)::run;
  }

  /// Times are converted as the integers that they are.
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

  /// Whether either part differs from zero.
  private static final class ComplexTruth implements RunCast {
    private static final int BLOCK = 1024;

    private final NumberCast parts;
    private final int partSize;
    private final byte[] imaginary;

    ComplexTruth(ScalarType type, long most) {
      int block = (int) Math.min(BLOCK, most);
      ScalarKind part = type.kind().part();
      this.parts = new NumberCast(part, isBig(type.order()), ScalarKind.BOOL, false, block);
      this.partSize = part.itemsize();
      this.imaginary = new byte[block];
    }

    @Override
    public void run(
        MemorySegment source,
        long at,
        long stride,
        MemorySegment target,
        long into,
        long intoStride,
        int count) {
      MemorySegment block = MemorySegment.ofArray(imaginary);
      for (int done = 0; done < count; done += imaginary.length) {
        int items = Math.min(imaginary.length, count - done);
        long from = at + done * stride;
        long to = into + done * intoStride;
        parts.run(source, from, stride, target, to, intoStride, items);
        parts.run(source, from + partSize, stride, block, 0, 1, items);
        for (int i = 0; i < items; i++) {
          if (imaginary[i] != 0) {
            target.set(ValueLayout.JAVA_BYTE, to + i * intoStride, (byte) 1);
          }
        }
      }
    }
  }

  // ---- void

  private static RunCast.Maker ofVoid(VoidType from, ScalarType to) {
    if (to.kind() != ScalarKind.BOOL) {
      return always(TextParse.into(from, to));
    }
    return always(
        (source, at, target, into) -> {
          byte any = 0;
          for (byte b : FixedText.raw(source, at, from.itemsize())) {
            any |= b;
          }
          target.set(ValueLayout.JAVA_BYTE, into, (byte) (any == 0 ? 0 : 1));
        });
  }

  /// The bytes of an item in little-endian order, cut off or filled up with zeros; those of truth
  /// values are 0 and 1.
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
