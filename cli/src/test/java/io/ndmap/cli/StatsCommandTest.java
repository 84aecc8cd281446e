package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Compares `stats` with NumPy's reductions.
class StatsCommandTest {

  @TempDir private Path directory = Path.of("");

  private Path write(String descr, String shape, byte... data) throws IOException {
    return Cli.npy(directory.resolve("x.npy"), descr, shape, data);
  }

  @Test
  void ofRandomArraysOfEveryKindAsNumpy() throws Exception {
    String response =
        Python.run(
            """
            rng = np.random.default_rng(42)
            for n, dt in enumerate(['b1','i1','u1','<i2','>u2','<i4','>i4','<u4','<i8','>i8','<u8','>u8',
                                    '<f2','>f2','<f4','>f4','<f8','>f8','<f16'] * 3):
                shape = [(), (1,), (7,), (33, 17), (5, 4, 3), (2000,)][rng.integers(6)]
                dt = np.dtype(dt)
                if dt.kind == 'f':
                    a = (rng.normal(size=shape) * 10 ** rng.uniform(-3, 3)).astype(dt)
                    a = np.where(rng.random(shape) < 0.1, dt.type(np.nan), a).astype(dt)
                else:
                    count = int(np.prod(shape)) * dt.itemsize
                    a = np.frombuffer(rng.bytes(count), dt).reshape(shape)
                    if dt.kind == 'b':
                        a = (a.view('u1') & 1).astype('b1').reshape(shape)
                if a.ndim > 1 and rng.random() < 0.5:
                    a = np.asfortranarray(a)
                file = f'{argv[0]}/{n}.npy'
                np.save(file, a)
                if dt.kind == 'f':
                    ok = a[~np.isnan(a)]
                else:
                    ok = a.ravel()
                exact = dt.kind != 'f'
                values = [int(x) for x in ok.ravel()] if exact else [float(x) for x in ok.ravel()]
                wide = np.array(values, 'f16')
                print(json.dumps(dict(file=file, exact=exact, count=len(values), nan=int(a.size - len(values)),
                    min=str(min(values)) if values else None, max=str(max(values)) if values else None,
                    sum=str(sum(values)) if exact else str(float(wide.sum())),
                    mean=float(wide.mean()) if values else None, std=float(wide.std()) if values else None)))
            """,
            directory);
    List<JsonObject> cases =
        response.lines().map(line -> Cli.json(line).getAsJsonObject()).toList();
    assertThat(cases).hasSize(57);
    for (JsonObject expected : cases) {
      Cli cli = Cli.run("stats", "--json", expected.get("file").getAsString());
      assertThat(cli.exit()).as(cli.out()).isZero();
      assertAgree(cli.json(), expected);
    }
  }

  private static void assertAgree(JsonObject response, JsonObject expected) {
    assertThat(response.keySet())
        .containsExactly("count", "nan", "min", "max", "sum", "mean", "std");
    assertThat(response.get("count")).isEqualTo(expected.get("count"));
    assertThat(response.get("nan")).isEqualTo(expected.get("nan"));
    boolean exact = expected.get("exact").getAsBoolean();
    for (String key : List.of("min", "max", "sum")) {
      if (expected.get(key).isJsonNull()) {
        assertThat(response.get(key).isJsonNull()).as(key).isTrue();
      } else if (exact) {
        assertThat(response.get(key).getAsString())
            .as(key + " of " + expected)
            .isEqualTo(expected.get(key).getAsString());
        assertThat(new BigInteger(response.get(key).getAsString())).isNotNull();
      } else {
        assertClose(response.get(key), expected.get(key));
      }
    }
    for (String key : List.of("mean", "std")) {
      if (expected.get(key).isJsonNull()) {
        assertThat(response.get(key).isJsonNull()).as(key).isTrue();
      } else {
        assertClose(response.get(key), expected.get(key));
      }
    }
  }

