package io.ndmap.spark;

import java.util.Map;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/// The data source `npy`: `spark.read().format("npy").load("x.npy")`.
///
/// Rows lie along an axis of the arrays, the first unless the option `axis` says otherwise. Each
/// has its `index` in the array, and either one column for each field of the dtype, or one called
/// `value`; axes of a row become arrays. What is there beside this class are options.
///
/// Spark makes an object for each query; threads do not share them.
public final class NpySource implements TableProvider, DataSourceRegister {

  /// Creates the data source; Spark does.
  public NpySource() {
    // Spark makes one whatever source it looks for: nothing may fail here on an old Java.
  }

  @Override
  public String shortName() {
    return "npy";
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    RequiredJava.checkDriver();
    return NpyTable.of(options).schema();
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    RequiredJava.checkDriver();
    return NpyTable.of(new CaseInsensitiveStringMap(properties));
  }
}
