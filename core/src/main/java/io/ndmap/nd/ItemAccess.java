package io.ndmap.nd;

import io.ndmap.axes.Layouts;
import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.ReadOnlyViewException;
import io.ndmap.pass.Items;
import io.ndmap.value.BinaryFloat;
import io.ndmap.value.FixedText;
import io.ndmap.value.ItemValue;
import io.ndmap.value.NumberText;
import io.ndmap.value.ScalarBits;
import io.ndmap.value.Ticks;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// Access to single elements by their dtype, whatever the carrier: as numbers, booleans, text,
/// bytes, times, or as Java objects.
///
/// These rules hold for all methods that take an index, here and in the view classes; methods do
/// not repeat them.
///
/// | exception | thrown if |
/// |---|---|
/// | `IndexOutOfBoundsException` | an index is not from 0 to size - 1 |
/// | `IllegalArgumentException` | the number of indices is not the number of axes |
/// | [ReadOnlyViewException] | an element is stored through a read-only view |
/// | [FileClosedException] | the view's file is closed |
/// | `InternalError` | the file was truncated, its disk is full or failed; in compiled code the error may be thrown some accesses later |
///
/// See [NdView] for threads and lifetime.
public abstract sealed class ItemAccess permits NdView {

  final MemorySegment segment;
  final Strided strided;
  final DType dtype;
  final Backing backing;
  final Execution execution;

  // Values derived from segment, dtype and layout for element access. Each has a separate field,
  // because HotSpot keeps fields in registers across a loop, but not the elements of an array.
  // - `heap`: whether the segment is the memory of a Java array.
  // - `big`: whether the elements are big-endian.
  // - `unit`: whether the elements of the last axis are adjacent (stride equal to the itemsize).
  // - `base`: the byte offset in the segment of the element whose indices are all 0.
  // - `size0` to `size3`: the lengths of the first four axes; 1 for an axis that does not exist.
  // - `stride0` to `stride3`: the byte strides of these axes; 0 for an axis that does not exist.
  final boolean readOnly;
  final boolean heap;
  final boolean big;
  final boolean unit;
  final int rank;
  final int itemsize;
  final long base;
  final long size0;
  final long size1;
  final long size2;
  final long size3;
  final long stride0;
  final long stride1;
  final long stride2;
  final long stride3;

  ItemAccess(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    this.segment = segment;
    this.strided = strided;
    this.dtype = dtype;
    this.backing = backing;
    this.execution = execution;
    this.readOnly = segment.isReadOnly();
    this.heap = !segment.isNative();
    this.big = isBigEndian(dtype);
    this.itemsize = dtype.itemsize();
    this.rank = strided.rank();
    this.base = strided.offset();
    Shape shape = strided.shape();
    this.size0 = shape.sizeOrOne(0);
    this.size1 = shape.sizeOrOne(1);
    this.size2 = shape.sizeOrOne(2);
    this.size3 = shape.sizeOrOne(3);
    this.stride0 = strided.strideOrZero(0);
    this.stride1 = strided.strideOrZero(1);
    this.stride2 = strided.strideOrZero(2);
    this.stride3 = strided.strideOrZero(3);
    this.unit = Layouts.lastStride(strided) == itemsize;
  }

  /// Creates a view of other elements of the same memory. The values derived from segment and dtype
  /// are copied from the source, not computed again, so that HotSpot inlines the call and
  /// eliminates short-lived views by escape analysis.
  ItemAccess(ItemAccess source, Strided strided) {
    this.segment = source.segment;
    this.strided = strided;
    this.dtype = source.dtype;
    this.backing = source.backing;
    this.execution = source.execution;
    this.readOnly = source.readOnly;
    this.heap = source.heap;
    this.big = source.big;
    this.itemsize = source.itemsize;
    this.rank = strided.rank();
    this.base = strided.offset();
    Shape shape = strided.shape();
    this.size0 = shape.sizeOrOne(0);
    this.size1 = shape.sizeOrOne(1);
    this.size2 = shape.sizeOrOne(2);
    this.size3 = shape.sizeOrOne(3);
    this.stride0 = strided.strideOrZero(0);
    this.stride1 = strided.strideOrZero(1);
    this.stride2 = strided.strideOrZero(2);
    this.stride3 = strided.strideOrZero(3);
    this.unit = Layouts.lastStride(strided) == itemsize;
  }

