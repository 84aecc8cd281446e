package io.ndmap.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.spark.column.NpySourceException;
import io.ndmap.testing.Python;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Several arrays of one length side by side: each is a column.
class ColumnsTest {

  @TempDir private static Path folder;

  @BeforeAll
  static void save() {
    Session.spark()
        .sparkContext()
        .hadoopConfiguration()
        .set("fs.slow.impl", SlowFileSystem.class.getName());
    Python.run(
        """
        import os
        os.chdir(argv[0])
        x = np.arange(50_000)
        y = np.stack([x * 0.5, -x], axis=1).astype('>f4')
        z = np.zeros(50_000, dtype=[('a', 'u1'), ('b', 'U3')])
        z['a'] = x % 256
        z['b'] = 'é'
        np.savez('all.npz', x=x, y=y, z=z, short=np.arange(3), **{'a,b': x})
        np.savez('two.npz', x=x, y=y)
        np.savez_compressed('small.npz', x=x, y=y, z=z)
        os.mkdir('folder')
        np.save('folder/x.npy', x)
        np.save('folder/y.npy', np.asfortranarray(y))
        np.save('folder/z.npy', z)
        """,
        folder);
  }

  private static Dataset<Row> columns(String columns, String... names) {
    String[] paths = new String[names.length];
    for (int k = 0; k < names.length; k++) {
      paths[k] =
          names[k].startsWith("slow:")
              ? "slow:" + folder + names[k].substring(5)
              : folder + "/" + names[k];
    }
    return Session.npy().option("columns", columns).load(paths);
  }

  @ParameterizedTest
  @ValueSource(strings = {"all.npz", "small.npz", "folder", "slow:/folder"})
  void membersAndFilesAreColumns(String name) {
    Dataset<Row> rows = columns("z, x,y", name);
    assertThat(rows.schema().simpleString())
        .isEqualTo("struct<index:bigint,z:struct<a:smallint,b:string>,x:bigint,y:array<float>>");
    assertThat(rows.where("index IN (7, 49999)").toJSON().collectAsList())
        .containsExactly(
            "{\"index\":7,\"z\":{\"a\":7,\"b\":\"é\"},\"x\":7,\"y\":[3.5,-7.0]}",
            "{\"index\":49999,\"z\":{\"a\":79,\"b\":\"é\"},\"x\":49999,\"y\":[24999.5,-49999.0]}");
  }

  /// No rows are brought together: they lie side by side.
  @Test
  void nothingIsShuffledAndOnlyWhatIsNeededIsOpened() {
    Dataset<Row> rows = columns("x,y,z", "all.npz");
    assertThat(rows.where("x > 3").queryExecution().executedPlan().toString())
        .doesNotContain("Exchange", "Join");
    RowSlice slice = slice(rows.select("y"));
    assertThat(slice.parts()).map(RowSlice::column).containsExactly("y");
    assertThat(slice(rows.select("index")).parts()).isEmpty();
    assertThat(PushDownTest.scan(rows.select("y", "x")).estimateStatistics().sizeInBytes())
        .hasValue(50_000L * (8 + 8 + 8));
    assertThat(
            rows.selectExpr("sum(x + y[1])", "sum(z.a)", "count_if(x = index)")
                .first()
                .mkString(" "))
        .isEqualTo("0.0 6367960 50000");
    // Inflated members are not cut in the middle; members that are not read do not count.
    Dataset<Row> small = columns("x,y", "small.npz");
    assertThat(PushDownTest.scan(small).ranges().getFirst().file().isSplittable()).isFalse();
    assertThat(PushDownTest.scan(small.select("index")).ranges().getFirst().file().isSplittable())
        .isTrue();
  }

  private static RowSlice slice(Dataset<Row> rows) {
    return ((NpyPartition) PushDownTest.scan(rows).planInputPartitions()[0]).slices().getFirst();
  }

  @Test
  void allOfThemAreAStarAndNamesMayHaveCommas() {
    assertThat(columns("*", "two.npz").columns()).containsExactly("index", "x", "y");
    assertThat(columns("*", "folder").columns()).containsExactly("index", "x", "y", "z");
    assertThat(columns("[\"a,b\", \"x.npy\"]", "all.npz").columns())
        .containsExactly("index", "a,b", "x");
  }

