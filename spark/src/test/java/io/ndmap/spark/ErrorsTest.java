package io.ndmap.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.ndmap.npy.NpyFormatException;
import io.ndmap.spark.column.NpySourceException;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The source behaves as Spark's own do: errors, options, names, files that are skipped, the
/// catalog.
class ErrorsTest {

  @TempDir private static Path folder;

  @BeforeAll
  static void save() {
    Python.run(
        """
        import os
        os.chdir(argv[0])
        np.save('x.npy', np.arange(3))
        np.save('case.npy', np.array([(1, 2)], dtype=[('A', 'i4'), ('a', 'i4')]))
        np.save('index.npy', np.array([(1, 2)], dtype=[('Index', 'i4'), ('b', 'i4')]))
        os.makedirs('deep/er')
        np.save('deep/er/x.npy', np.arange(4))
        os.mkdir('none')
        os.makedirs('archives')
        np.savez('archives/all.npz', x=np.arange(5))
        os.mkdir('some')
        for k in range(3):
            np.save(f'some/{k}.npy', np.arange(k + 1))
        open('some/junk.npy', 'wb').write(b'no array at all')
        """,
        folder);
    rows("id AS index", "id AS value").write().parquet(folder + "/x.parquet");
  }

  private static Dataset<Row> rows(String... columns) {
    return Session.spark().range(0, 3, 1, 1).selectExpr(columns);
  }

  /// Class by class what the source of Parquet files throws.
  @Test
  void errorsAreThoseOfSparksOwnSources() throws IOException {
    SparkSession spark = Session.spark();
    Map<String, Function<String, Runnable>> cases =
        Map.of(
            "missing", format -> () -> spark.read().format(format).load(folder + "/missing"),
            "wildcard", format -> () -> spark.read().format(format).load(folder + "/missing*"),
            "skipped",
                format ->
                    () ->
                        spark
                            .read()
                            .format(format)
                            .option("ignoreMissingFiles", true)
                            .load(folder + "/missing"),
            "empty", format -> () -> spark.read().format(format).load(folder + "/none"),
            "filtered",
                format ->
                    () ->
                        spark
                            .read()
                            .format(format)
                            .option("pathGlobFilter", "z")
                            .load(folder + "/x." + format),
            "no path", format -> () -> spark.read().format(format).load(),
            "time",
                format ->
                    () ->
                        spark
                            .read()
                            .format(format)
                            .option("modifiedAfter", "now")
                            .load(folder + "/x." + format),
            "exists",
                format ->
                    () ->
                        rows("id AS index", "id AS value")
                            .write()
                            .format(format)
                            .save(folder + "/x." + format),
            "names",
                format ->
                    () ->
                        rows("id AS index", "id AS A", "id AS a")
                            .write()
                            .format(format)
                            .save(folder + "/new"),
            "type",
                format ->
                    () ->
                        rows("id AS index", "make_interval(1, 1) AS value")
                            .write()
                            .format(format)
                            .save(folder + "/new"));
    cases.forEach(
        (name, action) -> {
          Throwable theirs = catchThrowable(() -> action.apply("parquet").run());
          Throwable ours = catchThrowable(() -> action.apply("npy").run());
          assertThat(ours).as(name).isInstanceOf(AnalysisException.class);
          assertThat(((SparkThrowable) ours).getCondition())
              .as(name)
              .isEqualTo(((SparkThrowable) theirs).getCondition());
          assertThat(like(ours)).as(name).startsWith(like(theirs));
        });
    assertThat(folder.resolve("new")).doesNotExist();
  }