  private static boolean isBigEndian(DType dtype) {
    ByteOrder order =
        switch (dtype) {
          case ScalarType scalar -> scalar.order();
          case TimeType time -> time.order();
          case TextType text -> text.order();
          default -> ByteOrder.LITTLE_ENDIAN;
        };
    return order == ByteOrder.BIG_ENDIAN;
  }

  // ---- properties

  /// {@return the dtype of the elements; never a subarray dtype, because a view appends the axes of
  /// a subarray to its own axes}
  public final DType dtype() {
    return dtype;
  }

  /// {@return the lengths of the axes}
  public final Shape shape() {
    return strided.shape();
  }

  /// {@return the number of axes, 0 to 64}
  public final int rank() {
    return rank;
  }

  /// {@return the length of an axis}
  ///
  /// @param axis from 0 to rank - 1; negative axes are rejected, to keep the method fast in loops
  /// @throws IndexOutOfBoundsException if there is no such axis
  public final long size(int axis) {
    return strided.shape().size(axis);
  }

  /// {@return the number of elements: the product of the sizes, 1 for rank 0}
  public final long itemCount() {
    return strided.shape().itemCount();
  }

  /// {@return the layout of the elements in the segment: byte offset, shape and byte strides}
  public final Strided strided() {
    return strided;
  }

  /// {@return the memory in which [#strided] places the elements; it may be larger than the view} A
  /// segment does not keep its file mapped: keep the view or the file reachable. After the file is
  /// closed, accesses to the segment throw the JDK's own [IllegalStateException].
  ///
  /// @throws FileClosedException if the view's file is closed
  public final MemorySegment segment() {
    backing.requireInUse();
    return segment;
  }

  /// {@return the owner of the memory, which supplies the name for messages}
  public final Backing backing() {
    return backing;
  }

  /// {@return whether elements cannot be stored through the view}
  public final boolean isReadOnly() {
    return readOnly;
  }

  /// {@return whether the elements are contiguous, see [Strided#isContiguous]}
  ///
  /// @param order the memory order to test
  public final boolean isContiguous(Order order) {
    return strided.isContiguous(order, dtype.itemsize());
  }

  // ---- elements by their dtype

  /// The bits of the element at a byte offset, sign-extended to 64 bits. Only for elements with a
  /// carrier, which are the scalar types of [ScalarBits] and times, and for the indices of objects.
  abstract long bitsAt(long offset);

  /// Stores the low bytes of a `long`, as many as the itemsize, as the element at a byte offset.
  abstract void setBitsAt(long offset, long bits);

  /// {@return an element as a double: exact where a double can hold it, otherwise rounded to
  /// nearest, ties to even; booleans as 0 and 1}
  ///
  /// @param index one index for each axis
  /// @throws DTypeException if the elements are not real numbers
  public final double getDouble(long... index) {
    long offset = strided.offsetOf(index);
    return doubleAt(realKind("a double"), offset);
  }

  final double doubleAt(ScalarKind kind, long offset) {
    return kind.isExtended() ? longDoubleAt(offset) : ScalarBits.toDouble(kind, bitsAt(offset));
  }

  /// {@return an element as a 64-bit integer, exactly; booleans as 0 and 1, times as ticks}
  ///
  /// @param index one index for each axis
  /// @throws ArithmeticException if the element is not an integer or exceeds 64 bits
  /// @throws DTypeException if the elements are neither real numbers nor times
  public final long getLong(long... index) {
    long offset = strided.offsetOf(index);
    return longAt(integerKind(), offset);
  }

  /// The scalar type of the elements for access as integers; for times `INT64`, the type of ticks.
  final ScalarKind integerKind() {
    return dtype instanceof TimeType ? ScalarKind.INT64 : realKind("an integer");
  }

  final long longAt(ScalarKind kind, long offset) {
    if (!kind.isExtended()) {
      return ScalarBits.toLong(kind, bitsAt(offset));
    }
    BinaryFloat number = binaryFloatAt(kind, offset);
    BigInteger value = integer(number);
    if (value.bitLength() > 63) {
      throw new ArithmeticException(NumberText.scalar(number) + " is not a 64-bit integer");
    }
    return value.longValue();
  }

