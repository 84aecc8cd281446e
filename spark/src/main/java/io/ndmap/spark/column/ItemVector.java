package io.ndmap.spark.column;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.VoidType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;

/// A vector of elements in memory, which are little-endian and have a constant stride. There is one
/// small class per dtype, so that the code that Spark generates for a query calls a single method,
/// which the JVM inlines.
abstract class ItemVector extends NdVector {

  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  final MemorySegment memory;
  final long start;
  final long stride;

  private ItemVector(DataType type, Place place) {
    super(type);
    this.memory = place.memory();
    this.start = place.start();
    this.stride = place.stride();
  }

  /// The location of a vector's elements.
  ///
  /// @param memory the memory with the elements
  /// @param start the offset of the first element in bytes
  /// @param stride the distance between elements in bytes
  /// @param rows the rows to which the elements belong, for messages
  record Place(MemorySegment memory, long start, long stride, Rows rows) {}

  /// The rows to which the elements of a vector belong, for messages.
  ///
  /// @param source the name of the array
  /// @param first the index of the first row
  /// @param items the number of elements of the vector per row
  record Rows(String source, long first, long items) {

    String name(int at) {
      return source + ": the row with index " + (first + at / items);
    }
  }

  /// Creates the vector for a dtype.
  ///
  /// @param dtype the dtype of the elements; its byte order is ignored
  /// @param type the type that [TypeMapping] returns for the dtype
  static ItemVector of(DType dtype, DataType type, Place place, Inexact inexact) {
    return switch (dtype) {
      case ScalarType scalar -> scalar(scalar.kind(), type, place);
      case TimeType time -> time(time, type, place, inexact);
      case TextType text -> new Text(type, place, text, inexact);
      case BytesType bytes -> new Bytes(type, place, bytes.itemsize());
      case VoidType bytes -> new Raw(type, place, bytes.itemsize());
      default -> throw new AssertionError(dtype + " is not a leaf");
    };
  }

  private static ItemVector scalar(ScalarKind kind, DataType type, Place place) {
    return switch (kind) {
      case BOOL -> new Bool(type, place);
      case INT8 -> new Int8(type, place);
      case UINT8 -> new UInt8(type, place);
      case INT16 -> new Int16(type, place);
      case UINT16 -> new UInt16(type, place);
      case INT32 -> new Int32(type, place);
      case UINT32 -> new UInt32(type, place);
      case INT64 -> new Int64(type, place);
      case UINT64 -> new UInt64(type, place);
      case FLOAT16 -> new Float16(type, place);
      case FLOAT32 -> new Float32(type, place);
      case FLOAT64 -> new Float64(type, place);
      default -> throw new AssertionError(kind);
    };
  }

  private static ItemVector time(TimeType dtype, DataType type, Place place, Inexact inexact) {
    SparkTicks ticks = SparkTicks.of(dtype);
    return type.defaultSize() == Integer.BYTES
        ? new IntTimes(type, place, ticks, inexact)
        : new LongTimes(type, place, ticks, inexact);
  }

  final long at(int row) {
    return start + row * stride;
  }

  private static final class Bool extends ItemVector {
    Bool(DataType type, Place place) {
      super(type, place);
    }

    @Override
    public boolean getBoolean(int row) {
      return memory.get(ValueLayout.JAVA_BYTE, at(row)) != 0;
    }
  }

  private static final class Int8 extends ItemVector {
    Int8(DataType type, Place place) {
      super(type, place);
    }

    @Override
    public byte getByte(int row) {
      return memory.get(ValueLayout.JAVA_BYTE, at(row));
    }
  }

  private static final class UInt8 extends ItemVector {
    UInt8(DataType type, Place place) {
      super(type, place);
    }

    @Override
    public short getShort(int row) {
      return (short) Byte.toUnsignedInt(memory.get(ValueLayout.JAVA_BYTE, at(row)));
    }
  }

  private static final class Int16 extends ItemVector {
    Int16(DataType type, Place place) {
      super(type, place);
    }

    @Override
    public short getShort(int row) {
      return memory.get(SHORT, at(row));
    }
  }

  private static final class UInt16 extends ItemVector {
    UInt16(DataType type, Place place) {
      super(type, place);
    }

    @Override
    public int getInt(int row) {
      return Short.toUnsignedInt(memory.get(SHORT, at(row)));
    }
  }

  private static final class Int32 extends ItemVector {
    Int32(DataType type, Place place) {
      super(type, place);
    }

    @Override
    public int getInt(int row) {
      return memory.get(INT, at(row));
    }
  }

  private static final class UInt32 extends ItemVector {
    UInt32(DataType type, Place place) {
      super(type, place);
    }

    @Override
    public long getLong(int row) {
      return Integer.toUnsignedLong(memory.get(INT, at(row)));
    }
  }

  private static final class Int64 extends ItemVector {
    Int64(DataType type, Place place) {
      super(type, place);
    }

    @Override
    public long getLong(int row) {
      return memory.get(LONG, at(row));
    }
  }

  private static final class UInt64 extends ItemVector {
    private static final BigInteger TWO_TO_64 = BigInteger.TWO.pow(Long.SIZE);

    UInt64(DataType type, Place place) {
      super(type, place);
    }

