package io.ndmap.npz;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.ndmap.dtype.DType;
import io.ndmap.grow.NpyAppender;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.stream.NpyReader;
import io.ndmap.stream.NpyWriter;
import io.ndmap.stream.WriteOptions;
import io.ndmap.testing.Corpus;
import io.ndmap.testing.Python;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random arrays in files, streams and archives, both ways: NumPy reads what we write, and
/// `zipfile` finds no fault; we read what NumPy writes.
class LiveFormatTest {

  /// Each holds some arrays.
  private static final int FEW = 15;

  private static final int FILES = 60;

  private static final int MANY = 400;

  private static final long SEED = 19;

  private static final List<String> DTYPES =
      List.of(
          "<f8",
          ">f8",
          "<f4",
          "<f2",
          ">f2",
          "<f16",
          ">i4",
          "<i8",
          "|i1",
          "|u1",
          "|b1",
          "<u2",
          ">u8",
          "<c16",
          ">c8",
          "<c32",
          "|S5",
          "|S0",
          "<U3",
          ">U2",
          "<M8[ns]",
          "<M8",
          ">m8[25s]",
          "|V7",
          "|V0",
          "[('a', '<i4'), ('b', '>f8', (2,))]",
          "[('整', '|b1'), ('n', [('x', '<c8'), ('y', '|S3')], (2, 1))]");

  @TempDir Path directory;

  @BeforeEach
  void requireNumpy() {
    Python.require();
  }

  /// An array of any layout.
  private static NdView<?> random(Random random) {
    DType dtype = DType.parse(DTYPES.get(random.nextInt(DTYPES.size())));
    long[] sizes = new long[random.nextInt(4)];
    for (int axis = 0; axis < sizes.length; axis++) {
      sizes[axis] = random.nextInt(random.nextInt(8) == 0 ? 200 : 7);
    }
    NdView<?> view = NdView.zeros(dtype, Shape.of(sizes), random.nextBoolean() ? Order.C : Order.F);
    // Small values: they are valid texts, too, and compress.
    MemorySegment bytes = view.segment();
    for (long at = 0; at < bytes.byteSize(); at++) {
      bytes.set(ValueLayout.JAVA_BYTE, at, (byte) (random.nextInt(4) == 0 ? random.nextInt(2) : 0));
    }
    for (int axis = 0; axis < view.rank(); axis++) {
      if (random.nextInt(3) == 0) {
        view = view.flip(axis);
      }
      if (random.nextInt(3) == 0) {
        view = view.slice(axis, 0, view.size(axis), 2);
      }
    }
    return random.nextBoolean() ? view : view.transpose();
  }

  /// The dtype and shape of an array, and its elements in C order.
  private static String line(NdView<?> view) {
    NdView<?> copy = NdView.zeros(view.dtype(), view.shape(), Order.C);
    view.copyTo(copy);
    byte[] items =
        copy.segment()
            .asSlice(0, view.itemCount() * view.dtype().itemsize())
            .toArray(ValueLayout.JAVA_BYTE);
    return view.dtype().descr() + " " + view.shape() + " " + Corpus.sha256(items);
  }

  /// The same in Python.
  private static final String LINE =
      """
      import gzip, hashlib, io, zipfile
      def line(a):
          descr = np.lib.format.dtype_to_descr(a.dtype)
          return f"{descr!r} {a.shape} {hashlib.sha256(a.tobytes()).hexdigest()}"
      """;

  @Test
  void numpyReadsWhatWeWrite() throws IOException {
    numpyReads(FEW);
  }

  @Tag("slow")
  @Test
  void numpyReadsTheFilesThatWeWrite() throws IOException {
    numpyReads(FILES);
  }

  @Tag("heavy")
  @Test
  void numpyReadsTheManyThatWeWrite() throws IOException {
    numpyReads(MANY);
  }

