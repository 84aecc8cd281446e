package io.ndmap.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.grow.NpyAppender;
import io.ndmap.spark.column.NpySourceException;
import io.ndmap.spark.encode.RowLayout;
import io.ndmap.spark.encode.WritePlan;
import io.ndmap.testing.Numpy;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.SerializerInstance;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;

/// DataFrames written as arrays, which NumPy reads.
class WriteTest {

  private static Numpy numpy;

  @TempDir private Path folder;

  @BeforeAll
  static void start() {
    numpy = Numpy.start();
    numpy.run("import datetime");
  }

  @AfterAll
  static void stop() {
    numpy.close();
  }

  /// A thousand rows of two tasks, sorted by their id.
  private static Dataset<Row> rows(String... columns) {
    return Session.spark().range(0, 1000, 1, 2).selectExpr(columns);
  }

  // The rows are sorted: what sorts them has a test of its own.
  private static DataFrameWriter<Row> npy(Dataset<Row> rows) {
    return rows.write().format("npy").option("shuffle", false);
  }

  private void save(DataFrameWriter<Row> writer) {
    writer.save(target().toString());
  }

  private String numpy(String expression) {
    return numpy
        .run("a = np.load('%s')\nresult.append(str(%s))".formatted(target(), expression))
        .getFirst();
  }

  private Path target() {
    return folder.resolve("x.npy");
  }

  @AfterEach
  void nothingElseIsLeft() {
    assertThat(folder.toFile().list()).isSubsetOf("x.npy", "link.npy");
  }

  @Test
  void aColumnIsAnArray() {
    save(npy(rows("id AS index", "id * 0.5D AS value")));
    assertThat(numpy("(a.dtype.str, a.shape, bool((a == np.arange(1000) * 0.5).all()))"))
        .isEqualTo("('<f8', (1000,), True)");
  }

