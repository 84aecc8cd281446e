package io.ndmap.value;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.ObjectType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.VoidType;
import io.ndmap.move.SmallFloats;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// Reads one element of any dtype as a Java object; `NdView.value` lists the classes.
public final class ItemValue {

  private static final ValueLayout.OfShort SHORT_LITTLE =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfShort SHORT_BIG =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfInt INT_LITTLE =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT_BIG =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfLong LONG_LITTLE =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG_BIG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private ItemValue() {}

  /// Reads an element of a dtype without Python objects.
  public static Object read(MemorySegment segment, long offset, DType dtype) {
    return Objects.requireNonNull(read(segment, offset, dtype, ItemValue::noObject));
  }

  private static Object noObject(long index) {
    throw new AssertionError("an array without objects has none at " + index);
  }

  /// Reads an element.
  ///
  /// @param objects the object table into which elements of `|O` are indices; `null` is `None`
  public static @Nullable Object read(
      MemorySegment segment, long offset, DType dtype, LongFunction<@Nullable Object> objects) {
    return switch (dtype) {
      case ScalarType scalar ->
          scalar(segment, offset, scalar.kind(), scalar.order() == ByteOrder.BIG_ENDIAN);
      case TimeType time -> bits(segment, offset, Long.BYTES, time.order() == ByteOrder.BIG_ENDIAN);
      case BytesType bytes -> FixedText.bytes(segment, offset, bytes);
      case TextType text -> FixedText.decodeLeniently(segment, offset, text);
      case VoidType bytes -> FixedText.raw(segment, offset, bytes.itemsize());
      case StructType struct ->
          struct.fields().stream()
              .map(f -> read(segment, offset + f.offset(), f.dtype(), objects))
              .toList();
      case SubarrayType subarray -> subarray(segment, offset, subarray, 0, objects);
      case ObjectType _ -> objects.apply(bits(segment, offset, Long.BYTES, false));
    };
  }

