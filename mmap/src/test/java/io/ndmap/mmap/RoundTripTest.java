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
import io.ndmap.op.Backing;
import io.ndmap.testing.Corpus;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files of ours, judged by NumPy to the last byte: `check_roundtrip.py` says what to write, and
/// then what it thinks.
class RoundTripTest {

  private static final OpenOptions LONG_HEADERS =
      OpenOptions.DEFAULT.withLimits(new HeaderLimits(1 << 20));

  @TempDir Path directory;

  @Tag("heavy")
  @ParameterizedTest
  @ValueSource(ints = {20, 300})
  void whatNumpyAsksForWithOtherSeeds(int seed) throws IOException {
    whatNumpyAsksFor(seed);
  }

  @ParameterizedTest
  @ValueSource(ints = 1)
  void whatNumpyAsksFor(int seed) throws IOException {
    whatNumpyAsksFor(seed, false);
  }

  @Test
  void whatNumpyAsksForAppendedRowByRow() throws IOException {
    whatNumpyAsksFor(2, true);
  }

  private void whatNumpyAsksFor(int seed, boolean appending) throws IOException {
    Path checker = Corpus.path("check_roundtrip.py");
    Path requests = directory.resolve("roundtrip.json");
    Python.runFile(
        checker, "--emit-requests", requests, "--seed", seed, "--corpus", Corpus.path(""));
    JsonObject spec = Corpus.json(requests);
    JsonArray written = new JsonArray();
    int appended = 0;
    for (JsonElement element : spec.getAsJsonArray("files")) {
      JsonObject request = element.getAsJsonObject();
      if (!request.has("members") && !request.has("multi")) {
        Path path = directory.resolve(request.get("file").getAsString());
        if (request.has("resave_of")) {
          resave(Corpus.path(request.get("resave_of").getAsString()), path);
        } else {
          write(request, path);
        }
        written.add(request);
        appended += appending && appendAgain(path) ? 1 : 0;
      }
    }
    assertThat(appended).isBetween(appending ? 200 : 0, appending ? written.size() : 0);
    spec.add("files", written);
    assertThat(written).hasSizeGreaterThan(300);
    Path filtered = directory.resolve("written.json");
    Files.writeString(filtered, new Gson().toJson(spec));
    String verdict =
        Python.runFile(checker, directory, "--spec", filtered, "--corpus", Corpus.path(""));
    assertThat(verdict).doesNotContain("FAIL");
  }

  private static void write(JsonObject request, Path path) throws IOException {
    DType dtype = DType.parse(request.get("descr").getAsString());
    Shape shape = ScenariosTest.shape(request.get("shape"));
    Order order = request.get("fortran_order").getAsBoolean() ? Order.F : Order.C;
    boolean asGiven =
        request.has("writer") && request.get("writer").getAsString().equals("open_memmap");
    CreateOptions options = CreateOptions.DEFAULT;
    if (request.has("npy_version") && !request.get("npy_version").isJsonNull()) {
      int major = request.get("npy_version").getAsJsonArray().get(0).getAsInt();
      options = options.withVersion(ScenariosTest.version(major));
    }
    byte[] items = CanonicalValues.items(dtype, shape.itemCount(), request.getAsJsonObject("gen"));
    MemorySegment memory = MemorySegment.ofArray(items);
    Order stored = asGiven ? order : NpyHeaderCodec.savedOrder(order, shape);
    try (NpyFile file = NpyFile.create(path, dtype, shape, stored, options)) {
      copy(NdView.of(memory, dtype, shape, Order.C, Backing.MEMORY), file.view());
    }
  }

  private static void resave(Path source, Path target) throws IOException {
    try (NpyFile from = NpyFile.open(source, OpenMode.READ_ONLY, LONG_HEADERS);
        NpyFile to =
            NpyFile.create(
                target,
                from.dtype(),
                from.shape(),
                NpyHeaderCodec.savedOrder(from.header().order(), from.shape()))) {
      copy(from.view(), to.view());
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
