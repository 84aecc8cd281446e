package io.ndmap.spark.encode;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.spark.column.NpySourceException;
import io.ndmap.spark.column.TypeMapping;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/// The dtype of the rows to write: the dtype of the option `dtype`, or else a dtype that represents
/// the columns exactly. The lengths of array columns are those of the option's subarray dtypes, or
/// else of the first row of a task.
///
/// @param plan the plan of the write
public record RowTypes(WritePlan plan) {

  /// The dtype of one row. If the row is an array column called `value`, this is a subarray dtype.
  ///
  /// @param row the first row, or null if there is none: lengths that only a row shows are then 0
  /// @return the dtype
  public DType dtype(@Nullable SpecializedGetters row) {
    StructType columns = plan.rows();
    int index = columns.fieldIndex(plan.indexColumn());
    DType requested = plan.dtype().isEmpty() ? null : parsed(plan.dtype());
    if (isPlain()) {
      int value = 1 - index;
      return column(columns.apply(value), row, value, requested);
    }
    List<Field> fields = new ArrayList<>();
    for (int k = 0; k < columns.length(); k++) {
      if (k != index) {
        fields.add(field(columns.apply(k), row, k, requested));
      }
    }
    io.ndmap.dtype.StructType packed = io.ndmap.dtype.StructType.packed(fields);
    return requested instanceof io.ndmap.dtype.StructType struct
        ? sameFields(struct, packed)
        : packed;
  }

  /// Rejects the narrow floating-point types of `ml_dtypes`, which every reader of the file would
  /// see as void.
  private static DType parsed(String text) {
    DType dtype = DType.parse(text);
    if (dtype instanceof ScalarType scalar && scalar.kind().isOfMlDtypes()) {
      throw new DTypeException(
          "elements of " + dtype + " are not written from Spark; use f4, and ndmap convert");
    }
    return dtype;
  }

  /// Whether a row is a single value, not a structure. A row with the single column `value` is a
  /// structure only if the option `dtype` is a structured dtype.
  ///
  /// @return whether a row is a single value
  public boolean isPlain() {
    StructType columns = plan.rows();
    if (columns.length() != 2 || columns.getFieldIndex(TypeMapping.VALUE).isEmpty()) {
      return false;
    }
    DataType inner = columns.apply(TypeMapping.VALUE).dataType();
    while (inner instanceof ArrayType array) {
      inner = array.elementType();
    }
    return inner instanceof StructType
        || plan.dtype().isEmpty()
        || !(DType.parse(plan.dtype()) instanceof io.ndmap.dtype.StructType);
  }

  private static io.ndmap.dtype.StructType sameFields(
      io.ndmap.dtype.StructType requested, io.ndmap.dtype.StructType columns) {
    List<String> asked = requested.fields().stream().map(Field::name).sorted().toList();
    List<String> there = columns.fields().stream().map(Field::name).sorted().toList();
    if (!asked.equals(there)) {
      throw new NpySourceException(
          "the dtype has the fields " + asked + ", the rows have the columns " + there);
    }
    return requested;
  }

  private Field field(
      StructField column, @Nullable SpecializedGetters row, int at, @Nullable DType requested) {
    DType inner = null;
    if (requested instanceof io.ndmap.dtype.StructType struct) {
      inner = struct.find(column.name()).map(Field::dtype).orElse(null);
    } else if (requested != null) {
      throw new NpySourceException(
          "dtype "
              + requested
              + " is not a structure, as is expected of rows with several columns or none called"
              + " value");
    }
    return Field.of(column.name(), column(column, row, at, inner));
  }

  private DType column(
      StructField column, @Nullable SpecializedGetters row, int at, @Nullable DType requested) {
    try {
      SpecializedGetters first = row == null || row.isNullAt(at) ? null : row;
      return dtype(column.dataType(), first, at, requested);
    } catch (DTypeException e) {
      throw new NpySourceException("column '" + column.name() + "': " + e.getMessage(), e);
    }
  }

