package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Compares `eval` with what Python computes of the same text.
class EvalCommandTest {

  @TempDir private Path directory = Path.of("");

  private Path x = Path.of("");

  @BeforeEach
  void makeAnArray() throws IOException {
    x = Cli.npy(directory.resolve("x.npy"), "'|i1'", "(2, 3)", new byte[] {1, 2, 3, 4, 5, 6});
  }

  @Test
  void givesTheBytesThatNumpyWouldSave() throws Exception {
    String found =
        Python.run(
            """
            from numpy import *
            rng = np.random.default_rng(12)
            a = np.round(rng.normal(size=(70, 40)), 2) * 4
            b = np.asfortranarray(rng.integers(-9, 9, (70, 40))).astype('>i4')
            s = np.zeros(40, [('u', '>f4'), ('v', '<i2')])
            s['u'] = np.arange(40) / 4
            s['v'] = np.arange(40) - 20
            np.save(f'{argv[0]}/a.npy', a)
            np.savez(f'{argv[0]}/all.npz', b=b, s=s)
            texts = ['a + b', 'a > b', 'where(b > 0, a, -a) * s["u"]', 'sum(b, axis=0)',
                     'b - max(b, axis=1, keepdims=True)', 'count_nonzero(a > 0, axis=0) + s["v"]',
                     'float32(abs(a[::2, ::-1]))', 'argmax(a * 1, axis=1)']
            for n, text in enumerate(texts):
                np.save(f'{argv[0]}/{n}.expected.npy', np.ascontiguousarray(eval(text)))
            print(json.dumps(texts))
            """,
            directory);
    JsonArray texts = Cli.json(found).getAsJsonArray();
    assertThat(texts).hasSize(8);
    for (int n = 0; n < texts.size(); n++) {
      String text = texts.get(n).getAsString();
      Path target = directory.resolve(n + ".npy");
      Cli cli =
          Cli.run(
              "eval",
              text,
              "a=" + directory.resolve("a.npy"),
              "b=" + directory.resolve("all.npz::b"),
              "s=" + directory.resolve("all.npz::s"),
              "-o",
              target);
      assertThat(cli.err()).as(text).isEmpty();
      assertThat(target).as(text).hasSameBinaryContentAs(directory.resolve(n + ".expected.npy"));
    }
  }

  @Test
  void withoutAFileTheResultIsPrinted() {
    assertThat(Cli.run("eval", "mean(v * 2)", "v=" + x).out()).isEqualTo("7.0\n");
    assertThat(Cli.run("eval", "v - 1", "v=" + x).out()).isEqualTo("[[0 1 2]\n [3 4 5]]\n");
    assertThat(Cli.run("eval", "v > 3", "v=" + x, "--json").out())
        .isEqualTo(
            "{\"shape\":[2,3],\"descr\":\"'|b1'\",\"dtype\":\"|b1\",\"values\":"
                + "[[false,false,false],[true,true,true]]}\n");
    Cli many = Cli.run("eval", "v + 1", "v=" + x, "--limit", "5", "--json");
    assertThat(many.exit()).isEqualTo(Main.FAILED);
    assertThat(many.json().get("message").getAsString())
        .isEqualTo(
            "shape (2, 3) has 6 elements, above the limit of 5; name a DST to hold them (-o), or"
                + " raise --limit");
  }

  /// Each of its many rows would be an empty list.
  @Test
  void anArrayWithoutItemsIsPrintedInBoundedTime() throws IOException {
    Path empty = Cli.npy(directory.resolve("e.npy"), "'<f8'", "(1000000000000, 0)", new byte[0]);
    assertThat(Cli.run("eval", "v + 1", "v=" + empty, "--json").json().get("values").toString())
        .isEqualTo("[]");
  }

  @Test
  @Tag("slow")
  void goesFromAndToPipes() throws Exception {
    Path out = directory.resolve("out");
    Process process =
        new ProcessBuilder(
                Cli.command(List.of(), "eval", "a + b[:, :1]", "a=" + x, "b=-", "--output=-"))
            .redirectInput(x.toFile())
            .redirectOutput(out.toFile())
            .start();
    String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(err).isZero();
    assertThat(Cli.run("get", out).out()).isEqualTo("[[ 2  3  4]\n [ 8  9 10]]\n");
    assertThat(err).isEmpty();
    assertThat(Cli.runOnTerminal("eval", "a", "a=" + x, "-o", "-").err())
        .startsWith("ndmap: DST: the output is a terminal; redirect it, or name a file\n");
  }

  @Test
  void makesAFileOrAMemberOfTheWantedDtype() {
    Path target = directory.resolve("y.npy");
    assertThat(Cli.run("eval", "v / 2", "v=" + x, "-o", target, "--dtype", ">f4").err()).isEmpty();
    assertThat(Cli.run("get", target, "--json").out())
        .isEqualTo(
            "{\"shape\":[2,3],\"descr\":\"'>f4'\",\"dtype\":\">f4\",\"values\":"
                + "[[0.5,1.0,1.5],[2.0,2.5,3.0]]}\n");
    assertThat(Cli.run("eval", "v", "v=" + x, "-o", target).err())
        .isEqualTo("ndmap: " + target + ": the file exists; --force replaces it\n");
    String member = directory.resolve("all.npz") + "::y";
    assertThat(Cli.run("eval", "sum(v, axis=1)", "v=" + x, "-o", member).err()).isEmpty();
    assertThat(Cli.run("get", member).out()).isEqualTo("[ 6 15]\n");
    assertThat(
            Cli.run("eval", "v / 2", "v=" + x, "--dtype", "i2", "--casting", "unsafe", "--json")
                .json()
                .get("dtype")
                .getAsString())
        .isEqualTo("<i2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "v + | EXPRESSION: 'v +', column 4: expected a number, a name or '(', found the end",
        "v + w | EXPRESSION: 'v + w', column 5: there is no array 'w'; there are [v]",
        "v & 1.5 | EXPRESSION: 'v & 1.5', column 3: cannot and elements as <f8; only integers and"
            + " booleans have bits",
        "v + 300 | EXPRESSION: 'v + 300', column 3: INT8 cannot hold 300",
      })
  void anExpressionThatIsNoneIsWrongUsage(String text, String message) {
    Path target = directory.resolve("y.npy");
    Cli cli = Cli.run("eval", text, "v=" + x, "-o", target);
    assertThat(cli.exit()).isEqualTo(Main.WRONG_USAGE);
    assertThat(cli.err()).isEqualTo("ndmap: " + message + "\nTry 'ndmap eval --help'.\n");
    assertThat(target).doesNotExist();
  }

  @Test
  void aFileThatFailsIsNamed() throws IOException {
    Path broken = Files.writeString(directory.resolve("broken.npy"), "no array");
    Cli cli = Cli.run("eval", "v + w", "v=" + x, "w=" + broken);
    assertThat(cli.exit()).isEqualTo(Main.FAILED);
    assertThat(cli.err()).startsWith("ndmap: " + broken + ": ").hasLineCount(1);
    JsonObject found = Cli.run("eval", "w", "w=" + directory.resolve("none"), "--json").json();
    assertThat(found.get("file").getAsString()).isEqualTo(directory.resolve("none").toString());
  }

  @Test
  void theHelpNamesTheFunctions() {
    assertThat(Cli.run("eval", "--help").out().replaceAll("\\s+", " "))
        .contains("nanmean nanmin", "// % ** &", "Functions: abs absolute ");
  }
}
