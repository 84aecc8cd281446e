package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files are sorted as by NumPy, to the byte, in a few KiB of memory.
class LiveFileSortTest {

  @TempDir Path directory;

  /// One of each dtype.
  @Test
  void filesAreThoseOfNumpy() throws IOException {
    check(22);
  }

  @Tag("heavy")
  @Test
  void manyFilesAreThoseOfNumpy() throws IOException {
    check(220);
  }

  private void check(int cases) throws IOException {
    String output =
        Python.run(
            """
            rng = np.random.default_rng(20261130)
            dtypes = ['?', 'i1', '>u2', '<f2', '<i4', '>u4', '<f4', '>f4', '<i8', '>u8', '<f8', '>f8',
                      '<c8', '>c16', '<M8[us]', '>m8[D]', 'S1', 'S9', '<U2', '>U4',
                      'i2,<f4', 'S3,>i8,?']
            for n in range(int(argv[1])):
                dt = np.dtype(dtypes[n % len(dtypes)])
                shape = [(3000,), (60, 51), (2, 1500), (1500, 2), (9, 40, 8), (0, 5)][rng.integers(6)]
                many = int(rng.choice([3, 50, 100_000]))
                def numbers(dt):
                    a = rng.integers(0, many, shape)
                    if dt.kind in 'iSU': a = a - many // 3
                    if dt.kind in 'SU': a = a.astype('U5').astype(dt)
                    elif dt.kind == 'c': a = a + 1j * rng.integers(0, 4, shape)
                    elif dt.kind in 'mM': a = a.astype('i8')
                    a = a.astype(dt)
                    if dt.kind in 'fc': a[rng.random(shape) < .05] = np.nan
                    if dt.kind in 'mM': a[rng.random(shape) < .05] = 'NaT'
                    return a
                if dt.names:
                    a = np.empty(shape, dt)
                    for f in dt.names: a[f] = numbers(dt[f]) if dt[f].kind != 'f' else rng.integers(0, 9, shape)
                else:
                    a = numbers(dt)
                if rng.integers(2): a = np.asfortranarray(a)
                axis = None if rng.integers(3) == 0 else int(rng.integers(-a.ndim, a.ndim))
                by = [str(f) for f in rng.permutation(dt.names)[:rng.integers(3)]] if dt.names else []
                down = bool(rng.integers(2))
                b = np.flip(a, axis) if down else a
                b = np.sort(b, axis=axis, kind='stable', order=by or None)
                np.save(f'{argv[0]}/{n}.npy', a)
                np.save(f'{argv[0]}/{n}.expected.npy', np.ascontiguousarray(np.flip(b, axis) if down else b))
                print(json.dumps(dict(axis=axis, by=by, down=down, memory=int(2 ** rng.uniform(9, 14)))))
            """,
            directory, cases);
    List<String> lines = output.lines().toList();
    assertThat(lines).hasSize(cases);
    for (int n = 0; n < cases; n++) {
      check(n, JsonParser.parseString(lines.get(n)).getAsJsonObject());
    }
  }

  private void check(int n, JsonObject how) throws IOException {
    JsonElement axis = how.get("axis");
    FileSort sort = axis.isJsonNull() ? FileSort.flat() : FileSort.along(axis.getAsInt());
    sort = sort.by(texts(how.getAsJsonArray("by"))).withMemory(how.get("memory").getAsLong());
    sort = how.get("down").getAsBoolean() ? sort.descending() : sort;
    Path target = directory.resolve(n + ".sorted.npy");
    try (NpyFile file = NpyFile.open(directory.resolve(n + ".npy"))) {
      sort.write(file.view().parallel(1 + n % 3), target);
      assertThat(target)
          .as("%s of %s", how, file)
          .hasSameBinaryContentAs(directory.resolve(n + ".expected.npy"));
    }
  }

  private static String[] texts(JsonArray array) {
    return StreamSupport.stream(array.spliterator(), false)
        .map(JsonElement::getAsString)
        .toArray(String[]::new);
  }
}
