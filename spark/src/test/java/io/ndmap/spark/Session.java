package io.ndmap.spark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/// The session that the tests of this JVM share: starting one takes seconds.
final class Session {

  private static final SparkSession SPARK =
      SparkSession.builder()
          .master("local[2]")
          .appName("ndmap")
          .config("spark.ui.enabled", false)
          .config("spark.sql.shuffle.partitions", 2)
          .config("spark.sql.session.timeZone", "UTC")
          .config("spark.sql.warehouse.dir", System.getProperty("java.io.tmpdir"))
          .config("spark.driver.host", "localhost")
          .getOrCreate();

  private Session() {}

  static SparkSession spark() {
    return SPARK;
  }

  static DataFrameReader npy() {
    return SPARK.read().format("npy");
  }

  static Dataset<Row> read(Path file) {
    return npy().load(file.toString());
  }

  /// Rows of a file as it is now.
  static RowSlice slice(Path file, long start, long end) throws IOException {
    return slice(new org.apache.hadoop.fs.Path(file.toUri()), start, end);
  }

  static RowSlice slice(org.apache.hadoop.fs.Path file, long start, long end) throws IOException {
    FileVersion now =
        RowSources.isLocal(file)
            ? FileVersion.of(RowSources.local(file))
            : FileVersion.of(
                file.getFileSystem(SPARK.sparkContext().hadoopConfiguration()).getFileStatus(file));
    return new RowSlice(
        file.toString(), "", "", start, end, now.length(), now.modified(), now.number(), List.of());
  }
}
