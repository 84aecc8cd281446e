package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Compares `hist` with `numpy.histogram`.
class HistCommandTest {

  @TempDir private Path directory = Path.of("");

  @Test
  void countsAndEdgesAreNumpys() throws Exception {
    String found =
        Python.run(
            """
            rng = np.random.default_rng(5)
            for n, dt in enumerate(['b1','i1','u1','<i2','>u2','<i4','>u4','<i8','>i8','<f2','>f2','<f4',
                                    '>f4','<f8','>f8'] * 4):
                shape = [(), (1,), (7,), (33, 17), (5, 4, 300)][rng.integers(5)]
                a = np.asarray(np.abs(rng.normal(size=shape)) * 30)
                a = np.asarray(a > 20 if dt == 'b1' else a).astype(dt)
                if a.ndim > 1 and rng.random() < 0.5:
                    a = np.asfortranarray(a)
                file = f'{argv[0]}/{n}.npy'
                np.save(file, a)
                bins = int(rng.integers(1, 30))
                reach = [None, (0, 10), (-5.5, 20.25)][rng.integers(3)]
                counts, edges = np.histogram(a, bins, reach)
                print(json.dumps(dict(file=file, bins=bins, reach=None if reach is None else
                    f'{reach[0]},{reach[1]}', size=a.size, counts=counts.tolist(),
                    edges=[float(str(e)) for e in edges])))
            """,
            directory);
    List<JsonObject> cases = found.lines().map(line -> Cli.json(line).getAsJsonObject()).toList();
    assertThat(cases).hasSize(60);
    for (JsonObject expected : cases) {
      List<Object> args =
          new ArrayList<>(
              List.of(
                  "hist",
                  expected.get("file").getAsString(),
                  "--json",
                  "--bins",
                  expected.get("bins").getAsString()));
      JsonElement reach = expected.get("reach");
      if (!reach.isJsonNull()) {
        args.add("--range=" + reach.getAsString());
      }
      JsonObject said1 = Cli.run(args.toArray()).json();
      assertThat(said1.keySet())
          .as(expected.toString())
          .containsExactly("counts", "edges", "outside");
      assertThat(said1.get("counts")).as(expected.toString()).isEqualTo(expected.get("counts"));
      assertThat(doubles(said1, "edges"))
          .as(expected.toString())
          .isEqualTo(doubles(expected, "edges"));
      long inside =
          said1.getAsJsonArray("counts").asList().stream().mapToLong(JsonElement::getAsLong).sum();
      assertThat(said1.get("outside").getAsLong())
          .isEqualTo(expected.get("size").getAsLong() - inside);
    }
  }

  private static List<Double> doubles(JsonObject object, String name) {
    return object.getAsJsonArray(name).asList().stream().map(JsonElement::getAsDouble).toList();
  }

  @Test
  void plotDrawsTheBinsBelow() throws Exception {
    Cli plain = Cli.run("hist", bytes(), "--bins", "2");
    Cli plotted = Cli.run("hist", bytes(), "--bins", "2", "--plot");
    assertThat(plotted.out())
        .isEqualTo(
            plain.out() + "\n0 │" + "█".repeat(74) + " 4\n5 │" + "█".repeat(55) + "▌ 3\n10\n");
  }

  @Test
  void statsPlotDrawsTwentyBins() throws Exception {
    Cli plain = Cli.run("stats", bytes());
    Cli plotted = Cli.run("stats", bytes(), "--plot");
    assertThat(plotted.out()).startsWith(plain.out() + "\n  0 │");
    assertThat(plotted.lines()).hasSize(plain.lines().size() + 1 + 20 + 1);
    assertThat(plotted.lines().getLast()).isEqualTo(" 10");
    assertThat(Cli.run("stats", bytes(), "--plot", "--axis", "0").err())
        .startsWith("ndmap: --plot and --axis exclude each other\n");
    assertThat(Cli.run("stats", bytes(), "--plot", "--json").err())
        .startsWith("ndmap: --plot and --json exclude each other\n");
    assertThat(Cli.run("hist", bytes(), "--plot", "--json").err())
        .startsWith("ndmap: --plot and --json exclude each other\n");
  }

