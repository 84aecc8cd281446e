package io.ndmap.spark;

import io.ndmap.spark.column.NpySourceException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.catalog.SupportsMetadataColumns;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/// A table of arrays: the rows of each array, with the columns that all of them share.
final class NpyTable implements SupportsRead, SupportsMetadataColumns {

  private final StructType schema;
  private final NpyOptions options;

  /// @param schema the columns: for a read the columns of [#inferSchema], for a write the columns
  ///   of the rows
  /// @param partitioning the columns by which Spark would partition files into folders; must be
  ///   empty
  /// @throws NpySourceException if there are such columns
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

  /// The columns of the first arrays, whose headers are read concurrently. When a query is planned,
  /// the columns of all arrays that it reads are compared with these.
  ///
  /// @throws NpySourceException if the arrays cannot be rows of one table
  static StructType inferSchema(CaseInsensitiveStringMap map) {
    NpyOptions options = NpyOptions.ofRead(map);
    return new ArraySchema(options.reading())
        .of(new FileListing(options.hadoop(), options).first());
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

  /// The options, as `SHOW CREATE TABLE` and `DESCRIBE EXTENDED` show them.
  @Override
  public Map<String, String> properties() {
    Map<String, String> shown = new HashMap<>(options.map().asCaseSensitiveMap());
    // Catalog tables have the path as their location.
    shown.keySet().removeIf(NpyOptions.PATH::equalsIgnoreCase);
    return shown;
  }

  /// Lists the arrays again, as files may have been added since the schema was inferred.
  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap query) {
    NpyOptions all = options.forQuery(query);
    return new NpyScanBuilder(new FileListing(all.hadoop(), all), schema, all, name());
  }
}
