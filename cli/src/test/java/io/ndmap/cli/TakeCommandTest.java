package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Compares `take` with `numpy.take`.
class TakeCommandTest {

  @TempDir private Path directory = Path.of("");

  private Path bytes() throws IOException {
    return Cli.npy(
        directory.resolve("x.npy"), "'|i1'", "(3, 3)", new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9});
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
            rng = np.random.default_rng(11)
            codes = ['b1','<i2','>i4','<f8','>c8','S3','<U2','<M8[s]',
                     [('a', 'i1'), ('b', '>f8', (2,))]]
            for n in range(int(argv[1])):
                dt = np.dtype(codes[rng.integers(len(codes))])
                shape = [(7,), (6, 5), (4, 3, 5), (500, 40)][rng.integers(4)]
                count = int(np.prod(shape)) * dt.itemsize
                raw = np.frombuffer(bytes(rng.integers(0, 2, count, 'u1')), dt).reshape(shape)
                a = np.asfortranarray(raw) if rng.random() < 0.4 else raw
                source = f'{argv[0]}/{n}.npy'
                np.save(source, a)
                axis = int(rng.integers(-len(shape), len(shape)))
                size = shape[axis]
                indices = rng.integers(-size, size, rng.integers(0, 20))
                code = ['<i8', '>i4', '<i2'][rng.integers(3)]
                np.save(f'{argv[0]}/{n}.indices.npy', indices.astype(code))
                np.save(f'{argv[0]}/{n}.expected.npy', np.take(a, indices, axis))
                print(json.dumps(dict(source=source, axis=axis, listed=n % 2 == 1,
                                      indices=','.join(map(str, indices.tolist())))))
            """,
            directory, count);
    List<JsonObject> cases = output.lines().map(line -> Cli.json(line).getAsJsonObject()).toList();
    assertThat(cases).hasSize(count);
    for (JsonObject each : cases) {
      String source = each.get("source").getAsString();
      Path expected = Path.of(source.replace(".npy", ".expected.npy"));
      String axis = "--axis=" + each.get("axis").getAsInt();
      String indices =
          each.get("listed").getAsBoolean()
              ? "--indices=" + each.get("indices").getAsString()
              : "--indices-file=" + source.replace(".npy", ".indices.npy");
      Path target = Path.of(source.replace(".npy", ".taken.npy"));
      assertThat(Cli.run("take", source, target, axis, indices).err())
          .as(each.toString())
          .isEmpty();
      assertThat(target).as(each.toString()).hasSameBinaryContentAs(expected);
    }
  }

  @Test
  void withoutAFileTheItemsArePrinted() throws IOException {
    Path source = bytes();
    assertThat(Cli.run("take", source, "--indices", "2,-3").out())
        .isEqualTo("[[7 8 9]\n [1 2 3]]\n");
    assertThat(Cli.run("take", source, "--indices", "-1", "--axis", "-1", "--json").out())
        .isEqualTo(
            "{\"shape\":[3,1],\"descr\":\"'|i1'\",\"dtype\":\"|i1\",\"values\":[[3],[6],[9]]}\n");
    assertThat(Cli.run("take", source, "--indices", "", "--json").out())
        .isEqualTo("{\"shape\":[0,3],\"descr\":\"'|i1'\",\"dtype\":\"|i1\",\"values\":[]}\n");
    Cli many = Cli.run("take", source, "--indices", "0,1", "--limit", "5", "--json");
    assertThat(many.exit()).isEqualTo(Main.FAILED);
    assertThat(many.json().get("error").getAsString()).isEqualTo("TooManyItemsException");
    assertThat(many.json().get("message").getAsString())
        .isEqualTo(
            "shape (2, 3) has 6 elements, above the limit of 5; name a DST to hold them, or raise"
                + " --limit");
  }

  @Test
  void aPlaceOutsideLeavesNoFile() throws IOException {
    Path source = bytes();
    Path target = directory.resolve("y.npy");
    Cli cli = Cli.run("take", source, target, "--indices", "0,3");
    assertThat(cli.exit()).isEqualTo(Main.FAILED);
    assertThat(cli.err()).startsWith("ndmap: " + source + ": ").contains("3").hasLineCount(1);
    assertThat(target).doesNotExist();
    assertThat(Cli.run("take", source, "--indices", "0", "--axis", "2").err())
        .isEqualTo("ndmap: " + source + ": axis 2 is out of bounds for an array of rank 2\n");
    try (var files = Files.list(directory)) {
      assertThat(files).containsExactly(source);
    }
  }

  @Test
  void whatAreNoIndicesIsSaid() throws IOException {
    Path source = bytes();
    Path floats = Cli.npy(directory.resolve("f.npy"), "'<f4'", "(1,)", new byte[4]);
    assertThat(Cli.run("take", source, "--indices-file", floats).err())
        .isEqualTo("ndmap: " + floats + ": indices are integers, found <f4\n");
    assertThat(Cli.run("take", source, "--indices-file", source).err())
        .isEqualTo("ndmap: " + source + ": indices are of rank 1, found shape (3, 3)\n");
    assertThat(Cli.run("take", source, "--indices-file", directory.resolve("none.npy")).err())
        .isEqualTo("ndmap: " + directory.resolve("none.npy") + ": no such file\n");
    Path high =
        Cli.npy(
            directory.resolve("h.npy"), "'<u8'", "(1,)", "\u00ff".repeat(8).getBytes(ISO_8859_1));
    assertThat(Cli.run("take", source, "--indices-file", high).err())
        .isEqualTo(
            "ndmap: %s: %s: 18446744073709551615 exceeds a signed 64-bit integer\n"
                .formatted(source, high));
  }

  @Test
  void aFileThatIsThereStays() throws IOException {
    Path source = bytes();
    Path target = Files.writeString(directory.resolve("y.npy"), "precious");
    assertThat(Cli.run("take", source, target, "--indices", "0").err())
        .isEqualTo("ndmap: " + target + ": the file exists; --force replaces it\n");
    assertThat(target).hasContent("precious");
    assertThat(Cli.run("take", source, target, "--indices", "0", "--force").err()).isEmpty();
    assertThat(Cli.run("get", target).out()).isEqualTo("[[1 2 3]]\n");
  }

  @Test
  @Tag("slow")
  void aBarIsDrawnOnATerminal() throws IOException {
    Path source = bytes();
    Path indices = directory.resolve("i.npy");
    assertThat(
            Cli.run("create", indices, "--dtype", "i1", "--shape", "3_000_000", "--sparse").err())
        .isEmpty();
    Path target = directory.resolve("y.npy");
    Cli cli = Cli.runOnTerminal("take", source, target, "--indices-file", indices, "--sparse");
    assertThat(cli.exit()).isZero();
    assertThat(cli.err())
        .matches(
            "(?s)(\\r\\u001b\\[Ktake x.npy"
                + " \\[#*\\.*\\] +\\d+ %  \\S+ \\S+/s  \\d+ s left)+\\r\\u001b\\[K");
    assertThat(Cli.run("get", target, "-1").out()).isEqualTo("[1 2 3]\n");
    assertThat(Cli.runOnTerminal("take", source, "--indices", "0").err()).isEmpty();
  }
}
