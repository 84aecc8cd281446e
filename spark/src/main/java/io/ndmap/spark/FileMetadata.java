package io.ndmap.spark;

import io.ndmap.spark.filter.FilePredicate;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/// The hidden column `_metadata`, as for Spark's own file sources: where a row comes from. It has
/// the same fields as in Spark for the path (unescaped) and the name of the file, and a field for
/// the member of an archive.
final class FileMetadata implements MetadataColumn {

  private static final String FILE_PATH = "file_path";
  private static final String FILE_NAME = "file_name";
  private static final String MEMBER = "member";

  /// Evaluates conditions on the fields that are known before a file is opened.
  static final FilePredicate PREDICATE =
      new FilePredicate(ReadOptions.METADATA, FILE_PATH, FILE_NAME);

  @Override
  public String name() {
    return ReadOptions.METADATA;
  }

  @Override
  public boolean isNullable() {
    return false;
  }

  @Override
  public String comment() {
    return "the file, its name without folders, and the member of an archive";
  }

  @Override
  public DataType dataType() {
    return DataTypes.createStructType(
        List.of(FILE_PATH, FILE_NAME, MEMBER).stream()
            .map(name -> DataTypes.createStructField(name, DataTypes.StringType, false))
            .toList());
  }

  static String value(String name, RowSlice slice) {
    return switch (name) {
      case FILE_PATH -> slice.path();
      case FILE_NAME -> new Path(slice.path()).getName();
      case MEMBER -> slice.member();
      default -> throw new AssertionError(name);
    };
  }
}