  private static List<@Nullable Object> subarray(
      MemorySegment segment,
      long offset,
      SubarrayType type,
      int axis,
      LongFunction<@Nullable Object> objects) {
    int size = type.shape().get(axis);
    boolean innermost = axis == type.shape().size() - 1;
    if (type.itemsize() == 0) {
      // Elements without bytes are all equal, and a file without data may declare 2³¹-1 of them.
      return size == 0
          ? List.of()
          : Collections.nCopies(
              size,
              innermost
                  ? read(segment, offset, type.base(), objects)
                  : subarray(segment, offset, type, axis + 1, objects));
    }
    long stride = type.base().itemsize();
    for (int inner : type.shape().subList(axis + 1, type.shape().size())) {
      stride *= inner;
    }
    List<@Nullable Object> values = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      values.add(
          innermost
              ? read(segment, offset + i * stride, type.base(), objects)
              : subarray(segment, offset + i * stride, type, axis + 1, objects));
    }
    return values;
  }

  private static Object scalar(MemorySegment segment, long offset, ScalarKind kind, boolean big) {
    int size = kind.itemsize();
    return switch (kind) {
      case COMPLEX64, COMPLEX128, CLONGDOUBLE ->
          List.of(
              scalar(segment, offset, kind.part(), big),
              scalar(segment, offset + size / 2, kind.part(), big));
      case LONGDOUBLE -> readLongDouble(segment, offset, big);
      case FLOAT64 -> Double.longBitsToDouble(bits(segment, offset, size, big));
      case FLOAT32 -> Float.intBitsToFloat((int) bits(segment, offset, size, big));
      case FLOAT16 -> Float.float16ToFloat((short) bits(segment, offset, size, big));
      case BFLOAT16, FLOAT8_E4M3FN, FLOAT8_E5M2 ->
          SmallFloats.toFloat(kind, (int) bits(segment, offset, size, big));
      case BOOL -> bits(segment, offset, size, big) != 0;
      case UINT64 -> {
        long bits = bits(segment, offset, size, big);
        yield bits >= 0 ? (Object) bits : ScalarBits.toBigInteger(kind, bits);
      }
      case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32 ->
          ScalarBits.toLong(kind, bits(segment, offset, size, big));
    };
  }

  /// The bits of an element of 1, 2, 4 or 8 bytes, sign-extended to 64 bits.
  public static long bits(MemorySegment segment, long offset, int size, boolean big) {
    return switch (size) {
      case 1 -> segment.get(ValueLayout.JAVA_BYTE, offset);
      case 2 -> segment.get(big ? SHORT_BIG : SHORT_LITTLE, offset);
      case 4 -> segment.get(big ? INT_BIG : INT_LITTLE, offset);
      default -> segment.get(big ? LONG_BIG : LONG_LITTLE, offset);
    };
  }

  /// Stores the low bytes as an element of 1, 2, 4 or 8 bytes.
  public static void setBits(MemorySegment segment, long offset, int size, boolean big, long bits) {
    switch (size) {
      case 1 -> segment.set(ValueLayout.JAVA_BYTE, offset, (byte) bits);
      case 2 -> segment.set(big ? SHORT_BIG : SHORT_LITTLE, offset, (short) bits);
      case 4 -> segment.set(big ? INT_BIG : INT_LITTLE, offset, (int) bits);
      default -> segment.set(big ? LONG_BIG : LONG_LITTLE, offset, bits);
    }
  }

  /// Returns the exact value of a real floating-point element.
  public static BinaryFloat binaryFloat(
      MemorySegment segment, long offset, ScalarKind kind, boolean big) {
    return kind.isExtended()
        ? longDouble(segment, offset, big)
        : BinaryFloat.ofBits(kind, bits(segment, offset, kind.itemsize(), big));
  }

  /// Returns the exact value of a long double.
  public static BinaryFloat longDouble(MemorySegment segment, long offset, boolean big) {
    return BinaryFloat.ofExtended(
        significand(segment, offset, big), signExponent(segment, offset, big));
  }

  public static double readLongDouble(MemorySegment segment, long offset, boolean big) {
    return ExtendedFloat.toDouble(
        significand(segment, offset, big), signExponent(segment, offset, big));
  }

  // A big-endian element has all sixteen bytes in reverse order, so its last eight bytes are the
  // significand.

  public static long significand(MemorySegment segment, long offset, boolean big) {
    return big ? segment.get(LONG_BIG, offset + 8) : segment.get(LONG_LITTLE, offset);
  }

  public static int signExponent(MemorySegment segment, long offset, boolean big) {
    return (big ? segment.get(SHORT_BIG, offset + 6) : segment.get(SHORT_LITTLE, offset + 8))
        & 0xffff;
  }

  public static void writeLongDouble(
      MemorySegment segment, long offset, boolean big, double value) {
    writeLongDouble(
        segment, offset, big, ExtendedFloat.significand(value), ExtendedFloat.signExponent(value));
  }

  /// @throws ArithmeticException if a long double cannot represent the integer exactly
  public static void writeLongDouble(
      MemorySegment segment, long offset, boolean big, BigInteger value) {
    writeLongDouble(
        segment, offset, big, ExtendedFloat.significand(value), ExtendedFloat.signExponent(value));
  }

  /// Stores `dividend / divisor × 2^scale` or its negative, rounded to nearest, ties to even.
  ///
  /// @param dividend not below zero
  /// @param divisor above zero
  public static void writeLongDouble(
      MemorySegment segment,
      long offset,
      boolean big,
      boolean negative,
      BigInteger dividend,
      BigInteger divisor,
      int scale) {
    long[] parts = ExtendedFloat.quotient(negative, dividend, divisor, scale);
    writeLongDouble(segment, offset, big, parts[0], parts[1]);
  }

  public static void writeLongDouble(
      MemorySegment segment, long offset, boolean big, long significand, long signExponent) {
    segment.set(big ? LONG_BIG : LONG_LITTLE, big ? offset + 8 : offset, significand);
    segment.set(big ? LONG_BIG : LONG_LITTLE, big ? offset : offset + 8, signExponent);
  }
}
