package io.ndmap.spark;

import io.ndmap.spark.column.NpySourceException;
import io.ndmap.spark.column.TypeMapping;
import io.ndmap.spark.option.SourceErrors;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.SchemaUtils;

/// Determines the columns of a table: the index, and the columns of the arrays.
///
/// @param options the options of the read
record ArraySchema(ReadOptions options) {

  /// The columns that all arrays share.
  ///
  /// @throws NpySourceException if the arrays have different columns, or a column has the name of
  ///   the index or of the hidden column. Throws [AnalysisException] if two columns have one name
  StructType of(List<ArrayFile> arrays) {
    ArrayFile first = arrays.getFirst();
    StructType schema = of(first);
    for (ArrayFile array : arrays) {
      StructType other = of(array);
      if (!other.equals(schema)) {
        throw new NpySourceException(
            array.name()
                + ": its rows are "
                + other.simpleString()
                + ", those of "
                + first.name()
                + " are "
                + schema.simpleString()
                + "; read them as two tables");
      }
    }
    return schema;
  }

  private StructType of(ArrayFile array) {
    List<StructField> columns = new ArrayList<>();
    columns.add(DataTypes.createStructField(options.indexColumn(), DataTypes.LongType, false));
    for (StructField column : array.columns(new TypeMapping(options.inexact()))) {
      requireOther(
          array,
          column,
          options.indexColumn(),
          "the column with the index of a row is called; call that otherwise with the option"
              + " indexColumn");
      requireOther(
          array,
          column,
          ReadOptions.METADATA,
          "the hidden column is called that tells where a row comes from; read such arrays with"
              + " ndmap itself");
      columns.add(column);
    }
    StructType schema = new StructType(columns.toArray(StructField[]::new));
    requireNames(schema, array.name() + ": two columns have one name");
    return schema;
  }

  private static void requireOther(ArrayFile array, StructField column, String name, String why) {
    if (isSame(column.name(), name)) {
      throw new NpySourceException(
          array.name() + ": the array has a field '" + column.name() + "', as " + why);
    }
  }

  /// Whether Spark considers two names equal.
  static boolean isSame(String name, String other) {
    return SQLConf.get().caseSensitiveAnalysis()
        ? name.equals(other)
        : name.equalsIgnoreCase(other);
  }

  /// Requires that no two columns have names that Spark considers equal.
  ///
  /// @param why what the message says after that of Spark: where the columns come from
  static void requireNames(StructType schema, String why) {
    try {
      SchemaUtils.checkSchemaColumnNameDuplication(schema, SQLConf.get().caseSensitiveAnalysis());
    } catch (Exception e) {
      // javac does not know the checked exceptions of Scala methods.
      if (e instanceof AnalysisException same) {
        throw SourceErrors.columnExists(
            same, why + "; spark.sql.caseSensitive=true keeps those apart that differ in case");
      }
      throw e;
    }
  }
}
