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

/// The options of the data source as a user gave them; `docs/spark.md` lists them.
///
/// @param map the options
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

  /// Set by [ArraySave] alone.
  static final String MODE = "ndmap.mode";

  /// A key that only tables of the catalog have. They have each option twice, also with a prefix.
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

  /// The options of a read.
  ///
  /// @throws NpySourceException if one is not known
  static NpyOptions ofRead(CaseInsensitiveStringMap map) {
    return known(map, new OptionNames("a read", OF_READ, "a write", OF_WRITE));
  }

  /// The options of a write.
  ///
  /// @throws NpySourceException if one is not known
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

  /// The options of a query: these, and before them those that it has of its own.
  ///
  /// @throws NpySourceException if one is not known
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

  /// The paths to read, which may hold wildcards and name members of archives.
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

  /// The arrays of an archive or a folder that are columns; empty if each array is a table.
  List<String> columns() {
    String text = map.getOrDefault(COLUMNS, "");
    return text.startsWith("[")
        ? texts(COLUMNS)
        : Stream.of(text.split(",")).map(String::strip).filter(name -> !name.isEmpty()).toList();
  }

  /// The member that is meant where a path names none; empty if it is the file itself.
  String member() {
    return map.getOrDefault(MEMBER, "");
  }

  /// The filters that choose files, as for Spark's own sources: pathGlobFilter, modifiedBefore,
  /// modifiedAfter.
  List<PathFilterStrategy> filters() {
    var options = Map$.MODULE$.from(CollectionConverters.asScala(map.asCaseSensitiveMap()));
    return CollectionConverters.asJava(
        PathFilterFactory.create(CaseInsensitiveMap$.MODULE$.apply(options)));
  }

  /// Whether folders in folders are read.
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
      // Told below.
    }
    throw new NpySourceException(
        "the option "
            + name
            + " is an integer"
            + (least == 1 ? " above 0" : "")
            + ", found "
            + text);
  }

  /// The maximum number of bytes of a partition, if given; texts such as `64m` have a unit.
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
      // Told below.
    }
    throw new NpySourceException(
        "the option maxPartitionBytes is a size such as 64m, found " + text);
  }

  /// The file to write: what a read of the same path finds.
  ///
  /// @throws NpySourceException if its name means something else than one array in a file
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
      // The part of a URI before the :: of an address.
      return false;
    }
  }

  /// The dtype to write as text, or empty.
  String dtype() {
    return map.getOrDefault(DTYPE, "");
  }

  /// The shape that what is written must have.
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

  /// Whether the order is given.
  boolean hasOrder() {
    return map.containsKey(ORDER);
  }

  /// Whether a file in Fortran order is written, with the rows along its last axis.
  boolean isFortranOrder() {
    String order = map.getOrDefault(ORDER, "C").toUpperCase(Locale.ROOT);
    if (!order.equals("C") && !order.equals("F")) {
      throw new NpySourceException("the option order is C or F, found " + order);
    }
    return order.equals("F");
  }

  /// Whether rows are sorted by their index before they are written.
  boolean isShuffled() {
    return map.getBoolean(SHUFFLE, true);
  }

  /// The save mode.
  String mode() {
    return map.getOrDefault(MODE, "");
  }
}
