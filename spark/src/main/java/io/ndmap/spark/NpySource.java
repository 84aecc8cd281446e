package io.ndmap.spark;

import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.sources.CreatableRelationProvider;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.jdk.javaapi.CollectionConverters;

/// The data source `npy`: `spark.read().format("npy").load("x.npy")`.
///
/// The rows lie along an axis of the array: the first one, unless the option `axis` is set. A row
/// has the column `index` with its index in the array, and either one column per field of the
/// dtype, or the column `value`. If a row has axes, these are columns of arrays, nested once per
/// axis. `docs/spark.md` lists the options.
///
/// Spark creates an object per query; threads do not share it.
public final class NpySource
    implements TableProvider, DataSourceRegister, CreatableRelationProvider {

  /// Creates the data source. Called by Spark.
  public NpySource() {
    // Spark creates this object when it searches any data source, so nothing may fail here on an
    // old Java.
  }

  @Override
  public String shortName() {
    return "npy";
  }

  /// Whether Spark may pass a schema instead of having it inferred. On a write, Spark passes the
  /// schema of the rows. On a read, a user may pass a schema, which must equal the inferred schema.
  @Override
  public boolean supportsExternalMetadata() {
    return true;
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    RequiredJava.checkDriver();
    return NpyTable.inferSchema(options);
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    RequiredJava.checkDriver();
    return NpyTable.of(schema, partitioning, new CaseInsensitiveStringMap(properties));
  }

  @Override
  public BaseRelation createRelation(
      SQLContext context,
      SaveMode mode,
      scala.collection.immutable.Map<String, String> parameters,
      Dataset<Row> data) {
    RequiredJava.checkDriver();
    // The original map is needed because names of file system settings contain upper-case letters.
    var options =
        parameters instanceof CaseInsensitiveMap<String> map ? map.originalMap() : parameters;
    new ArraySave(mode, CollectionConverters.asJava(options)).run(data);
    return new Saved(context, data.schema());
  }

  @Override
  public boolean supportsDataType(DataType type) {
    // Unsupported columns are rejected later, with their name and a remedy.
    return true;
  }

  /// The result of a save. Spark asks for it, but does not read it.
  private static final class Saved extends BaseRelation {

    private final SQLContext context;
    private final StructType schema;

    Saved(SQLContext context, StructType schema) {
      this.context = context;
      this.schema = schema;
    }

    @Override
    public SQLContext sqlContext() {
      return context;
    }

    @Override
    public StructType schema() {
      return schema;
    }
  }
}