  private DType dtype(
      DataType type, @Nullable SpecializedGetters values, int at, @Nullable DType requested) {
    if (!(type instanceof ArrayType)) {
      return requested == null ? exact(type, values, at) : requested;
    }
    if (requested instanceof SubarrayType) {
      return requested;
    }
    List<Integer> shape = new ArrayList<>();
    DataType inner = type;
    SpecializedGetters here = values;
    int place = at;
    while (inner instanceof ArrayType array) {
      ArrayData items = here == null || here.isNullAt(place) ? null : here.getArray(place);
      shape.add(items == null ? 0 : items.numElements());
      here = items == null || items.numElements() == 0 ? null : items;
      place = 0;
      inner = array.elementType();
    }
    return new SubarrayType(dtype(inner, here, place, requested), shape);
  }

  private DType exact(DataType type, @Nullable SpecializedGetters values, int at) {
    return switch (type.typeName()) {
      case "boolean" -> DType.BOOL;
      case "byte" -> DType.INT8;
      case "short" -> DType.INT16;
      case "integer" -> DType.INT32;
      case "long" -> DType.INT64;
      case "float" -> DType.FLOAT32;
      case "double" -> DType.FLOAT64;
      case "date" -> DType.parse("<M8[D]");
      case "timestamp", "timestamp_ntz" -> DType.parse("<M8[us]");
      default ->
          switch (type) {
            case DecimalType decimal when decimal.scale() == 0 -> DType.UINT64;
            case org.apache.spark.sql.types.DayTimeIntervalType _ -> DType.parse("<m8[us]");
            case org.apache.spark.sql.types.YearMonthIntervalType _ -> DType.parse("<m8[M]");
            case StructType struct -> struct(struct, values, at);
            default ->
                throw new DTypeException(
                    "no dtype is known for " + type.simpleString() + advice(type));
          };
    };
  }

  private static String advice(DataType type) {
    String such =
        switch (type.typeName()) {
          case "string" -> "U16";
          case "binary" -> "S16 or V16";
          default -> type instanceof DecimalType ? "<f8, to which it is rounded" : "";
        };
    return such.isEmpty() ? "" : "; set one with the option dtype, such as " + such;
  }

  private DType struct(StructType struct, @Nullable SpecializedGetters values, int at) {
    if (Encoders.isComplex(struct)) {
      return struct.apply(0).dataType().typeName().equals("float")
          ? DType.COMPLEX64
          : DType.COMPLEX128;
    }
    SpecializedGetters inner =
        values == null || values.isNullAt(at) ? null : values.getStruct(at, struct.length());
    List<Field> fields = new ArrayList<>();
    for (int k = 0; k < struct.length(); k++) {
      StructField field = struct.apply(k);
      fields.add(Field.of(field.name(), dtype(field.dataType(), inner, k, null)));
    }
    return io.ndmap.dtype.StructType.packed(fields);
  }

  /// Returns the encoder of a row.
  ///
  /// @param dtype the result of [#dtype]
  /// @return the encoder
  public ItemEncoder encoder(DType dtype) {
    StructType columns = plan.rows();
    int index = columns.fieldIndex(plan.indexColumn());
    List<Integer> ordinals = new ArrayList<>();
    List<ItemEncoder> encoders = new ArrayList<>();
    List<Integer> offsets = new ArrayList<>();
    for (int k = 0; k < columns.length(); k++) {
      if (k != index) {
        StructField column = columns.apply(k);
        Field field =
            isPlain()
                ? Field.of(column.name(), dtype)
                : ((io.ndmap.dtype.StructType) dtype).find(column.name()).orElseThrow();
        ItemEncoder encoder =
            Encoders.of(
                column.name(), column.dataType(), field.dtype(), isPlain() && plan.fortranOrder());
        ordinals.add(k);
        encoders.add(Encoders.notNull(column.name(), encoder));
        offsets.add(field.offset());
      }
    }
    return (row, _, memory, offset) -> {
      for (int k = 0; k < ordinals.size(); k++) {
        encoders.get(k).put(row, ordinals.get(k), memory, offset + offsets.get(k));
      }
    };
  }
}