  @Test
  void whatHasNoRangeHasNoPlot() throws Exception {
    Path file = directory.resolve("x.npy");
    for (String items : List.of("nan, nan", "1, inf")) {
      Python.run("np.save(argv[0], np.array('" + items + "'.split(', '), 'f8'))", file);
      Cli stats = Cli.run("stats", file, "--plot");
      assertThat(stats.exit()).isZero();
      assertThat(stats.lines().getLast())
          .isEqualTo(
              items.startsWith("nan")
                  ? "no plot: there are no numbers"
                  : "no plot: there are infinities; ndmap hist has --range LO,HI and --plot");
    }
    for (String items : List.of("1e20, 1e20")) {
      Python.run("np.save(argv[0], np.array('" + items + "'.split(', '), 'f4'))", file);
      Cli stats = Cli.run("stats", file, "--plot");
      assertThat(stats.exit()).isZero();
      assertThat(stats.out()).contains("count", "\nno plot: ");
    }
    Python.run("np.save(argv[0], np.array(['2020-01-01'], 'M8[D]'))", file);
    assertThat(Cli.run("stats", file, "--plot").err())
        .isEqualTo("ndmap: " + file + ": --plot needs numbers, found <M8[D]\n");
  }

  private Path bytes() throws IOException {
    return Cli.npy(
        directory.resolve("x.npy"), "'|i1'", "(7,)", new byte[] {0, 1, 1, 2, 10, 10, 10});
  }

  @Test
  void barsAreAsLongAsBinsAreFull() throws IOException {
    assertThat(Cli.run("hist", bytes(), "--bins", "4").out())
        .isEqualTo(
            """
            [0.0,  2.5)  4  ########################################
            [2.5,  5.0)  0
            [5.0,  7.5)  0
            [7.5, 10.0]  3  ##############################
            """
                .replace("[0.0", "[ 0.0")
                .replace("[2.5", "[ 2.5")
                .replace("[5.0", "[ 5.0")
                .replace("[7.5", "[ 7.5"));
    assertThat(Cli.run("hist", bytes(), ":4", "--bins", "1", "--range", "1,5").out())
        .isEqualTo("[1.0, 5.0]  3  ########################################\noutside     1\n");
  }

  @Test
  void nanIsInNoBin() throws IOException {
    Path file =
        Cli.npy(
            directory.resolve("x.npy"), "'>f2'", "(3,)", new byte[] {0x7e, 0, 0x3c, 0, 0x40, 0});
    assertThat(Cli.run("hist", file, "--bins", "2", "--json").out())
        .isEqualTo("{\"counts\":[1,1],\"edges\":[1.0,1.5,2.0],\"outside\":1}\n");
    assertThat(Cli.run("hist", file, ":1", "--bins", "2", "--json").out())
        .isEqualTo("{\"counts\":[0,0],\"edges\":[0.0,0.5,1.0],\"outside\":1}\n");
  }

  @Test
  void whatHasNoRangeSaysSo() throws IOException {
    Path file = Cli.npy(directory.resolve("x.npy"), "'>f2'", "(2,)", new byte[] {0x7c, 0, 0x3c, 0});
    Cli cli = Cli.run("hist", file);
    assertThat(cli.exit()).isEqualTo(Main.FAILED);
    assertThat(cli.err())
        .isEqualTo(
            "ndmap: " + file + ": the numbers reach from 1.0 to inf; choose a --range LO,HI\n");
    assertThat(Cli.run("hist", file, "--bins", "1", "--range", "0,2").out())
        .isEqualTo("[0.0, 2.0]  1  ########################################\noutside     1\n");
  }

  @Test
  void whatIsNoNumberIsRefused() throws IOException {
    Path times = Cli.npy(directory.resolve("x.npy"), "'<M8[s]'", "(1,)", new byte[8]);
    assertThat(Cli.run("hist", times).err())
        .isEqualTo("ndmap: " + times + ": elements of <M8[s] are times, not numbers\n");
    Path complex = Cli.npy(directory.resolve("c.npy"), "'<c8'", "(1,)", new byte[8]);
    assertThat(Cli.run("hist", complex).err())
        .isEqualTo(
            "ndmap: "
                + complex
                + ": elements of <c8 are complex numbers; choose --field real or --field imag\n");
    assertThat(Cli.run("hist", complex, "--field", "imag", "--bins", "1").out())
        .isEqualTo("[-0.5,  0.5]  1  ########################################\n");
  }
}