  private static void assertClose(JsonElement response, JsonElement expected) {
    double value = expected.getAsDouble();
    assertThat(response.getAsDouble()).isCloseTo(value, within(Math.abs(value) * 1e-11 + 1e-300));
  }

  @Test
  void timesAreDatesAndSpans() throws IOException {
    for (String dtype : List.of("<M8[D]", ">M8[ns]", "<m8[s]", "<m8[25s]")) {
      Path file = directory.resolve("times.npy");
      String expected =
          Python.run(
              """
              rng = np.random.default_rng(11)
              a = rng.integers(10**4, 2 * 10**4, 101).astype('i8')
              d = np.dtype(argv[1])
              a = (a * (10**14 if 'ns' in argv[1] else 1)).view(d.newbyteorder('=')).astype(d)
              a[3] = 'NaT'
              np.save(argv[0], a)
              a = a[~np.isnat(a)]
              q = np.quantile(a, [0.5, 0.9])
              print(*[str(x) for x in (a.min(), a.max(), *q)], sep='|')
              ticks = a.astype('i8').astype('f16')
              mean = int(ticks.sum()) // len(a)
              print(str(np.array(mean, 'i8').view(d.newbyteorder('='))) if d.kind == 'M' else '')
              """,
              file,
              dtype);
      List<String> numpy = List.of(expected.lines().findFirst().orElseThrow().split("\\|"));
      String mean = expected.lines().skip(1).findFirst().orElseThrow();
      JsonObject json = Cli.run("stats", file, "--json", "--quantiles", "0.5,0.9").json();
      String table = Cli.run("stats", file, "--quantiles", "0.5,0.9").out();
      assertThat(json.get("nan").getAsInt()).isEqualTo(1);
      assertThat(json.get("min").getAsString()).isEqualTo(numpy.get(0));
      assertThat(json.get("max").getAsString()).isEqualTo(numpy.get(1));
      JsonObject quantiles = json.getAsJsonObject("quantiles");
      assertThat(quantiles.get("0.5").getAsString()).isEqualTo(numpy.get(2));
      assertThat(quantiles.get("0.9").getAsString()).isEqualTo(numpy.get(3));
      assertThat(table)
          .contains("min    " + numpy.get(0) + "\n")
          .contains("q0.9   " + numpy.get(3) + "\n");
      if (dtype.contains("M8")) {
        assertThat(json.get("sum").isJsonNull()).isTrue();
        assertThat(table).contains("sum    -\n", "mean   " + mean + "\n");
      } else {
        assertThat(json.get("sum").getAsString()).matches("[0-9]+ seconds");
        assertThat(json.get("std").getAsString()).matches("[0-9]+[.][0-9]+ seconds");
      }
    }
    Path nothing = write("'<M8[D]'", "(0,)");
    assertThat(Cli.run("stats", nothing, "--quantiles", "0.5", "--json").out())
        .isEqualTo(
            "{\"count\":0,\"nan\":0,\"min\":null,\"max\":null,\"sum\":null,\"mean\":null,"
                + "\"std\":null,\"quantiles\":{\"0.5\":null}}\n");
  }

  @Test
  void quantilesAreNumpys() {
    Path file = directory.resolve("q.npy");
    String expected =
        Python.run(
            """
            a = np.random.default_rng(2).normal(size=(40, 3))
            a[5, 1] = np.nan
            np.save(argv[0], a)
            print(json.dumps({'0.5': np.nanquantile(a, 0.5), '.99': np.nanquantile(a, .99)}))
            print(json.dumps({'0.5': np.nanquantile(a, 0.5, 0).tolist(),
                              '.99': np.nanquantile(a, .99, 0).tolist()}))
            """,
            file);
    List<String> lines = expected.lines().toList();
    assertThat(Cli.run("stats", file, "--json", "--quantiles", "0.5,.99").json().get("quantiles"))
        .isEqualTo(Cli.json(lines.get(0)));
    assertThat(
            Cli.run("stats", file, "--json", "--axis", "0", "--quantiles", "0.5,.99")
                .json()
                .get("quantiles"))
        .isEqualTo(Cli.json(lines.get(1)));
    assertThat(Cli.run("stats", file, "--axis", "0", "--quantiles", "0.5").out())
        .contains("\nq0.5   [");
    assertThat(Cli.run("stats", file, "--quantiles", "0.5,1.1").err())
        .startsWith("ndmap: Invalid value for option '--quantiles': '0.5,1.1' is not a list of");
  }

