package io.ndmap.npz;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.testing.Corpus;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random archives, both ways: NumPy reads what we write, and `zipfile` finds no fault; we read
/// what NumPy writes.
class LiveNpzTest {

  private static final int ARCHIVES = 160;
  private static final long SEED = 19;
  private static final List<String> DTYPES =
      List.of(
          "<f8",
          ">f8",
          "<f4",
          ">i4",
          "<i8",
          "|i1",
          "|u1",
          "|b1",
          "<u2",
          "<f2",
          "<c16",
          ">c8",
          "|S5",
          "<U3",
          ">U2",
          "<M8[ns]",
          "<m8[s]",
          "|V7",
          "[('a', '<i4'), ('b', '>f8', (2,))]");

  @TempDir Path directory;

  @BeforeEach
  void requireNumpy() {
    Python.require();
  }

  private static NdView<?> random(Random random) {
    DType dtype = DType.parse(DTYPES.get(random.nextInt(DTYPES.size())));
    long[] sizes = new long[random.nextInt(4)];
    for (int axis = 0; axis < sizes.length; axis++) {
      sizes[axis] = random.nextInt(random.nextInt(8) == 0 ? 300 : 9);
    }
    NdView<?> view = NdView.zeros(dtype, Shape.of(sizes), random.nextBoolean() ? Order.C : Order.F);
    // Small values: they are valid texts, too, and compress.
    MemorySegment bytes = view.segment();
    for (long at = 0; at < bytes.byteSize(); at++) {
      bytes.set(ValueLayout.JAVA_BYTE, at, (byte) (random.nextInt(4) == 0 ? random.nextInt(2) : 0));
    }
    for (int axis = 0; axis < view.shape().rank(); axis++) {
      if (random.nextInt(3) == 0) {
        view = view.flip(axis);
      }
      if (random.nextInt(3) == 0) {
        view = view.slice(axis, 0, view.shape().size(axis), 2);
      }
    }
    return random.nextBoolean() ? view : view.transpose();
  }

  /// Items in C order as they are.
  private static String digest(NdView<?> view) {
    NdView<?> copy = NdView.zeros(view.dtype(), view.shape(), Order.C);
    view.copyTo(copy);
    return Corpus.sha256(
        copy.segment()
            .asSlice(0, view.itemCount() * view.dtype().itemsize())
            .toArray(ValueLayout.JAVA_BYTE));
  }

  @Test
  void numpyReadsWhatWeWrite() throws IOException {
    Random random = new Random(SEED);
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < ARCHIVES; i++) {
      Path path = directory.resolve(i + ".npz");
      NpzWriteOptions options =
          random.nextBoolean()
              ? NpzWriteOptions.DEFAULT
              : NpzWriteOptions.DEFAULT
                  .withDeflated(random.nextInt(10))
                  .withThreads(1 + random.nextInt(2));
      int members = random.nextInt(5);
      int first = random.nextInt(members + 1);
      try (NpzWriter writer = NpzWriter.create(path, options)) {
        add(writer, random, expected, i, 0, first);
        writer.publish();
      }
      try (NpzWriter writer = NpzWriter.append(path, NpzWriteOptions.DEFAULT)) {
        add(writer, random, expected, i, first, members);
        writer.publish();
      }
    }
    String program =
        """
        import hashlib, zipfile
        for i in range(int(argv[1])):
            path = f'{argv[0]}/{i}.npz'
            assert zipfile.ZipFile(path).testzip() is None, path
            with np.load(path) as z:
                for name in z.files:
                    a = z[name]
                    print(i, name, a.shape, hashlib.sha256(a.tobytes()).hexdigest())
        """;
    assertThat(Python.run(program, directory, ARCHIVES).lines().toList()).isEqualTo(expected);
  }

  private static void add(
      NpzWriter writer, Random random, List<String> expected, int archive, int from, int to)
      throws IOException {
    for (int m = from; m < to; m++) {
      NdView<?> view = random(random);
      String name = "é整".substring(0, random.nextInt(3)) + m;
      writer.add(name, view, random.nextBoolean() ? Order.C : Order.F);
      expected.add(archive + " " + name + " " + view.shape() + " " + digest(view));
    }
  }

  @Test
  void weReadWhatNumpyWrites() throws IOException {
    String program =
        """
        import hashlib
        r = np.random.default_rng(19)
        kinds = [d for d in argv[2:]]
        out = []
        for i in range(int(argv[1])):
            arrays = {}
            for m in range(r.integers(0, 5)):
                d = np.dtype(eval(kinds[r.integers(len(kinds))]))
                shape = tuple(int(n) for n in r.integers(0, 9, r.integers(0, 4)))
                raw = (r.integers(0, 4, int(np.prod(shape)) * d.itemsize) == 0).astype('u1')
                a = np.frombuffer(raw.tobytes(), dtype=d, count=int(np.prod(shape))).reshape(shape)
                if r.integers(2):
                    a = np.asfortranarray(a)
                arrays[f'k{m}'] = a
            path = f'{argv[0]}/n{i}.npz'
            (np.savez_compressed if r.integers(2) else np.savez)(path, **arrays)
            out.append({k: [str(a.shape), hashlib.sha256(a.tobytes()).hexdigest()] for k, a in arrays.items()})
        print(json.dumps(out))
        """;
    List<Object> arguments = new ArrayList<>(List.of(directory, ARCHIVES));
    DTYPES.forEach(dtype -> arguments.add(dtype.startsWith("[") ? dtype : "'" + dtype + "'"));
    JsonArray told =
        JsonParser.parseString(Python.run(program, arguments.toArray())).getAsJsonArray();
    for (int i = 0; i < ARCHIVES; i++) {
      Path path = directory.resolve("n" + i + ".npz");
      JsonObject members = told.get(i).getAsJsonObject();
      try (NpzFile archive = NpzFile.open(path)) {
        assertThat(archive.keys()).containsExactlyElementsOf(members.keySet());
        for (String name : archive.keys()) {
          NdView<?> view = archive.view(name);
          List<String> expected =
              members.getAsJsonArray(name).asList().stream().map(JsonElement::getAsString).toList();
          assertThat(List.of(view.shape().toString(), digest(view)))
              .as(path + name)
              .isEqualTo(expected);
          archive.member(name).verify();
        }
      }
      if (i % 8 == 0) {
        NpzRepair.align(path);
        try (NpzFile archive = NpzFile.open(path)) {
          for (NpzMember member : archive.members()) {
            assertThat(member.isStored()).isTrue();
            assertThat(member.offset() % 64).isZero();
            assertThat(digest(member.view()))
                .isEqualTo(members.getAsJsonArray(member.key()).get(1).getAsString());
          }
        }
      }
    }
    assertThat(Files.exists(directory.resolve("n0.npz"))).isTrue();
  }
}
