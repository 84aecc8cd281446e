package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests `diff`: its differences, which NumPy finds too, and its exit codes.
class DiffCommandTest {

  private static final int DIFFERENT = 1;
  private static final int TROUBLE = 2;

  @TempDir private Path directory = Path.of("");

  /// Saves the arrays `a` and `b` of a program.
  private void save(String program) {
    Python.run(
        program
            + """

            for name, x in (('a', a), ('b', b)):
                np.save(f'{argv[0]}/{name}.npy', x, allow_pickle=True)
            """,
        directory);
  }

  private Path a() {
    return directory.resolve("a.npy");
  }

  private Path b() {
    return directory.resolve("b.npy");
  }

  private Cli diff(Object... options) {
    Object[] args = new Object[options.length + 3];
    args[0] = "diff";
    args[1] = a();
    args[2] = b();
    System.arraycopy(options, 0, args, 3, options.length);
    return Cli.run(args);
  }

  @Test
  void firstAndLargestDifferences() {
    save(
        """
        a = np.arange(12.0).reshape(3, 4)
        b = a.copy()
        b[0, 2] += 0.5
        b[1, 3] -= 2
        a[2, 3] = b[2, 3] = np.nan
        """);
    assertThat(diff())
        .isEqualTo(
            new Cli(
                DIFFERENT,
                a()
                    + " and "
                    + b()
                    + " differ: 2 of 12 elements\n"
                    + "  first: 2.0 and 2.5 at [0, 2]\n"
                    + "  largest absolute difference 2: 7.0 and 5.0 at [1, 3]\n"
                    + "  largest relative difference 0.4: 7.0 and 5.0 at [1, 3]\n",
                ""));
    assertThat(diff("--json").json())
        .isEqualTo(
            Cli.json(
                """
                {"a": "%s", "b": "%s", "equal": false, "differences": [
                  {"items": 12, "count": 2, "first": {"index": [0, 2], "a": 2.0, "b": 2.5},
                   "largest_absolute": {"difference": 2.0, "index": [1, 3], "a": 7.0, "b": 5.0},
                   "largest_relative": {"difference": 0.4, "index": [1, 3], "a": 7.0, "b": 5.0}}]}
                """
                    .formatted(a(), b())));
    assertThat(diff("--quiet")).isEqualTo(new Cli(DIFFERENT, "", ""));
    assertThat(diff("--rtol", "0.4")).isEqualTo(new Cli(0, "", ""));
    assertThat(diff("--rtol", "0.4", "--quiet").exit()).isZero();
    assertThat(diff("--rtol", "0.3").out()).contains(" differ: 1 of 12 elements\n");
    assertThat(diff("--rtol", "0.4", "--nan-differs").out())
        .isEqualTo(
            a() + " and " + b() + " differ: 1 of 12 elements\n  first: nan and nan at [2, 3]\n");
  }

  @Test
  void equalValuesOfOtherDtypesAndOrdersAreEqual() {
    save("a = np.arange(6.0).reshape(2, 3); b = np.asfortranarray(a.astype('>i2'))");
    assertThat(diff()).isEqualTo(new Cli(0, "", ""));
    assertThat(diff("--json").json())
        .isEqualTo(
            Cli.json(
                """
                {"a": "%s", "b": "%s", "equal": true, "differences": []}
                """
                    .formatted(a(), b())));
    assertThat(diff("--strict"))
        .isEqualTo(new Cli(DIFFERENT, a() + " and " + b() + " differ: dtype <f8 and >i2\n", ""));
  }

