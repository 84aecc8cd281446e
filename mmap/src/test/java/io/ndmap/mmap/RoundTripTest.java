package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.ndmap.dtype.DType;
import io.ndmap.grow.NpyAppender;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npy.NpyVersion;
import io.ndmap.npz.NpzWriteOptions;
import io.ndmap.npz.NpzWriter;
import io.ndmap.stream.NpyWriter;
import io.ndmap.stream.WriteOptions;
import io.ndmap.testing.Corpus;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Files of ours, judged by NumPy to the last byte: `check_roundtrip.py` says what to write, and
/// then what it thinks.
class RoundTripTest {

  private static final OpenOptions LONG_HEADERS =
      OpenOptions.DEFAULT.withLimits(new HeaderLimits(1 << 20));

  @TempDir Path directory;

  /// The writer of the files.
  enum Writer {
    CREATE,
    STREAM,
    /// As `CREATE`; then creates the first rows, and appends the others, which gives the same
    /// bytes.
    APPEND,
    /// Makes an archive of what is asked for, stored and deflated in turns.
    ARCHIVE
  }

  @Tag("heavy")
  @ParameterizedTest
  @CsvSource({
    "20, CREATE",
    "300, CREATE",
    "20, STREAM",
    "300, STREAM",
    "20, APPEND",
    "20, ARCHIVE"
  })
  void whatNumpyAsksForWithOtherSeeds(int seed, Writer writer) throws IOException {
    check(seed, writer, 1);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"1, STREAM", "2, APPEND", "3, ARCHIVE"})
  void whatNumpyAsksFor(int seed, Writer writer) throws IOException {
    check(seed, writer, 10);
  }

  /// @param every which files are appended to: each, each second one, and so on
  private void check(int seed, Writer writer, int every) throws IOException {
    Path checker = Corpus.path("check_roundtrip.py");
    Path requests = directory.resolve("roundtrip.json");
    Python.runFile(
        checker, "--emit-requests", requests, "--seed", seed, "--corpus", Corpus.path(""));
    JsonObject spec = Corpus.json(requests);
    JsonArray files = new JsonArray();
    int appended = 0;
    for (JsonElement element : spec.getAsJsonArray("files")) {
      JsonObject request = element.getAsJsonObject();
      boolean written =
          switch (writer) {
            case CREATE, APPEND -> create(request);
            case STREAM -> stream(request);
            case ARCHIVE -> archive(request, files.size());
          };
      if (written) {
        files.add(request);
        boolean appends = writer == Writer.APPEND && files.size() % every == 0;
        appended +=
            appends && appendAgain(directory.resolve(request.get("file").getAsString())) ? 1 : 0;
      }
    }
    assertThat(appended).isGreaterThanOrEqualTo(writer == Writer.APPEND ? 200 / every : 0);
    spec.add("files", files);
    assertThat(files).hasSizeGreaterThan(writer == Writer.ARCHIVE ? 200 : 300);
    Path filtered = directory.resolve("written.json");
    Files.writeString(filtered, new Gson().toJson(spec));
    String verdict =
        Python.runFile(checker, directory, "--spec", filtered, "--corpus", Corpus.path(""));
    assertThat(verdict).doesNotContain("FAIL");
  }

  /// Archives and files of several arrays are not made so.
  private boolean create(JsonObject request) throws IOException {
    if (request.has("members") || request.has("multi")) {
      return false;
    }
    Path path = directory.resolve(request.get("file").getAsString());
    if (request.has("resave_of")) {
      resave(Corpus.path(request.get("resave_of").getAsString()), path);
      return true;
    }
    NdView<?> source = values(request);
    Order order = order(request);
    Order stored = isAsGiven(request) ? order : NpyHeaderCodec.savedOrder(order, source.shape());
    CreateOptions options = new CreateOptions(false, false, version(request));
    try (NpyFile file = NpyFile.create(path, source.dtype(), source.shape(), stored, options)) {
      file.view().copyFrom(source);
    }
    return true;
  }

  /// Archives, and orders as `open_memmap` declares them, are not made so.
  private boolean stream(JsonObject request) throws IOException {
    if (request.has("members") || isAsGiven(request) || hasOneAsGiven(request)) {
      return false;
    }
    Path path = directory.resolve(request.get("file").getAsString());
    try (OutputStream out = Files.newOutputStream(path)) {
      if (request.has("resave_of")) {
        Path source = Corpus.path(request.get("resave_of").getAsString());
        try (NpyFile from = NpyFile.open(source, OpenMode.READ_ONLY, LONG_HEADERS)) {
          NpyWriter.write(out, from.view(), new WriteOptions(from.header().order(), null));
        }
      } else if (request.has("multi")) {
        for (JsonElement array : request.getAsJsonArray("multi")) {
          stream(array.getAsJsonObject(), out);
        }
      } else {
        stream(request, out);
      }
    }
    return true;
  }

  /// Orders are declared as `savez` does.
  ///
  /// @param request becomes one for an archive
  private boolean archive(JsonObject request, int number) throws IOException {
    if (!request.has("members")) {
      if (request.has("multi") || request.has("resave_of")) {
        return false;
      }
      JsonObject member = request.deepCopy();
      member.addProperty("name", "x");
      JsonArray members = new JsonArray();
      members.add(member);
      request.addProperty("file", number + ".npz");
      request.addProperty("compressed", number % 2 == 1);
      request.add("members", members);
    }
    NpzWriteOptions options =
        request.get("compressed").getAsBoolean()
            ? NpzWriteOptions.DEFAULT.withDeflated(6)
            : NpzWriteOptions.DEFAULT;
    Path path = directory.resolve(request.get("file").getAsString());
    try (NpzWriter writer = NpzWriter.create(path, options)) {
      for (JsonElement element : request.getAsJsonArray("members")) {
        JsonObject member = element.getAsJsonObject();
        member.remove("writer");
        WriteOptions write = new WriteOptions(order(member), version(member));
        writer.add(member.get("name").getAsString(), values(member), write);
      }
      writer.publish();
    }
    return true;
  }

  private static void stream(JsonObject request, OutputStream out) throws IOException {
    NpyWriter.write(out, values(request), new WriteOptions(order(request), version(request)));
  }

  private static NdView<?> values(JsonObject request) {
    DType dtype = DType.parse(request.get("descr").getAsString());
    Shape shape = ScenariosTest.shape(request.get("shape"));
    byte[] items = CanonicalValues.items(dtype, shape.itemCount(), request.getAsJsonObject("gen"));
    return NdView.of(MemorySegment.ofArray(items), dtype, shape, Order.C);
  }

  private static Order order(JsonObject request) {
    return request.get("fortran_order").getAsBoolean() ? Order.F : Order.C;
  }

  private static boolean isAsGiven(JsonObject request) {
    return request.has("writer") && request.get("writer").getAsString().equals("open_memmap");
  }

  private static boolean hasOneAsGiven(JsonObject request) {
    return request.has("multi")
        && request.getAsJsonArray("multi").asList().stream()
            .anyMatch(array -> isAsGiven(array.getAsJsonObject()));
  }

  private static @Nullable NpyVersion version(JsonObject request) {
    if (!request.has("npy_version") || request.get("npy_version").isJsonNull()) {
      return null;
    }
    int major = request.get("npy_version").getAsJsonArray().get(0).getAsInt();
    return ScenariosTest.version(major);
  }

  private static void resave(Path source, Path target) throws IOException {
    try (NpyFile from = NpyFile.open(source, OpenMode.READ_ONLY, LONG_HEADERS);
        NpyFile to =
            NpyFile.create(
                target,
                from.dtype(),
                from.shape(),
                NpyHeaderCodec.savedOrder(from.header().order(), from.shape()))) {
      to.view().copyFrom(from.view());
    }
  }

  /// Makes the same file of its first rows, and appends the others in two parts.
  ///
  /// @return false if it has no rows, or a header that needs a higher limit
  private static boolean appendAgain(Path path) throws IOException {
    Path whole = path.resolveSibling("whole.npy");
    try (NpyFile file = NpyFile.open(path, OpenMode.READ_ONLY, LONG_HEADERS)) {
      NpyHeader header = file.header();
      int axis = header.order() == Order.F ? header.shape().rank() - 1 : 0;
      if (header.shape().rank() == 0
          || header.shape().size(axis) == 0
          || header.dataOffset() > HeaderLimits.DEFAULT_MAX_CHARACTERS) {
        return false;
      }
      Files.move(path, whole);
      long length = header.shape().size(axis);
      CreateOptions options = CreateOptions.DEFAULT.withVersion(header.version());
      NdView<?> first = file.view().slice(axis, 0, length / 3, 1);
      try (NpyFile begin =
          NpyFile.create(path, header.dtype(), first.shape(), header.order(), options)) {
        copy(first, begin.view());
      }
      try (NpyAppender appender = NpyAppender.open(path)) {
        appender.append(file.view().slice(axis, length / 3, length / 2, 1));
        appender.append(file.view().slice(axis, length / 2, length, 1));
      }
    }
    assertThat(Files.mismatch(path, whole)).as(path.toString()).isEqualTo(-1);
    Files.delete(whole);
    return true;
  }

  private static void copy(NdView<?> source, NdView<?> target) {
    target.copyFrom(source);
  }
}
