package io.ndmap.spark.option;

import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.spark.QueryContext;
import org.apache.spark.SparkThrowableHelper;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.errors.QueryCompilationErrors;
import org.apache.spark.sql.types.StructField;
import scala.Option;
import scala.collection.immutable.Map$;
import scala.jdk.javaapi.CollectionConverters;

/// The errors that Spark's built-in data sources also throw. Programs recognize such an error by
/// its error condition, such as `PATH_NOT_FOUND`. Each one is an [AnalysisException], a checked
/// exception that Spark's interfaces do not declare. So these methods throw the exception
/// themselves, and callers write `throw` only for the compiler.
public final class SourceErrors {

  private static final String FORMAT = "npy";

  private SourceErrors() {}

  /// Throws the error for a path at which no file exists.
  ///
  /// @param path the path
  /// @return never returns
  public static RuntimeException pathNotFound(String path) {
    throw thrown("PATH_NOT_FOUND", Map.of("path", path), "");
  }

  /// Throws the error for a target that exists.
  ///
  /// @param path the path
  /// @param why what the target is, or what the user can do
  /// @return never returns
  public static RuntimeException pathExists(Path path, String why) {
    throw thrown("PATH_ALREADY_EXISTS", Map.of("outputPath", path.toString()), "; " + why);
  }

  /// Throws the error for a missing schema: no file determines the columns.
  ///
  /// @param why which files were looked for, and what the user can do
  /// @return never returns
  public static RuntimeException noSchema(String why) {
    throw thrown("UNABLE_TO_INFER_SCHEMA", Map.of("format", FORMAT), "; " + why);
  }

  /// Throws the error for two columns with the same name.
  ///
  /// @param e Spark's exception
  /// @param why where the columns come from, and what the user can do
  /// @return never returns
  public static RuntimeException columnExists(AnalysisException e, String why) {
    throw thrown(e.getCondition(), e.getMessageParameters(), "; " + why);
  }

  /// Throws the error for a column whose type no array can hold.
  ///
  /// @param column the column
  /// @return never returns
  public static RuntimeException unsupported(StructField column) {
    throw SourceErrors.<RuntimeException>unchecked(
        QueryCompilationErrors.dataTypeUnsupportedByDataSourceError(FORMAT, column));
  }

  private static RuntimeException thrown(
      String condition, Map<String, String> parameters, String more) {
    throw SourceErrors.<RuntimeException>unchecked(
        new AnalysisException(
            SparkThrowableHelper.getMessage(condition, parameters) + more,
            Option.empty(),
            Option.empty(),
            Option.empty(),
            Option.apply(condition),
            Map$.MODULE$.from(CollectionConverters.asScala(parameters)),
            new QueryContext[0]));
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> RuntimeException unchecked(Throwable e) throws E {
    throw (E) e;
  }
}