  static Stream<Arguments> otherDtypes() {
    String largest = "  largest absolute difference ";
    return Stream.of(
        arguments("a = np.zeros(3); b = np.zeros((3, 1))", ": shape (3,) and (3, 1)\n"),
        arguments(
            "a = np.zeros(3); b = np.array(['x'] * 3)", ": elements of <f8 and <U1, never equal\n"),
        arguments(
            "a = np.array(['x', 'yz']); b = np.array(['x', 'y'], '>U9')",
            ": 1 of 2 elements\n  first: 'yz' and 'y' at [1]\n"),
        arguments(
            "a = np.array(7); b = np.array(-8)",
            ": 1 of 1 elements\n  first: 7 and -8 at []\n"
                + largest
                + "15: 7 and -8 at []\n  largest relative difference 1.875: 7 and -8 at []\n"),
        arguments(
            "a = np.array(['2024-01-02', 'NaT'], 'M8[D]'); b = np.array(['2024-01-05'] * 2, 'M8')",
            ": 2 of 2 elements\n  first: 2024-01-02 and 2024-01-05 at [0]\n"
                + largest
                + "3: 2024-01-02 and 2024-01-05 at [0]\n"),
        arguments(
            "a = np.array([2**64 - 1], 'u8'); b = np.array([-2], 'i8')",
            ": 1 of 1 elements\n  first: 18446744073709551615 and -2 at [0]\n"
                + largest
                + "1.8446744073709552E19: 18446744073709551615 and -2 at [0]\n"
                + "  largest relative difference 9.223372036854776E18: 18446744073709551615 and -2"
                + " at [0]\n"));
  }

  @Test
  void jsonHasTimesAsText() {
    save(
        """
        a = np.array(['2024-01-02', 'NaT'], 'M8[D]')
        b = np.array(['2024-01-05', '2024-01-01'], 'M8[D]')
        """);
    JsonObject found = diff("--json").json().getAsJsonArray("differences").get(0).getAsJsonObject();
    assertThat(found.get("first"))
        .hasToString("{\"index\":[0],\"a\":\"2024-01-02\",\"b\":\"2024-01-05\"}");
    save("a = np.array([3, 'NaT'], 'm8[s]'); b = np.array([3, 4], 'm8[s]')");
    found = diff("--json").json().getAsJsonArray("differences").get(0).getAsJsonObject();
    assertThat(found.get("first")).hasToString("{\"index\":[1],\"a\":null,\"b\":4}");
  }

  @Test
  void anOutputThatCannotBeWrittenIsNoDifference() {
    save("a = np.zeros(3); b = np.ones(3)");
    for (String option : List.of("--strict", "--json")) {
      Object[] args = {"diff", a(), b(), option};
      StringWriter err = new StringWriter();
      assertThat(Cli.run(new StreamsTest.Broken("No space left on device"), err, false, args))
          .as(option)
          .isEqualTo(TROUBLE);
      assertThat(err.toString())
          .isEqualTo("ndmap: cannot write the output: No space left on device\n");
    }
    Object[] args = {"diff", a(), b()};
    StringWriter err = new StringWriter();
    assertThat(Cli.run(new StreamsTest.Broken("Broken pipe"), err, false, args))
        .isEqualTo(Main.CLOSED_PIPE);
    assertThat(err.toString()).isEmpty();
  }

