package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Compares `sort` with `numpy.sort`.
class SortCommandTest {

  @TempDir private Path directory = Path.of("");

  private Path bytes() throws IOException {
    return Cli.npy(
        directory.resolve("x.npy"), "'|i1'", "(3, 3)", new byte[] {3, 1, 2, 9, 8, 7, 4, 6, 5});
  }

  @Test
  void filesAreThoseOfNumpy() throws Exception {
    String output =
        Python.run(
            """
            rng = np.random.default_rng(5)
            for n, dt in enumerate(['i1', '>u2', '<i8', '>f8', '<U3', 'S2', '<c8', 'i2,<f4', '<M8[s]'] * 3):
                shape = [(1,), (700,), (33, 17), (5, 4, 30)][rng.integers(4)]
                a = rng.integers(0, 40, shape).astype('i8')
                a = a.astype('U3').astype(dt) if dt in ('<U3', 'S2') else a.astype(dt)
                names = a.dtype.names
                if names:
                    a['f0'] = rng.integers(0, 3, shape)
                    a['f1'] = rng.integers(0, 3, shape)
                axis = int(rng.integers(-a.ndim, a.ndim))
                by = [str(f) for f in rng.permutation(names)[:rng.integers(3)]] if names else []
                down = bool(rng.integers(2))
                b = np.flip(a, axis) if down else a
                b = np.sort(b, axis=axis, kind='stable', order=by or None)
                np.save(f'{argv[0]}/{n}.npy', a)
                np.save(f'{argv[0]}/{n}.expected.npy', np.ascontiguousarray(np.flip(b, axis) if down else b))
                print(json.dumps(dict(n=n, axis=axis, by=by, down=down)))
            """,
            directory);
    List<JsonObject> cases = output.lines().map(line -> Cli.json(line).getAsJsonObject()).toList();
    assertThat(cases).hasSize(27);
    for (JsonObject each : cases) {
      int n = each.get("n").getAsInt();
      Path target = directory.resolve(n + ".sorted.npy");
      List<Object> args =
          new ArrayList<>(
              List.of("sort", directory.resolve(n + ".npy"), target, "--axis=" + each.get("axis")));
      each.getAsJsonArray("by").forEach(field -> args.add("--by=" + field.getAsString()));
      if (each.get("down").getAsBoolean()) {
        args.add("--descending");
      }
      assertThat(Cli.run(args.toArray()).err()).as(each.toString()).isEmpty();
      assertThat(target)
          .as(each.toString())
          .hasSameBinaryContentAs(directory.resolve(n + ".expected.npy"));
    }
  }

  @Test
  void theLastAxisIsSortedUnlessAnotherIsNamed() throws IOException {
    Path target = directory.resolve("y.npy");
    assertThat(Cli.run("sort", bytes(), target).err()).isEmpty();
    assertThat(Cli.run("get", target).out()).isEqualTo("[[1 2 3]\n [7 8 9]\n [4 5 6]]\n");
    Path column = directory.resolve("c.npy");
    assertThat(Cli.run("sort", bytes(), column, "--index", ":, 0", "--descending").err()).isEmpty();
    assertThat(Cli.run("get", column).out()).isEqualTo("[9 4 3]\n");
  }

  @Test
  void whatCannotBeSortedLeavesNoFile() throws IOException {
    Path source = bytes();
    Path target = directory.resolve("y.npy");
    assertThat(Cli.run("sort", source, target, "--axis", "2").err())
        .isEqualTo("ndmap: " + source + ": axis 2 is out of bounds for an array of rank 2\n");
    assertThat(Cli.run("sort", source, target, "--by", "x").err())
        .isEqualTo("ndmap: " + source + ": |i1 has no fields to order by\n");
    assertThat(Cli.run("sort", source, target, "--index", "0, 0").err())
        .isEqualTo("ndmap: " + source + ": axis -1 is out of bounds for an array of rank 0\n");
    assertThat(target).doesNotExist();
  }

  @Test
  void aFileThatIsThereStays() throws IOException {
    Path source = bytes();
    Path target = Files.writeString(directory.resolve("y.npy"), "precious");
    assertThat(Cli.run("sort", source, target).err())
        .isEqualTo("ndmap: " + target + ": the file exists; --force replaces it\n");
    assertThat(target).hasContent("precious");
    assertThat(Cli.run("sort", source, target, "--force").err()).isEmpty();
  }

  /// With fields, a column at a time, and into an archive: more than a heap of 32 MiB holds.
  @Test
  @Tag("slow")
  void filesLargerThanTheHeapAreSorted() throws Exception {
    Python.run(
        """
        a = np.random.default_rng(7).integers(0, 1000, (600_000, 2)).astype('<i4')
        b = a.view([('x', '<i4'), ('y', '<i4')])
        np.save(f'{argv[0]}/x.npy', b)
        # As np.sort with order='y', which takes a second.
        np.save(f'{argv[0]}/expected.npy', b[np.lexsort((a[:, 0], a[:, 1]))])
        """,
        directory);
    Path target = directory.resolve("y.npz");
    List<String> command =
        Cli.command(
            List.of("-Xmx32m"), "sort", directory.resolve("x.npy"), target, "--axis=0", "--by=y");
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8)).isEmpty();
    assertThat(process.waitFor()).isZero();
    Path extracted = directory.resolve("sorted.npy");
    assertThat(Cli.run("convert", target + "::arr_0", extracted).err()).isEmpty();
    assertThat(extracted).hasSameBinaryContentAs(directory.resolve("expected.npy"));
  }

  @Test
  void aDirectoryThatIsNotThereIsAnError() throws IOException {
    Path target = directory.resolve("no/y.npy");
    assertThat(Cli.run("sort", bytes(), target).err())
        .isEqualTo("ndmap: " + target + ": no such directory\n");
  }
}
