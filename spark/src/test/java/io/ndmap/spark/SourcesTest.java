package io.ndmap.spark;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.NpyFile;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.op.MappingFaultException;
import io.ndmap.spark.column.NpySourceException;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Where arrays come from: files, folders, wildcards, archives, file systems that only Hadoop
/// knows.
class SourcesTest {

  @TempDir private static Path folder;

  @BeforeAll
  static void save() {
    Python.run(
        """
        import os, zipfile
        os.chdir(argv[0])
        os.mkdir('many')
        for k in range(3):
            np.save(f'many/{k}.npy', np.arange(3) + 10 * k)
        np.save('many/_hidden.npy', np.zeros(1))
        open('many/.0.npy.query.tmp', 'w').close()
        for name in ['_temporary', '.trash', 'a', 'a/b', 'a/_c']:
            os.makedirs('deep/' + name)
            np.save('deep/' + name + '/x.npy', np.array([len(name)]))
        np.save('deep/a/y.npy', np.array([9]))
        os.mkdir('odd')
        np.save('odd/a:b{1}[2]*.npy', np.arange(2))
        np.save('metadata.npy', np.zeros(2, dtype=[('_metadata', 'i4')]))
        np.save('c.npy', np.arange(24, dtype='>i4').reshape(4, 3, 2))
        np.save('f.npy', np.asfortranarray(np.arange(24, dtype='<i4').reshape(4, 3, 2)))
        np.save('large.npy', np.arange(3_000_000, dtype='>f8').reshape(3000, 1000))
        np.savez('stored.npz', a=np.arange(4), b=np.ones(2))
        np.savez_compressed('deflated.npz', a=np.arange(100_000))
        for name, method in ('bzip2', zipfile.ZIP_BZIP2), ('lzma', zipfile.ZIP_LZMA):
            with zipfile.ZipFile(name + '.npz', 'w', method) as archive:
                archive.write('c.npy', 'a.npy')
        np.save('scalar.npy', np.float64(2.5))
        np.save('none.npy', np.zeros((0, 3)))
        np.save('index.npy', np.zeros(2, dtype=[('Index', 'i4'), ('x', 'i4')]))
        """,
        folder);
    hadoop().set("fs.slow.impl", SlowFileSystem.class.getName());
  }

  private static DataFrameReader npy() {
    return Session.npy();
  }

  private static String path(String name) {
    return folder.resolve(name).toString();
  }

