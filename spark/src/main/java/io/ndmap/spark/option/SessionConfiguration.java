package io.ndmap.spark.option;

import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/// The configuration of file systems, from a session and from the options of a read or a write.
public final class SessionConfiguration {

  private SessionConfiguration() {}

  /// Returns the configuration of file systems. It consists of the application's configuration, the
  /// session's settings that do not begin with `spark.`, and the options that begin with `fs.`,
  /// such as `fs.s3a.endpoint`; later ones override earlier ones.
  ///
  /// @param session the session
  /// @param options the options
  /// @return the configuration
  public static Configuration hadoop(SparkSession session, CaseInsensitiveStringMap options) {
    Configuration hadoop = new Configuration(session.sparkContext().hadoopConfiguration());
    scala.jdk.javaapi.CollectionConverters.asJava(session.conf().getAll())
        .forEach(
            (key, value) -> {
              if (value != null && !key.startsWith("spark.")) {
                hadoop.set(key, value);
              }
            });
    options
        .asCaseSensitiveMap()
        .forEach(
            (key, value) -> {
              if (key.startsWith("fs.")) {
                hadoop.set(key, value);
              }
            });
    return hadoop;
  }
}
