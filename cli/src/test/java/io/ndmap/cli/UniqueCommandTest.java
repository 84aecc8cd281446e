package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Compares `unique` with `numpy.unique`.
class UniqueCommandTest {

  @TempDir private Path directory = Path.of("");

  private Path bytes() throws IOException {
    return Cli.npy(directory.resolve("x.npy"), "'|i1'", "(2, 3)", new byte[] {3, 1, 3, -10, 3, 1});
  }

  @Test
  void valuesAndCountsAreNumpys() throws Exception {
    long cases =
        Python.run(
                """
                rng = np.random.default_rng(5)
                for n, dt in enumerate(['b1', '>u2', '<f8', '<U3', '<c8', 'i2,<f4', '<m8[s]']):
                    a = rng.integers(0, 40, (33, 17)).astype('i8')
                    a = a.astype('U3').astype(dt) if dt == '<U3' else a.astype(dt)
                    values, counts = np.unique(a, return_counts=True)
                    both = np.zeros(len(values), [('value', a.dtype), ('count', '<i8')])
                    both['value'], both['count'] = values, counts
                    np.save(f'{argv[0]}/{n}.npy', a)
                    np.save(f'{argv[0]}/{n}.values.npy', values)
                    np.save(f'{argv[0]}/{n}.both.npy', both)
                    print(n)
                """,
                directory)
            .lines()
            .count();
    assertThat(cases).isEqualTo(7);
    for (int n = 0; n < cases; n++) {
      Path source = directory.resolve(n + ".npy");
      Path values = directory.resolve(n + ".v.npy");
      assertThat(Cli.run("unique", source, "-o", values).err()).isEmpty();
      assertThat(Cli.run("diff", "--strict", values, directory.resolve(n + ".values.npy")).exit())
          .isZero();
      Path both = directory.resolve(n + ".b.npy");
      assertThat(Cli.run("unique", source, "--counts", "--output", both).err()).isEmpty();
      assertThat(Cli.run("diff", "--strict", both, directory.resolve(n + ".both.npy")).exit())
          .isZero();
    }
  }

  @Test
  void withoutAFileTheyArePrinted() throws IOException {
    Path source = bytes();
    assertThat(Cli.run("unique", source).out()).isEqualTo("[-10   1   3]\n");
    assertThat(Cli.run("unique", source, "--counts").out()).isEqualTo("1  -10\n2  1\n3  3\n");
    assertThat(Cli.run("unique", source, ":, 2", "--json").out())
        .isEqualTo("{\"shape\":[2],\"descr\":\"'|i1'\",\"dtype\":\"|i1\",\"values\":[1,3]}\n");
    assertThat(Cli.run("unique", source, "--counts", "--json").json().get("counts").toString())
        .isEqualTo("[1,2,3]");
    Cli many = Cli.run("unique", source, "--limit", "2", "--json");
    assertThat(many.exit()).isEqualTo(Main.FAILED);
    assertThat(many.json().get("message").getAsString())
        .isEqualTo(
            "shape (3,) has 3 elements, above the limit of 2; name a file to hold them with -o, or"
                + " raise --limit");
  }

  @Test
  void controlCharactersAreEscapedOnTheirLines() throws IOException {
    byte[] items = "a\u001b b\nc\\".replace(" ", "").getBytes(StandardCharsets.UTF_32LE);
    Path text = Cli.npy(directory.resolve("t.npy"), "'<U2'", "(3,)", items);
    assertThat(Cli.run("unique", text, "--counts").out())
        .isEqualTo("1  a\\x1b\n1  b\\n\n1  c\\\\\n");
  }

  @Test
  void nothingHasNoDistinctItems() throws IOException {
    Path none = Cli.npy(directory.resolve("n.npy"), "'<f4'", "(0, 2)", new byte[0]);
    assertThat(Cli.run("unique", none).out()).isEqualTo("[]\n");
    assertThat(Cli.run("unique", none, "--counts").out()).isEmpty();
  }

  @Test
  void aFileThatIsThereStays() throws IOException {
    Path source = bytes();
    Path target = Files.writeString(directory.resolve("y.npy"), "precious");
    assertThat(Cli.run("unique", source, "-o", target).err())
        .isEqualTo("ndmap: " + target + ": the file exists; --force replaces it\n");
    assertThat(Cli.run("unique", source, "-o", source, "--force").err())
        .isEqualTo(
            "ndmap: FILE and OUT are the same file: %s and %s\nTry 'ndmap unique --help'.\n"
                .formatted(source, source));
  }
}