  @Test
  void ofNothingIsNull() throws IOException {
    Path empty = write("'<f8'", "(0, 3)");
    assertThat(Cli.run("stats", "--json", empty).out())
        .isEqualTo(
            "{\"count\":0,\"nan\":0,\"min\":null,\"max\":null,\"sum\":0.0,\"mean\":null,\"std\":null}\n");
    assertThat(Cli.run("stats", empty).out())
        .isEqualTo("count  0\nnan    0\nmin    -\nmax    -\nsum    0.0\nmean   -\nstd    -\n");
  }

  @Test
  void nanIsCountedApart() throws IOException {
    Path file = write("'>f2'", "(4,)", new byte[] {0x7e, 0, 0x3c, 0, 0x40, 0, 0x7c, 0});
    assertThat(Cli.run("stats", "--json", file, ":3").out())
        .isEqualTo(
            "{\"count\":2,\"nan\":1,\"min\":1.0,\"max\":2.0,\"sum\":3.0,\"mean\":1.5,\"std\":0.5}\n");
    assertThat(Cli.run("stats", "--json", file).json().get("max").getAsString()).isEqualTo("inf");
    assertThat(Cli.run("stats", "--json", file).json().get("std").getAsString()).isEqualTo("nan");
  }

  @Test
  void sumsGoBeyondSixtyFourBits() throws IOException {
    byte[] data = new byte[24];
    Arrays.fill(data, (byte) 0xff);
    Path file = write("'<u8'", "(3,)", data);
    assertThat(Cli.run("stats", "--json", file).json().get("sum").getAsString())
        .isEqualTo("55340232221128654845");
    assertThat(Cli.run("stats", file, "::2").out())
        .contains("sum    36893488147419103230\n", "std    0.0\n");
  }

  @Test
  void whatIsNoNumberIsRefusedWithAdvice() throws IOException {
    Path complex = write("'<c8'", "(1,)", new byte[8]);
    Cli refused = Cli.run("stats", "--json", complex);
    assertThat(refused.exit()).isEqualTo(Main.FAILED);
    assertThat(refused.json().get("error").getAsString()).isEqualTo("DTypeException");
    assertThat(refused.json().get("message").getAsString())
        .isEqualTo("elements of <c8 are complex numbers; choose --field real or --field imag");
    assertThat(
            Cli.run("stats", "--json", complex, "--field", "real").json().get("count").getAsInt())
        .isEqualTo(1);
    Path struct = write("[('x', [('y', '|i1')])]", "(2,)", new byte[] {1, 2});
    assertThat(Cli.run("stats", struct).err())
        .isEqualTo(
            "ndmap: "
                + struct
                + ": elements are structures, not numbers; choose one --field of 'x'\n");
    assertThat(Cli.run("stats", struct, "--field", "x", "--field", "y").out())
        .contains("sum    3\n");
    Path nothing = write("[]", "(2,)", new byte[0]);
    assertThat(Cli.run("stats", nothing).err())
        .isEqualTo("ndmap: " + nothing + ": elements of [] are neither numbers nor times\n");
    Path text = write("'<U1'", "(1,)", new byte[4]);
    assertThat(Cli.run("stats", text).err())
        .isEqualTo("ndmap: " + text + ": elements of <U1 are neither numbers nor times\n");
  }

  @Test
  void alongAxesAsNumpy() throws Exception {
    compareAlongAxes(1);
  }

