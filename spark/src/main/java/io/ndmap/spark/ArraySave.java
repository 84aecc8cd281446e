package io.ndmap.spark;

import io.ndmap.spark.column.NpySourceException;
import io.ndmap.spark.column.TypeMapping;
import io.ndmap.spark.option.SourceErrors;
import io.ndmap.spark.option.TargetName;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.types.CalendarIntervalType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/// Saves a DataFrame as one array.
///
/// @param mode the save mode: what to do if the file exists
/// @param parameters the options
record ArraySave(SaveMode mode, Map<String, String> parameters) {

  /// The first bytes of a ZIP file, and of a ZIP file without entries.
  private static final byte[][] ARCHIVE = {{'P', 'K', 3, 4}, {'P', 'K', 5, 6}};

  private static final String FOLDER =
      "this is a folder, expected the name of a file; one array is one file";

  void run(Dataset<Row> data) {
    NpyOptions options = NpyOptions.ofWrite(new CaseInsensitiveStringMap(parameters));
    Path target = options.target();
    boolean exists = Files.exists(target, LinkOption.NOFOLLOW_LINKS);
    if (exists && mode == SaveMode.Ignore) {
      return;
    }
    if (exists && mode == SaveMode.ErrorIfExists) {
      throw SourceErrors.pathExists(
          new org.apache.hadoop.fs.Path("file", null, target.toString()),
          Files.isDirectory(target) ? FOLDER : "the modes append and ignore are there too");
    }
    if (Files.isDirectory(target)) {
      throw new NpySourceException(target + ": " + FOLDER);
    }
    requireNoArchive(target);
    ArraySchema.requireNames(data.schema(), target + ": two columns have one name");
    requireTypes(data.schema());
    Dataset<Row> rows = named(data, options);
    requireIndex(rows.schema(), options, target);
    boolean appends = exists && mode == SaveMode.Append;
    rows.write()
        .format(NpyTarget.class.getName())
        .mode(mode == SaveMode.Append ? SaveMode.Append : SaveMode.Overwrite)
        .options(parameters)
        .option(NpyOptions.MODE, appends ? ArrayWrite.APPENDING : mode.name())
        .save();
  }

  /// Rejects archives under any name: an archive may contain many arrays, so one array must not
  /// replace it.
  private static void requireNoArchive(Path target) {
    if (!Files.isRegularFile(target)) {
      return;
    }
    try (InputStream in = Files.newInputStream(target)) {
      byte[] start = in.readNBytes(ARCHIVE[0].length);
      if (Stream.of(ARCHIVE).anyMatch(each -> Arrays.equals(each, start))) {
        throw TargetName.intoArchive(
            target + ": the file is an archive", target.toString(), TypeMapping.VALUE);
      }
    } catch (IOException e) {
      // The file is not known to be an archive; later steps report that it cannot be replaced.
      System.getLogger(ArraySave.class.getPackageName())
          .log(System.Logger.Level.DEBUG, target + " cannot be read", e);
    }
  }

  private static void requireTypes(StructType schema) {
    for (StructField column : schema.fields()) {
      if (column.dataType().existsRecursively(ArraySave::isNone)) {
        throw SourceErrors.unsupported(column);
      }
    }
  }

  /// Whether no dtype can represent a type.
  private static boolean isNone(DataType type) {
    return type instanceof MapType
        || type instanceof NullType
        || type instanceof CalendarIntervalType;
  }

  /// Renames the index column and the column `value` if their names differ only in case from the
  /// names that tasks look up, and Spark ignores case.
  private static Dataset<Row> named(Dataset<Row> data, NpyOptions options) {
    Dataset<Row> rows = renamed(data, options.indexColumn());
    return rows.columns().length == 2 ? renamed(rows, TypeMapping.VALUE) : rows;
  }

  private static Dataset<Row> renamed(Dataset<Row> rows, String name) {
    Optional<String> other =
        Stream.of(rows.columns()).filter(each -> ArraySchema.isSame(each, name)).findFirst();
    return other.filter(each -> !each.equals(name)).isPresent()
        ? rows.withColumnRenamed(other.get(), name)
        : rows;
  }

  private static void requireIndex(StructType schema, NpyOptions options, Path target) {
    String name = options.indexColumn();
    boolean there = schema.getFieldIndex(name).isDefined();
    DataType type = there ? schema.apply(name).dataType() : DataTypes.NullType;
    if (!type.equals(DataTypes.LongType) && !type.equals(DataTypes.IntegerType)) {
      throw new NpySourceException(
          target
              + ": each row needs its place in the array, expected a column "
              + name
              + " of bigint or int (the option indexColumn calls it otherwise), found "
              + schema.simpleString());
    }
    if (schema.length() < 2) {
      throw new NpySourceException(
          target + ": expected a column in addition to " + name + ", found none");
    }
  }
}
