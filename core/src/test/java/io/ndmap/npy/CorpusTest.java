package io.ndmap.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.StructType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import io.ndmap.testing.Corpus;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every file that NumPy made, and NumPy's verdict on it.
class CorpusTest {

  @ParameterizedTest
  @MethodSource("io.ndmap.testing.Corpus#all")
  void numpysVerdict(Corpus.Case c) throws IOException {
    NpyHeader header;
    try {
      header = open(c.bytes());
    } catch (NpyFormatException e) {
      checkRefusal(c, e);
      return;
    }
    switch (c.kind()) {
      case "valid", "multi" -> checkHeader(c, header);
      default -> fail("accepted although NumPy says %s: %s", c.kind(), header);
    }
  }

  private static void checkRefusal(Corpus.Case c, NpyFormatException e) {
    assertThat(e).hasMessageStartingWith("x.npy: byte " + e.byteOffset() + ": ");
    assertThat(e.byteOffset()).isBetween(0L, (long) c.bytes().length);
    switch (c.kind()) {
      case "invalid", "crash", "divergent" -> {
        // Any typed refusal is right.
      }
      case "needs_pickle" -> {
        if (c.tier().equals("must") || c.tier().equals("should")) {
          assertThat(e).isInstanceOf(ObjectArrayException.class);
        }
      }
      default -> assertThat(c.tier()).as("refused: %s", e.getMessage()).isEqualTo("may");
    }
  }

  private static void checkHeader(Corpus.Case c, NpyHeader header) throws IOException {
    JsonObject expect = c.expect();
    DType dtype = header.dtype();
    checkDescr(dtype.descr(), expect.get("numpy_descr").getAsString());
    assertThat(DType.parse(dtype.descr())).isEqualTo(dtype);
    assertThat(dtype.itemsize()).isEqualTo(expect.get("itemsize").getAsInt());
    assertThat(header.shape()).isEqualTo(shape(expect.getAsJsonArray("shape")));
    assertThat(header.order())
        .isEqualTo(expect.get("fortran_order").getAsBoolean() ? Order.F : Order.C);
    assertThat(header.version().major())
        .isEqualTo(expect.getAsJsonArray("version").get(0).getAsInt());
    assertThat(header.dataOffset()).isEqualTo(expect.get("data_offset").getAsLong());
    assertThat(header.dataBytes()).isEqualTo(expect.get("nbytes").getAsLong());
    assertThat(header.shape().itemCount()).isEqualTo(expect.get("count").getAsLong());
    byte[] data =
        Arrays.copyOfRange(
            c.bytes(), (int) header.dataOffset(), (int) (header.dataOffset() + header.dataBytes()));
    assertThat(Corpus.sha256(data)).isEqualTo(expect.get("raw_sha256").getAsString());
    checkCanonicalBytes(header, data, expect);
    ByteArrayInputStream in = new ByteArrayInputStream(c.bytes());
    assertThat(NpyHeaderCodec.read(in, "x.npy", HeaderLimits.DEFAULT)).isEqualTo(header);
    assertThat(c.bytes().length - in.available()).isEqualTo((int) header.dataOffset());
  }

  /// The manifest cuts long texts.
  private static void checkDescr(String descr, String expected) {
    if (expected.endsWith("...")) {
      assertThat(descr).startsWith(expected.substring(0, expected.length() - 3));
    } else {
      assertThat(descr).isEqualTo(expected);
    }
  }

  private static void checkCanonicalBytes(NpyHeader header, byte[] data, JsonObject expect) {
    NdView<?> view =
        NdView.of(
            MemorySegment.ofArray(data),
            header.dtype(),
            header.shape(),
            header.order(),
            Backing.MEMORY);
    ByteBuffer canonical = ByteBuffer.allocate(data.length);
    view.forEachCanonicalBlock(canonical::put);
    byte[] bytes = Arrays.copyOf(canonical.array(), canonical.position());
    assertThat(bytes).hasSize(expect.get("canon_nbytes").getAsInt());
    assertThat(Corpus.sha256(bytes)).isEqualTo(expect.get("canon_sha256").getAsString());
  }