  private static String like(Throwable e) {
    return String.valueOf(e.getMessage()).replaceAll("(?i)parquet", "npy");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          deep     | UNABLE_TO_INFER_SCHEMA | the option recursiveFileLookup=true reads the folders in it, such as er
          none     | UNABLE_TO_INFER_SCHEMA | none: there are no .npy files in this folder
          archives | UNABLE_TO_INFER_SCHEMA | archives such as all.npz are named, or found by a wildcard
          case.npy | COLUMN_ALREADY_EXISTS  | case.npy: two columns have one name; spark.sql.caseSensitive=true keeps those apart
          all.npz::x | PATH_NOT_FOUND       | all.npz::x
          """)
  void anErrorSaysWhatToDo(String name, String condition, String message) {
    assertThatThrownBy(() -> Session.npy().load(folder + "/" + name))
        .isInstanceOf(AnalysisException.class)
        .hasMessageStartingWith("[" + condition + "]")
        .hasMessageContaining(message);
  }

  @Test
  void namesAreComparedAsSparkDoes() {
    assertThatThrownBy(() -> Session.npy().load(folder + "/index.npy"))
        .hasMessageContaining("the array has a field 'Index'");
    // As Spark finds columns, so are they found here.
    rows("id AS INDEX", "id AS Value")
        .write()
        .format("npy")
        .option("shuffle", false)
        .save(folder + "/upper");
    assertThat(Session.npy().load(folder + "/upper").columns()).containsExactly("index", "value");
    var conf = Session.spark().conf();
    conf.set("spark.sql.caseSensitive", true);
    try {
      assertThat(Session.npy().load(folder + "/case.npy").first().mkString(" ")).isEqualTo("0 1 2");
      assertThat(Session.npy().load(folder + "/index.npy").columns())
          .containsExactly("index", "Index", "b");
      assertThatThrownBy(
              () -> rows("id AS Index", "id AS value").write().format("npy").save(folder + "/new"))
          .hasMessageContaining("expected a column index of bigint or int");
    } finally {
      conf.unset("spark.sql.caseSensitive");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          recursivFileLookup | there is no option recursivFileLookup; did you mean recursiveFileLookup? a read has path
          AXES               | there is no option AXES; did you mean axis?
          ignoreCorupt       | did you mean ignoreCorruptFiles?
          dtype              | the option dtype is one of a write, and does nothing in a read
          s3a.endpoint       | there is no option s3a.endpoint
          """)
  void anOptionThatDoesNothingIsRefused(String option, String message) {
    assertThatThrownBy(() -> Session.npy().option(option, "1").load(folder + "/x.npy"))
        .isInstanceOf(NpySourceException.class)
        .hasMessageStartingWith(message.startsWith("did") ? "there is no option" : message)
        .hasMessageContaining(message);
    assertThatThrownBy(
            () ->
                rows("id AS index", "id AS value")
                    .write()
                    .format("npy")
                    .option(option.replace("dtype", "member"), "1")
                    .save(folder + "/new"))
        .isInstanceOf(NpySourceException.class)
        .hasMessageContaining(option.replace("dtype", "member"));
    assertThat(folder.resolve("new")).doesNotExist();
  }

  @Test
  void whatSparkAndHadoopKnowIsNoMistake() {
    assertThat(
            Session.npy()
                .option("timezone", "UTC")
                .option("PATHGLOBFILTER", "*.npy")
                .option("fs.s3a.endpoint", "localhost")
                .option("recursiveFileLookup", true)
                .load(folder + "/deep")
                .columns())
        .containsExactly("index", "value");
  }

