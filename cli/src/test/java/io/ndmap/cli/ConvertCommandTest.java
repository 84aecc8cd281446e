package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Compares the files that `convert` makes with those of NumPy.
class ConvertCommandTest {

  @TempDir private Path directory = Path.of("");

  private Path bytes() throws IOException {
    return Cli.npy(directory.resolve("x.npy"), "'|i1'", "(2, 3)", new byte[] {1, 2, 3, 4, 5, 6});
  }

  /// The files of a directory but the named ones.
  private List<String> othersThan(Path... known) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(f -> !List.of(known).contains(f)).map(Path::toString).toList();
    }
  }

  @Test
  void givesTheBytesThatNumpyWouldSave() throws Exception {
    compare(20);
  }

  @Test
  @Tag("slow")
  void givesTheBytesThatNumpyWouldSaveInMoreCases() throws Exception {
    compare(60);
  }

  private void compare(int count) throws Exception {
    String output =
        Python.run(
            """
            rng = np.random.default_rng(7)
            codes = ['b1','i1','u1','<i2','>u2','<i4','>i4','<u4','<i8','>i8','<u8','<f2','>f2','<f4',
                     '>f4','<f8','>f8','<c8','>c16']
            indices = [None, '::2', '..., ::-1', '1:', '..., 0']
            for n in range(int(argv[1])):
                dt = np.dtype(codes[rng.integers(len(codes))])
                shape = [(7,), (6, 5), (4, 3, 5), (3, 1000), (300, 40)][rng.integers(5)]
                a = (rng.normal(size=shape) * 100).astype('f8')
                a = (a > 0) if dt.kind == 'b' else np.abs(a).astype(dt) if dt.kind == 'u' else a.astype(dt)
                a = a.astype(dt)
                if rng.random() < 0.4:
                    a = np.asfortranarray(a)
                source = f'{argv[0]}/{n}.npy'
                np.save(source, a)
                index = indices[rng.integers(5)]
                part = a if index is None else eval('a[' + index + ']')
                to = np.dtype(codes[rng.integers(len(codes))]) if rng.random() < 0.7 else None
                casting = ['same_kind', 'unsafe', 'safe'][rng.integers(3)]
                order = [None, 'C', 'F'][rng.integers(3)]
                byteorder = [None, 'little', 'big'][rng.integers(3)]
                into = dt if to is None else to
                if byteorder:
                    into = into.newbyteorder(byteorder)
                args = []
                for name, value in [('--index', index), ('--dtype', None if to is None else to.str),
                                    ('--casting', casting), ('--order', order), ('--byteorder', byteorder)]:
                    if value is not None:
                        args += [name, value]
                expected = f'{argv[0]}/{n}.expected.npy'
                try:
                    np.can_cast(dt, into, casting) or (_ for _ in ()).throw(TypeError())
                    b = part.astype(into, casting=casting)
                    f = part.flags.f_contiguous and not part.flags.c_contiguous
                    fortran = order == 'F' or order is None and f
                    m = np.lib.format.open_memmap(expected, 'w+', into, b.shape, fortran)
                    m[...] = b
                    m.flush()
                    ok = True
                except TypeError:
                    ok = False
                print(json.dumps(dict(source=source, args=args, ok=ok)))
            """,
            directory,
            count);
    List<JsonObject> cases = output.lines().map(line -> Cli.json(line).getAsJsonObject()).toList();
    assertThat(cases).hasSize(count);
    int converted = 0;
    for (JsonObject each : cases) {
      String source = each.get("source").getAsString();
      Path target = Path.of(source.replace(".npy", ".converted.npy"));
      List<Object> args = new ArrayList<>(List.of("convert", source, target));
      JsonArray options = each.getAsJsonArray("args");
      options.asList().stream().map(JsonElement::getAsString).forEach(args::add);
      Cli cli = Cli.run(args.toArray());
      if (each.get("ok").getAsBoolean()) {
        converted++;
        assertThat(cli.err()).as(each.toString()).isEmpty();
        assertThat(target)
            .as(each.toString())
            .hasSameBinaryContentAs(Path.of(source.replace(".npy", ".expected.npy")));
      } else {
        assertThat(cli.exit()).as(each.toString()).isEqualTo(Main.FAILED);
        assertThat(cli.err())
            .startsWith("ndmap: " + source + ": elements of ")
            .contains(" cannot be cast to ");
        assertThat(target).doesNotExist();
      }
    }
    assertThat(converted).isGreaterThan(count / 3);
  }

  @Test
  void neverTakesThePlaceOfAFileUnlessAsked() throws IOException {
    Path source = bytes();
    Path target = Files.writeString(directory.resolve("y.npy"), "precious");
    Cli refused = Cli.run("convert", source, target);
    assertThat(refused.exit()).isEqualTo(Main.FAILED);
    assertThat(refused.err())
        .isEqualTo("ndmap: " + target + ": the file exists; --force replaces it\n");
    assertThat(target).hasContent("precious");
    assertThat(Cli.run("convert", source, target, "--force").err()).isEmpty();
    assertThat(Cli.run("get", target).out()).isEqualTo("[[1 2 3]\n [4 5 6]]\n");
    assertThat(othersThan(source, target)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--force"})
  void aFileIsNotMadeOfItself(String option) throws IOException {
    Path source = bytes();
    Path link = Files.createSymbolicLink(directory.resolve("link.npy"), source);
    for (Path target : List.of(source, link, directory.resolve("./x.npy"))) {
      Cli cli =
          option.isEmpty()
              ? Cli.run("convert", source, target)
              : Cli.run("convert", source, target, option);
      assertThat(cli.exit()).isEqualTo(Main.WRONG_USAGE);
      assertThat(cli.err())
          .isEqualTo(
              "ndmap: SRC and DST are the same file: "
                  + source
                  + " and "
                  + target
                  + "\nTry 'ndmap convert --help'.\n");
    }
    assertThat(Cli.run("get", source).out()).isEqualTo("[[1 2 3]\n [4 5 6]]\n");
  }

  @Test
  void whatCannotBeConvertedSaysWhatWouldDoIt() throws IOException {
    Path source = bytes();
    Path target = directory.resolve("y.npy");
    assertThat(Cli.run("convert", source, target, "--dtype", "u1").err())
        .isEqualTo(
            "ndmap: "
                + source
                + ": elements of |i1 cannot be cast to |u1 under the rule same_kind; --casting"
                + " unsafe allows it\n");
    assertThat(target).doesNotExist();
    assertThat(Cli.run("convert", source, target, "--dtype", "u1", "--casting", "unsafe").err())
        .isEmpty();
    assertThat(Cli.run("get", target, "--json").out())
        .isEqualTo(
            "{\"shape\":[2,3],\"descr\":\"'|u1'\",\"dtype\":\"|u1\",\"values\":[[1,2,3],[4,5,6]]}\n");
  }

  @Test
  void aPlaceWhereNoFileCanBeIsNamed() throws IOException {
    Path source = bytes();
    Path nowhere = directory.resolve("none").resolve("y.npy");
    Cli cli = Cli.run("convert", source, nowhere);
    assertThat(cli.exit()).isEqualTo(Main.FAILED);
    assertThat(cli.err()).isEqualTo("ndmap: " + nowhere + ": no such directory\n");
    assertThat(Cli.run("convert", directory.resolve("none.npy"), source.resolveSibling("y")).err())
        .isEqualTo("ndmap: " + directory.resolve("none.npy") + ": no such file\n");
    Cli folder = Cli.run("convert", source, directory, "--force");
    assertThat(folder.err())
        .isEqualTo(
            "ndmap: " + directory + ": not a regular file; only regular files are replaced\n");
    assertThat(othersThan(source)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"'()', '...'", "'(0, 3)', '...'", "'(2, 0, 3)', '::-1'"})
  void arraysWithoutAxesOrItemsToo(String shape, String index) throws IOException {
    Path source = Cli.npy(directory.resolve("x.npy"), "'<i2'", shape, new byte[] {7, 0});
    Path target = directory.resolve("y.npy");
    assertThat(Cli.run("convert", source, target, "--dtype", ">f4", "--index", index).err())
        .isEmpty();
    assertThat(Cli.run("info", "--json", target).json().get("descr").getAsString())
        .isEqualTo("'>f4'");
    assertThat(Cli.run("get", target, "--json").json().get("shape"))
        .isEqualTo(Cli.run("get", source, "--json").json().get("shape"));
  }

  @Test
  void aFieldOfAStructureBecomesAnArray() throws IOException {
    Path source =
        Cli.npy(
            directory.resolve("s.npy"),
            "[('x', '|i1'), ('y', '>u2')]",
            "(2,)",
            new byte[] {1, 0, 2, 3, 1, 4});
    Path target = directory.resolve("y.npy");
    assertThat(Cli.run("convert", source, target, "--field", "y").err()).isEmpty();
    assertThat(Cli.run("get", target, "--json").out())
        .isEqualTo("{\"shape\":[2],\"descr\":\"'>u2'\",\"dtype\":\">u2\",\"values\":[2,260]}\n");
  }

  @Test
  void textOfAnyLengthIsAsLongAsItMustBe() throws IOException {
    Path target = directory.resolve("y.npy");
    assertThat(Cli.run("convert", bytes(), target, "--dtype", "S", "--casting", "unsafe").err())
        .isEmpty();
    assertThat(Cli.run("info", "--json", target).json().get("descr").getAsString())
        .isEqualTo("'|S4'");
  }
}