  @ParameterizedTest
  @MethodSource
  void savedAgain(Corpus.Case c) {
    NpyHeader header = open(c.bytes());
    JsonObject resave = c.expect().getAsJsonObject("resave");
    Order order = NpyHeaderCodec.savedOrder(header.order(), header.shape());
    byte[] encoded = NpyHeaderCodec.encode(header.dtype(), order, header.shape());
    assertThat(encoded).hasSize(resave.get("data_offset").getAsInt());
    assertThat((int) encoded[6]).isEqualTo(resave.getAsJsonArray("version").get(0).getAsInt());
    if (header.dtype() instanceof StructType) {
      // NumPy's copy of a structure clears its padding, so that only the header can be compared.
      assertThat(NpyHeaderCodec.decode(ByteBuffer.wrap(encoded), "x", HeaderLimits.DEFAULT).dtype())
          .isEqualTo(header.dtype());
      return;
    }
    byte[] file = Arrays.copyOf(encoded, Math.toIntExact(encoded.length + header.dataBytes()));
    System.arraycopy(
        c.bytes(),
        (int) header.dataOffset(),
        file,
        encoded.length,
        Math.toIntExact(header.dataBytes()));
    assertThat(Corpus.sha256(file)).isEqualTo(resave.get("sha256").getAsString());
  }

  @ParameterizedTest
  @MethodSource("created")
  void createdByOpenMemmap(JsonObject scenario) {
    JsonObject result = scenario.getAsJsonObject("result");
    DType dtype = DType.parse(scenario.get("descr").getAsString());
    Shape shape = shape(scenario.getAsJsonArray("shape"));
    Order order = scenario.get("fortran_order").getAsBoolean() ? Order.F : Order.C;
    byte[] encoded;
    if (scenario.get("version").isJsonNull()) {
      encoded = NpyHeaderCodec.encode(dtype, order, shape);
    } else {
      encoded = NpyHeaderCodec.encode(version(scenario), dtype, order, shape);
    }
    assertThat(encoded)
        .isEqualTo(Base64.getDecoder().decode(result.get("header_b64").getAsString()));
  }

  static Stream<Corpus.Case> savedAgain() {
    return Corpus.manifest()
        .filter(c -> c.kind().equals("valid") && !c.tier().equals("may"))
        .filter(c -> c.expect().has("resave"));
  }

  static Stream<JsonObject> created() {
    return Corpus.json(Corpus.path("scenarios.json")).getAsJsonArray("create").asList().stream()
        .map(e -> e.getAsJsonObject())
        .filter(s -> s.getAsJsonObject("result").get("ok").getAsBoolean());
  }

  private static NpyVersion version(JsonObject scenario) {
    return switch (scenario.getAsJsonArray("version").get(0).getAsInt()) {
      case 1 -> NpyVersion.V1_0;
      case 2 -> NpyVersion.V2_0;
      case 3 -> NpyVersion.V3_0;
      default -> throw new IllegalArgumentException("no such version");
    };
  }

  private static NpyHeader open(byte[] bytes) {
    ByteBuffer first =
        ByteBuffer.wrap(bytes, 0, Math.min(bytes.length, NpyHeaderCodec.PREFIX_BYTES));
    long end = NpyHeaderCodec.headerEnd(first, bytes.length, "x.npy", HeaderLimits.DEFAULT);
    NpyHeader header =
        NpyHeaderCodec.decode(ByteBuffer.wrap(bytes, 0, (int) end), "x.npy", HeaderLimits.DEFAULT);
    assertThat(header.dataOffset()).isEqualTo(end);
    NpyHeaderCodec.requireData(header, bytes.length - end, "x.npy");
    return header;
  }

  private static Shape shape(JsonArray sizes) {
    return Shape.of(sizes.asList().stream().mapToLong(s -> s.getAsLong()).toArray());
  }
}
