package io.ndmap.spark;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsTruncate;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/// The file to write, as a table to which [ArraySave] writes. It is a separate provider because
/// Spark supports only two of the four save modes for providers with writable tables.
public final class NpyTarget implements TableProvider {

  /// Creates the provider. Called by Spark.
  public NpyTarget() {
    // There is no state to initialise.
  }

  @Override
  public boolean supportsExternalMetadata() {
    return true;
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    throw new UnsupportedOperationException("files are read by the source npy");
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    return new ArrayTable(schema);
  }

  private record ArrayTable(StructType rows) implements SupportsWrite {

    @Override
    public Column[] columns() {
      return NpyTable.columns(rows);
    }

    @Override
    public String name() {
      return "npy";
    }

    @Override
    public Set<TableCapability> capabilities() {
      return EnumSet.of(
          TableCapability.BATCH_WRITE, TableCapability.TRUNCATE, TableCapability.ACCEPT_ANY_SCHEMA);
    }

    @Override
    public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
      return new Builder(info);
    }
  }

  private record Builder(LogicalWriteInfo info) implements SupportsTruncate {

    @Override
    public WriteBuilder truncate() {
      return this;
    }

    @Override
    public Write build() {
      return new ArrayWrite(info.schema(), new NpyOptions(info.options()), info.queryId());
    }
  }
}