  @Test
  @Tag("slow")
  void alongAxesAsNumpyInMoreCases() throws Exception {
    compareAlongAxes(3);
  }

  /// @param rounds arrays of each dtype
  private void compareAlongAxes(int rounds) throws Exception {
    String response =
        Python.run(
            """
            rng = np.random.default_rng(3)
            def lists(a):
                a = np.asarray(a)
                return [lists(x) for x in a] if a.ndim else (None if a[()] is None else repr(a.item()))
            for n, dt in enumerate(['b1','i1','<i2','>u2','<i4','>u4','<i8','<u8','<f2','<f4','>f4','<f8','>f8'] * int(argv[1])):
                shape = [(7,), (33, 17), (5, 4, 3), (2, 3000), (3000, 3)][rng.integers(5)]
                dt = np.dtype(dt)
                a = rng.normal(size=shape) * 20
                a = (a > 0) if dt.kind == 'b' else np.abs(a) if dt.kind == 'u' else a
                a = a.astype(dt)
                if dt.kind == 'f':
                    a = np.where(rng.random(shape) < 0.1, dt.type(np.nan), a).astype(dt)
                if rng.random() < 0.5:
                    a = np.asfortranarray(a)
                file = f'{argv[0]}/{n}.npy'
                np.save(file, a)
                axes = tuple(int(x) for x in rng.choice(a.ndim, rng.integers(1, a.ndim + 1), False))
                axes = tuple(x - a.ndim if rng.random() < 0.3 else x for x in axes)
                nan = np.isnan(a) if dt.kind == 'f' else np.zeros(a.shape, bool)
                count = (~nan).sum(axes)
                none = np.asarray(count == 0)
                def where(x):
                    return lists(np.where(none, None, x))
                b = a.astype('f8')
                print(json.dumps(dict(file=file, axes=','.join(map(str, axes)), exact=dt.kind != 'f',
                    count=lists(np.asarray(count)), nan=lists(np.asarray(nan.sum(axes))),
                    min=where(np.nanmin(a, axes)), max=where(np.nanmax(a, axes)),
                    sum=lists(np.asarray(np.nansum(b, axes) if dt.kind == 'f' else a.sum(axes))),
                    mean=where(np.nanmean(b, axes)), std=where(np.nanstd(b, axes)))))
            """,
            directory,
            rounds);
    List<JsonObject> cases =
        response.lines().map(line -> Cli.json(line).getAsJsonObject()).toList();
    assertThat(cases).hasSize(13 * rounds);
    for (JsonObject expected : cases) {
      String axes = "--axis=" + expected.get("axes").getAsString();
      Cli cli = Cli.run("stats", "--json", expected.get("file").getAsString(), axes);
      assertThat(cli.exit()).as(cli.out()).isZero();
      JsonObject found = cli.json();
      assertThat(found.keySet())
          .containsExactly("count", "nan", "min", "max", "sum", "mean", "std");
      boolean exact = expected.get("exact").getAsBoolean();
      for (String key : found.keySet()) {
        boolean rounded = !exact || key.equals("mean") || key.equals("std");
        assertAlike(found.get(key), expected.get(key), rounded, key + " of " + expected);
      }
    }
  }

  /// Compares plainly: there are tens of thousands of elements.
  private static void assertAlike(
      JsonElement found, JsonElement expected, boolean rounded, String what) {
    if (expected.isJsonArray()) {
      JsonArray all = expected.getAsJsonArray();
      assertThat(found.getAsJsonArray().size()).as(what).isEqualTo(all.size());
      for (int i = 0; i < all.size(); i++) {
        assertAlike(found.getAsJsonArray().get(i), all.get(i), rounded, what);
      }
    } else if (!isAlike(found, expected, rounded)) {
      throw new AssertionError(what + ": found " + found + ", expected " + expected);
    }
  }

