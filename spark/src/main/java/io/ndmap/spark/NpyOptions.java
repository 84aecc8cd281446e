package io.ndmap.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ndmap.layout.Shape;
import io.ndmap.spark.column.Inexact;
import io.ndmap.spark.column.NpySourceException;
import io.ndmap.spark.option.ArrayPath;
import io.ndmap.spark.option.OptionNames;
import io.ndmap.spark.option.SessionConfiguration;
import io.ndmap.spark.option.Skipping;
import io.ndmap.spark.option.TargetName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.FileSourceOptions;
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap$;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.execution.datasources.PathFilterFactory;
import org.apache.spark.sql.execution.datasources.PathFilterStrategy;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.collection.immutable.Map$;
import scala.jdk.javaapi.CollectionConverters;

/// The options of the data source, as the user sets them. They are listed in `docs/spark.md`.
///
/// @param map the options by name
record NpyOptions(CaseInsensitiveStringMap map) {

  static final String PATH = "path";
  static final String PATHS = "paths";
  static final String MEMBER = "member";
  static final String COLUMNS = "columns";
  static final String RECURSIVE = "recursiveFileLookup";
  static final String AXIS = "axis";
  static final String INDEX_COLUMN = "indexColumn";
  static final String INEXACT = "inexact";
  static final String IN_PLACE = "inPlace";
  static final String BATCH_ROWS = "batchRows";
  static final String MAX_PARTITION_BYTES = "maxPartitionBytes";
  static final String DTYPE = "dtype";
  static final String SHAPE = "shape";
  static final String ORDER = "order";
  static final String SHUFFLE = "shuffle";

  /// The save mode, which only [ArraySave] sets.
  static final String MODE = "ndmap.mode";

  /// A key that only the options of catalog tables have. They contain each option twice, with and
  /// without a prefix.
  private static final String OF_TABLE = TableCatalog.PROP_PROVIDER;

  /// The prefix of the options that Spark adds for its own sources.
  private static final String OF_SPARK = "__";

  private static final List<String> OF_READ =
      List.of(
          PATH,
          PATHS,
          MEMBER,
          COLUMNS,
          AXIS,
          INDEX_COLUMN,
          INEXACT,
          IN_PLACE,
          BATCH_ROWS,
          MAX_PARTITION_BYTES,
          RECURSIVE,
          "pathGlobFilter",
          "modifiedBefore",
          "modifiedAfter",
          DateTimeUtils.TIMEZONE_OPTION(),
          FileSourceOptions.IGNORE_CORRUPT_FILES(),
          FileSourceOptions.IGNORE_MISSING_FILES());

  private static final List<String> OF_WRITE =
      List.of(PATH, PATHS, DTYPE, SHAPE, ORDER, SHUFFLE, INDEX_COLUMN);

  private static final String DEFAULT_INDEX_COLUMN = "index";
  private static final int DEFAULT_BATCH_ROWS = 16_384;

  /// Checks the options of a read.
  ///
  /// @throws NpySourceException if an option is unknown
  static NpyOptions ofRead(CaseInsensitiveStringMap map) {
    return known(map, new OptionNames("a read", OF_READ, "a write", OF_WRITE));
  }

  /// Checks the options of a write.
  ///
  /// @throws NpySourceException if an option is unknown
  static NpyOptions ofWrite(CaseInsensitiveStringMap map) {
    return known(map, new OptionNames("a write", OF_WRITE, "a read", OF_READ));
  }

  private static NpyOptions known(CaseInsensitiveStringMap map, OptionNames names) {
    boolean isTable = map.containsKey(OF_TABLE);
    for (String name : map.asCaseSensitiveMap().keySet()) {
      boolean isOption = !isTable || map.containsKey(TableCatalog.OPTION_PREFIX + name);
      if (isOption && !name.startsWith(OF_SPARK)) {
        names.require(name);
      }
    }
    return new NpyOptions(map);
  }

  /// Merges these options with those of a query, which take precedence.
  ///
  /// @throws NpySourceException if an option is unknown
  NpyOptions forQuery(CaseInsensitiveStringMap query) {
    Map<String, String> both = new HashMap<>(ofRead(map).map.asCaseSensitiveMap());
    both.keySet().removeIf(query::containsKey);
    both.putAll(ofRead(query).map.asCaseSensitiveMap());
    return new NpyOptions(new CaseInsensitiveStringMap(both));
  }

  /// The configuration of file systems.
  Configuration hadoop() {
    return SessionConfiguration.hadoop(SparkSession.active(), map);
  }

  /// The paths to read, which may contain wildcards and members of archives.
  List<String> paths() {
    List<String> paths = new ArrayList<>();
    if (map.containsKey(PATH)) {
      paths.add(map.get(PATH));
    }
    if (map.containsKey(PATHS)) {
      paths.addAll(texts(PATHS));
    }
    return paths;
  }

  private List<String> texts(String option) {
    try {
      return List.of(new ObjectMapper().readValue(map.get(option), String[].class));
    } catch (JsonProcessingException e) {
      throw new NpySourceException(
          "the option " + option + " is no JSON list of texts: " + map.get(option), e);
    }
  }

  /// The names of the arrays of an archive or a folder that become columns; empty if each array
  /// provides rows instead.
  List<String> columns() {
    String text = map.getOrDefault(COLUMNS, "");
    return text.startsWith("[")
        ? texts(COLUMNS)
        : Stream.of(text.split(",")).map(String::strip).filter(name -> !name.isEmpty()).toList();
  }