  @Test
  void theFileIsTheOneThatNumpyWrites() throws IOException {
    save(npy(rows("id AS index", "array(id, id + 1) AS value")));
    byte[] ours = Files.readAllBytes(target());
    Python.run("np.save(argv[0], np.load(argv[0]))", target());
    assertThat(Files.readAllBytes(target())).isEqualTo(ours);
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void rowsInAnyOrderFindTheirPlaces(String shuffle) {
    Dataset<Row> rows = rows("(id * 7919) % 1000 AS index", "array(id, id + 1) AS value");
    save(npy(rows).option("shuffle", shuffle));
    assertThat(
            numpy(
                "(a.shape, bool((a[np.arange(1000) * 7919 % 1000] =="
                    + " np.arange(1000)[:, None] + [0, 1]).all()))"))
        .isEqualTo("((1000, 2), True)");
  }

  @Test
  void rowsBeyondTheMemoryOfATaskAreWrittenToo() {
    Dataset<Row> rows =
        Session.spark()
            .range(0, 120, 1, 2)
            .selectExpr("id AS index", "array_repeat(id, 10000) AS value");
    save(npy(rows));
    assertThat(numpy("(a.shape, bool((a == np.arange(120)[:, None]).all()))"))
        .isEqualTo("((120, 10000), True)");
  }

  @Test
  void columnsAreFields() {
    save(
        npy(rows(
                "cast(id AS int) AS index",
                "cast(id AS smallint) AS a",
                "array(array(1f, 2f), array(3f, cast(id AS float))) AS b",
                "named_struct('real', 1D, 'imag', cast(id AS double)) AS c",
                "date_add(date '1970-01-01', cast(id AS int)) AS d",
                "if(id = 0, null, timestamp_micros(id)) AS e",
                "cast(id AS string) AS f"))
            .option(
                "dtype",
                "[('a', '>i2'), ('b', '<f4', (2, 2)), ('c', '<c16'), ('d', '<M8[D]'), ('e',"
                    + " '<M8[us]'), ('f', '<U3')]"));
    assertThat(numpy("[a[name][[0, 999]].tolist() for name in a.dtype.names]"))
        .isEqualTo(
            "[[0, 999], [[[1.0, 2.0], [3.0, 0.0]], [[1.0, 2.0], [3.0, 999.0]]], [(1+0j), (1+999j)],"
                + " [datetime.date(1970, 1, 1), datetime.date(1972, 9, 26)], [None,"
                + " datetime.datetime(1970, 1, 1, 0, 0, 0, 999)], ['0', '999']]");
  }

  @Test
  void withoutAnOptionTheTypesSayTheDtype() {
    save(
        npy(
            rows(
                "id AS index",
                "true AS a",
                "1Y AS b",
                "1S AS c",
                "1 AS d",
                "1L AS e",
                "1f AS f",
                "1D AS g",
                "cast(1 AS decimal(20,0)) AS h",
                "interval '1' second AS i",
                "interval '1' month AS j",
                "named_struct('x', 1, 'y', array(1D)) AS k",
                "named_struct('real', 1f, 'imag', 2f) AS l")));
    assertThat(numpy("a.dtype.descr"))
        .isEqualTo(
            "[('a', '|b1'), ('b', '|i1'), ('c', '<i2'), ('d', '<i4'), ('e', '<i8'), ('f', '<f4'),"
                + " ('g', '<f8'), ('h', '<u8'), ('i', '<m8[us]'), ('j', '<m8[M]'), ('k', [('x',"
                + " '<i4'), ('y', '<f8', (1,))]), ('l', '<c8')]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          id                          | >u2 | [0, 999]
          id / 3                      | <f4 | [0.0, 333.0]
          cast(id AS string)          | S3  | [b'0', b'999']
          """)
  void aDtypeCanBeAskedFor(String value, String dtype, String expected) {
    requireDtype(value, dtype, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          id                          | <f2 | [0.0, 999.0]
          0.5 * id                    | <f8 | [0.0, 499.5]
          cast(id / 3 AS decimal(9,3)) | <f2 | [0.0, 333.0]
          cast(cast(id % 10 AS string) AS binary) | V1 | [b'0', b'9']
          cast(id AS decimal(20,0)) + 18446744073709550000 | <u8 | [18446744073709550000, 18446744073709550999]
          """)
  @Tag("slow")
  void otherDtypesCanBeAskedForToo(String value, String dtype, String expected) {
    requireDtype(value, dtype, expected);
  }

  private void requireDtype(String value, String dtype, String expected) {
    String exact = value.contains("+") ? "cast(" + value + " AS decimal(20,0))" : value;
    save(npy(rows("id AS index", exact + " AS value")).option("dtype", dtype));
    assertThat(numpy("(a.dtype.str.strip('|'), a[[0, -1]].tolist())"))
        .isEqualTo("('%s', %s)".formatted(dtype, expected));
  }

  @Test
  void rowsLieAlongTheLastAxisInFortranOrder() {
    save(
        npy(rows("id AS index", "array(array(id, 1L, 2L), array(3L, 4L, -id)) AS value"))
            .option("order", "F")
            .option("shape", "2,3,1000"));
    assertThat(numpy("(a.shape, a.flags.f_contiguous, a[:, :, 7].tolist())"))
        .isEqualTo("((2, 3, 1000), True, [[7, 1, 2], [3, 4, -7]])");
    assertThat(
            Session.npy()
                .option("axis", -1)
                .load(target().toString())
                .where("index = 7")
                .toJSON()
                .first())
        .isEqualTo("{\"index\":7,\"value\":[[7,1,2],[3,4,-7]]}");
  }

  @Test
  void saveModesAreThoseOfFiles() {
    save(npy(rows("id AS index", "id AS value")));
    DataFrameWriter<Row> other = npy(rows("id AS index", "-id AS value").where("index < 10"));
    assertThatThrownBy(() -> save(other))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("x.npy already exists. Set mode as \"overwrite\"");
    save(other.mode("ignore"));
    assertThat(numpy("(a.shape, int(a[1]))")).isEqualTo("((1000,), 1)");
    save(other.mode("overwrite"));
    assertThat(numpy("(a.shape, int(a[1]))")).isEqualTo("((10,), -1)");
  }

  @Test
  void rowsAreAppended() {
    DataFrameWriter<Row> some =
        npy(rows("id AS index", "array(id) AS value").where("index < 10")).mode("append");
    save(some);
    save(some);
    save(npy(rows("id AS index", "array(id) AS value").where("index < 0")).mode("append"));
    assertThat(numpy("(a.shape, a[9:11, 0].tolist())")).isEqualTo("((20, 1), [9, 0])");
    save(
        npy(rows("id AS index", "array(id) AS value").where("index BETWEEN 20 AND 29"))
            .mode("append"));
    assertThat(numpy("(a.shape, a[19:21, 0].tolist())")).isEqualTo("((30, 1), [9, 20])");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          array(%s)    | dtype=<i4       | the option dtype=<i4 is not that of the file, whose rows are ('<i8', (2,))
          array(%s)    | dtype=(3,)i8    | the option dtype=(3,)i8 is not that of the file, whose rows are ('<i8', (2,))
          array(%s)    | dtype=x9        | the option dtype=x9:
          array(%s)    | order=F         | the option order=F is not that of the file, which is C
          %s           | indexColumn=index | column 'value': values of bigint cannot be stored as dtype ('<i8', (2,))
          array(array(%s)) | order=C     | column 'value': values of array<bigint> cannot be stored as dtype <i8
          """)
  void whatDoesNotFitTheFileIsFoundBeforeRowsAreComputed(
      String value, String option, String message) {
    numpy.run("np.save('%s', np.zeros((3, 2), 'i8'))".formatted(target()));
    Dataset<Row> rows =
        rows(
            "id AS index",
            value.formatted("cast(raise_error('computed') AS bigint)") + " AS value");
    DataFrameWriter<Row> writer =
        rows.write()
            .format("npy")
            .mode("append")
            .option(option.replaceFirst("=.*", ""), option.replaceFirst(".*?=", ""));
    assertThatThrownBy(() -> save(writer))
        .isInstanceOf(NpySourceException.class)
        .hasMessageStartingWith(target() + ": " + message);
  }

  @Test
  void rowsOfAnotherLengthAreNotAppended() {
    numpy.run("np.save('%s', np.zeros((3, 2), '>i8', order='F'))".formatted(target()));
    DataFrameWriter<Row> writer = npy(rows("id AS index", "array(id, id) AS value")).mode("append");
    assertThatThrownBy(() -> save(writer))
        .hasStackTraceContaining("'value' has 2 elements along axis 0 of the row, expected 3");
    save(
        npy(rows("id AS index", "array(id, -id, 1) AS value")).mode("append").option("order", "F"));
    assertThat(numpy("(a.dtype.str, a.shape, a[:, -1].tolist())"))
        .isEqualTo("('>i8', (3, 1002), [999, -999, 1])");
  }

  @Test
  void bytesBehindTheDataAreRefusedBeforeAnythingIsComputed() throws IOException {
    numpy.run("np.save('%s', np.zeros(3, 'i8'))".formatted(target()));
    Files.write(target(), new byte[17], StandardOpenOption.APPEND);
    assertThatThrownBy(
            () ->
                save(
                    npy(rows("id AS index", "cast(raise_error('no') AS bigint) AS value"))
                        .mode("append")))
        .isInstanceOf(NpySourceException.class)
        .hasMessageContaining(
            "17 bytes follow its data, which its header does not count: 2 whole rows and 1 bytes");
    assertThat(Files.size(target())).isEqualTo(128 + 24 + 17);
  }

  /// Rows that have been computed are not lost because another append is not over.
  @Test
  void anAppendWaitsForAnother() throws IOException {
    numpy.run("np.save('%s', np.zeros(3, 'i8'))".formatted(target()));
    Thread saving = Thread.currentThread();
    NpyAppender other = NpyAppender.open(target());
    Thread watching =
        Thread.ofPlatform()
            .start(
                () -> {
                  try (other) {
                    while (!Thread.currentThread().isInterrupted() && !isWaiting(saving)) {
                      Thread.onSpinWait();
                    }
                  }
                });
    try {
      save(npy(rows("id AS index", "id AS value")).mode("append"));
    } finally {
      watching.interrupt();
    }
    assertThat(numpy("a.shape")).isEqualTo("(1003,)");
  }

  private static boolean isWaiting(Thread thread) {
    return Stream.of(thread.getStackTrace())
        .anyMatch(frame -> frame.getClassName().endsWith(".LockedArray"));
  }

  @Test
  void aFileMayBeReadAndReplacedByOneQuery() {
    save(npy(rows("id AS index", "id AS value")));
    Dataset<Row> rows = Session.read(target());
    save(npy(rows.selectExpr("index", "value + 1 AS value")).mode("overwrite"));
    assertThat(numpy("(a.shape, a[[0, 999]].tolist())")).isEqualTo("((1000,), [1, 1000])");
    save(npy(Session.read(target()).where("index < 2")).mode("append"));
    assertThat(numpy("(a.shape, a[-2:].tolist())")).isEqualTo("((1002,), [1, 2])");
  }

  @Test
  void partitionsAndBucketsAreRefused() {
    DataFrameWriter<Row> writer = npy(rows("id AS index", "id AS value"));
    for (String mode : new String[] {"errorifexists", "overwrite", "append"}) {
      assertThatThrownBy(() -> save(writer.mode(mode).partitionBy("value")))
          .isInstanceOf(NpySourceException.class)
          .hasMessage(
              "one array is one file: expected no partitioning of it, found [identity(value)]");
    }
    assertThatThrownBy(() -> save(npy(rows("id AS index", "id AS value")).bucketBy(2, "value")))
        .hasMessageContaining("bucketBy");
  }

  /// A point in time is stored as its UTC, whatever the session's zone.
  @Test
  void aTimestampIsStoredAsUtc() {
    var conf = Session.spark().conf();
    conf.set("spark.sql.session.timeZone", "America/New_York");
    try {
      save(
          npy(
              Session.spark()
                  .range(2)
                  .selectExpr(
                      "id AS index",
                      "timestamp'2026-01-01 00:00:00.000007' AS a",
                      "timestamp_ntz'2026-01-01 00:00:00.000007' AS b")));
      assertThat(Session.read(target()).drop("index").first().mkString(" "))
          .isEqualTo("2026-01-01T05:00:00.000007 2026-01-01T00:00:00.000007");
    } finally {
      conf.set("spark.sql.session.timeZone", "UTC");
    }
    assertThat(numpy("(a.dtype.descr, a['a'].astype('i8').tolist())"))
        .isEqualTo("([('a', '<M8[us]'), ('b', '<M8[us]')], [1767243600000007, 1767243600000007])");
  }

  @Test
  void aLinkStays() throws IOException {
    Path link = folder.resolve("link.npy");
    save(npy(rows("id AS index", "id AS value")));
    Files.createSymbolicLink(link, target());
    npy(rows("id AS index", "-id AS value")).mode("overwrite").save(link.toString());
    assertThat(link).isSymbolicLink();
    assertThat(numpy("int(a[1])")).isEqualTo("-1");
  }

  @Test
  void noRowsAreAnEmptyArray() {
    save(npy(rows("id AS index", "array(id) AS value").where("value[0] < 0")));
    assertThat(numpy("(a.dtype.str, a.shape)")).isEqualTo("('<i8', (0, 0))");
  }

  /// The option `shape` says the lengths of the axes of a row where no row does, and so do those of
  /// the dtype; rows can be appended later.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          shape | 3,0   | F | (3, 0)
          """)
  void noRowsHaveTheShapeThatIsAskedFor(String option, String value, String order, String shape) {
    requireShapeOfNoRows(option, value, order, shape);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          shape | 0,3   | C | (0, 3)
          dtype | (3,)i8 | C | (0, 3)
          """)
  @Tag("slow")
  void noRowsHaveTheShapeThatIsAskedForInCOrder(
      String option, String value, String order, String shape) {
    requireShapeOfNoRows(option, value, order, shape);
  }

  private void requireShapeOfNoRows(String option, String value, String order, String shape) {
    Dataset<Row> rows = rows("id AS index", "array(id, id, -id) AS value");
    save(npy(rows.where("id < 0")).option(option, value).option("order", order));
    assertThat(numpy("a.shape")).isEqualTo(shape);
    save(npy(rows.where("id < 2")).mode("append"));
    assertThat(numpy("(a if a.flags.c_contiguous else a.T).tolist()"))
        .isEqualTo("[[0, 0, 0], [1, 1, -1]]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          5,3   | the rows are an array of shape (0, 3), the option shape says (5, 3)
          0,3,2 | the rows are an array of shape (0, 0), the option shape says (0, 3, 2)
          """)
  void aShapeThatNoRowsHaveIsRefused(String shape, String message) {
    assertThatThrownBy(
            () ->
                save(
                    npy(rows("id AS index", "array(id) AS value").where("id < 0"))
                        .option("shape", shape)))
        .hasStackTraceContaining(message);
    assertThat(target()).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          id + 1                     | id      |        | expected each index once from 0 on, found none for 0
          if(id = 500, 499, id)      | id      |        | expected each index once, found 499 twice
          id                         | if(id = 7, null, id) | | the row with index 7: 'value' is null
          id                         | if(id = 128, 128, 0) | dtype=i1 | the row with index 128: 'value' is 128, which dtype |i1 cannot hold
          id                         | 0.5 * id | | column 'value': no dtype is known for decimal(22,1); set one with the option dtype, such as <f8
          id                         | id      | dtype=x9 | x.npy: the option dtype=x9:
          id                         | id      | shape=999 | the rows are an array of shape (1000,), the option shape says (999,)
          cast(id AS string)         | id      |        | expected a column index of bigint or int
          """)
  void whatIsNoArrayIsSaidAndNothingIsWritten(
      String index, String value, @Nullable String option, String message) {
    requireRefusal(index, value, option, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          if(id < 500, id, id + 1)   | id      |        | expected each index once from 0 on, found none for 500
          id - 1                     | id      |        | the column index of a row is -1, expected 0 or more
          id                         | if(id = 100, '100', '1') | dtype=U2 | the row with index 100: 'value' has 3 characters, the dtype holds 2
          id                         | if(id = 4, cast(X'61ff' AS string), 'a') | dtype=U2 | the row with index 4: 'value' holds bytes that are no UTF-8 text
          id                         | named_struct('a', if(id = 3, 'é', 'e')) | dtype=[('a', 'S2')] | the row with index 3: 'a' is 'é', bytes take ASCII only
          id                         | if(id = 2, X'01', X'0102') | dtype=V2 | the row with index 2: 'value' has 1 bytes, the dtype holds exactly 2
          id                         | if(id = 2, X'0100', X'0102') | dtype=S2 | the row with index 2: 'value' ends in a NUL, which is not kept
          id                         | cast(id AS decimal(20,0)) * 1000 | dtype=f2 | which dtype <f2 cannot hold
          id                         | named_struct('real', if(id = 3, null, 1D), 'imag', 2D) | | the row with index 3: 'value.real' is null
          id                         | named_struct('a', id) | dtype=[('a', '<i8'), ('b', '<i8')] | column 'value': the dtype has the fields [a, b], the values have [a]
          id                         | if(id = 9, 9223372036854775807, id) | dtype=f2 | the row with index 9: 'value' is 9223372036854775807, which dtype <f2 cannot hold
          id                         | id      | shape=9000000000,9000000000 | the option shape
          id                         | id      | order=K | the option order is C or F, found K
          if(id = 5, null, id)       | id      |        | the column index of a row is null
          id                         | sequence(0, id) | | the row with index
          id                         | cast(id AS string) | | column 'value': no dtype is known for string; set one with the option dtype, such as U16
          """)
  @Tag("slow")
  void whatElseIsNoArrayIsSaidAndNothingIsWritten(
      String index, String value, @Nullable String option, String message) {
    requireRefusal(index, value, option, message);
  }

  private void requireRefusal(String index, String value, @Nullable String option, String message) {
    DataFrameWriter<Row> writer = npy(rows(index + " AS index", value + " AS value"));
    if (option != null) {
      writer.option(option.replaceFirst("=.*", ""), option.replaceFirst(".*=", ""));
    }
    assertThatThrownBy(() -> save(writer))
        .hasStackTraceContaining(message)
        .hasStackTraceContaining(NpySourceException.class.getName());
    assertThat(target()).doesNotExist();
  }

  @Test
  void aDtypeThatDoesNotFitIsFoundBeforeRowsAreComputed() {
    Dataset<Row> rows = rows("id AS index", "cast(raise_error('computed') AS bigint) AS value");
    assertThatThrownBy(() -> save(npy(rows).option("dtype", "U3").option("shuffle", "true")))
        .isInstanceOf(NpySourceException.class)
        .hasMessage(
            target()
                + ": the option dtype=U3: column 'value': values of bigint cannot be stored as"
                + " dtype <U3");
  }

  @Test
  @Tag("slow")
  void theIndexMayHaveAnyName() {
    String name = "1st. row-index";
    save(
        npy(rows("id AS `" + name + "`", "-id AS value").repartition(3))
            .option("indexColumn", name)
            .option("shuffle", "true"));
    assertThat(numpy("a[[0, 999]].tolist()")).isEqualTo("[0, -999]");
    assertThat(
            Session.npy()
                .option("indexColumn", name)
                .load(target().toString())
                .where("`" + name + "` = 7")
                .sort("`" + name + "`")
                .toJSON()
                .collectAsList())
        .containsExactly("{\"1st. row-index\":7,\"value\":-7}");
  }

  @Test
  void onlyFilesAreWritten() {
    DataFrameWriter<Row> writer = npy(rows("id AS index", "id AS value"));
    String message = ": arrays are written to local and shared file systems only";
    assertThatThrownBy(() -> writer.save("hdfs://host/x.npy"))
        .hasMessageContaining("hdfs://host/x.npy" + message);
    // Where a path without a scheme is not on this machine, it is none for writing either.
    assertThatThrownBy(() -> save(writer.option("fs.defaultFS", "hdfs://host")))
        .hasMessageContaining("hdfs://host" + target() + message);
  }

  @Test
  void writtenRowsSurviveKryoSerialization() {
    IndexRuns runs = new IndexRuns();
    assertThat(runs.add(7)).isTrue();
    RowLayout layout = new RowLayout("'<i8'", List.of(2, 3), true);
    SerializerInstance kryo = new KryoSerializer(new SparkConf()).newInstance();
    ClassTag<RowsWritten> type = ClassTag.apply(RowsWritten.class);
    RowsWritten copy =
        kryo.deserialize(kryo.serialize(new RowsWritten(5, layout, runs), type), type);
    assertThat(copy.partition()).isEqualTo(5);
    assertThat(copy.layout()).isEqualTo(layout);
    assertThat(copy.runs().start(0)).isEqualTo(7);
  }

  /// Or the job would be run again, and append its rows twice.
  @Test
  void anAppendSucceedsThoughItsWorkingFileStays() {
    save(npy(rows("id AS index", "id AS value")));
    ArrayWrite write =
        new ArrayWrite(
            rows("id AS index", "id AS value").schema(),
            new NpyOptions(
                new CaseInsensitiveStringMap(
                    Map.of("path", target().toString(), NpyOptions.MODE, ArrayWrite.APPENDING))),
            "missing");
    write.commit(new WriterCommitMessage[0]);
    assertThat(numpy("a.shape")).isEqualTo("(1000,)");
  }

  @Test
  void aFileThatCameMeanwhileIsNotReplaced() throws IOException {
    ArrayWrite write =
        new ArrayWrite(
            rows("id AS index", "id AS value").schema(),
            new NpyOptions(new CaseInsensitiveStringMap(Map.of("path", target().toString()))),
            "query");
    var _ = write.createBatchWriterFactory(() -> 1);
    Files.createFile(target());
    assertThatThrownBy(() -> write.commit(new WriterCommitMessage[0]))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage(
            target() + ": the file exists; write with the mode overwrite, append or ignore");
    write.abort(new WriterCommitMessage[0]);
    assertThat(target()).isEmptyFile();
  }

  /// An executor that Spark takes for dead goes on when the file is complete.
  @Test
  void anAttemptThatIsLateDoesNotWriteIntoTheFile() throws IOException {
    Path working = Files.createFile(folder.resolve("working"));
    StructType rows =
        new StructType().add("index", DataTypes.LongType).add("value", DataTypes.BinaryType);
    WritePlan plan = new WritePlan("x", working.toString(), rows, "index", "V3000000", false);
    AtomicLong written = new AtomicLong();
    LongConsumer publish =
        bytes -> {
          if (written.getAndSet(bytes) == 0) {
            try {
              Files.move(working, target());
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        };
    try (RowsWriter writer = new RowsWriter(plan, 0, 1, publish)) {
      for (long k = 0; k < 2; k++) {
        writer.write(row(k, new byte[3_000_000]));
      }
      assertThatThrownBy(writer::commit)
          .hasMessageStartingWith("x: " + working + ": the file has another name or none");
    }
    assertThat(written).hasPositiveValue().hasValueLessThan(6_000_000);
  }

  @Test
  void anAttemptHoldsALockWhileItWrites() throws IOException {
    Path working = Files.createFile(folder.resolve("x.npy"));
    WritePlan plan = numbers(working);
    List<Boolean> free = new ArrayList<>();
    LongConsumer look = _ -> free.add(isFree(working, 1 + 7));
    try (RowsWriter writer = new RowsWriter(plan, 0, 7, look)) {
      writer.write(row(0L, 5L));
      assertThat(isFree(working, 1 + 7)).isTrue();
      var _ = writer.commit();
    }
    assertThat(free).containsExactly(false);
    assertThat(isFree(working, 1 + 7)).isTrue();
  }

  /// The plan of an array of numbers.
  private WritePlan numbers(Path working) {
    StructType rows = rows("id AS index", "id AS value").schema();
    return new WritePlan("x", working.toString(), rows, "index", "", false);
  }

  private static boolean isFree(Path path, long writer) {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock(ByteLock.offset(writer), 1, false)) {
      return lock != null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void rowsBeyondMemoryGoToSparksLocalDisks() throws IOException {
    StructType rows =
        new StructType().add("index", DataTypes.LongType).add("value", DataTypes.BinaryType);
    try (RowsWriter writer =
            new RowsWriter(new WritePlan("x", "", rows, "index", "V3000000", false), 0, 1);
        Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      for (long k = 0; k < 2; k++) {
        writer.write(row(k, new byte[3_000_000]));
      }
      String local =
          SparkEnv.get().blockManager().diskBlockManager().localDirs()[0].getCanonicalPath();
      assertThat(open.map(WriteTest::link)).anyMatch(file -> file.startsWith(local));
    }
  }

  private static String link(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      return "closed meanwhile";
    }
  }

  private static InternalRow row(Object... values) {
    return InternalRow.fromSeq(CollectionConverters.asScala(List.of(values)).toSeq());
  }

  @Test
  void whatAnAttemptThatDiedHasWrittenIsWrittenAgain() throws IOException {
    Path working = Files.createFile(folder.resolve("x.npy"));
    WritePlan plan = numbers(working);
    for (long value : new long[] {1, 2}) {
      try (RowsWriter writer = new RowsWriter(plan, 0, value)) {
        for (long k = 0; k < 3; k++) {
          writer.write(row(k, value));
        }
        var _ = writer.commit();
      }
    }
    Files.write(
        working, new RowLayout("'<i8'", List.of(), false).header(3), StandardOpenOption.WRITE);
    assertThat(numpy("a.tolist()")).isEqualTo("[2, 2, 2]");
  }
}
