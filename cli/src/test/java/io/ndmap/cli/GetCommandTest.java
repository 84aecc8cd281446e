package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests the output of `get`: text, JSON, and its limits.
class GetCommandTest {

  @TempDir private Path directory = Path.of("");

  private Path write(String descr, String shape, byte... data) throws IOException {
    return Cli.npy(directory.resolve("x.npy"), descr, shape, data);
  }

  private static byte[] little(long... values) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (long value : values) {
      bytes.putLong(value);
    }
    return bytes.array();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'0, 1'        | 2",
        "'::2'         | [[1 2 3]]",
        "':, -1'       | [3 6]",
        "'..., ::-1'   | [[3 2 1] [6 5 4]]",
        "'None, 0, 0:1'| [[1]]",
        "'5:'          | []",
      })
  void peopleSeeWhatNumpyPrints(String index, String expected) throws IOException {
    Path file = write("'|i1'", "(2, 3)", new byte[] {1, 2, 3, 4, 5, 6});
    Cli cli = Cli.run("get", file, index);
    assertThat(cli.exit()).isZero();
    assertThat(cli.out().strip().replaceAll("\\s*\\n\\s*", " ")).isEqualTo(expected);
  }

  @Test
  void anIndexOutsideNamesAxisIndexAndSize() throws IOException {
    Path file = write("'|i1'", "(2, 3)", new byte[6]);
    Cli cli = Cli.run("get", file, "0, 3", "--json");
    assertThat(cli.exit()).isEqualTo(Main.FAILED);
    assertThat(cli.json().get("error").getAsString()).isEqualTo("IndexOutOfBoundsException");
    assertThat(cli.json().get("message").getAsString()).contains("3", "axis 1");
  }

  @Test
  void jsonOfEveryKindOfItem() throws IOException {
    assertThat(values("'|b1'", "(3,)", new byte[] {0, 1, 2})).isEqualTo("[false,true,true]");
    assertThat(values("'<u8'", "(2,)", little(-1, 7))).isEqualTo("[18446744073709551615,7]");
    assertThat(
            values(
                "'<f8'",
                "(6,)",
                little(
                    doubles(
                        0.1,
                        -0.0,
                        1e300,
                        Double.NaN,
                        Double.POSITIVE_INFINITY,
                        Double.NEGATIVE_INFINITY))))
        .isEqualTo("[0.1,-0.0,1e+300,\"nan\",\"inf\",\"-inf\"]");
    assertThat(values("'<f4'", "()", new byte[] {(byte) 0xcd, (byte) 0xcc, (byte) 0xcc, 0x3d}))
        .isEqualTo("0.1");
    assertThat(values("'>f2'", "(2,)", new byte[] {0x2e, 0x66, 0x7c, 0}))
        .isEqualTo("[0.1,\"inf\"]");
    assertThat(values("'<c16'", "(1,)", little(doubles(1, Double.NaN))))
        .isEqualTo("[[1.0,\"nan\"]]");
    assertThat(values("'|S4'", "(2,)", new byte[] {0, 'a', 0, 0, 0, 0, 0, 0}))
        .isEqualTo("[\"0061\",\"\"]");
    assertThat(values("'|V2'", "(1,)", new byte[] {0, 0})).isEqualTo("[\"0000\"]");
    assertThat(values("'<M8[D]'", "(2,)", little(Long.MIN_VALUE, -3)))
        .isEqualTo("[null,\"1969-12-29\"]");
    assertThat(values("'<M8'", "(2,)", little(Long.MIN_VALUE, -3))).isEqualTo("[null,-3]");
    assertThat(values("'<m8[25s]'", "(2,)", little(Long.MIN_VALUE, -3))).isEqualTo("[null,-3]");
    assertThat(
            values(
                "[('t', '<m8[s]'), ('s', '|i1', (2,))]",
                "(1,)",
                ByteBuffer.allocate(10)
                    .put(little(Long.MIN_VALUE))
                    .put((byte) 1)
                    .put((byte) 2)
                    .array()))
        .isEqualTo("[[null,[1,2]]]");
    assertThat(values("'|i1'", "(2, 0, 3)", new byte[0])).isEqualTo("[[],[]]");
  }

  /// NumPy makes the same array of the JSON, whatever the unit.
  @Test
  void numpyReadsTimesFromJson() {
    List<String> units =
        List.of("Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as", "25s");
    Python.run(
        """
        rng = np.random.default_rng(6)
        for kind in 'Mm':
            for unit in argv[1].split():
                a = rng.integers(-9_999, 99_999, (3, 4)).astype('<i8').view(f'{kind}8[{unit}]')
                a[1, 2] = 'NaT'
                np.save(f'{argv[0]}/{kind}8[{unit}].npy', a)
        """,
        directory,
        String.join(" ", units));
    List<Object> printed = new ArrayList<>();
    for (String kind : List.of("M", "m")) {
      for (String unit : units) {
        Path file = directory.resolve(kind + "8[" + unit + "].npy");
        printed.add(file);
        printed.add(Cli.run("get", file, "--json").out());
      }
    }
    Python.run(
        """
        for file, text in zip(argv[::2], argv[1::2], strict=True):
            a = np.load(file)
            said = json.loads(text)
            assert said['values'][1][2] is None
            b = np.array(said['values'], said['dtype'])
            assert a.dtype == b.dtype and a.tobytes() == b.tobytes(), (a, b)
        """,
        printed.toArray());
  }

  @Test
  void textThatIsNoUnicodeSurvivesAsFarAsJsonHasItAndPythonReadsItsOwn() throws Exception {
    Path file = directory.resolve("u.npy");
    Python.run(
        """
        a = np.array([0x41, 0xd800, 0xdc00, 0x10ffff, 0xe9, 0, 0], '<u4').view('<U7')
        np.save(argv[0], a)
        """,
        file);
    Cli cli = Cli.run("get", "--json", file);
    assertThat(cli.out())
        .isEqualTo(
            "{\"shape\":[1],\"descr\":\"'<U7'\",\"dtype\":\"<U7\",\"values\":[\"A\\ud800\\udc00\\udbff\\udfff\\u00e9\"]}\n");
    assertThat(values("'>U2'", "(1,)", new byte[] {0, 0x11, 0, 0, 0, 0, (byte) 0xd8, 1}))
        .isEqualTo("[\"\\ufffd\\ud801\"]");
  }

  private static long[] doubles(double... values) {
    return Arrays.stream(values).mapToLong(Double::doubleToLongBits).toArray();
  }

  private String values(String descr, String shape, byte[] data) throws IOException {
    Cli cli = Cli.run("get", "--json", write(descr, shape, data));
    assertThat(cli.err()).isEmpty();
    assertThat(cli.exit()).isZero();
    return cli.out().replaceFirst(".*\"values\":", "").replaceFirst("\\}\\n$", "");
  }

  @Test
  void jsonIsRefusedAboveTheLimitAndNeverCut() throws IOException {
    Path file = write("'|V0'", "(1000001,)");
    Cli refused = Cli.run("get", "--json", file);
    assertThat(refused.exit()).isEqualTo(Main.FAILED);
    assertThat(refused.json().get("error").getAsString()).isEqualTo("TooManyItemsException");
    assertThat(refused.json().get("message").getAsString())
        .isEqualTo(
            "shape (1000001,) has 1000001 elements, above the limit of 1000000; select fewer by an"
                + " INDEX, or raise --limit");
    assertThat(Cli.run("get", "--json", file, ":1000000").exit()).isZero();
    assertThat(Cli.run("get", "--json", file, "--limit", "1000001").json().getAsJsonArray("values"))
        .hasSize(1000001);
  }

  @Test
  void anEnormousArrayWithoutItemsIsOneList() throws IOException {
    assertThat(values("'<f8'", "(1000000000000, 0)", new byte[0])).isEqualTo("[]");
  }

  @Test
  void peopleSeeTheFirstItemsUpToTheLimit() throws IOException {
    Path file = write("'|i1'", "(2, 3)", new byte[] {1, 2, 3, 4, 5, 6});
    assertThat(Cli.run("get", file, "--limit", "6").out()).isEqualTo("[[1 2 3]\n [4 5 6]]\n");
    assertThat(Cli.run("get", file, "--limit", "5").out())
        .isEqualTo("[[1 2 3]]\n... 6 elements in all\n");
    assertThat(Cli.run("get", file, "--limit", "2").out())
        .isEqualTo("[1 2]\n... 6 elements in all\n");
  }

  @Test
  void membersOfComplexNumbers() throws IOException {
    Path file = write("'<c16'", "(2,)", little(doubles(1, 2, 3, 4)));
    assertThat(Cli.run("get", file, "--field", "imag").out()).isEqualTo("[2. 4.]\n");
    assertThat(
            Cli.run("get", file, "1", "--field", "real", "--json")
                .json()
                .get("values")
                .getAsDouble())
        .isEqualTo(3);
    assertThat(Cli.run("get", file, "--field", "abs").err())
        .isEqualTo(
            "ndmap: " + file + ": complex numbers have the fields real and imag, not 'abs'\n");
  }

  @Test
  void printsWhatNumpyPrints() throws Exception {
    Path file = directory.resolve("n.npy");
    String expected =
        Python.run(
            "a = np.random.default_rng(1).normal(size=(40, 50)); np.save(argv[0], a); print(a[::3,"
                + " ::-1])",
            file);
    assertThat(Cli.run("get", file, "::3, ::-1").out()).isEqualTo(expected);
  }

  /// Number 26 of issue 41: `--limit 100` printed megabytes of nested elements.
  @Test
  void theLimitCountsNestedElements() throws IOException {
    Path file = write("[('a', '|i1', (5, 4)), ('b', '|i1')]", "(10,)", new byte[210]);
    assertThat(Cli.run("get", file, "--limit", "45").out())
        .endsWith("... 10 elements in all\n")
        .hasLineCount(3);
    assertThat(Cli.run("get", file, "--limit", "20").err())
        .contains(": one element of ", " has more elements than the limit of 20; select a --field");
    for (String form : new String[] {"--json", "--csv"}) {
      Cli cli = Cli.run("get", file, form, "--limit", "209");
      assertThat(cli.out() + cli.err())
          .contains("shape (10,) has 10 elements of 21 elements, above the limit of 209; select");
      assertThat(Cli.run("get", file, form, "--limit", "210").exit()).isZero();
    }
    Path objects = directory.resolve("o.npy");
    Python.run(
        """
        a = np.empty(3, object)
        a[:] = [np.zeros(50), [1, (2, {3: 4})], None]
        np.save(argv[0], a, allow_pickle=True)
        """,
        objects);
    assertThat(Cli.run("get", objects, "--allow-pickle", "--json", "--limit", "54").out())
        .contains("has, in its objects, more elements than the limit of 54; select");
    assertThat(Cli.run("get", objects, "--allow-pickle", "--json", "--limit", "55").exit())
        .isZero();
    assertThat(Cli.run("get", objects, "--allow-pickle", "--limit", "54").out())
        .endsWith("... 3 elements in all\n");
  }
}
