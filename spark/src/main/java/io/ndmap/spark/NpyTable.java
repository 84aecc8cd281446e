package io.ndmap.spark;

import io.ndmap.spark.column.NpySourceException;
import io.ndmap.spark.column.TypeMapping;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.catalog.SupportsMetadataColumns;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/// Arrays as one table: the rows of each, with the columns that all have.
final class NpyTable implements SupportsRead, SupportsMetadataColumns {

  private final StructType schema;
  private final NpyOptions options;

  /// @param schema the columns: for a read those of [#inferSchema], for a write those of the rows
  /// @param partitioning what Spark says of folders by the values of a column
  /// @throws NpySourceException if there are to be such
  static NpyTable of(StructType schema, Transform[] partitioning, CaseInsensitiveStringMap map) {
    if (partitioning.length > 0) {
      throw new NpySourceException(
          "one array is one file: expected no partitioning of it, found "
              + Arrays.toString(partitioning));
    }
    return new NpyTable(schema, map);
  }

  private NpyTable(StructType schema, CaseInsensitiveStringMap map) {
    this.schema = schema;
    this.options = new NpyOptions(map);
  }

  /// The columns that all arrays have.
  ///
  /// @throws NpySourceException if they are no rows of one table
  static StructType inferSchema(CaseInsensitiveStringMap map) {
    NpyOptions options = new NpyOptions(map);
    return schema(new FileListing(options.hadoop(), options).arrays(), options.reading());
  }

  private static StructType schema(List<ArrayFile> arrays, ReadOptions options) {
    ArrayFile first = arrays.getFirst();
    StructType schema = schema(first, options);
    for (ArrayFile array : arrays) {
      StructType other = schema(array, options);
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

  private static StructType schema(ArrayFile array, ReadOptions options) {
    List<StructField> columns = new ArrayList<>();
    columns.add(DataTypes.createStructField(options.indexColumn(), DataTypes.LongType, false));
    for (StructField column :
        new TypeMapping(options.inexact())
            .columns(array.name(), array.header().dtype(), array.array().rowAxes())) {
      if (column.name().equalsIgnoreCase(options.indexColumn())) {
        throw new NpySourceException(
            array.name()
                + ": the array has a field '"
                + column.name()
                + "', as the column with the index of a row is called; call that otherwise with the"
                + " option indexColumn");
      }
      if (column.name().equalsIgnoreCase(ReadOptions.METADATA)) {
        throw new NpySourceException(
            array.name()
                + ": the array has a field '"
                + column.name()
                + "', as the hidden column is called that tells where a row comes from; read such"
                + " arrays with ndmap itself");
      }
      columns.add(column);
    }
    return DataTypes.createStructType(columns);
  }

  @Override
  public String name() {
    return "npy " + String.join(", ", options.paths());
  }

  @Override
  public Column[] columns() {
    return columns(schema);
  }

  static Column[] columns(StructType schema) {
    return Stream.of(schema.fields())
        .map(field -> Column.create(field.name(), field.dataType(), field.nullable()))
        .toArray(Column[]::new);
  }

  @Override
  public Set<TableCapability> capabilities() {
    return EnumSet.of(TableCapability.BATCH_READ);
  }

  @Override
  public MetadataColumn[] metadataColumns() {
    return new MetadataColumn[] {new FileMetadata()};
  }

  /// Finds the arrays anew: files may have come since the schema was asked for.
  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap ignored) {
    List<ArrayFile> arrays = new FileListing(options.hadoop(), options).arrays();
    StructType found = schema(arrays, options.reading());
    // A schema that is given as text may hold nulls.
    if (!DataType.equalsIgnoreNullability(found, schema)) {
      throw new NpySourceException(
          name()
              + ": the rows are "
              + found.simpleString()
              + ", expected "
              + schema.simpleString()
              + "; a schema follows from the files and need not be given");
    }
    return new NpyScanBuilder(arrays, schema, options);
  }
}