  /// By the option, and by the session's setting; each file is logged, and all are counted.
  @Test
  void corruptFilesAreSkippedIfAskedFor() {
    assertThatThrownBy(() -> Session.npy().load(folder + "/some"))
        .isInstanceOf(NpyFormatException.class);
    Dataset<Row> some = Session.npy().option("ignoreCorruptFiles", true).load(folder + "/some");
    List<String> logged = new ArrayList<>();
    NpyScan scan = logging(logged, () -> PushDownTest.scan(some));
    assertThat(logged)
        .anyMatch(line -> line.matches(".*/some/junk.npy: skipped, as ignoreCorruptFiles says: .*"))
        .contains(folder + "/some: skipped 1 of 4 files");
    assertThat(scan.estimateStatistics().numRows()).hasValue(6);
    assertThat(scan.reportDriverMetrics()[0].value()).isEqualTo(1);
    assertThat(PushDownTest.scan(some).supportedCustomMetrics()[0].description())
        .isEqualTo("number of files skipped");
    var conf = Session.spark().conf();
    conf.set("spark.sql.files.ignoreCorruptFiles", true);
    try {
      assertThat(
              PushDownTest.scan(Session.npy().load(folder + "/some"))
                  .estimateStatistics()
                  .numRows())
          .hasValue(6);
      assertThatThrownBy(() -> Session.npy().load(folder + "/some/junk.npy"))
          .hasMessageStartingWith("[UNABLE_TO_INFER_SCHEMA]")
          .hasMessageContaining("none of 1 files could be read, and all were skipped");
      assertThatThrownBy(
              () ->
                  Session.npy().option("ignoreCorruptFiles", false).load(folder + "/some").schema())
          .isInstanceOf(NpyFormatException.class);
    } finally {
      conf.unset("spark.sql.files.ignoreCorruptFiles");
    }
  }

  /// Runs an action, and collects the lines that it logs.
  private static <T> T logging(List<String> lines, Supplier<T> action) {
    Logger logger = Logger.getLogger("io.ndmap.spark");
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            synchronized (lines) {
              lines.add(String.valueOf(line.getMessage()));
            }
          }

          @Override
          public void flush() {
            // Nothing is kept.
          }