  /// The member to read if a path names no member; if empty, the file itself, or the only member of
  /// an archive, is read.
  String member() {
    return map.getOrDefault(MEMBER, "");
  }

  /// The filters for files, the same as for Spark's own sources: `pathGlobFilter`, `modifiedBefore`
  /// and `modifiedAfter`.
  List<PathFilterStrategy> filters() {
    var options = Map$.MODULE$.from(CollectionConverters.asScala(map.asCaseSensitiveMap()));
    return CollectionConverters.asJava(
        PathFilterFactory.create(CaseInsensitiveMap$.MODULE$.apply(options)));
  }

  /// Whether subfolders are read.
  boolean isRecursive() {
    return map.getBoolean(RECURSIVE, false);
  }

  ReadOptions reading() {
    return new ReadOptions(
        Math.toIntExact(number(AXIS, 0, Integer.MIN_VALUE)),
        indexColumn(),
        inexact(),
        map.getBoolean(IN_PLACE, false),
        Math.toIntExact(number(BATCH_ROWS, DEFAULT_BATCH_ROWS, 1)),
        Skipping.of(map.asCaseSensitiveMap()));
  }

  String indexColumn() {
    return map.getOrDefault(INDEX_COLUMN, DEFAULT_INDEX_COLUMN);
  }

  private Inexact inexact() {
    String text = map.getOrDefault(INEXACT, "error");
    return Stream.of(Inexact.values())
        .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(text.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new NpySourceException(
                    "the option inexact is error, nearest or binary, found " + text));
  }

  private long number(String name, long otherwise, long least) {
    String text = map.get(name);
    if (text == null) {
      return otherwise;
    }
    try {
      long number = Long.parseLong(text);
      if (number >= least && number <= Integer.MAX_VALUE) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The exception below reports it.
    }
    throw new NpySourceException(
        "the option "
            + name
            + " is an integer"
            + (least == 1 ? " above 0" : "")
            + ", found "
            + text);
  }

  /// The maximum number of bytes of a partition, if set. The text may have a unit, such as `64m`.
  OptionalLong maxPartitionBytes() {
    String text = map.get(MAX_PARTITION_BYTES);
    if (text == null) {
      return OptionalLong.empty();
    }
    try {
      long bytes = JavaUtils.byteStringAsBytes(text);
      if (bytes > 0) {
        return OptionalLong.of(bytes);
      }
    } catch (NumberFormatException e) {
      // The exception below reports it.
    }
    throw new NpySourceException(
        "the option maxPartitionBytes is a size such as 64m, found " + text);
  }

  /// The file to write. Reading the same path later finds this file.
  ///
  /// @throws NpySourceException if the name denotes anything else than a file with one array
  Path target() {
    List<String> paths = paths();
    if (paths.isEmpty()) {
      throw new NpySourceException("no path is given: use save(path) or the option path");
    }
    TargetName.requireArray(paths.getFirst(), NpyOptions::isLocalFile);
    org.apache.hadoop.fs.Path path =
        ArrayPath.path(paths.getFirst())
            .makeQualified(
                FileSystem.getDefaultUri(hadoop()),
                new org.apache.hadoop.fs.Path(System.getProperty("user.dir")));
    if (paths.size() > 1) {
      throw new NpySourceException("one array is written to one path, found " + paths);
    }
    if (!RowSources.isLocal(path)) {
      throw new NpySourceException(
          path
              + ": arrays are written to local and shared file systems only, for the tasks write"
              + " into the middle of a file; copy it from there");
    }
    return RowSources.local(path);
  }

  private static boolean isLocalFile(String name) {
    try {
      org.apache.hadoop.fs.Path path = ArrayPath.path(name);
      return RowSources.isLocal(path) && Files.exists(RowSources.local(path));
    } catch (IllegalArgumentException e) {
      // The text is the part of a URI before `::`.
      return false;
    }
  }

  /// The dtype to write as text; empty if it follows from the columns.
  String dtype() {
    return map.getOrDefault(DTYPE, "");
  }

  /// The shape that the written array must have, if set.
  Optional<Shape> shape() {
    String text = map.get(SHAPE);
    if (text == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          Shape.of(
              Stream.of(text.replaceAll("[()\\s]", "").split(","))
                  .filter(size -> !size.isEmpty())
                  .mapToLong(Long::parseLong)
                  .toArray()));
    } catch (IllegalArgumentException e) {
      throw new NpySourceException("the option shape is a shape such as 1000,3, found " + text, e);
    }
  }

  /// Whether the option `order` is set.
  boolean hasOrder() {
    return map.containsKey(ORDER);
  }

  /// Whether to write a file in Fortran order, in which the rows lie along the last axis.
  boolean isFortranOrder() {
    String order = map.getOrDefault(ORDER, "C").toUpperCase(Locale.ROOT);
    if (!order.equals("C") && !order.equals("F")) {
      throw new NpySourceException("the option order is C or F, found " + order);
    }
    return order.equals("F");
  }

  /// Whether Spark sorts the rows by their index before they are written.
  boolean isShuffled() {
    return map.getBoolean(SHUFFLE, true);
  }

  /// The save mode, or [ArrayWrite#APPENDING].
  String mode() {
    return map.getOrDefault(MODE, "");
  }
}
