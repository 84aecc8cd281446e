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
/// Rows lie along an axis of the arrays, the first unless the option `axis` says otherwise. Each
/// has its `index` in the array, and either one column for each field of the dtype, or one called
/// `value`; axes of a row become arrays. The other public classes are options.
///
/// Spark makes an object for each query; threads do not share them.
public final class NpySource
    implements TableProvider, DataSourceRegister, CreatableRelationProvider {

  /// Creates the data source; Spark does.
  public NpySource() {
    // Spark makes one whatever source it looks for: nothing may fail here on an old Java.
  }

  @Override
  public String shortName() {
    return "npy";
  }

  /// Whether Spark passes a schema instead of having it inferred: it does that of the rows that are
  /// written, and what a user says of a read, which must be what would be inferred.
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
    // Settings of file systems have upper case letters.
    var options =
        parameters instanceof CaseInsensitiveMap<String> map ? map.originalMap() : parameters;
    new ArraySave(mode, CollectionConverters.asJava(options)).run(data);
    return new Saved(context, data.schema());
  }

  @Override
  public boolean supportsDataType(DataType type) {
    // Unsupported columns are refused by name, with a remedy.
    return true;
  }

  /// Spark asks for the relation that was saved, and does not read it.
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