  static Stream<String> pairs() {
    String structure = "[('x', 'f4'), ('y', 'U3'), ('t', 'm8[s]', 2)]";
    return Stream.of(
        "a = np.arange(5); b = a.copy()",
        "a = np.arange(5); b = a.astype('>f4')",
        "a = np.arange(5.0); b = a * (1 + 1e-9)",
        "a = np.array([0.0, 1.0]); b = np.array([-0.0, 1.0])",
        "a = np.array([np.nan, 1.0]); b = a.copy()",
        "a = np.array([np.nan, 1.0]); b = np.array([1.0, np.nan])",
        "a = np.array([complex(1, np.nan)]); b = np.array([complex(2, np.nan)])",
        "a = np.array([np.inf, 1]); b = a.astype('f2')",
        "a = np.arange(4, dtype='f16'); b = a + np.finfo('f16').eps * a",
        "a = np.array(['NaT', '2024'], 'M8[Y]'); b = a.copy()",
        "a = np.array(['NaT'], 'M8[D]'); b = np.array(['NaT'], 'm8[s]')",
        "a = np.array(['x', 'y']); b = a.astype('U9')",
        "a = np.array([b'x']); b = np.array(['x'])",
        "a = np.array([b'\\x00\\x01'], 'V2'); b = np.array([b'\\x00\\x02'], 'V2')",
        "a = np.array([b'\\x00\\x01'], 'V2'); b = a.copy()",
        "a = np.zeros((0, 3)); b = np.zeros((0, 4))",
        "a = np.zeros((0, 3)); b = np.zeros((0, 3), 'i1')",
        "a = np.zeros(3, %s); b = a.copy(); b['t'][2, 1] = 'NaT'".formatted(structure),
        "a = np.zeros(3, %s); a['t'] = 'NaT'; b = a.copy()".formatted(structure),
        "a = np.zeros(3, %s); b = a.astype(a.dtype.newbyteorder())".formatted(structure),
        "a = np.zeros(2, [('x', 'i1'), ('y', 'i1')]); b = np.zeros(2, [('y', 'i1'), ('x', 'i1')])",
        "a = np.zeros(2, [('x', 'i1')]); b = np.zeros(2, [('z', 'i1')])",
        "a = np.array([1, None, [np.nan]], object); b = a.copy()",
        "a = np.array([np.nan, 'a'], object); b = np.array([np.nan, 'b'], object)");
  }

  /// `--quiet` stops at the first difference, which is another way through the arrays.
  @ParameterizedTest
  @MethodSource("pairs")
  void quietHasTheSameExitCode(String program) {
    save(program);
    for (String option :
        List.of("", "--strict", "--nan-differs", "--rtol=1e-8", "--atol=2", "--strict --atol=2")) {
      String[] options = (option + " --allow-pickle").strip().split(" ");
      String[] quiet = (option + " --allow-pickle --quiet").strip().split(" ");
      Cli output = diff((Object[]) options);
      assertThat(output.err()).isEmpty();
      assertThat(output.out().isEmpty()).isEqualTo(output.exit() == 0);
      assertThat(diff((Object[]) quiet)).as(option).isEqualTo(new Cli(output.exit(), "", ""));
    }
  }

  @ParameterizedTest
  @MethodSource
  void otherDtypes(String program, String output) {
    save(program);
    assertThat(diff()).isEqualTo(new Cli(DIFFERENT, a() + " and " + b() + " differ" + output, ""));
  }

  @Test
  void structuresAreComparedByField() {
    save(
        """
        a = np.zeros(4, [('id', 'i4'), ('pos', [('x', 'f4'), ('y', 'f4', (2,))]), ('old', 'i1')])
        b = np.zeros(4, [('id', 'i8'), ('pos', [('x', 'f8'), ('y', 'f4', (2,))]), ('new', 'i1')])
        a['pos']['y'][2, 1] = 0.25
        """);
    String both = a() + " and " + b() + " differ in field ";
    assertThat(diff())
        .isEqualTo(
            new Cli(
                DIFFERENT,
                both
                    + "'pos.y': 1 of 8 elements\n"
                    + "  first: 0.25 and 0.0 at [2, 1]\n"
                    + "  largest absolute difference 0.25: 0.25 and 0.0 at [2, 1]\n"
                    + both
                    + "'old': a field of the first array only\n"
                    + both
                    + "'new': a field of the second array only\n",
                ""));
  }

  @Test
  void arraysOfObjects() {
    save(
        """
        a = np.array([None, [1, 'two'], 3], object)
        b = np.array([None, [1, 'too'], 3.0], object)
        """);
    Cli refused = diff();
    assertThat(refused.exit()).isEqualTo(TROUBLE);
    assertThat(refused.err()).contains("arrays of objects are pickles");
    assertThat(diff("--allow-pickle"))
        .isEqualTo(
            new Cli(
                DIFFERENT,
                a()
                    + " and "
                    + b()
                    + " differ: 1 of 3 elements\n"
                    + "  first: [1, 'two'] and [1, 'too'] at [1]\n",
                ""));
  }