  /// {@return an element as an integer of any size, exactly, even a `u8` that exceeds a `long`}
  ///
  /// @param index one index for each axis
  /// @throws ArithmeticException if the element is not an integer
  /// @throws DTypeException if the elements are neither real numbers nor times
  public final BigInteger getBigInteger(long... index) {
    long offset = strided.offsetOf(index);
    if (dtype instanceof TimeType) {
      return BigInteger.valueOf(bitsAt(offset));
    }
    ScalarKind kind = realKind("an integer");
    return kind.isExtended()
        ? integer(binaryFloatAt(kind, offset))
        : ScalarBits.toBigInteger(kind, bitsAt(offset));
  }

  private static BigInteger integer(BinaryFloat number) {
    if (!number.isInteger()) {
      throw new ArithmeticException(NumberText.scalar(number) + " is not an integer");
    }
    return number.toBigInteger();
  }

  /// {@return an element as a boolean: false for zero, true for everything else, NaN included}
  ///
  /// @param index one index for each axis
  /// @throws DTypeException if the elements are not real numbers
  public final boolean getBoolean(long... index) {
    long offset = strided.offsetOf(index);
    ScalarKind kind = realKind("a boolean");
    return kind.isExtended()
        ? !binaryFloatAt(kind, offset).isZero()
        : ScalarBits.toDouble(kind, bitsAt(offset)) != 0;
  }

  /// {@return an element of text (`U`), or of ASCII bytes (`S`), as a string without trailing NULs}
  ///
  /// @param index one index for each axis
  /// @throws CharacterCodingException if the element is not text: a `U` element has a unit that is
  ///   not a code point, or an `S` element has a byte above 7F
  /// @throws DTypeException if the elements are neither text nor bytes
  public final String getText(long... index) throws CharacterCodingException {
    long offset = strided.offsetOf(index);
    try {
      return switch (dtype) {
        case TextType text -> FixedText.decode(segment(), offset, text);
        case BytesType bytes -> FixedText.ascii(FixedText.bytes(segment(), offset, bytes));
        default -> throw items().notA("text");
      };
    } catch (IllegalStateException e) {
      throw backing.failure(e);
    }
  }

  /// {@return the bytes of an element in memory order, in a new array; for `S` without the trailing
  /// NULs}
  ///
  /// @param index one index for each axis
  /// @throws DTypeException if the elements are or hold Python objects
  public final byte[] getBytes(long... index) {
    requireBytes();
    long offset = strided.offsetOf(index);
    try {
      return dtype instanceof BytesType bytes
          ? FixedText.bytes(segment(), offset, bytes)
          : FixedText.raw(segment(), offset, dtype.itemsize());
    } catch (IllegalStateException e) {
      throw backing.failure(e);
    }
  }

  /// {@return an element of `datetime64` as an instant, without leap seconds}
  ///
  /// @param index one index for each axis
  /// @throws java.time.DateTimeException if the element is `NaT`, or is finer or farther away than
  ///   an `Instant` can represent
  /// @throws DTypeException if the elements are not datetimes with a unit, or their ticks have
  ///   length 0 (`<M8[0s]`)
  public final Instant getInstant(long... index) {
    TimeType time = timeType(TimeType.Kind.DATETIME, "an Instant");
    return Ticks.toInstant(time, bitsAt(strided.offsetOf(index)));
  }

  /// {@return an element of `timedelta64` as a duration}
  ///
  /// @param index one index for each axis
  /// @throws java.time.DateTimeException if the element is `NaT`, or is finer or longer than a
  ///   `Duration` can represent
  /// @throws DTypeException if the elements are not timedeltas with a unit, if the unit is years or
  ///   months, which have no fixed length, or if ticks have length 0 (`<m8[0s]`)
  public final Duration getDuration(long... index) {
    TimeType time = timeType(TimeType.Kind.TIMEDELTA, "a Duration");
    return Ticks.toDuration(time, bitsAt(strided.offsetOf(index)));
  }