  private void numpyReads(int files) throws IOException {
    Random random = new Random(SEED);
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < files; i++) {
      List<NdView<?>> arrays = new ArrayList<>();
      for (int most = i % 3 == 0 ? 1 : 1 + random.nextInt(20); arrays.size() < most; ) {
        arrays.add(random(random));
      }
      arrays.forEach(array -> expected.add(line(array)));
      Order order = random.nextBoolean() ? Order.C : Order.F;
      switch (i % 3) {
        case 0 -> file(directory.resolve(i + ".npy"), arrays.getFirst(), order, random);
        case 1 -> stream(directory.resolve(i + ".gz"), arrays, order);
        default -> archive(directory.resolve(i + ".npz"), arrays, order, random);
      }
    }
    String program =
        LINE
            + """
            for i in range(int(argv[1])):
                path = f"{argv[0]}/{i}.{('npy', 'gz', 'npz')[i % 3]}"
                if i % 3 == 0:
                    print(line(np.load(path)))
                elif i % 3 == 1:
                    data = gzip.open(path).read()
                    file = io.BytesIO(data)
                    while file.tell() < len(data):
                        print(line(np.load(file)))
                else:
                    assert zipfile.ZipFile(path).testzip() is None, path
                    with np.load(path) as archive:
                        for name in archive.files:
                            print(line(archive[name]))
            """;
    assertThat(expected).hasSizeGreaterThan(6 * files);
    assertThat(Python.run(program, directory, files).lines().toList()).isEqualTo(expected);
  }

  /// Written at once, element by element into the mapped file, or row by row.
  private static void file(Path path, NdView<?> array, Order order, Random random)
      throws IOException {
    boolean canGrow = array.rank() > 0;
    switch (random.nextInt(canGrow ? 3 : 2)) {
      case 0 -> NpyFile.write(path, array);
      case 1 -> {
        try (NpyFile file = NpyFile.create(path, array.dtype(), array.shape(), order)) {
          array.copyTo(file.view());
        }
      }
      default -> {
        Order stored = NpyHeaderCodec.savedOrder(order, array.shape());
        int axis = stored == Order.C ? 0 : array.rank() - 1;
        long first = random.nextLong(array.size(axis) + 1);
        NpyFile.create(path, array.dtype(), array.slice(axis, 0, 0, 1).shape(), stored).close();
        try (NpyAppender appender = NpyAppender.open(path)) {
          appender.append(array.slice(axis, 0, first, 1));
          appender.append(array.slice(axis, first, array.size(axis), 1));
        }
      }
    }
  }

  private static void stream(Path path, List<NdView<?>> arrays, Order order) throws IOException {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(path))) {
      for (NdView<?> array : arrays) {
        NpyWriter.write(out, array, WriteOptions.DEFAULT.withOrder(order));
      }
    }
  }

  /// Stored and deflated; the last member is appended.
  private static void archive(Path path, List<NdView<?>> arrays, Order order, Random random)
      throws IOException {
    NpzWriteOptions options =
        random.nextBoolean()
            ? NpzWriteOptions.DEFAULT
            : NpzWriteOptions.DEFAULT
                .withDeflated(random.nextInt(10))
                .withThreads(1 + random.nextInt(2));
    int last = arrays.size() - 1;
    try (NpzWriter writer = NpzWriter.create(path, options)) {
      for (int m = 0; m < last; m++) {
        writer.add(
            "é整".substring(0, random.nextInt(3)) + m,
            arrays.get(m),
            WriteOptions.DEFAULT.withOrder(order));
      }
      writer.publish();
    }
    try (NpzWriter writer = NpzWriter.append(path, NpzWriteOptions.DEFAULT)) {
      writer.add("last", arrays.get(last), WriteOptions.DEFAULT.withOrder(order));
      writer.publish();
    }
  }

  @Test
  void weReadWhatNumpyWrites() throws IOException {
    weRead(FILES);
  }

  @Tag("heavy")
  @Test
  void weReadTheManyThatNumpyWrites() throws IOException {
    weRead(MANY);
  }

  private void weRead(int files) throws IOException {
    String program =
        LINE
            + """
            r = np.random.default_rng(19)
            kinds = [np.dtype(eval(kind)) for kind in argv[2:]]
            def array():
                d = kinds[r.integers(len(kinds))]
                shape = tuple(int(n) for n in r.integers(0, 7, r.integers(0, 4)))
                raw = (r.integers(0, 4, int(np.prod(shape)) * d.itemsize) == 0).astype('u1')
                a = np.ndarray(shape, d, raw.tobytes() + b'.', order=r.choice(['C', 'F']))
                return a[::2] if a.ndim and r.integers(4) == 0 else a
            told = []
            for i in range(int(argv[1])):
                arrays = [array() for _ in range(1 if i % 3 == 0 else r.integers(1, 21))]
                path = f"{argv[0]}/{i}.{('npy', 'gz', 'npz')[i % 3]}"
                if i % 3 == 0:
                    np.save(path, arrays[0])
                elif i % 3 == 1:
                    with gzip.open(path, 'wb', 1) as file:
                        for a in arrays:
                            np.lib.format.write_array(file, a, [None, (3, 0)][r.integers(2)])
                elif r.integers(2):
                    (np.savez_compressed if r.integers(2) else np.savez)(path, *arrays)
                else:
                    by = (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)[r.integers(2)]
                    with zipfile.ZipFile(path, 'w', by) as archive:
                        for n, a in enumerate(arrays):
                            with archive.open(f'arr_{n}.npy', 'w') as file:
                                np.lib.format.write_array(file, a)
                told.append([line(a) for a in arrays])
            print(json.dumps(told))
            """;
    List<Object> arguments = new ArrayList<>(List.of(directory, files));
    DTYPES.forEach(dtype -> arguments.add(dtype.startsWith("[") ? dtype : "'" + dtype + "'"));
    JsonArray told =
        JsonParser.parseString(Python.run(program, arguments.toArray())).getAsJsonArray();
    int arrays = 0;
    for (int i = 0; i < files; i++) {
      List<String> expected =
          told.get(i).getAsJsonArray().asList().stream().map(JsonElement::getAsString).toList();
      List<String> found =
          switch (i % 3) {
            case 0 -> ofFile(directory.resolve(i + ".npy"));
            case 1 -> ofStream(directory.resolve(i + ".gz"));
            default -> ofArchive(directory.resolve(i + ".npz"), i % 8 == 0);
          };
      assertThat(found).as("file " + i).isEqualTo(expected);
      arrays += expected.size();
    }
    assertThat(arrays).isGreaterThan(6 * files);
  }

  private static List<String> ofFile(Path path) throws IOException {
    try (NpyFile file = NpyFile.open(path)) {
      return List.of(line(file.view()));
    }
  }

  private static List<String> ofStream(Path path) throws IOException {
    List<String> lines = new ArrayList<>();
    try (InputStream in =
        new BufferedInputStream(new GZIPInputStream(Files.newInputStream(path)))) {
      String source = path.toString();
      Optional<NpyReader> next = NpyReader.next(in, source, HeaderLimits.DEFAULT);
      while (next.isPresent()) {
        lines.add(line(next.get().read()));
        next = NpyReader.next(in, source, HeaderLimits.DEFAULT);
      }
    }
    return lines;
  }

  /// @param align whether all its members are made mappable first
  private static List<String> ofArchive(Path path, boolean align) throws IOException {
    if (align) {
      assertThat(NpzRepair.align(path)).isEmpty();
    }
    List<String> lines = new ArrayList<>();
    try (NpzFile archive = NpzFile.open(path)) {
      for (NpzMember member : archive.members()) {
        member.verify();
        lines.add(line(member.view()));
        if (align) {
          assertThat(member.isStored()).isTrue();
          assertThat(member.offset() % 64).isZero();
        }
      }
    }
    return lines;
  }
}
