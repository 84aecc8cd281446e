package io.ndmap.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.spark.column.NpySourceException;
import io.ndmap.spark.option.ArrayPath;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SaveMode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests the names of arrays that are read, and of files that are written.
class NamesTest {

  @TempDir private static Path folder;

  @BeforeAll
  static void save() {
    Session.spark()
        .sparkContext()
        .hadoopConfiguration()
        .set("fs.slow.impl", SlowFileSystem.class.getName());
    Python.run(
        """
        import io, os, warnings, zipfile
        os.chdir(argv[0])
        def archive(name, **counts):
            with zipfile.ZipFile(name, 'w') as file:
                for member, count in counts.items():
                    data = io.BytesIO()
                    np.save(data, np.arange(count))
                    file.writestr(member, data.getvalue())
        os.mkdir('run::1')
        archive('run::1/all.npz', **{'x.npy': 1, 'a/b.npy': 2, 'a//b.npy': 3, 'g/.npy': 4,
            '//abs.npy': 5, './b.npy': 6, 'b.npy': 7, 'c.npz::d.npy': 8})
        archive('x.npz::a::b.npz', **{'c.npy': 9, 'd.npy': 9})
        archive('ONE.NPZ', **{'only.npy': 10})
        archive('packed', **{'x.npy': 11, 'y.npy': 0})
        warnings.simplefilter('ignore')
        for name, members in (('twice.npz', 'xx'), ('several.npz', 'xyx')):
            with zipfile.ZipFile(name, 'w') as file:
                for count, member in enumerate(members):
                    data = io.BytesIO()
                    np.save(data, np.arange(20) if member == 'y' or count > 0 else np.arange(1))
                    file.writestr(member + '.npy', data.getvalue())
        np.save(open('all.npz::x', 'wb'), np.arange(12))
        np.save('y.npy', np.arange(13))
        """,
        folder);
  }