  /// {@return an element as a Java object, whatever its dtype}
  ///
  /// | dtype | object |
  /// |---|---|
  /// | `b1` | `Boolean` |
  /// | integers | `Long`, or `BigInteger` for `u8` above 2⁶³-1 |
  /// | `f2 f4`, `bfloat16`, 8-bit floats | `Float` |
  /// | `f8 f16` | `Double`; for `f16`, the nearest `Double` |
  /// | complex | `List` of real and imaginary part: `Float` for `c8`, otherwise `Double` |
  /// | `M8 m8` | `Long`, the ticks |
  /// | `S V` | `byte[]`; for `S`, without trailing NULs |
  /// | `U` | `String` without trailing NULs; units that are not code points become U+FFFD |
  /// | `O` | the Java object that `io.ndmap.pickle` creates for a Python object; `None` is `null` |
  /// | structures | `List` of the fields' values in their order |
  /// | subarrays in structures | `List`, nested, in C order |
  ///
  /// @param index one index for each axis
  public final @Nullable Object value(long... index) {
    try {
      return ItemValue.read(segment(), strided.offsetOf(index), dtype, objects());
    } catch (IllegalStateException e) {
      throw backing.failure(e);
    }
  }

  /// Returns the function from the index that an element of `|O` holds to the element's object. If
  /// the view has no object table, the function throws an `AssertionError`.
  final LongFunction<@Nullable Object> objects() {
    return backing instanceof ObjectTable table ? table::get : ItemAccess::noObject;
  }

  private static Object noObject(long index) {
    throw new AssertionError("an array without objects has none at " + index);
  }

  // ---- storing elements

  /// Stores a number. If the elements are floating-point, the number is rounded to nearest, ties to
  /// even; an integer or boolean element must hold the number exactly.
  ///
  /// @param index one index for each axis
  /// @param value the number
  /// @throws ArithmeticException if the elements are integers or booleans that cannot hold the
  ///   number exactly
  /// @throws DTypeException if the elements are not real numbers
  public final void setDouble(long[] index, double value) {
    long offset = writable(index);
    ScalarKind kind = realKind("a double");
    if (kind.isExtended()) {
      setLongDoubleAt(offset, value);
    } else {
      setBitsAt(offset, ScalarBits.ofDouble(kind, value));
    }
  }

  /// Stores an integer exactly; in an element that is a time, the integer is a number of ticks.
  ///
  /// @param index one index for each axis
  /// @param value the integer
  /// @throws ArithmeticException if the elements cannot hold the integer exactly
  /// @throws DTypeException if the elements are neither real numbers nor times
  public final void setLong(long[] index, long value) {
    if (dtype instanceof TimeType) {
      setBitsAt(writable(index), value);
    } else {
      setBigInteger(index, BigInteger.valueOf(value));
    }
  }

  final void setBigInteger(long[] index, BigInteger value) {
    long offset = writable(index);
    if (dtype instanceof TimeType) {
      setBitsAt(offset, ScalarBits.ofInteger(ScalarKind.INT64, value));
      return;
    }
    ScalarKind kind = realKind("an integer");
    if (kind.isExtended()) {
      setLongDoubleAt(offset, value);
    } else {
      setBitsAt(offset, ScalarBits.ofInteger(kind, value));
    }
  }

  final void setBoolean(long[] index, boolean value) {
    setDouble(index, value ? 1 : 0);
  }

  final void setText(long[] index, String value) {
    long offset = writable(index);
    try {
      switch (dtype) {
        case TextType text -> FixedText.encode(segment(), offset, text, value);
        case BytesType bytes ->
            FixedText.setBytes(segment(), offset, bytes, FixedText.ofAscii(value));
        default -> throw items().notA("text");
      }
    } catch (IllegalStateException e) {
      throw backing.failure(e);
    }
  }

  final void setBytes(long[] index, byte[] value) {
    requireBytes();
    long offset = writable(index);
    try {
      if (dtype instanceof BytesType bytes) {
        FixedText.setBytes(segment(), offset, bytes, value);
      } else {
        FixedText.setRaw(segment(), offset, dtype.itemsize(), value);
      }
    } catch (IllegalStateException e) {
      throw backing.failure(e);
    }
  }

