package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.testing.Python;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Arrays as comma-separated values.
class CsvTest {

  @TempDir private Path directory = Path.of("");

  /// What `get --csv` prints of an array that Python makes.
  private Cli csv(String array, Object... more) {
    Path file = directory.resolve("x.npy");
    Python.run("np.save(argv[0], " + array + ")", file);
    Object[] args = new Object[3 + more.length];
    args[0] = "get";
    args[1] = file;
    args[2] = "--csv";
    System.arraycopy(more, 0, args, 3, more.length);
    return Cli.run(args);
  }

  @Test
  void aRowIsALine() {
    assertThat(csv("np.array([[0.1, np.nan], [1e300, -0.0]])").out())
        .isEqualTo("0.1,nan\n1e+300,-0.0\n");
    assertThat(csv("np.arange(6).reshape(2, 3)").out()).isEqualTo("0,1,2\n3,4,5\n");
    assertThat(csv("np.array([True, False])").out()).isEqualTo("True\nFalse\n");
    assertThat(csv("np.float32(0.1)").out()).isEqualTo("0.1\n");
    assertThat(csv("np.zeros((0, 3))").out()).isEmpty();
    assertThat(csv("np.array(['2026-01-02'], 'M8[D]')").out()).isEqualTo("2026-01-02\n");
  }

  @Test
  void aStructureIsALineBelowTheNames() {
    assertThat(csv("np.array([(1, 'a,b'), (2, 'c\"d')], [('i', 'i4'), ('t', 'U3')])").out())
        .isEqualTo("i,t\n1,\"a,b\"\n2,\"c\"\"d\"\n");
    Cli cli = csv("np.zeros(2, [('a', 'i4', 2)])");
    assertThat(cli.exit()).isEqualTo(1);
    assertThat(cli.err()).contains("the field 'a' of ").contains("select by --field");
  }

  @Test
  void pythonReadsTheNumbersBack() {
    Path file = directory.resolve("r.npy");
    Python.run("np.save(argv[0], np.random.default_rng(1).normal(size=(50, 4)))", file);
    Path text = directory.resolve("r.csv");
    Python.run(
        """
        with open(argv[1], 'w') as f: f.write(argv[2])
        assert (np.loadtxt(argv[1], delimiter=',') == np.load(argv[0])).all()
        """,
        file,
        text,
        Cli.run("get", file, "--csv").out());
  }

  @Test
  void whatIsTooMuchIsRefused() {
    assertThat(csv("np.zeros((2, 2, 2))").err())
        .contains("CSV takes arrays of at most 2 axes, found shape (2, 2, 2); select by an INDEX");
    assertThat(csv("np.zeros(5)", "--limit", 4).exit()).isEqualTo(1);
    assertThat(csv("np.zeros(5)", "--json").err())
        .startsWith("ndmap: --json and --csv exclude each other\n");
  }
}
