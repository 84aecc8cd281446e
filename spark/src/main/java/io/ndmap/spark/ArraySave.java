package io.ndmap.spark;

import io.ndmap.spark.column.NpySourceException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/// Saves a DataFrame as one array, as the save mode says.
///
/// @param mode what becomes of a file that is there
/// @param parameters the options
record ArraySave(SaveMode mode, Map<String, String> parameters) {

  void run(Dataset<Row> data) {
    NpyOptions options = new NpyOptions(new CaseInsensitiveStringMap(parameters));
    Path target = options.target();
    boolean exists = Files.exists(target, LinkOption.NOFOLLOW_LINKS);
    if (exists && mode == SaveMode.Ignore) {
      return;
    }
    if (Files.isDirectory(target)) {
      throw new NpySourceException(
          target + ": this is a folder, expected the name of a file; one array is one file");
    }
    if (exists && mode == SaveMode.ErrorIfExists) {
      throw new NpySourceException(
          target + ": the file exists; write with the mode overwrite, append or ignore");
    }
    requireIndex(data.schema(), options, target);
    boolean appends = exists && mode == SaveMode.Append;
    data.write()
        .format(NpyTarget.class.getName())
        .mode(mode == SaveMode.Append ? SaveMode.Append : SaveMode.Overwrite)
        .options(parameters)
        .option(NpyOptions.MODE, appends ? ArrayWrite.APPENDING : mode.name())
        .save();
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
      throw new NpySourceException(target + ": expected a column beside " + name + ", found none");
    }
  }
}
