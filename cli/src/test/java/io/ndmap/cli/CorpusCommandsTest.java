package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.ndmap.testing.Corpus;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Runs the commands on every file of the corpus, which NumPy made.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CorpusCommandsTest {

  private static final Set<String> TYPED =
      Set.of(
          "NpyFormatException",
          "NpzFormatException",
          "ObjectArrayException",
          "TruncatedDataException",
          "ResourceLimitException",
          "DTypeException");

  /// Above this `get` refuses.
  private static final long MOST_ITEMS = 1_000_000;

  private final List<Corpus.Case> cases = Corpus.all().toList();
  private final List<Path> files = new ArrayList<>();
  private final Cli info;
  private final Cli digest;
  private List<String> infoLines = List.of();
  private List<String> digestLines = List.of();

  CorpusCommandsTest(@TempDir Path directory) throws IOException {
    for (Corpus.Case c : cases) {
      files.add(c.file(directory));
    }
    info = Cli.run(Stream.concat(Stream.of("info", "--json"), files.stream()).toArray());
    digest = Cli.run(Stream.concat(Stream.of("digest"), files.stream()).toArray());
  }

  @BeforeAll
  void linesInTheOrderOfTheArguments() {
    infoLines = info.lines();
    digestLines = digest.lines();
    assertThat(infoLines).hasSameSizeAs(cases);
    assertThat(digestLines).hasSameSizeAs(cases);
  }

  private Stream<Integer> numbers() {
    return Stream.iterate(0, n -> n + 1).limit(cases.size());
  }

  /// `info` and `digest` read all; what one says of each file is compared for some.
  List<Integer> some() {
    return numbers().filter(n -> n % 16 == 0).toList();
  }

  List<Integer> more() {
    return numbers().filter(n -> n % 16 == 8).toList();
  }

  List<Integer> others() {
    return numbers().filter(n -> n % 8 != 0).toList();
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("more")
  void moreAgreeWithNumpy(int number) {
    agreesWithNumpy(number);
  }

  @Tag("heavy")
  @ParameterizedTest
  @MethodSource("others")
  void othersAgreeWithNumpy(int number) {
    agreesWithNumpy(number);
  }

  @Test
  void theWholeCorpusIsThere() {
    assertThat(cases).hasSize(912 + 2211);
    assertThat(info.exit()).isEqualTo(Main.FAILED);
    assertThat(info.err()).isEmpty();
    assertThat(digest.exit()).isEqualTo(Main.FAILED);
    assertThat(digest.err()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("some")
  void agreesWithNumpy(int number) {
    Corpus.Case c = cases.get(number);
    Path file = files.get(number);
    JsonObject found = Cli.json(infoLines.get(number)).getAsJsonObject();
    JsonObject sums = Cli.json(digestLines.get(number)).getAsJsonObject();
    assertThat(found.get("file").getAsString()).isEqualTo(file.toString());
    assertThat(sums.get("file").getAsString()).isEqualTo(file.toString());
    Cli get = Cli.run("get", "--json", file);
    assertThat(get.err()).isEmpty();
    if (sums.has("error")) {
      assertThat(mayBeRefused(c)).as("%s refused: %s", c, sums).isTrue();
      assertRefused(file, sums);
      if (sums.get("error").getAsString().equals("ObjectArrayException")) {
        // The header is read, unless there is no pickle behind it.
        assertThat(found.get(found.has("error") ? "error" : "descr").getAsString())
            .matches("TruncatedDataException|.*O.*");
      } else {
        assertThat(found).isEqualTo(sums);
      }
      assertThat(get.json()).isEqualTo(sums);
      assertThat(get.exit()).isEqualTo(Main.FAILED);
      return;
    }
    assertThat(mayBeRead(c)).as("%s read: %s", c, found).isTrue();
    assertInfo(c, found);
    assertThat(sums.keySet()).containsExactly("file", "raw_sha256", "values_sha256");
    assertThat(sums.get("raw_sha256")).isEqualTo(c.expect().get("raw_sha256"));
    assertThat(sums.get("values_sha256")).isEqualTo(c.expect().get("canon_sha256"));
    assertValues(c, get);
  }

  /// `dtype` is what `numpy.dtype` takes, `descr` what NumPy reads from a header; of subarrays of
  /// structures the lists must become tuples first, as docs/numpy.md tells.
  @Test
  void numpyTakesEveryDtype(@TempDir Path directory) throws Exception {
    Path lines = Files.writeString(directory.resolve("info"), info.out());
    String recipe = Files.readString(Path.of("../docs/numpy.md"));
    String hook = recipe.replaceFirst("(?s).*?```python\n(def as_dtype.*?)\n\n.*", "$1");
    String found =
        Python.run(
            """
            import ast
            sys.setrecursionlimit(100000)
            %s
            plain, by_hook = 0, 0
            for line in open(argv[0]):
                item = json.loads(line)
                if 'error' in item:
                    continue
                want = np.lib.format.descr_to_dtype(ast.literal_eval(item['descr']))
                try:
                    found = np.dtype(item['dtype'])
                    plain += 1
                except TypeError:
                    assert '[{' in json.dumps(item['dtype']) or '[[' in json.dumps(item['dtype']), line
                    found = np.dtype(json.loads(line, object_hook=as_dtype)['dtype'])
                    by_hook += 1
                assert found == want and repr(found) == repr(want), (item['descr'], found)
            print(plain, by_hook)
            """
                .formatted(hook),
            lines);
    assertThat(found).matches("[0-9]{3,} [1-9][0-9]*\n");
  }

  private static boolean mayBeRead(Corpus.Case c) {
    return Set.of("valid", "multi").contains(c.kind());
  }

  private static boolean mayBeRefused(Corpus.Case c) {
    return !mayBeRead(c) || c.tier().equals("may");
  }

  private static void assertRefused(Path file, JsonObject found) {
    assertThat(found.keySet()).containsExactly("file", "error", "message");
    assertThat(found.get("error").getAsString()).isIn(TYPED);
    assertThat(found.get("message").getAsString())
        .isNotBlank()
        .doesNotContain("\n")
        .doesNotStartWith(file.toString());
  }

  private static void assertInfo(Corpus.Case c, JsonObject found) {
    JsonObject expect = c.expect();
    assertThat(found.keySet())
        .containsExactly(
            "file",
            "format",
            "version",
            "descr",
            "dtype",
            "itemsize",
            "shape",
            "fortran_order",
            "data_offset",
            "data_bytes");
    assertThat(found.get("format").getAsString()).isEqualTo("npy");
    for (String key : List.of("version", "itemsize", "shape", "fortran_order", "data_offset")) {
      assertThat(found.get(key)).as(key).isEqualTo(expect.get(key));
    }
    assertThat(found.get("data_bytes")).isEqualTo(expect.get("nbytes"));
    assertDescr(found, expect);
  }

  /// The manifest cuts long texts.
  private static void assertDescr(JsonObject found, JsonObject expect) {
    String descr = expect.get("numpy_descr").getAsString();
    if (descr.endsWith("...")) {
      assertThat(found.get("descr").getAsString())
          .startsWith(descr.substring(0, descr.length() - 3));
    } else {
      assertThat(found.get("descr").getAsString()).isEqualTo(descr);
    }
  }

  private static void assertValues(Corpus.Case c, Cli get) {
    JsonObject expect = c.expect();
    if (expect.get("count").getAsLong() > MOST_ITEMS) {
      assertThat(get.json().get("error").getAsString()).isEqualTo("TooManyItemsException");
      return;
    }
    assertThat(get.exit()).isZero();
    JsonObject found = get.json();
    assertThat(found.keySet()).containsExactly("shape", "descr", "dtype", "values");
    assertThat(found.get("shape")).isEqualTo(expect.get("shape"));
    assertDescr(found, expect);
    if (expect.get("count").getAsLong() == 0 && found.get("values").getAsJsonArray().isEmpty()) {
      assertThat(expect.getAsJsonArray("samples")).isEmpty();
      return;
    }
    assertNested(found.get("values"), expect.getAsJsonArray("shape"), 0);
    for (JsonElement element : expect.getAsJsonArray("samples")) {
      JsonObject sample = element.getAsJsonObject();
      JsonElement value = found.get("values");
      for (JsonElement index : sample.getAsJsonArray("index")) {
        value = value.getAsJsonArray().get(index.getAsInt());
      }
      ExpectedValue.assertEqual(value, expect.getAsJsonObject("dtype"), sample.get("value"));
    }
  }

  private static void assertNested(JsonElement values, JsonArray shape, int axis) {
    if (axis < shape.size()) {
      assertThat(values.getAsJsonArray()).hasSize(shape.get(axis).getAsInt());
      for (JsonElement inner : values.getAsJsonArray()) {
        assertNested(inner, shape, axis + 1);
      }
    }
  }
}