    @Override
    public Decimal getDecimal(int row, int precision, int scale) {
      long bits = memory.get(LONG, at(row));
      BigInteger signed = BigInteger.valueOf(bits);
      return Decimal.apply(
          new BigDecimal(bits < 0 ? signed.add(TWO_TO_64) : signed), precision, scale);
    }
  }

  private static final class Float16 extends ItemVector {
    Float16(DataType type, Place place) {
      super(type, place);
    }

    @Override
    public float getFloat(int row) {
      return Float.float16ToFloat(memory.get(SHORT, at(row)));
    }
  }

  private static final class Float32 extends ItemVector {
    Float32(DataType type, Place place) {
      super(type, place);
    }

    @Override
    public float getFloat(int row) {
      return memory.get(FLOAT, at(row));
    }
  }

  private static final class Float64 extends ItemVector {
    Float64(DataType type, Place place) {
      super(type, place);
    }

    @Override
    public double getDouble(int row) {
      return memory.get(DOUBLE, at(row));
    }
  }

  /// A vector of times. `NaT` is null; with [Inexact#NEAREST], times outside Spark's range are null
  /// too.
  private abstract static class Times extends ItemVector {
    private final SparkTicks ticks;
    private final boolean exact;
    private final Rows rows;

    Times(DataType type, Place place, SparkTicks ticks, Inexact inexact) {
      super(type, place);
      this.ticks = ticks;
      this.exact = inexact != Inexact.NEAREST;
      this.rows = place.rows();
    }

    // Returns true, because nulls can only be found by reading all elements.
    @Override
    public final boolean hasNull() {
      return true;
    }

    @Override
    public final int numNulls() {
      return 0;
    }

    @Override
    public final boolean isNullAt(int row) {
      long found = memory.get(LONG, at(row));
      return found == TimeType.NOT_A_TIME || (!exact && !ticks.isInRange(found));
    }

    /// Returns the value of an element. The value of a null is arbitrary, but Spark may read it.
    final long value(int row) {
      long found = memory.get(LONG, at(row));
      if (found == TimeType.NOT_A_TIME) {
        return 0;
      }
      try {
        return ticks.convert(found, exact);
      } catch (ArithmeticException e) {
        if (!exact) {
          return 0;
        }
        throw new NpySourceException(
            rows.name(row)
                + ": "
                + found
                + " ticks of "
                + ticks.dtype()
                + " have no exact "
                + dataType().simpleString()
                + "; the option inexact=nearest rounds down to microseconds and makes times beyond"
                + " Spark's range null"
                + (TypeMapping.hasBinary(ticks.dtype()) ? ", inexact=binary reads the bytes" : ""),
            e);
      }
    }
  }

  private static final class LongTimes extends Times {
    LongTimes(DataType type, Place place, SparkTicks ticks, Inexact inexact) {
      super(type, place, ticks, inexact);
    }

    @Override
    public long getLong(int row) {
      return value(row);
    }
  }

  private static final class IntTimes extends Times {
    IntTimes(DataType type, Place place, SparkTicks ticks, Inexact inexact) {
      super(type, place, ticks, inexact);
    }

    @Override
    public int getInt(int row) {
      return (int) value(row);
    }
  }

  private static final class Raw extends ItemVector {
    private final int length;

    Raw(DataType type, Place place, int length) {
      super(type, place);
      this.length = length;
    }

    @Override
    public byte[] getBinary(int row) {
      return memory.asSlice(at(row), length).toArray(ValueLayout.JAVA_BYTE);
    }
  }

  private static final class Bytes extends ItemVector {
    private final int most;

    Bytes(DataType type, Place place, int most) {
      super(type, place);
      this.most = most;
    }

    @Override
    public byte[] getBinary(int row) {
      int length = most;
      while (length > 0 && memory.get(ValueLayout.JAVA_BYTE, at(row) + length - 1) == 0) {
        length--;
      }
      return memory.asSlice(at(row), length).toArray(ValueLayout.JAVA_BYTE);
    }
  }

  private static final class Text extends ItemVector {
    private final int most;
    private final boolean exact;
    private final Rows rows;

    Text(DataType type, Place place, TextType text, Inexact inexact) {
      super(type, place);
      this.most = text.length();
      this.exact = inexact != Inexact.NEAREST;
      this.rows = place.rows();
    }

    @Override
    public UTF8String getUTF8String(int row) {
      long at = at(row);
      int length = most;
      while (length > 0 && unit(at, length - 1) == 0) {
        length--;
      }
      StringBuilder text = new StringBuilder(length);
      for (int i = 0; i < length; i++) {
        text.appendCodePoint(codePoint(unit(at, i), row));
      }
      return UTF8String.fromString(text.toString());
    }

    private int unit(long at, int i) {
      return memory.get(INT, at + (long) TextType.UNIT * i);
    }

    private int codePoint(int unit, int row) {
      boolean surrogate = unit >= Character.MIN_SURROGATE && unit <= Character.MAX_SURROGATE;
      if (Character.isValidCodePoint(unit) && !surrogate) {
        return unit;
      }
      if (exact) {
        throw new NpySourceException(
            rows.name(row)
                + ": text holds the unit "
                + Integer.toHexString(unit)
                + " (hexadecimal), which is not a character; the option inexact=nearest reads it as"
                + " U+FFFD");
      }
      return 0xfffd;
    }
  }
}