  @Test
  void archivesMemberByMember() {
    Path a = directory.resolve("a.npz");
    Path b = directory.resolve("b.npz");
    Python.run(
        """
        import zipfile
        x = np.arange(5)
        np.savez(argv[0], x=x, y=x, only_a=x, o=np.array([1, None], object))
        np.savez_compressed(argv[1], x=x, y=x * (x != 3), only_b=x, o=np.array([1, None], object))
        for name, notes in zip(argv, (b'one', b'once')):
            with zipfile.ZipFile(name, 'a') as z: z.writestr('notes.txt', notes)
        """,
        a,
        b);
    Cli cli = Cli.run("diff", a, b, "--allow-pickle");
    assertThat(cli)
        .isEqualTo(
            new Cli(
                DIFFERENT,
                "only in "
                    + a
                    + ": only_a\nonly in "
                    + b
                    + ": only_b\n"
                    + a
                    + "::y and "
                    + b
                    + "::y differ: 1 of 5 elements\n"
                    + "  first: 3 and 0 at [3]\n"
                    + "  largest absolute difference 3: 3 and 0 at [3]\n"
                    + a
                    + "::notes.txt and "
                    + b
                    + "::notes.txt differ: bytes, from byte 2 on\n",
                ""));
    JsonObject json = Cli.run("diff", a, b, "--allow-pickle", "--json").json();
    assertThat(json.get("only_in_a")).hasToString("[\"only_a\"]");
    assertThat(json.get("only_in_b")).hasToString("[\"only_b\"]");
    JsonArray members = json.getAsJsonArray("members");
    assertThat(members).hasSize(4);
    assertThat(members.get(0)).hasToString("{\"name\":\"x\",\"equal\":true,\"differences\":[]}");
    assertThat(Cli.run("diff", a, a, "--allow-pickle")).isEqualTo(new Cli(0, "", ""));
    assertThat(Cli.run("diff", a + "::x", b + "::x")).isEqualTo(new Cli(0, "", ""));
    assertThat(Cli.run("diff", a, b).exit()).isEqualTo(TROUBLE);
    Cli mixed = Cli.run("diff", a, a + "::x");
    assertThat(mixed.exit()).isEqualTo(TROUBLE);
    assertThat(mixed.err())
        .isEqualTo(
            "ndmap: "
                + a
                + ": only one of "
                + a
                + " and "
                + a
                + "::x is an archive; name its member, archive.npz::member\n");
  }

  @Test
  void troubleIsNoDifference() throws IOException {
    save("a = np.zeros(3); b = a");
    Path missing = directory.resolve("no.npy");
    assertThat(Cli.run("diff", a(), missing))
        .isEqualTo(new Cli(TROUBLE, "", "ndmap: " + missing + ": no such file\n"));
    assertThat(Cli.run("diff", missing, a()).exit()).isEqualTo(TROUBLE);
    assertThat(Cli.run("diff", a(), missing, "--json").json().get("message").getAsString())
        .isEqualTo("no such file");
    assertThat(Cli.run("diff", "-", "-").exit()).isEqualTo(Main.WRONG_USAGE);
    byte[] bytes = Files.readAllBytes(a());
    assertThat(InfoCommandTest.fromInput(bytes, "diff", "-", b())).isEqualTo(new Cli(0, "", ""));
  }