  private static String json(Dataset<Row> rows) {
    return String.join(" ", rows.toJSON().collectAsList()).replace("\"", "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"many", "many/[0-2].npy"})
  void foldersAndWildcardsAreFilesInOrder(String name) {
    requireFilesInOrder(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"many/*", "many/{0,1,2}.npy"})
  @Tag("slow")
  void otherWildcardsAreFilesInOrder(String name) {
    requireFilesInOrder(name);
  }

  private static void requireFilesInOrder(String name) {
    Dataset<Row> rows = npy().load(path(name));
    assertThat(json(rows.orderBy("_metadata.file_name", "index").select("index", "value")))
        .isEqualTo(
            "{index:0,value:0} {index:1,value:1} {index:2,value:2} {index:0,value:10}"
                + " {index:1,value:11} {index:2,value:12} {index:0,value:20} {index:1,value:21}"
                + " {index:2,value:22}");
  }

  @Test
  void aNameMayHaveTheCharactersOfWildcards() {
    assertThat(json(npy().load(path("odd/a:b{1}[2]*.npy")).where("value = 1")))
        .isEqualTo("{index:1,value:1}");
    assertThat(npy().load(path("odd")).count()).isEqualTo(2);
    assertThat(npy().load(path("many/_*.npy")).count()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "deep/*/x.npy, a/x.npy",
    "deep/_*/x.npy, _temporary/x.npy",
    "deep/*/*/*.npy, a/b/x.npy",
    "deep/*, a/x.npy a/y.npy"
  })
  void foldersWithHiddenNamesAreLeftOut(String name, String expected) {
    for (String scheme : new String[] {"", "slow:"}) {
      assertThat(names(npy().load(scheme + path(name)))).isEqualTo(expected);
    }
  }

  private static String names(Dataset<Row> rows) {
    return PushDownTest.scan(rows).ranges().stream()
        .map(each -> each.file().path().toUri().getPath().replace(path("deep") + "/", ""))
        .collect(Collectors.joining(" "));
  }

  @Test
  void filesAreChosenAsOfSparksOwnSources() {
    DataFrameReader all = npy().option("recursiveFileLookup", true);
    assertThat(names(all.load(path("deep")))).isEqualTo("a/b/x.npy a/x.npy a/y.npy");
    assertThat(names(all.option("pathGlobFilter", "[y-z]*").load(path("deep"))))
        .isEqualTo("a/y.npy");
    DataFrameReader recent =
        npy()
            .option("modifiedAfter", "2020-01-01T00:00:00")
            .option("modifiedBefore", "3000-01-01T00:00:00");
    assertThat(names(recent.load(path("deep/a/*.npy")))).isNotEmpty();
    assertThat(names(npy().option("pathGlobFilter", "y*").load(path("deep/a/*.npy"))))
        .isEqualTo("a/y.npy");
  }

  @Test
  void severalPathsAreOneTable() {
    Dataset<Row> rows = npy().load(path("many/2.npy"), path("many/0.npy"));
    assertThat(rows.where("index = 1").select("value").collectAsList())
        .map(row -> row.getLong(0))
        .containsExactlyInAnyOrder(21L, 1L);
  }

  @Test
  void aHiddenColumnTellsTheFile() {
    Row row =
        npy()
            .load(path("stored.npz::a"))
            .where("value = 3")
            .selectExpr("_metadata.file_name", "_metadata.member", "_metadata.file_path")
            .first();
    assertThat(row.mkString(" ")).startsWith("stored.npz a file:").endsWith("/stored.npz");
    assertThat(npy().load(path("c.npy")).columns()).containsExactly("index", "value");
  }

  @Test
  void membersOfArchivesAreArrays() {
    assertThat(npy().load(path("stored.npz::a")).selectExpr("sum(value)").first().getLong(0))
        .isEqualTo(6);
    assertThat(npy().option("member", "b").load(path("stored.npz")).count()).isEqualTo(2);
    // By libraries that Spark brings.
    for (String archive : new String[] {"bzip2.npz::a", "lzma.npz::a"}) {
      assertThat(npy().load(path(archive)).count()).isEqualTo(4);
    }
    Dataset<Row> deflated = npy().option("maxPartitionBytes", "64k").load(path("deflated.npz::a"));
    assertThat(deflated.rdd().getNumPartitions()).isEqualTo(1);
    assertThat(deflated.where("index < 50000 OR index > 50001").rdd().getNumPartitions())
        .isEqualTo(1);
    assertThat(deflated.where("index >= 99990").selectExpr("sum(value)").first().getLong(0))
        .isEqualTo(999_945);
    assertThat(
            npy()
                .option("maxPartitionBytes", "64k")
                .load(path("deflated.npz::a"))
                .selectExpr("sum(value)")
                .first()
                .getLong(0))
        .isEqualTo(4_999_950_000L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0  | {index:1,value:[[6,7],[8,9],[10,11]]}
          1  | {index:1,value:[[2,3],[8,9],[14,15],[20,21]]}
          -1 | {index:1,value:[[1,3,5],[7,9,11],[13,15,17],[19,21,23]]}
          """)
  void rowsLieAlongTheAxis(String axis, String expected) {
    requireRows(axis, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -3 | {index:1,value:[[6,7],[8,9],[10,11]]}
          2  | {index:1,value:[[1,3,5],[7,9,11],[13,15,17],[19,21,23]]}
          """)
  @Tag("slow")
  void rowsLieAlongTheAxisCountedFromEitherEnd(String axis, String expected) {
    requireRows(axis, expected);
  }

  private static void requireRows(String axis, String expected) {
    for (String file : new String[] {"c.npy", "f.npy"}) {
      for (String scheme : new String[] {"", "slow:"}) {
        for (String inPlace : new String[] {"false", "true"}) {
          Dataset<Row> rows =
              npy().option("axis", axis).option("inPlace", inPlace).load(scheme + path(file));
          assertThat(json(rows.where("index = 1"))).as(scheme + file).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void aLargeArrayIsReadByRanges() {
    Dataset<Row> rows = npy().load("slow:" + path("large.npy"));
    assertThat(rows.selectExpr("sum(value[0])", "sum(value[999])").first().mkString(" "))
        .isEqualTo("4.4985E9 4.501497E9");
    assertThat(rows.where("index = 2999").selectExpr("value[999]").first().getDouble(0))
        .isEqualTo(2_999_999.0);
    assertThat(npy().load("slow:" + path("many")).count()).isEqualTo(9);
  }

  @Test
  void noMoreIsReadThanIsAskedForAndFilesAreOpenedOnce() throws IOException {
    Path large = folder.resolve("large.npy");
    StructType columns = npy().load("slow:" + large).schema();
    ReadOptions options = new NpyOptions(CaseInsensitiveStringMap.empty()).reading();
    List<RowSlice> slices = new ArrayList<>();
    for (int k : new int[] {7, 1000, 2000}) {
      slices.add(Session.slice(new org.apache.hadoop.fs.Path("slow:" + large), k, k + 1));
    }
    SlowFileSystem.OPENED.set(0);
    SlowFileSystem.READ.set(0);
    try (BatchReader reader = new BatchReader(slices, columns, options, hadoop())) {
      for (int k : new int[] {7, 1000, 2000}) {
        assertThat(reader.next()).isTrue();
        assertThat(reader.get().getRow(0).getArray(1).getDouble(999)).isEqualTo(k * 1000.0 + 999);
      }
      assertThat(reader.next()).isFalse();
    }
    assertThat(SlowFileSystem.OPENED).hasValue(1);
    assertThat(SlowFileSystem.READ.get()).isLessThan(4 * 8000);
  }

  private static Configuration hadoop() {
    return Session.spark().sparkContext().hadoopConfiguration();
  }

  @Test
  void aRowBeyondTheMemoryOfAnArrayIsRefused() throws IOException {
    Path file = folder.resolve("wide.npy");
    byte[] header = NpyHeaderCodec.encode(DType.FLOAT64, Order.C, Shape.of(1, 300_000_000));
    Files.write(file, header);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      // A hole, but for the last byte.
      channel.write(ByteBuffer.allocate(1), header.length + 2_400_000_000L - 1);
    }
    var path = new org.apache.hadoop.fs.Path("slow:" + file);
    FileStatus status = path.getFileSystem(hadoop()).getFileStatus(path);
    try (RangedRows rows = RangedRows.open(status, hadoop(), 0)) {
      assertThatThrownBy(() -> rows.rows(0, 1, 1))
          .isInstanceOf(NpySourceException.class)
          .hasMessageContaining("wide.npy: a row has 2400000000 bytes, expected less than 2 GiB");
    }
  }

  @Test
  void aFileThatIsShorterThanItsStatusIsAnError() {
    Python.run(
        """
        np.save(argv[0] + '/short.npy', np.arange(1000.0))
        np.save(argv[0] + '/short_f.npy', np.zeros((500, 2), order='F'))
        for name in ['short', 'short_f']:
            open(argv[0] + '/' + name + '.npy', 'r+b').truncate(4128)
        """,
        folder);
    SlowFileSystem.claimed = 4000;
    try {
      Dataset<Row> rows = npy().load("slow:" + path("short.npy"));
      assertThatThrownBy(() -> rows.selectExpr("sum(value)").collectAsList())
          .hasStackTraceContaining(
              "short.npy: byte 128: the file's range of rows ends early: expected 8000 bytes, found"
                  + " 4000");
      Dataset<Row> runs = npy().load("slow:" + path("short_f.npy"));
      assertThatThrownBy(() -> runs.where("index >= 7").collectAsList())
          .hasStackTraceContaining(
              "short_f.npy: the file ends before the rows from 7 on are complete");
    } finally {
      SlowFileSystem.claimed = 0;
    }
    assertThatThrownBy(() -> npy().load("slow:" + path("short.npy")))
        .hasMessageContaining("short.npy: byte 128: the data of shape (1000,) ends early");
  }

  /// Another job replaces a file between planning and a task, or appends to it.
  @ParameterizedTest
  @ValueSource(strings = {"", "slow:"})
  void aFileThatWasReplacedMeanwhileIsAnErrorAndAGrownOneIsNot(String scheme) throws IOException {
    Path file =
        Files.copy(folder.resolve("many/0.npy"), folder.resolve("now.npy"), REPLACE_EXISTING);
    var path = new org.apache.hadoop.fs.Path(scheme + file);
    StructType columns = npy().load(path.toString()).schema();
    RowSlice planned = Session.slice(path, 0, 3);
    assertThat(values(planned, columns)).containsExactly(0L, 1L, 2L);
    Files.write(file, new byte[8], StandardOpenOption.APPEND);
    assertThat(values(planned, columns)).containsExactly(0L, 1L, 2L);
    Path other = Files.copy(folder.resolve("many/1.npy"), folder.resolve("new.npy"));
    Files.setLastModifiedTime(other, FileTime.fromMillis(planned.modified() + 1000));
    Files.move(other, file, REPLACE_EXISTING);
    assertThatThrownBy(() -> values(planned, columns))
        .isInstanceOf(NpySourceException.class)
        .hasMessageContaining(
            "now.npy: the file was replaced after the query was planned: expected")
        .hasMessageContaining("152 bytes of ");
    Python.run("np.save(argv[0] + '/now.npy', np.zeros(3, 'f4'))", folder);
    assertThatThrownBy(() -> values(planned, columns))
        .hasMessageContaining("expected a column value of bigint, found struct<value:float>");
    Files.delete(file);
    assertThatThrownBy(() -> values(planned, columns))
        .hasMessageContaining(scheme.isEmpty() ? "now.npy: no such file; the driver" : "now.npy");
  }

  /// Some object stores tell milliseconds when they list, and seconds when they are asked.
  @Test
  void theTimeOfAnObjectIsThatOfItsSecond() {
    var path = new org.apache.hadoop.fs.Path("s3a://bucket/x.npy");
    FileVersion listed = FileVersion.of(new FileStatus(9, false, 1, 1, 5_999, path));
    assertThat(listed.isIn(FileVersion.of(new FileStatus(9, false, 1, 1, 5_000, path)))).isTrue();
    assertThat(listed.isIn(FileVersion.of(new FileStatus(9, false, 1, 1, 6_000, path)))).isFalse();
  }

  private static List<Long> values(RowSlice slice, StructType columns) throws IOException {
    List<Long> values = new ArrayList<>();
    ReadOptions options = new NpyOptions(CaseInsensitiveStringMap.empty()).reading();
    try (BatchReader reader = new BatchReader(List.of(slice), columns, options, hadoop())) {
      while (reader.next()) {
        reader.get().rowIterator().forEachRemaining(row -> values.add(row.getLong(1)));
      }
    }
    return values;
  }

  /// The error that is told is that of the mapping, whatever became of the file.
  @Test
  void aFileThatIsCutAndDeletedUnderATaskIsAnError() throws IOException {
    Path file = folder.resolve("cut.npy");
    Files.copy(folder.resolve("large.npy"), file);
    StructType columns = npy().load(file.toString()).schema();
    ReadOptions options = new NpyOptions(CaseInsensitiveStringMap.empty()).reading();
    RowSlice slice = Session.slice(file, 0, 3000);
    try (BatchReader reader = new BatchReader(List.of(slice), columns, options, hadoop())) {
      assertThat(reader.next()).isTrue();
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(4096);
      }
      Files.delete(file);
      assertThatThrownBy(
              () -> {
                while (reader.next()) {
                  assertThat(reader.get().numRows()).isPositive();
                }
              })
          .isInstanceOf(MappingFaultException.class)
          .hasMessageStartingWith(file.toString())
          .rootCause()
          .hasMessageContaining("the file cannot be found any more: no such file");
    }
  }

  @Test
  void batchesAreAsLargeAsWhatIsAskedFor() throws IOException {
    Path file = folder.resolve("structs.npy");
    try (NpyFile array =
        NpyFile.create(
            file, DType.parse("[('a', '<f8'), ('b', 'V65528')]"), Shape.of(300), Order.C)) {
      assertThat(array.shape()).isEqualTo(Shape.of(300));
    }
    StructType index = new StructType().add("index", DataTypes.LongType, false);
    StructType numbers = index.add("a", DataTypes.DoubleType, false);
    StructType all = numbers.add("b", DataTypes.BinaryType, false);
    assertThat(firstBatch("", file, numbers)).isEqualTo(300);
    assertThat(firstBatch("", file, all)).isEqualTo(16);
    // Whole rows are fetched from file systems that only Hadoop knows.
    assertThat(firstBatch("slow:", file, numbers)).isEqualTo(16);
    // Indices are in no memory at all, but tasks can be ended between batches.
    ReadOptions few =
        new NpyOptions(new CaseInsensitiveStringMap(Map.of("batchRows", "7"))).reading();
    RowSlice slice = Session.slice(file, 0, 300);
    try (BatchReader reader = new BatchReader(List.of(slice), index, few, hadoop())) {
      assertThat(reader.next()).isTrue();
      assertThat(reader.get().numRows()).isEqualTo(7);
    }
  }

  private static int firstBatch(String scheme, Path file, StructType columns) throws IOException {
    ReadOptions options = new NpyOptions(CaseInsensitiveStringMap.empty()).reading();
    RowSlice slice = Session.slice(new org.apache.hadoop.fs.Path(scheme + file), 0, 300);
    try (BatchReader reader = new BatchReader(List.of(slice), columns, options, hadoop())) {
      assertThat(reader.next()).isTrue();
      return reader.get().numRows();
    }
  }

  @Test
  void aScalarIsARowAndNothingIsNone() {
    for (String scheme : new String[] {"", "slow:"}) {
      assertThat(json(npy().load(scheme + path("scalar.npy")))).isEqualTo("{index:0,value:2.5}");
    }
    assertThat(npy().load(path("none.npy")).collectAsList()).isEmpty();
    assertThat(npy().load(path("none.npy")).schema().simpleString())
        .isEqualTo("struct<index:bigint,value:array<double>>");
  }

  @Test
  void sqlKnowsViewsAndTables() {
    SparkSession spark = Session.spark();
    String file = path("many/0.npy");
    spark.sql("CREATE OR REPLACE TEMPORARY VIEW v USING npy OPTIONS (path '" + file + "')");
    spark.sql("CREATE TABLE t USING npy LOCATION '" + file + "'");
    for (String name : new String[] {"v", "t"}) {
      assertThat(
              spark.sql("SELECT sum(value) FROM " + name + " WHERE index > 0").first().getLong(0))
          .isEqualTo(3);
    }
    spark.sql("DROP TABLE t");
    assertThat(Path.of(file)).exists();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT * FROM npy.`%s`                                | Unsupported data source type for direct query on files: npy
          INSERT INTO v SELECT id, id FROM range(3)             | does not support append in batch mode
          INSERT OVERWRITE DIRECTORY '%s' USING npy SELECT 1 AS index, 2 AS value | FileFormat
          """)
  void sqlDoesNotWriteNorTakeAPathForATable(String sql, String message) {
    String file = path("many/0.npy");
    Session.spark()
        .sql("CREATE OR REPLACE TEMPORARY VIEW v USING npy OPTIONS (path '" + file + "')");
    assertThatThrownBy(() -> Session.spark().sql(sql.formatted(file)))
        .hasMessageContaining(message);
  }

  @Test
  void streamsAreRefused() {
    assertThatThrownBy(() -> Session.spark().readStream().format("npy").load(path("many")))
        .hasMessage("Data source npy does not support streamed reading.");
    Dataset<Row> stream = Session.spark().readStream().format("rate").load();
    assertThatThrownBy(() -> stream.writeStream().format("npy").start(path("stream.npy")))
        .hasMessageContaining("npy does not support streamed writing");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          missing.npy   |               | /missing.npy. SQLSTATE
          .             |               | there are no .npy files in this folder
          stored.npz    |               | stored.npz: an archive has several arrays; name one as stored.npz::member
          stored.npz::c |               | stored.npz: there is no member 'c', there are [a, b]
          c.npy         | axis=3        | c.npy: the option axis=3 names no axis of shape (4, 3, 2)
          c.npy         | axis=x        | the option axis is an integer, found x
          c.npy         | batchRows=0   | the option batchRows is an integer above 0, found 0
          c.npy         | inexact=maybe | the option inexact is error, nearest or binary, found maybe
          c.npy         | maxPartitionBytes=-1 | the option maxPartitionBytes is a size such as 64m, found -1
          many          | member=a      | many: this is a folder, expected an archive for the option member=a
          many          | pathGlobFilter=x* | many: no file is one that the options pathGlobFilter, modifiedBefore and modifiedAfter ask for
          c.npy         | modifiedBefore=2020-01-01T00:00:00 | c.npy: no file is one that the options
          c.npy         | modifiedAfter=3000-01-01T00:00:00  | c.npy: no file is one that the options
          c.npy         | modifiedAfter=now | modifiedafter
          index.npy     |               | index.npy: the array has a field 'Index', as the column with the index
          metadata.npy  |               | metadata.npy: the array has a field '_metadata', as the hidden column
          """)
  void whatCannotBeReadIsSaid(String name, @Nullable String option, String message) {
    DataFrameReader reader = npy();
    if (option != null) {
      reader.option(option.replaceFirst("=.*", ""), option.replaceFirst(".*=", ""));
    }
    String place = name.equals(".") ? folder.resolve("empty").toString() : path(name);
    if (name.equals(".")) {
      assertThat(folder.resolve("empty").toFile().mkdir()).isTrue();
    }
    assertThatThrownBy(() -> reader.load(place).rdd().getNumPartitions())
        .hasMessageContaining(message);
  }

  @Test
  void arraysOfOtherColumnsAreAnotherTable() {
    assertThatThrownBy(() -> npy().load(path("many/0.npy"), path("c.npy")))
        .isInstanceOf(NpySourceException.class)
        .hasMessageContaining(
            "c.npy: its rows are struct<index:bigint,value:array<array<int>>>, those of ")
        .hasMessageContaining("0.npy are struct<index:bigint,value:bigint>");
    assertThatThrownBy(
            () -> npy().schema("index BIGINT, value INT").load(path("c.npy")).collectAsList())
        .hasMessageContaining("a schema follows from the files");
    assertThat(npy().schema("index BIGINT, value BIGINT").load(path("many/0.npy")).count())
        .isEqualTo(3);
    assertThat(npy().option("indexColumn", "row").load(path("index.npy")).columns())
        .containsExactly("row", "Index", "x");
    assertThatThrownBy(() -> npy().load("slow:" + path("stored.npz::a")))
        .hasMessageContaining("members of archives are read from local and shared file systems");
  }
}
