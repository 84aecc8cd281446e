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

/// The errors that Spark's own sources have names for: programs tell them by their condition, such
/// as `PATH_NOT_FOUND`. Each is an [AnalysisException], which no method of Spark's interfaces
/// declares; so these methods throw it themselves, and the caller writes `throw` for the compiler.
public final class SourceErrors {

  private static final String FORMAT = "npy";

  private SourceErrors() {}

  /// No file has this name.
  ///
  /// @param path the path
  /// @return nothing: it is thrown
  public static RuntimeException pathNotFound(String path) {
    throw thrown("PATH_NOT_FOUND", Map.of("path", path), "");
  }

  /// The target exists.
  ///
  /// @param path the path
  /// @param why what it is, or what to do
  /// @return nothing: it is thrown
  public static RuntimeException pathExists(Path path, String why) {
    throw thrown("PATH_ALREADY_EXISTS", Map.of("outputPath", path.toString()), "; " + why);
  }

  /// No file says what the columns are.
  ///
  /// @param why what was looked for, and what to do
  /// @return nothing: it is thrown
  public static RuntimeException noSchema(String why) {
    throw thrown("UNABLE_TO_INFER_SCHEMA", Map.of("format", FORMAT), "; " + why);
  }

  /// Two columns have one name.
  ///
  /// @param e what Spark says of them
  /// @param why where they come from, and what to do
  /// @return nothing: it is thrown
  public static RuntimeException columnExists(AnalysisException e, String why) {
    throw thrown(e.getCondition(), e.getMessageParameters(), "; " + why);
  }

  /// A column is of a type that no array holds.
  ///
  /// @param column the column
  /// @return nothing: it is thrown
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