  /// Random pairs of dtypes, layouts and values, and tolerances: NumPy counts the same differences.
  @Test
  void numpyFindsTheSame() {
    Python.run(
        """
        import json
        rng = np.random.default_rng(20261126)
        dtypes = ['?', 'i1', '>i2', 'u4', 'i8', 'u8', 'f2', 'f4', '>f8', 'f8', 'c8', 'c16']
        cases = []
        for k in range(30):
            shape = [(70000,), (300, 301), (40, 50, 36), (5,), ()][k % 5]
            x = rng.integers(0, 100, shape) if k % 3 else rng.normal(0, 30, shape).clip(0, 120)
            y = np.where(rng.random(shape) < [0, 1e-4, 0.5][k // 5 % 3], x + rng.integers(1, 7, shape), x)
            a, b = (np.asarray(v).astype(rng.choice(dtypes)) for v in (x, y))
            if k % 2: b = np.asarray(b, order='F')
            for v in (a, b):
                if v.dtype.kind in 'fc' and v.size > 3: v.flat[rng.integers(0, v.size, 2)] = np.nan
            rtol, atol = [(0, 0), (0.02, 0), (0.01, 0.5)][k // 2 % 3]
            exact = (a == b) | ((a != a) & (b != b))
            wide = [v.astype(np.complex128 if v.dtype.kind == 'c' else np.float64) for v in (a, b)]
            close = exact if rtol == atol == 0 else exact | np.isclose(*wide, rtol=rtol, atol=atol)
            at = np.flatnonzero(~close.ravel())
            case = dict(rtol=rtol, atol=atol, count=len(at))
            if len(at):
                case['first'] = [int(i) for i in np.unravel_index(at[0], shape)]
                error = np.abs(wide[0] - wide[1]).ravel()[at]
                if not np.isnan(error).all(): case['absolute'] = float(np.nanmax(error))
                size = np.abs(wide[1]).ravel()[at]
                ratio = error[size > 0] / size[size > 0]
                if len(ratio) and not np.isnan(ratio).all(): case['relative'] = float(np.nanmax(ratio))
            np.save(f'{argv[0]}/{k}a.npy', a)
            np.save(f'{argv[0]}/{k}b.npy', b)
            cases.append(case)
        with open(f'{argv[0]}/cases.json', 'w') as out: json.dump(cases, out)
        """,
        directory);
    JsonArray cases = cases();
    for (int k = 0; k < cases.size(); k++) {
      JsonObject expected = cases.get(k).getAsJsonObject();
      Cli cli =
          Cli.run(
              "diff",
              directory.resolve(k + "a.npy"),
              directory.resolve(k + "b.npy"),
              "--json",
              "--threads",
              1 + k % 3,
              "--rtol",
              expected.get("rtol"),
              "--atol",
              expected.get("atol"));
      assertThat(cli.err()).isEmpty();
      boolean isEqual = expected.get("count").getAsLong() == 0;
      assertThat(cli.exit()).as("case %s", k).isEqualTo(isEqual ? 0 : DIFFERENT);
      if (!isEqual) {
        JsonObject found = cli.json().getAsJsonArray("differences").get(0).getAsJsonObject();
        assertThat(found.get("count")).as("case %s", k).isEqualTo(expected.get("count"));
        assertThat(found.getAsJsonObject("first").get("index")).isEqualTo(expected.get("first"));
        requireLargest(k, found, "largest_absolute", expected, "absolute");
        requireLargest(k, found, "largest_relative", expected, "relative");
      }
    }
  }

  private JsonArray cases() {
    try {
      return Cli.json(Files.readString(directory.resolve("cases.json"))).getAsJsonArray();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void requireLargest(
      int k, JsonObject found, String key, JsonObject expected, String name) {
    if (!expected.has(name)) {
      assertThat(found.get(key).isJsonNull()).as("case %s: %s", k, name).isTrue();
      return;
    }
    assertThat(found.getAsJsonObject(key).get("difference").getAsDouble())
        .as("case %s: %s", k, name)
        .isCloseTo(
            expected.get(name).getAsDouble(),
            org.assertj.core.data.Percentage.withPercentage(1e-9));
  }
}
