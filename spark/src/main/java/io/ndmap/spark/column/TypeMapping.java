package io.ndmap.spark.column;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ObjectType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.TimeUnit;
import io.ndmap.dtype.VoidType;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.YearMonthIntervalType;

/// Maps dtypes to Spark types that represent their elements exactly. The mapping is listed in
/// `docs/spark.md`.
///
/// @param inexact the treatment of dtypes with values that no Spark type represents exactly
public record TypeMapping(Inexact inexact) {

  /// The name of the column with the elements of an array that has no fields.
  public static final String VALUE = "value";

  /// The type that represents every unsigned 64-bit integer (`u8`).
  static final DecimalType UINT64 = DataTypes.createDecimalType(20, 0);

  static final DayTimeIntervalType INTERVAL =
      DataTypes.createDayTimeIntervalType(DayTimeIntervalType.DAY(), DayTimeIntervalType.SECOND());

  static final YearMonthIntervalType MONTHS =
      DataTypes.createYearMonthIntervalType(
          YearMonthIntervalType.YEAR(), YearMonthIntervalType.MONTH());

  /// The columns of an array's rows, without the index.
  ///
  /// @param source the name of the array in messages
  /// @param dtype the dtype of the elements
  /// @param rowAxes the number of axes of a row
  /// @return the columns
  /// @throws NpySourceException if a dtype is not supported
  public List<StructField> columns(String source, DType dtype, int rowAxes) {
    try {
      List<StructField> columns = new ArrayList<>();
      if (dtype instanceof StructType struct) {
        for (Field field : struct.fields()) {
          columns.add(column(field.name(), field.dtype(), rowAxes));
        }
      } else {
        columns.add(column(VALUE, dtype, rowAxes));
      }
      return columns;
    } catch (NpySourceException e) {
      throw new NpySourceException(source + ": " + e.getMessage(), e);
    }
  }

  /// The single column for an array that is one of several columns. If the dtype is structured, the
  /// column is a structure.
  ///
  /// @param source the name of the array in messages
  /// @param name the name of the column
  /// @param dtype the dtype of the elements
  /// @param rowAxes the number of axes of a row
  /// @return the column
  /// @throws NpySourceException if a dtype is not supported
  public StructField column(String source, String name, DType dtype, int rowAxes) {
    try {
      return column(name, dtype, rowAxes);
    } catch (NpySourceException e) {
      throw new NpySourceException(source + ": " + e.getMessage(), e);
    }
  }

  private StructField column(String name, DType dtype, int axes) {
    DataType type = type(name, dtype);
    boolean nullable = isNullable(dtype);
    for (int k = 0; k < axes; k++) {
      type = DataTypes.createArrayType(type, nullable);
      nullable = false;
    }
    return DataTypes.createStructField(name, type, nullable);
  }

  private DataType type(String name, DType dtype) {
    return switch (dtype) {
      case ScalarType scalar -> scalar(name, scalar.kind());
      case TimeType time -> time(name, time);
      case TextType _ -> DataTypes.StringType;
      case BytesType _, VoidType _ -> DataTypes.BinaryType;
      case StructType struct ->
          DataTypes.createStructType(
              struct.fields().stream()
                  .map(field -> column(field.name(), field.dtype(), 0))
                  .toList());
      case SubarrayType subarray ->
          column(name, subarray.base(), subarray.shape().size()).dataType();
      case ObjectType _ -> throw refused(name, dtype, "Python objects are not values of Spark");
    };
  }

  private DataType scalar(String name, ScalarKind kind) {
    return switch (kind) {
      case BOOL -> DataTypes.BooleanType;
      case INT8 -> DataTypes.ByteType;
      case INT16, UINT8 -> DataTypes.ShortType;
      case INT32, UINT16 -> DataTypes.IntegerType;
      case INT64, UINT32 -> DataTypes.LongType;
      case UINT64 -> UINT64;
      // A `.npy` header cannot name the types of `ml_dtypes`: their elements are read as void.
      case FLOAT16, BFLOAT16, FLOAT8_E4M3FN, FLOAT8_E5M2, FLOAT32 -> DataTypes.FloatType;
      case FLOAT64 -> DataTypes.DoubleType;
      case COMPLEX64 -> complex(DataTypes.FloatType);
      case COMPLEX128 -> complex(DataTypes.DoubleType);
      case LONGDOUBLE, CLONGDOUBLE ->
          switch (inexact) {
            case BINARY -> DataTypes.BinaryType;
            case NEAREST -> kind.isComplex() ? complex(DataTypes.DoubleType) : DataTypes.DoubleType;
            case ERROR ->
                throw refused(
                    name,
                    new ScalarType(kind, java.nio.ByteOrder.LITTLE_ENDIAN),
                    "Spark has no number of 80 bits; the option inexact=nearest reads the nearest"
                        + " double, inexact=binary the bytes");
          };
    };
  }

  private static DataType complex(DataType part) {
    return DataTypes.createStructType(
        List.of(
            DataTypes.createStructField("real", part, false),
            DataTypes.createStructField("imag", part, false)));
  }

  /// The type for a NumPy time.
  ///
  /// @param name the name of the column, for messages
  /// @param time the dtype
  /// @return the type
  /// @throws NpySourceException if the ticks of the dtype have no length
  public DataType time(String name, TimeType time) {
    if (time.multiple() == 0) {
      throw refused(name, time, "its ticks have no length; convert them to numbers first");
    }
    boolean point = time.kind() == TimeType.Kind.DATETIME;
    return switch (time.unit()) {
      case GENERIC -> DataTypes.LongType;
      case YEAR, MONTH -> point ? DataTypes.DateType : MONTHS;
      case WEEK, DAY -> point ? DataTypes.DateType : INTERVAL;
      case HOUR, MINUTE, SECOND, MILLISECOND, MICROSECOND ->
          point ? DataTypes.TimestampNTZType : INTERVAL;
      case NANOSECOND, PICOSECOND, FEMTOSECOND, ATTOSECOND -> {
        if (isBinary(time)) {
          yield DataTypes.BinaryType;
        }
        yield point ? DataTypes.TimestampNTZType : INTERVAL;
      }
    };
  }

  private static NpySourceException refused(String name, DType dtype, String why) {
    return new NpySourceException(
        "column '" + name + "': dtype " + dtype + " has no exact type in Spark: " + why);
  }

  /// Whether elements of the dtype are read as binary.
  boolean isBinary(DType dtype) {
    return inexact == Inexact.BINARY && hasBinary(dtype);
  }

  /// Whether elements of the dtype can be read as binary.
  static boolean hasBinary(DType dtype) {
    return switch (dtype) {
      case ScalarType scalar -> scalar.kind().isExtended();
      case TimeType time ->
          time.unit().compareTo(TimeUnit.MICROSECOND) > 0 && time.unit() != TimeUnit.GENERIC;
      default -> false;
    };
  }

  private boolean isNullable(DType dtype) {
    return switch (dtype) {
      case TimeType time -> !isBinary(time);
      default -> false;
    };
  }
}
