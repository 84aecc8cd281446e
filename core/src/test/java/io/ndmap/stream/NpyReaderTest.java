package io.ndmap.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.IntView;
import io.ndmap.nd.NdView;
import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npy.ObjectArrayException;
import io.ndmap.npy.TruncatedDataException;
import io.ndmap.testing.Corpus;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.Pipe;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpyReaderTest {

  private static final String X = "x.npy";

  // ---- the corpus

  @ParameterizedTest
  @MethodSource("io.ndmap.testing.Corpus#all")
  void numpysVerdict(Corpus.Case c) throws IOException {
    Trickle in = new Trickle(c.bytes(), c.bytes().length);
    List<JsonElement> parts =
        c.entry().has("parts")
            ? c.entry().getAsJsonArray("parts").asList()
            : List.<JsonElement>of(c.expect());
    try {
      for (JsonElement part : parts) {
        checkArray(in, part.getAsJsonObject());
      }
    } catch (NpyFormatException e) {
      checkRefusal(c, e);
      return;
    }
    if (!c.kind().equals("valid") && !c.kind().equals("multi")) {
      fail("accepted although NumPy says %s", c.kind());
    }
  }

  private static void checkArray(Trickle in, JsonObject expect) throws IOException {
    int begin = in.taken();
    NpyReader reader = NpyReader.open(in, X);
    NpyHeader header = reader.header();
    NdView<?> view = reader.read();
    assertThat(in.taken() - begin).isEqualTo((int) (header.dataOffset() + header.dataBytes()));
    assertThat(header.shape()).isEqualTo(shape(expect));
    assertThat(header.order())
        .isEqualTo(expect.get("fortran_order").getAsBoolean() ? Order.F : Order.C);
    assertThat(view.shape()).isEqualTo(header.shape());
    assertThat(view.dtype()).isEqualTo(header.dtype());
    assertThat(canonical(view)).isEqualTo(expect.get("canon_sha256").getAsString());
    assertThat(Corpus.sha256(raw(view, header.order())))
        .isEqualTo(expect.get("raw_sha256").getAsString());
  }

  private static void checkRefusal(Corpus.Case c, NpyFormatException e) {
    assertThat(e).hasMessageStartingWith("x.npy: byte " + e.byteOffset() + ": ");
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

  @ParameterizedTest
  @ValueSource(longs = {1, 24, 1000})
  void blockByBlock(long mostBytes) throws IOException {
    int blocks = 0;
    for (Corpus.Case c :
        Corpus.manifest()
            .filter(c -> c.kind().equals("valid") && !c.tier().equals("may"))
            .toList()) {
      NpyReader reader = NpyReader.open(new Trickle(c.bytes(), mostBytes), c.toString());
      NpyHeader header = reader.header();
      ByteArrayOutputStream raw = new ByteArrayOutputStream();
      List<Box> places = new ArrayList<>();
      reader.forEachBlock(
          mostBytes,
          (block, where) -> {
            assertThat(block.shape()).isEqualTo(where.shape());
            assertThat(block.dtype()).isEqualTo(header.dtype());
            long size = block.itemCount() * header.dtype().itemsize();
            assertThat(size).isLessThanOrEqualTo(Math.max(mostBytes, header.dtype().itemsize()));
            raw.writeBytes(raw(block, header.order()));
            where.requireWithin(header.shape(), X);
            places.add(where);
          });
      assertThat(Corpus.sha256(raw.toByteArray()))
          .as(c.toString())
          .isEqualTo(c.expect().get("raw_sha256").getAsString());
      assertThat(places.stream().mapToLong(Box::itemCount).sum())
          .isEqualTo(header.shape().itemCount());
      blocks += places.size();
    }
    assertThat(blocks).isGreaterThan(400);
  }

  // ---- blocks

  @Test
  void aBlockHasAtLeastOneItem() throws IOException {
    assertThat(blocks(Shape.of(2, 2), Order.F, 3))
        .containsExactly(
            "[0:1, 0:1] [[0]]", "[1:2, 0:1] [[2]]", "[0:1, 1:2] [[1]]", "[1:2, 1:2] [[3]]");
  }

  @Test
  void blocksAreRangesOfTheSlowestAxis() throws IOException {
    assertThat(blocks(Shape.of(4, 3), Order.C, 24))
        .containsExactly("[0:2, 0:3] [[0 1 2]\n [3 4 5]]", "[2:4, 0:3] [[ 6  7  8]\n [ 9 10 11]]");
    assertThat(blocks(Shape.of(3, 4), Order.F, 24))
        .containsExactly(
            "[0:3, 0:2] [[0 1]\n [4 5]\n [8 9]]", "[0:3, 2:4] [[ 2  3]\n [ 6  7]\n [10 11]]");
    assertThat(blocks(Shape.of(2, 4), Order.C, 8))
        .containsExactly(
            "[0:1, 0:2] [[0 1]]", "[0:1, 2:4] [[2 3]]", "[1:2, 0:2] [[4 5]]", "[1:2, 2:4] [[6 7]]");
    assertThat(blocks(Shape.SCALAR, Order.C, 1)).containsExactly("[] 0");
    assertThat(blocks(Shape.of(0, 3), Order.C, 100)).isEmpty();
  }

  private static List<String> blocks(Shape shape, Order order, long mostBytes) throws IOException {
    List<String> blocks = new ArrayList<>();
    NpyReader.open(new ByteArrayInputStream(numbers(shape, order)), X)
        .forEachBlock(mostBytes, (block, where) -> blocks.add(where + " " + block));
    return blocks;
  }

  @Test
  void itemsWithoutBytesAreOneBlock() throws IOException {
    Shape shape = Shape.of(1_000_000_000_000_000L);
    byte[] header = NpyHeaderCodec.encode(DType.parse("V0"), Order.C, shape);
    List<Shape> shapes = new ArrayList<>();
    NpyReader.open(new ByteArrayInputStream(header), X)
        .forEachBlock(1, (block, _) -> shapes.add(block.shape()));
    assertThat(shapes).containsExactly(shape);
    assertThat(NpyReader.open(new ByteArrayInputStream(header), X).read().shape()).isEqualTo(shape);
  }

  @Test
  void aConsumerMayChangeABlockOnAnyThread() throws IOException {
    List<Object> sums = new ArrayList<>();
    NpyReader.open(new ByteArrayInputStream(numbers(Shape.of(100, 7), Order.C)), X)
        .forEachBlock(
            280,
            (block, where) -> {
              Thread other = new Thread(() -> block.fill(where.start(0)));
              other.start();
              try {
                other.join();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
              sums.add(block.sum());
            });
    assertThat(sums).hasSize(10);
    assertThat(sums.getLast()).isEqualTo(70.0 * 90);
  }

  @Test
  void aBlockEndsWithItsConsumer() throws IOException {
    List<NdView<?>> kept = new ArrayList<>();
    NpyReader.open(new ByteArrayInputStream(numbers(Shape.of(4), Order.C)), X)
        .forEachBlock(8, (block, _) -> kept.add(block));
    assertThatThrownBy(() -> kept.getFirst().sum()).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whatAConsumerThrowsLeavesTheRestToBeSkipped() throws IOException {
    ByteArrayInputStream in =
        new ByteArrayInputStream(
            both(numbers(Shape.of(10, 2), Order.C), numbers(Shape.of(3), Order.C)));
    NpyReader reader = NpyReader.open(in, X);
    IOException full = new IOException("full");
    assertThatThrownBy(
            () ->
                reader.forEachBlock(
                    16,
                    (_, where) -> {
                      if (where.start(0) == 4) {
                        throw full;
                      }
                    }))
        .isSameAs(full);
    reader.skip();
    reader.skip();
    assertThat(NpyReader.open(in, X).read()).hasToString("[0 1 2]");
  }

  @Test
  void refusesBlocksOfNoBytes() throws IOException {
    NpyReader reader = NpyReader.open(new ByteArrayInputStream(numbers(Shape.of(3), Order.C)), X);
    assertThatThrownBy(() -> reader.forEachBlock(0, (_, _) -> {}))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("chunks of 0 bytes cannot be made of elements of 4");
    assertThat(reader.read()).hasToString("[0 1 2]");
  }

  // ---- ends

  @ParameterizedTest
  @EnumSource(Order.class)
  void cutAtEveryByte(Order order) throws IOException {
    byte[] whole = numbers(Shape.of(3, 5), order);
    int dataOffset = whole.length - 60;
    for (int length = 0; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      int found = Math.max(0, length - dataOffset);
      for (BlockPass pass : BlockPass.values()) {
        if (length < dataOffset) {
          assertThatThrownBy(() -> NpyReader.open(new Trickle(part, 1), X))
              .isExactlyInstanceOf(TruncatedDataException.class)
              .hasMessageStartingWith("x.npy: byte ")
              .hasMessageContaining(" ends early: expected ");
        } else {
          NpyReader reader = NpyReader.open(new Trickle(part, 1), X);
          assertThatThrownBy(() -> pass.run(reader))
              .isInstanceOfSatisfying(
                  TruncatedDataException.class,
                  e -> {
                    assertThat(e.expected()).isEqualTo(60);
                    assertThat(e.found()).isEqualTo(found);
                    assertThat(e.byteOffset()).isEqualTo(dataOffset);
                  })
              .hasMessage(
                  "x.npy: byte 128: the data of shape (3, 5) ends early: expected 60 bytes, found "
                      + found);
        }
      }
    }
  }

  /// The ways to read the data.
  private enum BlockPass {
    READ,
    BLOCKS,
    SKIP;

    void run(NpyReader reader) throws IOException {
      switch (this) {
        case READ -> reader.read();
        case BLOCKS -> reader.forEachBlock(8, (_, _) -> {});
        case SKIP -> reader.skip();
      }
    }
  }

  @Test
  void severalArraysUntilTheEnd() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int n = 0; n < 20; n++) {
      all.writeBytes(numbers(Shape.of(n, n % 3), n % 2 == 0 ? Order.C : Order.F));
    }
    InputStream in = new Trickle(all.toByteArray(), 7);
    int n = 0;
    for (Optional<NpyReader> next = next(in); next.isPresent(); next = next(in), n++) {
      NpyReader reader = next.get();
      assertThat(reader.header().shape()).isEqualTo(Shape.of(n, n % 3));
      switch (n % 3) {
        case 0 -> assertThat(reader.read().itemCount()).isEqualTo(0);
        case 1 -> reader.skip();
        default -> assertThat(reader.read().sum()).isEqualTo(n * (2.0 * n - 1));
      }
    }
    assertThat(n).isEqualTo(20);
    assertThat(next(in)).isEmpty();
    assertThatThrownBy(() -> NpyReader.open(in, X))
        .isExactlyInstanceOf(TruncatedDataException.class)
        .hasMessage(
            "x.npy: byte 0: the magic of a .npy file ends early: expected 8 bytes, found 0");
  }

  @Test
  void anEndWithinTheNextHeaderIsNoCleanEnd() {
    for (int length = 1; length < 128; length++) {
      byte[] part = Arrays.copyOf(numbers(Shape.of(1), Order.C), length);
      assertThatThrownBy(() -> next(new Trickle(part, 3)))
          .isExactlyInstanceOf(TruncatedDataException.class);
    }
  }

  private static Optional<NpyReader> next(InputStream in) throws IOException {
    return NpyReader.next(in, X, HeaderLimits.DEFAULT);
  }

  @Test
  void compressedStreams() throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
      gzip.write(numbers(Shape.of(1000, 1000), Order.F));
      gzip.write(numbers(Shape.of(3), Order.C));
    }
    InputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed.toByteArray()));
    IntView first = NpyReader.open(in, "x.npy.gz").read().as(IntView.class);
    assertThat(first.get(123, 456)).isEqualTo(123_456);
    assertThat(NpyReader.open(in, "x.npy.gz").read()).hasToString("[0 1 2]");
    assertThat(next(in)).isEmpty();
  }

  @Test
  void theDataAreReadOnce() throws IOException {
    for (BlockPass first : BlockPass.values()) {
      NpyReader reader = NpyReader.open(new ByteArrayInputStream(numbers(Shape.of(3), Order.C)), X);
      first.run(reader);
      for (BlockPass again : new BlockPass[] {BlockPass.READ, BlockPass.BLOCKS}) {
        assertThatThrownBy(() -> again.run(reader))
            .isExactlyInstanceOf(IllegalStateException.class)
            .hasMessage("x.npy: the data have been read; a stream has them only once");
      }
    }
  }

  @Test
  void pythonObjectsAreRefused() throws IOException {
    byte[] header = NpyHeaderCodec.encode(DType.parse("O"), Order.C, Shape.of(3));
    assertThatThrownBy(() -> NpyReader.open(new ByteArrayInputStream(header), X))
        .isExactlyInstanceOf(ObjectArrayException.class)
        .hasMessageStartingWith("x.npy: byte 128: arrays of objects are pickles");
    ByteArrayInputStream in = new ByteArrayInputStream(header);
    NpyHeader read = NpyHeaderCodec.readAny(in, X, HeaderLimits.DEFAULT);
    assertThatThrownBy(() -> NpyReader.after(read, in, X))
        .isExactlyInstanceOf(ObjectArrayException.class);
  }

  @Test
  void longHeadersNeedAHigherLimit() throws IOException {
    String fields =
        "[" + "('a long name of a field %s', '<i4'), ".repeat(400).formatted(names(400)) + "]";
    byte[] header = NpyHeaderCodec.encode(DType.parse(fields), Order.C, Shape.of(0));
    assertThatThrownBy(() -> NpyReader.open(new ByteArrayInputStream(header), X))
        .hasMessageContaining("the limit is 10000 characters");
    HeaderLimits higher = new HeaderLimits(header.length);
    assertThat(NpyReader.next(new ByteArrayInputStream(header), X, higher)).isPresent();
  }

  private static Object[] names(int count) {
    Object[] names = new Object[count];
    Arrays.setAll(names, k -> k);
    return names;
  }

  // ---- sizes that are claimed

  @ParameterizedTest
  @ValueSource(longs = {1L << 29, 1L << 37, Long.MAX_VALUE / 8})
  void aClaimIsNotBelieved(long items) throws IOException {
    byte[] header = NpyHeaderCodec.encode(DType.FLOAT64, Order.C, Shape.of(items));
    for (BlockPass pass : BlockPass.values()) {
      NpyReader reader = NpyReader.open(new ByteArrayInputStream(header), X);
      assertThatThrownBy(() -> pass.run(reader))
          .isExactlyInstanceOf(TruncatedDataException.class)
          .hasMessageEndingWith(" expected " + items * 8 + " bytes, found 0");
    }
    NpyReader reader = NpyReader.open(new ByteArrayInputStream(header), X);
    assertThatThrownBy(() -> reader.forEachBlock(Long.MAX_VALUE, (_, _) -> {}))
        .isExactlyInstanceOf(TruncatedDataException.class);
  }

  @Test
  void memoryGrowsAsDataArrive() throws IOException {
    Shape shape = Shape.of(5 * NpyReader.TRUSTED_BYTES + 3);
    byte[] header = NpyHeaderCodec.encode(DType.UINT8, Order.C, shape);
    InputStream data =
        new InputStream() {
          private long at;

          @Override
          public int read() {
            return (int) (at++ % 251);
          }

          @Override
          public int read(byte[] target, int offset, int length) {
            for (int k = 0; k < length; k++) {
              target[offset + k] = (byte) read();
            }
            return length;
          }
        };
    InputStream in = new SequenceInputStream(new ByteArrayInputStream(header), data);
    try (Arena arena = Arena.ofConfined()) {
      NdView<?> view = NpyReader.open(in, X).read(arena);
      assertThat(view.segment().scope()).isEqualTo(arena.scope());
      for (long k = 0; k < shape.itemCount(); k += 99_991) {
        assertThat(view.getLong(k)).isEqualTo(k % 251);
      }
    }
    assertThat(in.read()).isEqualTo((int) (shape.itemCount() % 251));
  }

  // ---- channels

  @Test
  void channelsAreReadToTheLastByteOfTheArray() throws IOException {
    byte[] bytes = both(numbers(Shape.of(50, 3), Order.F), numbers(Shape.of(3), Order.C));
    var in = Channels.newChannel(new Trickle(bytes, 5));
    IntView first = NpyReader.open(in, X).read().as(IntView.class);
    assertThat(first.get(49, 2)).isEqualTo(149);
    assertThat(NpyReader.next(in, X, HeaderLimits.DEFAULT).orElseThrow().read())
        .hasToString("[0 1 2]");
    assertThat(NpyReader.next(in, X, HeaderLimits.DEFAULT)).isEmpty();
    var again = Channels.newChannel(new Trickle(bytes, 5));
    NpyReader.open(again, X).skip();
    List<String> rows = new ArrayList<>();
    NpyReader.open(again, X).forEachBlock(8, (block, where) -> rows.add(where + "=" + block));
    assertThat(rows).containsExactly("[0:2]=[0 1]", "[2:3]=[2]");
  }

  @Test
  void aCutChannelSaysWhatItHad() throws IOException {
    byte[] bytes = numbers(Shape.of(50), Order.C);
    var in = Channels.newChannel(new ByteArrayInputStream(Arrays.copyOf(bytes, 300)));
    NpyReader reader = NpyReader.open(in, X);
    assertThatThrownBy(reader::read)
        .isExactlyInstanceOf(TruncatedDataException.class)
        .hasMessage(
            "x.npy: byte 128: the data of shape (50,) ends early: expected 200 bytes, found 172");
  }

  @Test
  void channelsMustBlock() throws IOException {
    Pipe pipe = Pipe.open();
    try (var source = pipe.source();
        var sink = pipe.sink()) {
      sink.write(ByteBuffer.wrap(numbers(Shape.of(3), Order.C)));
      source.configureBlocking(false);
      assertThatThrownBy(() -> NpyReader.open(source, X))
          .isInstanceOf(IllegalBlockingModeException.class);
    }
  }

  @Test
  void anInterruptEndsAChannel() throws IOException {
    Pipe pipe = Pipe.open();
    try (var source = pipe.source();
        var sink = pipe.sink()) {
      byte[] bytes = numbers(Shape.of(1000), Order.C);
      sink.write(ByteBuffer.wrap(bytes, 0, 1000));
      NpyReader reader = NpyReader.open(source, X);
      // Set before the read that would wait for ever.
      Thread.currentThread().interrupt();
      try {
        assertThatThrownBy(reader::read).isExactlyInstanceOf(ClosedByInterruptException.class);
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
    }
  }

  // ---- helpers

  /// A file of the numbers from 0 on, counted in C order.
  private static byte[] numbers(Shape shape, Order order) {
    int[] items = IntStream.range(0, Math.toIntExact(shape.itemCount())).toArray();
    NdView<?> view =
        NdView.of(MemorySegment.ofArray(items), DType.INT32, shape, Order.C).copy(order);
    byte[] header = NpyHeaderCodec.encode(DType.INT32, order, shape);
    return both(header, raw(view, order));
  }

  private static byte[] both(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  /// The bytes of contiguous elements.
  private static byte[] raw(NdView<?> view, Order order) {
    assertThat(view.isContiguous(order)).isTrue();
    long size = view.shape().byteSize(view.dtype().itemsize());
    return view.segment().asSlice(view.strided().offset(), size).toArray(ValueLayout.JAVA_BYTE);
  }

  private static String canonical(NdView<?> view) {
    MessageDigest digest = Corpus.sha256();
    view.forEachCanonicalBlock(digest::update);
    return HexFormat.of().formatHex(digest.digest());
  }

  private static Shape shape(JsonObject expect) {
    return Shape.of(
        expect.getAsJsonArray("shape").asList().stream()
            .mapToLong(JsonElement::getAsLong)
            .toArray());
  }
}