  final void setInstant(long[] index, Instant value) {
    TimeType time = timeType(TimeType.Kind.DATETIME, "an Instant");
    setBitsAt(writable(index), Ticks.ofInstant(time, value));
  }

  final void setDuration(long[] index, Duration value) {
    TimeType time = timeType(TimeType.Kind.TIMEDELTA, "a Duration");
    setBitsAt(writable(index), Ticks.ofDuration(time, value));
  }

  /// Returns the scalar type of real elements.
  ///
  /// @param asked the requested type for the message, with its article, such as `a double`
  /// @throws DTypeException if the elements are not real numbers
  final ScalarKind realKind(String asked) {
    return dtype instanceof ScalarType scalar && !scalar.kind().isComplex()
        ? scalar.kind()
        : items().realKind(asked);
  }

  /// Returns the dtype of elements that are times of a kind; rejects other elements.
  private TimeType timeType(TimeType.Kind kind, String asked) {
    if (dtype instanceof TimeType time && time.kind() == kind) {
      return time;
    }
    throw items().notA(asked);
  }

  private double longDoubleAt(long offset) {
    try {
      return ItemValue.readLongDouble(segment(), offset, big);
    } catch (IllegalStateException e) {
      throw backing.failure(e);
    }
  }

  private BinaryFloat binaryFloatAt(ScalarKind kind, long offset) {
    try {
      return ItemValue.binaryFloat(segment(), offset, kind, big);
    } catch (IllegalStateException e) {
      throw backing.failure(e);
    }
  }

  private void setLongDoubleAt(long offset, double value) {
    try {
      ItemValue.writeLongDouble(segment(), offset, big, value);
    } catch (IllegalStateException e) {
      throw backing.failure(e);
    }
  }

  private void setLongDoubleAt(long offset, BigInteger value) {
    try {
      ItemValue.writeLongDouble(segment(), offset, big, value);
    } catch (IllegalStateException e) {
      throw backing.failure(e);
    }
  }

  /// Returns the byte offset of an element to be stored; throws if the view is read-only.
  private long writable(long[] index) {
    requireWritable();
    return strided.offsetOf(index);
  }

  /// Rejects elements that are or hold Python objects: their memory holds indices into an object
  /// table, not the bytes of values.
  final void requireBytes() {
    if (dtype.hasObject()) {
      throw new DTypeException(
          backing.name() + ": elements of " + dtype + " are Python objects, which have no bytes");
    }
  }

  final void requireWritable() {
    if (readOnly) {
      items().requireWritable();
    }
  }

  /// Returns this view as an operand of bulk operations, after a check that its file is open.
  final Items items() {
    backing.requireInUse();
    return new Items(segment, strided, dtype, backing, execution);
  }

  // ---- element access, for the view classes

  /// Reads an element that the fast path of the view classes does not read: an element on the heap.
  /// Is also called for any element after the view's file is closed, to throw the exception.
  ///
  /// @param offset the byte offset of the element
  /// @param size the itemsize, a power of two of at most 8
  /// @throws FileClosedException if the view's file is closed
  final long otherBits(long offset, int size) {
    try {
      return ItemValue.bits(segment(), offset, size, big);
    } catch (IllegalStateException e) {
      throw backing.failure(e);
    }
  }

  /// Stores an element that the fast path of the view classes does not store: an element on the
  /// heap. Is also called for read-only views and after the view's file is closed, to throw the
  /// exception.
  ///
  /// @throws ReadOnlyViewException if the view is read-only
  /// @throws FileClosedException if the view's file is closed
  final void setOtherBits(long offset, int size, long bits) {
    requireWritable();
    try {
      ItemValue.setBits(segment(), offset, size, big, bits);
    } catch (IllegalStateException e) {
      throw backing.failure(e);
    }
  }

  /// Throws an `IndexOutOfBoundsException` if a position is not from 0 to `size - 1`.
  final void check(long position, long size, int axis) {
    if (position < 0 || position >= size) {
      strided.shape().checkIndex(axis, position);
    }
  }

  /// Throws an `IllegalArgumentException` if the number of given indices is not the rank.
  final void requireRank(int given) {
    if (rank != given) {
      strided.shape().checkRank(given);
    }
  }
}