          @Override
          public void close() {
            // Nothing is open.
          }
        };
    logger.addHandler(handler);
    try {
      return action.get();
    } finally {
      logger.removeHandler(handler);
    }
  }

  /// In a task: from where they cannot be read, the rest of them.
  @ParameterizedTest
  @CsvSource({"ignoreMissingFiles, true", "ignoreCorruptFiles, false"})
  void filesThatGoAwayUnderATaskAreSkippedIfAskedFor(String option, boolean isMissing)
      throws IOException {
    Path file = Files.copy(folder.resolve("x.npy"), folder.resolve("away.npy"));
    Path other = folder.resolve("x.npy");
    StructType columns = Session.npy().load(file.toString()).schema();
    List<RowSlice> slices =
        List.of(Session.slice(file, 0, 1), Session.slice(file, 2, 3), Session.slice(other, 0, 3));
    if (isMissing) {
      Files.delete(file);
    } else {
      Files.write(file, new byte[200]);
    }
    for (boolean skips : new boolean[] {false, true}) {
      CaseInsensitiveStringMap map =
          new CaseInsensitiveStringMap(Map.of(option, String.valueOf(skips)));
      try (BatchReader reader =
          new BatchReader(
              slices,
              columns,
              new NpyOptions(map).reading(),
              Session.spark().sparkContext().hadoopConfiguration())) {
        if (skips) {
          assertThat(reader.next()).isTrue();
          assertThat(reader.get().numRows()).isEqualTo(3);
          assertThat(reader.next()).isFalse();
          assertThat(reader.currentMetricsValues()[0].value()).isEqualTo(1);
        } else {
          assertThatThrownBy(reader::next).hasMessageContaining("away.npy");
        }
      }
    }
    Files.deleteIfExists(file);
  }

  /// Rows of files that a task skips are taken from others.
  @ParameterizedTest
  @ValueSource(strings = {"ignoreMissingFiles", "ignoreCorruptFiles"})
  void aLimitIsReachedBesideSkippedFiles(String option) throws IOException {
    Path limited = Files.createDirectory(folder.resolve(option));
    for (String name : List.of("a.npy", "b.npy", "c.npy")) {
      Files.copy(folder.resolve("x.npy"), limited.resolve(name));
    }
    Dataset<Row> rows =
        Session.npy()
            .option(option, true)
            // Each file is a task of its own.
            .option("maxPartitionBytes", 1)
            .load(limited.toString())
            .limit(4);
    // Spark plans only once.
    assertThat(rows.queryExecution().executedPlan()).isNotNull();
    Path first = limited.resolve("a.npy");
    if (option.equals("ignoreMissingFiles")) {
      Files.delete(first);
    } else {
      Files.write(first, new byte[200]);
    }
    assertThat(rows.collectAsList()).hasSize(4);
  }

  @Test
  void theCatalogShowsProviderLocationAndOptions() {
    SparkSession spark = Session.spark();
    spark.sql(
        "CREATE TABLE shown USING npy OPTIONS (batchRows '7') LOCATION '"
            + folder
            + "/x.npy' TBLPROPERTIES ('p' = 'q')");
    try {
      String create = spark.sql("SHOW CREATE TABLE shown").first().getString(0);
      assertThat(create)
          .contains("USING npy\n")
          .contains("OPTIONS (\n  'batchRows' = '7')")
          .contains("LOCATION 'file:" + folder + "/x.npy'")
          .contains("TBLPROPERTIES (\n  'p' = 'q')");
      assertThat(
              spark.sql("DESCRIBE EXTENDED shown").collectAsList().stream()
                  .map(row -> row.getString(0) + "=" + row.getString(1)))
          .contains("Provider=npy", "Location=file:" + folder + "/x.npy")
          .anyMatch(line -> line.startsWith("Table Properties") && line.contains("batchRows"));
      // The statement that is shown makes the same table.
      spark.sql("DROP TABLE shown");
      spark.sql(create);
      assertThat(spark.sql("SELECT * FROM shown WITH (`batchRows` = 2)").count()).isEqualTo(3);
      assertThatThrownBy(() -> spark.sql("SELECT * FROM shown WITH (`batchRow` = 2)").count())
          .hasMessageContaining("did you mean batchRows?");
    } finally {
      spark.sql("DROP TABLE IF EXISTS shown");
    }
    assertThatThrownBy(
            () ->
                spark.sql(
                    "CREATE TABLE shown USING npy OPTIONS (batchRow '7') LOCATION '"
                        + folder
                        + "/x.npy'"))
        .hasMessageContaining("did you mean batchRows?");
  }

  /// Conditions on the names of files are decided before files are opened: those that are left out
  /// may be no arrays at all.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          _metadata.file_name = 'f07.npy'                                   | f07.npy
          _metadata.file_name IN ('f01.npy', 'f02.npy') AND value >= 0      | f01.npy f02.npy
          _metadata.file_name LIKE 'f01%'                                   | f01.npy
          _metadata.file_name < 'f02.npy'                                   | f00.npy f01.npy
          _metadata.file_name LIKE '%3.npy' AND NOT _metadata.file_name LIKE 'f1%' | f03.npy
          _metadata.file_path LIKE '%/f04.npy' OR _metadata.file_name = 'f05.npy'  | f04.npy f05.npy
          _metadata.file_name = 'nothing'                                   | none
          """)
  void conditionsOnNamesPruneBeforeFilesAreOpened(String condition, String expected)
      throws IOException {
    Path many = folder.resolve("many");
    if (Files.notExists(many)) {
      Files.createDirectory(many);
      for (int k = 0; k < 17; k++) {
        Files.copy(
            folder.resolve("x.npy"), many.resolve(String.format(Locale.ROOT, "f%02d.npy", k)));
      }
      // Beyond those that say what the columns are.
      Files.writeString(many.resolve("junk.npy"), "no array at all");
    }
    Dataset<Row> all = Session.npy().load(many.toString());
    NpyScan scan = PushDownTest.scan(all.where(condition));
    assertThat(
            String.join(
                " ",
                Stream.concat(
                        scan.ranges().isEmpty() ? Stream.of("none") : Stream.empty(),
                        scan.ranges().stream().map(each -> each.file().path().getName()))
                    .toList()))
        .isEqualTo(expected);
    assertThatThrownBy(() -> PushDownTest.scan(all)).isInstanceOf(NpyFormatException.class);
  }
}
