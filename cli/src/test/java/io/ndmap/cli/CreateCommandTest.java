package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests `create`: the files that it makes, and that nothing is left where it fails.
class CreateCommandTest {

  @TempDir private Path directory = Path.of("");

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "f8 | 3,4 | C | 0 |",
        "f8 | '(3, 4)' | F | 0 |",
        ">i2 | 1_000, | C | 7 | 7",
        "i8 | 300,70 | F | -1 | -1",
        "c16 | 5,5 | C | 1+2j | 1+2j",
        "U5 | 2,3 | C | 'xyz' | xyz",
        "M8[s] | 10 | C | 'np.datetime64(60, \"s\")' | 1970-01-01T00:01",
        "u1 | () | C | 9 | 9",
        "f4 | '' | C | np.nan | nan",
        "f4 | 0,3 | C | 1 | 1",
        "S3 | 100000 | C | b\"abc\" | abc",
      })
  void makesTheBytesThatNumpyMakes(
      String dtype, String shape, String order, String pythons, String fill) throws Exception {
    Path ours = directory.resolve("ours.npy");
    Path numpys = directory.resolve("numpy.npy");
    Python.run(
        """
        shape = argv[2].strip('()')
        shape = tuple(int(n) for n in shape.split(',') if n.strip())
        value = argv[4] if argv[1][-2] == 'U' else eval(argv[4])
        a = np.lib.format.open_memmap(argv[0], 'w+', argv[1], shape, argv[3] == 'F')
        a[...] = value
        """,
        numpys,
        dtype,
        shape,
        order,
        pythons);
    Cli cli =
        fill == null
            ? Cli.run("create", ours, "--dtype", dtype, "--shape", shape, "--order", order)
            : Cli.run(
                "create",
                ours,
                "--dtype",
                dtype,
                "--shape=" + shape,
                "--order",
                order,
                "--fill",
                fill);
    assertThat(cli).isEqualTo(new Cli(0, "", ""));
    assertThat(Files.readAllBytes(ours)).isEqualTo(Files.readAllBytes(numpys));
    assertThat(files()).containsExactlyInAnyOrder(ours, numpys);
  }

  @Test
  void anExistingFileStaysUnlessForced() throws IOException {
    Path file = Files.writeString(directory.resolve("x.npy"), "precious");
    for (String[] fill : new String[][] {{}, {"--fill", "1"}}) {
      Object[] args =
          Stream.concat(Stream.of("create", file, "--dtype", "i1", "--shape", "3"), Stream.of(fill))
              .toArray();
      assertThat(Cli.run(args))
          .isEqualTo(
              new Cli(
                  Main.FAILED, "", "ndmap: " + file + ": the file exists; --force replaces it\n"));
      assertThat(file).hasContent("precious");
      assertThat(files()).containsExactly(file);
    }
    assertThat(
            Cli.run("create", file, "--dtype", "i1", "--shape", "3", "--fill", "5", "--force")
                .err())
        .isEmpty();
    assertThat(Cli.run("get", file).out()).isEqualTo("[5 5 5]\n");
    assertThat(Cli.run("create", file, "--dtype", "i1", "--shape", "2", "--force").err()).isEmpty();
    assertThat(Cli.run("get", file).out()).isEqualTo("[0 0]\n");
    assertThat(files()).containsExactly(file);
  }

  @Test
  void aValueThatDoesNotFitLeavesNothing() throws IOException {
    Path file = directory.resolve("x.npy");
    Cli cli = Cli.run("create", file, "--dtype", "u1", "--shape", "3", "--fill", "256");
    assertThat(cli.exit()).isEqualTo(Main.FAILED);
    assertThat(cli.err())
        .isEqualTo("ndmap: " + file + ": |u1 cannot hold '256': UINT8 cannot hold 256\n");
    assertThat(files()).isEmpty();
  }

  @Test
  void aDiskThatIsTooSmallLeavesNothing() throws IOException {
    Path file = directory.resolve("x.npy");
    for (String fill : List.of("0", "1")) {
      Cli cli =
          Cli.run("create", file, "--dtype", "f8", "--shape", "1_000_000_000_000", "--fill", fill);
      assertThat(cli.exit()).isEqualTo(Main.FAILED);
      assertThat(cli.err()).startsWith("ndmap: ").contains("8000000000128 bytes").contains("free");
      assertThat(cli.err()).doesNotContain(".fill");
      assertThat(cli.err().lines()).hasSize(1);
      assertThat(files()).isEmpty();
    }
  }

  /// The longest that file systems take have 255 bytes.
  @ParameterizedTest
  @ValueSource(ints = {244, 245, 250, 255})
  void namesOfAnyLengthWorkInAllCommandsThatMakeFiles(int length) throws IOException {
    Path source = directory.resolve("s.npy");
    Path file = directory.resolve("é".repeat(4) + "x".repeat(length - 8));
    assertThat(Cli.run("create", source, "--dtype", "i1", "--shape", "3", "--fill", "5").err())
        .isEmpty();
    for (Object[] args :
        new Object[][] {
          {"create", file, "--dtype", "i1", "--shape", "3"},
          {"create", file, "--dtype", "i1", "--shape", "3", "--fill", "5"},
          {"convert", source, file},
          {"take", source, file, "--indices", "0,1,2"}
        }) {
      assertThat(Cli.run(args)).isEqualTo(new Cli(0, "", ""));
      assertThat(files()).containsExactlyInAnyOrder(source, file);
      Files.delete(file);
    }
  }

  @Test
  void aPrivateFileStaysPrivateWhereverItLies() throws IOException {
    Path source = directory.resolve("s.npy");
    Path real = Files.writeString(directory.resolve("real.npy"), "private");
    Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rw-------"));
    Path link = Files.createSymbolicLink(directory.resolve("x.npy"), Path.of("real.npy"));
    Cli.run("create", source, "--dtype", "i1", "--shape", "3", "--fill", "5");
    for (Object[] args :
        new Object[][] {
          {"create", link, "--dtype", "i1", "--shape", "3", "--force"},
          {"create", link, "--dtype", "i1", "--shape", "3", "--fill", "5", "--force"},
          {"convert", source, link, "--force"},
          {"take", source, link, "--indices", "0,1,2", "--force"}
        }) {
      assertThat(Cli.run(args)).isEqualTo(new Cli(0, "", ""));
      assertThat(link).isSymbolicLink();
      assertThat(Files.size(real)).isEqualTo(131);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(real)))
          .isEqualTo("rw-------");
    }
    assertThat(files()).containsExactlyInAnyOrder(source, real, link);
  }

  @Test
  void aDirectoryThatIsNotThereIsSaidSo() {
    Path file = directory.resolve("none/x.npy");
    Cli missing = new Cli(Main.FAILED, "", "ndmap: " + file + ": no such directory\n");
    assertThat(Cli.run("create", file, "--dtype", "f8", "--shape", "3")).isEqualTo(missing);
    assertThat(Cli.run("create", file, "--dtype", "f8", "--shape", "3", "--fill", "1"))
        .isEqualTo(missing);
  }

  @Test
  void aDirectoryIsNotReplaced() throws IOException {
    assertThat(Cli.run("create", directory, "--dtype", "f8", "--shape", "3").err())
        .isEqualTo("ndmap: " + directory + ": this is a directory\n");
    assertThat(Cli.run("create", directory, "--dtype", "f8", "--shape", "3", "--force").exit())
        .isEqualTo(Main.FAILED);
    assertThat(files()).isEmpty();
  }

  @Test
  void aSparseTebibyteIsThereAtOnce() throws IOException {
    Path file = directory.resolve("x.npy");
    assertThat(
            Cli.run("create", file, "--dtype", "f8", "--shape", "137_438_953_472", "--sparse")
                .err())
        .isEmpty();
    assertThat(Cli.run("set", file, "-1", "2.5").err()).isEmpty();
    assertThat(Cli.run("get", file, "::137438953471").out()).isEqualTo("[0.  2.5]\n");
  }

  @Test
  void objectsAreRefused() throws IOException {
    Cli cli = Cli.run("create", directory.resolve("x.npy"), "--dtype", "O", "--shape", "3");
    assertThat(cli.exit()).isEqualTo(Main.FAILED);
    assertThat(cli.err()).contains("Python object");
    assertThat(files()).isEmpty();
  }
}
