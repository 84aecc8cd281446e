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

/// The file that is written, as a table of Spark's: [ArraySave] writes to it. It is a source of its
/// own, as Spark takes only two of the four save modes where a source has tables to write to.
public final class NpyTarget implements TableProvider {

  /// Creates the provider; Spark does.
  public NpyTarget() {
    // It has no state.
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
