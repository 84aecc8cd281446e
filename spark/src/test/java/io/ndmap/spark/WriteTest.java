package io.ndmap.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.spark.column.NpySourceException;
import io.ndmap.testing.Numpy;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.SerializerInstance;
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

  /// A thousand rows of four tasks, sorted by their id.
  private static Dataset<Row> rows(String... columns) {
    return Session.spark().range(0, 1000, 1, 4).selectExpr(columns);
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
            .range(0, 3000, 1, 2)
            .selectExpr("id AS index", "transform(sequence(1, 1000), k -> k * id) AS value");
    save(npy(rows).option("shuffle", "false"));
    assertThat(numpy("(a.shape, bool((a == np.arange(1, 1001) * np.arange(3000)[:, None]).all()))"))
        .isEqualTo("((3000, 1000), True)");
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
          id                          | <f2 | [0.0, 999.0]
          id / 3                      | <f4 | [0.0, 333.0]
          cast(id AS string)          | S3  | [b'0', b'999']
          cast(cast(id % 10 AS string) AS binary) | V1 | [b'0', b'9']
          cast(id AS decimal(20,0)) + 18446744073709550000 | <u8 | [18446744073709550000, 18446744073709550999]
          """)
  void aDtypeCanBeAskedFor(String value, String dtype, String expected) {
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
        .isInstanceOf(NpySourceException.class)
        .hasMessageContaining("x.npy: the file exists; write with the mode overwrite, append or");
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
    assertThat(numpy("(a.shape, a[9:11, 0].tolist())")).isEqualTo("((20, 1), [9, 0])");
    save(
        npy(rows("id AS index", "array(id) AS value").where("index BETWEEN 20 AND 29"))
            .mode("append"));
    assertThat(numpy("(a.shape, a[19:21, 0].tolist())")).isEqualTo("((30, 1), [9, 20])");
    assertThatThrownBy(() -> save(npy(rows("id AS index", "id AS value")).mode("append")))
        .hasStackTraceContaining("x.npy");
    assertThat(numpy("a.shape")).isEqualTo("(30, 1)");
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          id + 1                     | id      |        | expected each index once from 0 on, found none for 0
          if(id < 500, id, id + 1)   | id      |        | expected each index once from 0 on, found none for 500
          if(id = 500, 499, id)      | id      |        | expected each index once, found 499 twice
          id - 1                     | id      |        | the column index of a row is -1, expected 0 or more
          if(id = 5, null, id)       | id      |        | the column index of a row is null
          id                         | if(id = 7, null, id) | | the row with index 7: 'value' is null
          id                         | if(id = 128, 128, 0) | dtype=i1 | the row with index 128: 'value' is 128, which dtype |i1 cannot hold
          id                         | if(id = 100, '100', '1') | dtype=U2 | the row with index 100: a text or bytes of 3 characters, the dtype holds 2
          id                         | sequence(0, id) | | the row with index
          id                         | cast(id AS string) | | column 'value': no dtype is known for string; set one with the option dtype
          id                         | named_struct('real', if(id = 3, null, 1D), 'imag', 2D) | | the row with index 3: 'value.real' is null
          id                         | named_struct('a', id) | dtype=[('a', '<i8'), ('b', '<i8')] | column 'value': the dtype has the fields [a, b], the values have [a]
          id                         | if(id = 9, 9223372036854775807, id) | dtype=f2 | the row with index 9: 'value' is 9223372036854775807, which dtype <f2 cannot hold
          id                         | id      | dtype=x9 | x.npy: the option dtype=x9:
          id                         | id      | shape=999 | the rows are an array of shape (1000,), the option shape says (999,)
          id                         | id      | order=K | the option order is C or F, found K
          cast(id AS string)         | id      |        | expected a column index of bigint or int
          """)
  void whatIsNoArrayIsSaidAndNothingIsWritten(
      String index, String value, @Nullable String option, String message) {
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
  void whatATaskHasWrittenIsToldByKryoToo() {
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
  void rowsBeyondMemoryGoToSparksLocalDisks() throws IOException {
    StructType rows =
        new StructType().add("index", DataTypes.LongType).add("value", DataTypes.BinaryType);
    try (RowsWriter writer =
            new RowsWriter(new WritePlan("x", "", rows, "index", "V3000000", false), 0);
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
    WritePlan plan =
        new WritePlan(
            "x",
            working.toString(),
            rows("id AS index", "id AS value").schema(),
            "index",
            "",
            false);
    for (long value : new long[] {1, 2}) {
      try (RowsWriter writer = new RowsWriter(plan, 0)) {
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