  private static boolean isAlike(JsonElement found, JsonElement expected, boolean rounded) {
    if (expected.isJsonNull() || found.isJsonNull()) {
      return expected.isJsonNull() && found.isJsonNull();
    }
    String text = expected.getAsString();
    if (text.equals("True") || text.equals("False")) {
      return found.getAsString().equalsIgnoreCase(text);
    }
    if (rounded) {
      // Results of f2 and f4 have their precision.
      double value = expected.getAsDouble();
      return Math.abs(found.getAsDouble() - value) <= Math.abs(value) * 2e-3 + 1e-6;
    }
    return found.getAsString().equals(text);
  }

  @Test
  void alongAxesInWords() throws IOException {
    Path file = write("'|i1'", "(2, 3)", new byte[] {1, 2, 3, 5, 6, 8});
    assertThat(Cli.run("stats", file, "--axis", "0").out())
        .isEqualTo(
            """
            count  [2 2 2]
            nan    [0 0 0]
            min    [1 2 3]
            max    [5 6 8]
            sum    [ 6  8 11]
            mean   [3.  4.  5.5]
            std    [2.  2.  2.5]
            """);
    assertThat(Cli.run("stats", file, "--axis", "1,0", "--json").out())
        .isEqualTo(
            "{\"count\":6,\"nan\":0,\"min\":1,\"max\":8,\"sum\":25,"
                + "\"mean\":4.166666666666667,\"std\":2.4094720491334933}\n");
    Path empty = write("'<f8'", "(0, 2)");
    assertThat(Cli.run("stats", empty, "--axis", "0", "--json").out())
        .isEqualTo(
            "{\"count\":[0,0],\"nan\":[0,0],\"min\":[null,null],\"max\":[null,null],"
                + "\"sum\":[0.0,0.0],\"mean\":[null,null],\"std\":[null,null]}\n");
  }

  @Test
  void axesThatAreNotThereAreRefused() throws IOException {
    Path file = write("'|i1'", "(2, 3)", new byte[] {1, 2, 3, 5, 6, 8});
    assertThat(Cli.run("stats", file, "--axis", "2").err())
        .isEqualTo("ndmap: " + file + ": axis 2 is out of bounds for an array of rank 2\n");
    assertThat(Cli.run("stats", file, "0", "--axis", "-2").err())
        .isEqualTo("ndmap: " + file + ": axis -2 is out of bounds for an array of rank 1\n");
    assertThat(Cli.run("stats", file, "--axis", "0,-2").err())
        .startsWith("ndmap: " + file + ": axis 0 of [0, 0] is given twice");
    Path times = write("'<M8[s]'", "(1,)", new byte[8]);
    assertThat(Cli.run("stats", times, "--axis", "0").err())
        .isEqualTo("ndmap: " + times + ": statistics along an axis need numbers, found <M8[s]\n");
    Path wide = write("'|i1'", "(1, 2_000_000)", new byte[2_000_000]);
    assertThat(Cli.run("stats", wide, "--axis", "0").err())
        .isEqualTo(
            "ndmap: "
                + wide
                + ": statistics for 2000000 results, above the limit of 1000000; select"
                + " fewer by an INDEX, or name more axes\n");
  }

  @Test
  void theSameToTheLastBitOnAnyNumberOfThreads() throws Exception {
    Path file = directory.resolve("large.npy");
    Python.run("np.save(argv[0], np.random.default_rng(1).normal(size=(700, 500)))", file);
    for (String axis : new String[] {"", "--axis=0", "--axis=1"}) {
      List<String> response = new ArrayList<>();
      for (String threads : new String[] {"1", "2", "7"}) {
        Cli cli =
            axis.isEmpty()
                ? Cli.run("stats", "--json", file, "--threads", threads)
                : Cli.run("stats", "--json", file, axis, "--threads", threads);
        assertThat(cli.err()).isEmpty();
        response.add(cli.out());
      }
      assertThat(response.stream().distinct()).hasSize(1);
    }
  }
}
