package io.ndmap.spark;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.catalog.SupportsMetadataColumns;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/// Arrays as one table: the rows of each, with the columns that all have.
final class NpyTable implements SupportsRead, SupportsMetadataColumns {

  private final List<ArrayFile> arrays;
  private final NpyOptions options;
  private final Configuration hadoop;
  private final StructType schema;

  private NpyTable(
      List<ArrayFile> arrays, NpyOptions options, Configuration hadoop, StructType schema) {
    this.arrays = arrays;
    this.options = options;
    this.hadoop = hadoop;
    this.schema = schema;
  }

  /// Finds the arrays and reads their headers.
  ///
  /// @throws NpySourceException if they are no rows of one table
  static NpyTable of(CaseInsensitiveStringMap map) {
    NpyOptions options = new NpyOptions(map);
    Configuration hadoop = SessionConfiguration.hadoop(SparkSession.active(), map);
    List<ArrayFile> arrays = new FileListing(hadoop, options).arrays();
    return new NpyTable(arrays, options, hadoop, schema(arrays, options.reading()));
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
      columns.add(column);
    }
    return DataTypes.createStructType(columns);
  }

  @Override
  public String name() {
    return "npy "
        + arrays.getFirst().name()
        + (arrays.size() == 1 ? "" : " and " + (arrays.size() - 1) + " more");
  }

  // Spark 4 prefers columns(), which is made of this.
  @SuppressWarnings("deprecation")
  @Override
  public StructType schema() {
    return schema;
  }

  @Override
  public Set<TableCapability> capabilities() {
    return EnumSet.of(TableCapability.BATCH_READ);
  }

  @Override
  public MetadataColumn[] metadataColumns() {
    return new MetadataColumn[] {new FileMetadata()};
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap map) {
    return new NpyScanBuilder(arrays, schema, options, hadoop);
  }
}
