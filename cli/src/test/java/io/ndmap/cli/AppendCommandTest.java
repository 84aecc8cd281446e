package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.grow.NpyAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests `append`: the rows that it appends, and those that it refuses.
class AppendCommandTest {

  @TempDir private Path directory = Path.of("");
  private Path target = Path.of("");
  private Path rows = Path.of("");

  @BeforeEach
  void create() {
    target = directory.resolve("x.npy");
    rows = directory.resolve("y.npy");
    make(target, "i4", "2,3", "1");
    make(rows, ">i4", "1,3", "7");
  }

  private static void make(Path file, String dtype, String shape, String fill) {
    assertThat(Cli.run("create", file, "--dtype", dtype, "--shape", shape, "--fill", fill).err())
        .isEmpty();
  }

  private String values() {
    return Cli.run("get", target, "--json").json().get("values").toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--threads=1", "--durable", "--patience=1"})
  void rowsOfSeveralFiles(String option) {
    assertThat(Cli.run("append", target, rows, target, rows, option))
        .isEqualTo(new Cli(0, target + ": shape (7, 3)\n", ""));
    assertThat(values()).isEqualTo("[[1,1,1],[1,1,1],[7,7,7],[1,1,1],[1,1,1],[7,7,7],[7,7,7]]");
  }

  /// A recorder that was killed: a header with too few rows, and the samples behind it.
  @Test
  void whatFollowsTheDataIsKeptUntilTheUserSaysWhatBecomesOfIt() throws IOException {
    Files.write(target, new byte[25], StandardOpenOption.APPEND);
    byte[] before = Files.readAllBytes(target);
    Path missing = directory.resolve("no.npy");
    assertThat(Cli.run("append", target, missing, "--truncate").err())
        .isEqualTo("ndmap: " + missing + ": no such file\n");
    assertThat(Cli.run("append", target, rows))
        .isEqualTo(
            new Cli(
                1,
                "",
                "ndmap: "
                    + target
                    + ": 25 bytes follow its data, which its header does not count: 2 whole rows"
                    + " and 1 bytes; take the rows (--recover, TrailingBytes.RECOVER) or cut all of"
                    + " them off (--truncate, TrailingBytes.TRUNCATE)\n"));
    assertThat(Cli.run("append", target, rows, "--recover", "--truncate").err())
        .startsWith("ndmap: --recover and --truncate exclude each other\n");
    assertThat(Files.readAllBytes(target)).isEqualTo(before);
    assertThat(Cli.run("append", target, rows, "--recover"))
        .isEqualTo(
            new Cli(
                0,
                target + ": shape (5, 3); recovered before: 2 rows; cut off before: 1 byte\n",
                ""));
    assertThat(values()).isEqualTo("[[1,1,1],[1,1,1],[0,0,0],[0,0,0],[7,7,7]]");
    Files.write(target, before);
    assertThat(Cli.run("append", target, rows, "--truncate"))
        .isEqualTo(new Cli(0, target + ": shape (3, 3); cut off before: 25 bytes\n", ""));
    assertThat(values()).isEqualTo("[[1,1,1],[1,1,1],[7,7,7]]");
  }

  /// Nothing is cut off before something is appended, and the user is told that nothing was.
  @Test
  void withoutRowsNothingIsCutOff() throws IOException {
    Path none = directory.resolve("none.npy");
    assertThat(Cli.run("create", none, "--dtype", "i4", "--shape", "0,3").err()).isEmpty();
    Files.write(target, new byte[25], StandardOpenOption.APPEND);
    byte[] before = Files.readAllBytes(target);
    assertThat(Cli.run("append", target, none, none, "--truncate"))
        .isEqualTo(
            new Cli(
                0,
                target
                    + ": shape (2, 3); no row was appended, so what follows the data stays: 25"
                    + " bytes\n",
                ""));
    assertThat(Files.readAllBytes(target)).isEqualTo(before);
    assertThat(Cli.run("append", target, none, rows, none, "--truncate"))
        .isEqualTo(new Cli(0, target + ": shape (3, 3); cut off before: 25 bytes\n", ""));
    Files.write(target, before);
    assertThat(Cli.run("append", target, none, "--recover"))
        .isEqualTo(
            new Cli(
                0,
                target
                    + ": shape (4, 3); recovered before: 2 rows; no row was appended, so what"
                    + " follows the data stays: 1 byte\n",
                ""));
    assertThat(Files.size(target)).isEqualTo(before.length);
    Path empty = directory.resolve("empty.npy");
    Files.copy(none, empty);
    assertThat(Cli.run("append", empty, none, "--truncate"))
        .isEqualTo(new Cli(0, empty + ": shape (0, 3)\n", ""));
  }

  @Test
  void allFilesAreCheckedBeforeOneIsAppended() {
    Path other = directory.resolve("z.npy");
    make(other, "f8", "1,3", "7");
    assertThat(Cli.run("append", target, rows, other, rows))
        .isEqualTo(
            new Cli(
                1,
                "",
                "ndmap: "
                    + other
                    + ": "
                    + target
                    + ": expected rows of dtype <i4 in any byte order, found <f8; convert them"
                    + " first\n"));
    assertThat(values()).isEqualTo("[[1,1,1],[1,1,1]]");
    Path missing = directory.resolve("no.npy");
    assertThat(Cli.run("append", target, rows, missing).err())
        .isEqualTo("ndmap: " + missing + ": no such file\n");
    assertThat(values()).isEqualTo("[[1,1,1],[1,1,1]]");
    assertThat(Cli.run("append", missing, rows).err())
        .isEqualTo("ndmap: " + missing + ": no such file\n");
  }

  @Test
  void anotherAppenderIsReported() throws IOException {
    try (NpyAppender _ = NpyAppender.open(target)) {
      assertThat(Cli.run("append", target, rows))
          .isEqualTo(
              new Cli(
                  1,
                  "",
                  "ndmap: "
                      + target
                      + ": another appender has had the file for 0 ms, in this process or another;"
                      + " wait longer, or end it\n"));
    }
  }

  @Test
  void theHeaderIsExtendedOnRequest() throws IOException {
    byte[] whole = Files.readAllBytes(target);
    // The header without its blanks.
    int end = 127;
    while (whole[end - 1] == ' ') {
      end--;
    }
    byte[] tight = new byte[end + 1 + 24];
    System.arraycopy(whole, 0, tight, 0, end);
    tight[8] = (byte) (end - 9);
    tight[end] = '\n';
    System.arraycopy(whole, 128, tight, end + 1, 24);
    Files.write(target, tight);
    byte[] before = Files.readAllBytes(target);
    assertThat(Cli.run("append", target, target, target, target, rows).err())
        .isEqualTo(
            "ndmap: "
                + target
                + ": shape (16, 3) needs a header of 71 bytes or more, found 70; extend the header"
                + " once (NpyGrowth.extendPadding, ndmap append --make-room); appended before: "
                + target
                + ", "
                + target
                + "\n");
    assertThat(Cli.run("info", target).out()).contains("  shape        (8, 3)  (24 elements)\n");
    Files.write(target, before);
    assertThat(Cli.run("append", target, rows, rows, rows, rows, rows, rows, rows).exit()).isZero();
    assertThat(Cli.run("append", target, rows).err())
        .isEqualTo(
            "ndmap: "
                + target
                + ": shape (10, 3) needs a header of 71 bytes or more, found 70; extend the"
                + " header once (NpyGrowth.extendPadding, ndmap append --make-room)\n");
    assertThat(Cli.run("append", target, rows, rows, "--make-room"))
        .isEqualTo(new Cli(0, target + ": shape (11, 3)\n", ""));
  }
}