  /// Members are found by the rule, and their names are kept byte for byte.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run::1/all.npz::x        | 1
          run::1/all.npz::x.npy    | 1
          run::1/all.npz::a/b      | 2
          run::1/all.npz::a//b     | 3
          run::1/all.npz::g/       | 4
          run::1/all.npz:://abs    | 5
          run::1/all.npz::./b      | 6
          run::1/all.npz::b        | 7
          x.npz::a::b.npz::c       | 9
          ONE.NPZ                  | 10
          ONE.NPZ::only            | 10
          packed::x                | 11
          all.npz::x               | 12
          y.npy                    | 13
          """)
  void aNameIsAFileOrAMember(String name, long rows) {
    assertThat(rows(Session.npy().load(folder.resolve("") + "/" + name))).isEqualTo(rows);
  }

  private static long rows(org.apache.spark.sql.Dataset<org.apache.spark.sql.Row> table) {
    return PushDownTest.scan(table).estimateStatistics().numRows().orElseThrow();
  }

  /// If several members have one name, the last is read, and the others are no arrays.
  @Test
  void membersWhoseNameALaterOneHasAreNotRead() {
    for (String name : new String[] {"twice.npz", "twice.npz::x", "several.npz::x"}) {
      assertThat(rows(Session.npy().load(folder + "/" + name))).as(name).isEqualTo(20);
    }
    assertThatThrownBy(() -> Session.npy().load(folder + "/several.npz"))
        .isInstanceOf(NpySourceException.class)
        .hasMessageEndingWith("of [y, x]");
    for (String columns : new String[] {"*", "y,x"}) {
      var table = Session.npy().option("columns", columns).load(folder + "/several.npz");
      assertThat(table.columns()).containsExactly("index", "y", "x");
      assertThat(rows(table)).isEqualTo(20);
    }
  }

  /// Hadoop's paths drop what a name ends in, which would make an array of another name.
  @ParameterizedTest
  @ValueSource(strings = {"new.npz/", "new.npz//", "all.npz::y/", "new.csv/"})
  void aTargetIsNoOtherWithASlash(String name) {
    String[] there = folder.toFile().list();
    assertThatThrownBy(
            () ->
                Session.spark()
                    .range(3)
                    .selectExpr("id AS index", "id AS value")
                    .write()
                    .format("npy")
                    .mode("overwrite")
                    .save(folder + "/" + name))
        .isInstanceOf(NpySourceException.class)
        .hasMessageStartingWith(folder + "/" + name.replaceFirst("/+$", "") + ": ")
        .hasMessageContaining(name.contains("csv") ? "write that with format(\"csv\")" : ".npy");
    assertThat(folder.toFile().list()).containsExactlyInAnyOrder(there);
  }

  @Test
  void theOptionMemberIsAnyName() {
    assertThat(
            rows(
                Session.npy()
                    .option("member", "c.npz::d")
                    .load(folder.resolve("run::1/all.npz").toString())))
        .isEqualTo(8);
    String uri = folder.resolve("run::1/all.npz").toUri().getPath();
    assertThat(rows(Session.npy().load("file:" + uri + "::a//b"))).isEqualTo(3);
  }

  @Test
  void aRelativeNameMayBeginAsASchemeDoes() {
    assertThat(ArrayPath.path("run::1/all.npz").toUri().getScheme()).isNull();
    assertThat(ArrayPath.path("all.npz::x").getName()).isEqualTo("all.npz::x");
    assertThat(ArrayPath.path("hdfs://host/a::b").toUri().getScheme()).isEqualTo("hdfs");
    assertThat(ArrayPath.parse("a.zip::b", _ -> false)).isEqualTo(new ArrayPath("a.zip", "b"));
    assertThat(ArrayPath.parse("a::b", "a"::equals)).isEqualTo(new ArrayPath("a", "b"));
    assertThat(ArrayPath.parse("a::b", _ -> false)).isEqualTo(new ArrayPath("a::b", ""));
    // An address is not a member: nothing is asked of a part of it.
    assertThatThrownBy(
            () -> Session.spark().range(3).write().format("npy").save("hdfs://[::1]/x.npy"))
        .hasMessageContaining("arrays are written to local and shared file systems only");
  }

  /// Nothing is touched, whatever the mode, and the message says what to do.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          all.npz        | ndmap npz create all.npz x.npy (--append if the archive is there)
          new.npz        | ndmap npz create new.npz x.npy
          all.npz::y     | save y.npy, and then add it to the archive: ndmap npz create all.npz y.npy
          new.csv        | the ending .csv means another format, and the source npy writes .npy files; write that with format("csv"), or name the file
          slow:/new.csv  | write that with format("csv")
          """)
  void aTargetThatIsNoArrayIsRefused(String name, String message) throws IOException {
    requireRefusal(name, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          new.NPZ        | ndmap npz create new.NPZ x.npy
          new.zip        | ndmap npz create new.zip x.npy
          new.npz::a::b  | save a::b.npy, and then add it
          packed::x      | save x.npy, and then add it to the archive: ndmap npz create packed x.npy
          new.Parquet    | write that with format("parquet"), or name the file
          new.json       | write that with format("json")
          new.h5         | the ending .h5 means another format, and the source npy writes .npy files; name the file
          x.npy.gz       | means another format
          hdfs://host/new.npz | ndmap npz create new.npz x.npy
          """)
  @Tag("slow")
  void anotherTargetThatIsNoArrayIsRefused(String name, String message) throws IOException {
    requireRefusal(name, message);
  }

  private static void requireRefusal(String name, String message) throws IOException {
    Path all = folder.resolve("all.npz");
    Files.copy(folder.resolve("ONE.NPZ"), all, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    byte[] before = Files.readAllBytes(all);
    String[] there = folder.toFile().list();
    String target = name.contains(":/") ? name : folder + "/" + name;
    for (SaveMode mode : SaveMode.values()) {
      assertThatThrownBy(
              () ->
                  Session.spark()
                      .range(3)
                      .selectExpr("id AS index", "id AS value")
                      .write()
                      .format("npy")
                      .mode(mode)
                      .save(target))
          .isInstanceOf(NpySourceException.class)
          .hasMessageStartingWith(target)
          .extracting(
              e ->
                  String.valueOf(e.getMessage())
                      .replace(folder + "/", "")
                      .replace("hdfs://host/", ""))
          .asString()
          .contains(message);
    }
    assertThat(Files.readAllBytes(all)).isEqualTo(before);
    assertThat(folder.toFile().list()).containsExactlyInAnyOrder(there);
  }

  /// An archive is one whatever it is called, also behind a link.
  @ParameterizedTest
  @EnumSource(
      value = SaveMode.class,
      names = {"Overwrite", "Append"})
  void anArchiveOfAnyNameIsNotReplaced(SaveMode mode) throws IOException {
    Path link = folder.resolve("link.npy");
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, folder.resolve("ONE.NPZ"));
    for (Path target : new Path[] {link, folder.resolve("packed")}) {
      byte[] before = Files.readAllBytes(target);
      assertThatThrownBy(
              () ->
                  Session.spark()
                      .range(3)
                      .selectExpr("id AS index", "id AS value")
                      .write()
                      .format("npy")
                      .mode(mode)
                      .save(target.toString()))
          .isInstanceOf(NpySourceException.class)
          .hasMessageStartingWith(target + ": the file is an archive: Spark writes one array");
      assertThat(Files.readAllBytes(target)).isEqualTo(before);
    }
  }

  /// An array that has been written is found by the same name.
  @Test
  void anEndingThatMeansNothingIsAnArray() {
    requireArray("v1.2");
  }

  @Test
  @Tag("slow")
  void aNameWithColonsIsAnArray() {
    requireArray("a::b.npy");
  }

  private static void requireArray(String name) {
    String target = folder.resolve("") + "/" + name;
    Session.spark()
        .range(3)
        .selectExpr("id AS index", "id AS value")
        .write()
        .format("npy")
        .option("shuffle", false)
        .mode("overwrite")
        .save(target);
    assertThat(rows(Session.npy().load(target))).isEqualTo(3);
  }

  @Test
  void archivesOnHadoopsFileSystemsAreRefused() {
    for (String name : new String[] {"ONE.NPZ", "ONE.NPZ::only", "packed::x"}) {
      assertThatThrownBy(() -> Session.npy().load("slow:" + folder + "/" + name))
          .isInstanceOf(NpySourceException.class)
          .hasMessage(
              "slow:"
                  + folder
                  + "/"
                  + name
                  + ": members of archives are read from local and shared file systems only;"
                  + " extract them (ndmap npz extract)");
    }
  }
}