  @Test
  void severalArchivesAreOneTable() {
    Dataset<Row> rows = columns("x,y", "two.npz", "all.npz").where("index = 2");
    assertThat(
            rows.selectExpr("x", "y", "_metadata.file_name", "_metadata.member")
                .orderBy("file_name")
                .toJSON()
                .collectAsList())
        .containsExactly(
            "{\"x\":2,\"y\":[1.0,-2.0],\"file_name\":\"all.npz\",\"member\":\"\"}",
            "{\"x\":2,\"y\":[1.0,-2.0],\"file_name\":\"two.npz\",\"member\":\"\"}");
  }

  /// The recipe of docs/spark.md, to which the error leads.
  @Test
  void rowsOfSeveralArraysAreNumberedAnew() {
    Path whole = folder.resolve("whole.npy");
    Python.run(
        """
        import os
        os.mkdir(argv[0] + '/shards')
        for k in range(3):
            np.save(f'{argv[0]}/shards/{k}.npy', np.arange(k + 2) + 10 * k)
        """,
        folder);
    Dataset<Row> shards =
        Session.read(folder.resolve("shards")).select("*", "_metadata.file_path").coalesce(1);
    assertThatThrownBy(
            () ->
                shards
                    .drop("file_path")
                    .write()
                    .format("npy")
                    .option("shuffle", false)
                    .save(whole.toString()))
        .hasStackTraceContaining("expected each index once, found 0 twice")
        .hasStackTraceContaining("number them anew, as docs/spark.md shows under \"One array from");
    Dataset<Row> first =
        shards
            .groupBy("file_path")
            .count()
            .selectExpr("file_path", "sum(count) OVER (ORDER BY file_path) - count AS first");
    shards
        .join(functions.broadcast(first), "file_path")
        .selectExpr("first + index AS index", "value")
        .write()
        .format("npy")
        .option("shuffle", false)
        .save(whole.toString());
    assertThat(Python.run("print(np.load(argv[0]).tolist())", whole))
        .isEqualTo("[0, 1, 10, 11, 12, 20, 21, 22, 23]\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          all.npz    | x,short | all.npz::short: the option columns needs arrays of one length, found 3 rows, and 50000 in
          all.npz    | x,w     | all.npz: there is no member 'w', there are [x, y, z, short, a,b]
          all.npz::x | x       | all.npz::x: a member is given, and the option columns
          folder/x.npy | x     | x.npy: this is one array, expected an archive or a folder for the option columns
          all.npz    | ["x"    | the option columns is no JSON list of texts: ["x"
          slow:/all.npz | x    | members of archives are read from local and shared file systems
          """)
  void whatAreNoColumnsIsSaid(String name, String columns, String message) {
    assertThatThrownBy(() -> columns(columns, name))
        .isInstanceOfAny(NpySourceException.class, java.util.NoSuchElementException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aColumnThatIsMissingOrThereTwiceIsSaid() {
    assertThatThrownBy(() -> columns("x,w", "folder"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageStartingWith("[PATH_NOT_FOUND]")
        .hasMessageContaining("folder/w.npy");
    assertThatThrownBy(() -> columns("x,x", "all.npz"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageStartingWith("[COLUMN_ALREADY_EXISTS]");
  }

  @Test
  void aFileThatIsReplacedMeanwhileIsAnError() throws Exception {
    Path other = Files.createDirectory(folder.resolve("other"));
    Python.run("np.save(argv[0] + '/x.npy', np.arange(3))", other);
    Python.run("np.save(argv[0] + '/y.npy', np.arange(3))", other);
    Dataset<Row> rows = Session.npy().option("columns", "*").load(other.toString());
    RowSlice slice = slice(rows.select("x", "y"));
    Python.run("np.save(argv[0] + '/z.npy', np.arange(3.0))", other);
    Files.move(
        other.resolve("z.npy"),
        other.resolve("y.npy"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    Files.write(other.resolve("x.npy"), new byte[1], StandardOpenOption.APPEND);
    try (BatchReader reader =
        new BatchReader(
            java.util.List.of(slice),
            rows.schema(),
            NpyOptions.ofRead(org.apache.spark.sql.util.CaseInsensitiveStringMap.empty()).reading(),
            Session.spark().sparkContext().hadoopConfiguration())) {
      assertThatThrownBy(reader::next)
          .isInstanceOf(NpySourceException.class)
          .hasMessageContaining("y.npy: the file was changed after the query was planned");
    }
  }
}
