package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpyVersion;
import io.ndmap.npy.ObjectArrayException;
import io.ndmap.npy.TruncatedDataException;
import io.ndmap.op.ReadOnlyViewException;
import io.ndmap.testing.Corpus;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Files created and reopened with [NpyFile] as `open_memmap` did it.
@Tag("either-way")
class ScenariosTest {

  private static final Map<String, OpenMode> MODES =
      Map.of(
          "r", OpenMode.READ_ONLY,
          "readonly", OpenMode.READ_ONLY,
          "r+", OpenMode.READ_WRITE,
          "c", OpenMode.COPY_ON_WRITE);

  @TempDir Path directory;

  static Stream<JsonObject> created() {
    return scenarios("create");
  }

  static Stream<JsonObject> reopened() {
    return scenarios("reopen")
        .filter(scenario -> MODES.containsKey(scenario.get("mode").getAsString()));
  }

  private static Stream<JsonObject> scenarios(String kind) {
    return Corpus.json(Corpus.path("scenarios.json")).getAsJsonArray(kind).asList().stream()
        .map(JsonElement::getAsJsonObject);
  }

  @ParameterizedTest
  @MethodSource("created")
  void created(JsonObject scenario) throws IOException {
    JsonObject result = scenario.getAsJsonObject("result");
    Path path = directory.resolve("x.npy");
    if (!result.get("ok").getAsBoolean()) {
      assertThatThrownBy(() -> create(path, scenario))
          .isInstanceOfAny(DTypeException.class, IllegalArgumentException.class);
      assertThat(directory).isEmptyDirectory();
      return;
    }
    create(path, scenario).close();
    byte[] bytes = Files.readAllBytes(path);
    byte[] header = Base64.getDecoder().decode(result.get("header_b64").getAsString());
    assertThat(Arrays.copyOf(bytes, header.length)).isEqualTo(header);
    assertThat(bytes).hasSize(result.get("size").getAsInt());
    assertThat(Corpus.sha256(bytes)).isEqualTo(result.get("sha256").getAsString());
  }

  private static NpyFile create(Path path, JsonObject scenario) throws IOException {
    CreateOptions options = CreateOptions.DEFAULT;
    JsonElement version = scenario.get("version");
    if (!version.isJsonNull()) {
      JsonArray numbers = version.getAsJsonArray();
      if (numbers.get(1).getAsInt() != 0) {
        // NumPy refuses such a version; ours cannot be asked for it.
        throw new IllegalArgumentException("no version " + numbers);
      }
      options = options.withVersion(version(numbers.get(0).getAsInt()));
    }
    return NpyFile.create(
        path,
        DType.parse(scenario.get("descr").getAsString()),
        shape(scenario.get("shape")),
        scenario.get("fortran_order").getAsBoolean() ? Order.F : Order.C,
        options);
  }

  @ParameterizedTest
  @MethodSource("reopened")
  void reopened(JsonObject scenario) throws IOException {
    JsonObject result = scenario.getAsJsonObject("result");
    Path path = directory.resolve("x.npy");
    byte[] input = Base64.getDecoder().decode(scenario.get("input_b64").getAsString());
    Files.write(path, input);
    OpenMode mode = Objects.requireNonNull(MODES.get(scenario.get("mode").getAsString()));
    boolean grown = result.get("size").getAsInt() != input.length;
    boolean writes = !scenario.getAsJsonArray("write").isEmpty();
    if (grown) {
      // NumPy makes the file longer: a bogus shape is enough to fill a disk. Ours refuses.
      assertThatThrownBy(() -> NpyFile.open(path, mode)).isInstanceOf(TruncatedDataException.class);
      assertThat(Files.readAllBytes(path)).isEqualTo(input);
    } else if (!result.get("ok").getAsBoolean() && !writes) {
      Class<? extends NpyFormatException> type =
          switch (scenario.get("name").getAsString().replaceFirst(".* ", "")) {
            case "object" -> ObjectArrayException.class;
            default -> TruncatedDataException.class;
          };
      assertThatThrownBy(() -> NpyFile.open(path, mode))
          .isInstanceOf(type)
          .hasMessageStartingWith(path.toString());
      assertThat(Files.readAllBytes(path)).isEqualTo(input);
    } else {
      try (NpyFile file = NpyFile.open(path, mode)) {
        if (result.get("ok").getAsBoolean()) {
          assertThat(file.view().isReadOnly()).isEqualTo(!result.get("writeable").getAsBoolean());
          for (JsonElement write : scenario.getAsJsonArray("write")) {
            write(
                file,
                write.getAsJsonArray().get(0).getAsLong(),
                write.getAsJsonArray().get(1).getAsString());
          }
          file.force();
          assertThat(canonicalSha256(file.view())).isEqualTo(result.get("view").getAsString());
        } else {
          NdView<?> view = file.view();
          assertThatThrownBy(() -> copyOntoItself(view)).isInstanceOf(ReadOnlyViewException.class);
        }
      }
      byte[] after = Files.readAllBytes(path);
      assertThat(after).hasSize(result.get("size").getAsInt());
      assertThat(Corpus.sha256(after)).isEqualTo(result.get("sha256").getAsString());
    }
  }

  static Shape shape(JsonElement sizes) {
    return Shape.of(
        sizes.getAsJsonArray().asList().stream().mapToLong(JsonElement::getAsLong).toArray());
  }

  /// The version by its first number.
  static NpyVersion version(int major) {
    return Arrays.stream(NpyVersion.values())
        .filter(version -> version.major() == major)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no version " + major));
  }

  private static String canonicalSha256(NdView<?> view) {
    MessageDigest digest = Corpus.sha256();
    view.forEachCanonicalBlock(digest::update);
    return HexFormat.of().formatHex(digest.digest());
  }

  private static void copyOntoItself(NdView<?> view) {
    view.copyFrom(view);
  }

  /// Writes one element, given by its place in C order and its canonical bytes.
  private static void write(NpyFile file, long place, String hex) {
    byte[] item = new byte[file.dtype().itemsize()];
    CanonicalValues.unpack(HexFormat.of().parseHex(hex), file.dtype(), item);
    Strided layout = Strided.contiguous(file.shape(), item.length, file.header().order());
    long at = layout.offsetOf(index(file.shape(), place));
    MemorySegment.copy(item, 0, file.view().segment(), ValueLayout.JAVA_BYTE, at, item.length);
  }

  private static long[] index(Shape shape, long place) {
    long[] index = new long[shape.rank()];
    long rest = place;
    for (int axis = shape.rank() - 1; axis >= 0; axis--) {
      index[axis] = rest % shape.size(axis);
      rest /= shape.size(axis);
    }
    return index;
  }
}
