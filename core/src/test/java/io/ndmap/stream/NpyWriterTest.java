package io.ndmap.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npy.NpyVersion;
import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.OperationInterruptedException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.Pipe;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpyWriterTest {

  private static final Random RANDOM = new Random(19);

  /// Memory on the heap or outside, of random elements.
  private static NdView<?> random(DType dtype, Shape shape, boolean heap) {
    byte[] bytes = new byte[Math.toIntExact(shape.byteSize(dtype.itemsize()))];
    RANDOM.nextBytes(bytes);
    MemorySegment segment = MemorySegment.ofArray(bytes);
    return NdView.of(
        heap ? segment : Arena.ofAuto().allocate(bytes.length).copyFrom(segment),
        dtype,
        shape,
        Order.C);
  }

  static Stream<String> dtypes() {
    return Stream.of(
        "|b1",
        "<i2",
        ">i4",
        "<f8",
        ">c16",
        "<f16",
        "|S5",
        ">U3",
        "|V3",
        "<M8[s]",
        "|V0",
        "[('a', '<i4'), ('', '|V3'), ('b', '>f8', (2,))]");
  }

  @ParameterizedTest
  @MethodSource("dtypes")
  void anyLayoutInEitherOrder(String text) throws IOException {
    DType dtype = DType.parse(text);
    for (boolean heap : new boolean[] {true, false}) {
      NdView<?> array = random(dtype, Shape.of(5, 6, 7), heap);
      for (NdView<?> view :
          List.of(
              array,
              array.transpose(),
              array.slice("::-2, 1:, ::3"),
              array.slice("..., 3"),
              array.slice("1, 2, 3"),
              array.slice("0:0"),
              array.slice("2, :, 0, None"))) {
        for (Order order : Order.values()) {
          byte[] expected = saved(view, order);
          WriteOptions options = WriteOptions.DEFAULT.withOrder(order);
          ByteArrayOutputStream out = new ByteArrayOutputStream();
          NpyWriter.write(out, view, options);
          assertThat(out.toByteArray()).isEqualTo(expected);
          out.reset();
          NpyWriter.write(Channels.newChannel(out), view, options);
          assertThat(out.toByteArray()).isEqualTo(expected);
          assertThat(inBlocks(view, order)).isEqualTo(expected);
        }
      }
    }
  }

  /// The expected bytes: the header and the elements one by one.
  private static byte[] saved(NdView<?> view, Order order) {
    Order stored = NpyHeaderCodec.savedOrder(order, view.shape());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(NpyHeaderCodec.encode(view.dtype(), stored, view.shape()));
    int itemsize = view.dtype().itemsize();
    if (itemsize > 0) {
      Partition items = Partition.chunksOf(view.shape(), order, 1, 1);
      for (long k = 0; k < items.count(); k++) {
        long at = view.slice(items.box(k)).strided().offset();
        bytes.writeBytes(view.segment().asSlice(at, itemsize).toArray(ValueLayout.JAVA_BYTE));
      }
    }
    return bytes.toByteArray();
  }

  /// Written position by position of the slowest axis.
  private static byte[] inBlocks(NdView<?> view, Order order) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (NpyWriter writer =
        NpyWriter.begin(out, view.dtype(), view.shape(), WriteOptions.DEFAULT.withOrder(order))) {
      if (view.rank() == 0) {
        writer.append(view);
        return out.toByteArray();
      }
      int axis = order == Order.C ? 0 : view.rank() - 1;
      for (long k = 0; k < view.size(axis); k += 2) {
        writer.append(view.slice(axis, k, Math.min(k + 2, view.size(axis))));
      }
    }
    return out.toByteArray();
  }

  @ParameterizedTest
  @CsvSource("F, 3")
  void arraysOfManyBlocks(Order order, int threads) throws IOException {
    NdView<?> array = random(DType.parse(">i8"), Shape.of(3, 700, 1201), false);
    for (NdView<?> view : List.of(array, array.transpose(1, 2, 0))) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      List<Long> progress = new ArrayList<>();
      Execution execution = Execution.parallel(threads).withProgress(progress::add);
      NpyWriter.write(out, view.on(execution), WriteOptions.DEFAULT.withOrder(order));
      assertThat(progress.stream().mapToLong(Long::longValue).sum()).isEqualTo(view.itemCount());
      NdView<?> back = NpyReader.open(new ByteArrayInputStream(out.toByteArray()), "x").read();
      assertThat(back.contentEquals(view)).isTrue();
      assertThat(back.isContiguous(order)).isTrue();
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource("C, 1")
  void arraysOfManyBlocksOnOneThread(Order order, int threads) throws IOException {
    arraysOfManyBlocks(order, threads);
  }

  @Tag("heavy")
  @ParameterizedTest
  @CsvSource({"F, 1", "C, 3"})
  void moreArraysOfManyBlocks(Order order, int threads) throws IOException {
    arraysOfManyBlocks(order, threads);
  }

  @ParameterizedTest
  @EnumSource(NpyVersion.class)
  void inTheVersionAskedFor(NpyVersion version) throws IOException {
    NdView<?> view = random(DType.INT16, Shape.of(3), true);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    NpyWriter.write(out, view, WriteOptions.DEFAULT.withVersion(version));
    assertThat((int) out.toByteArray()[6]).isEqualTo(version.major());
    NpyReader reader = NpyReader.open(new Trickle(out.toByteArray(), 1), "x");
    assertThat(reader.header().version()).isEqualTo(version);
    assertThat(reader.read().contentEquals(view)).isTrue();
  }

  @Test
  void aHeaderThatDoesNotFitIsRefusedBeforeAnythingIsWritten() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    WriteOptions first = WriteOptions.DEFAULT.withVersion(NpyVersion.V1_0);
    DType dtype = DType.parse("[('整', '<i4')]");
    assertThatThrownBy(() -> NpyWriter.begin(out, dtype, Shape.of(3), first))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessageContaining("version 1.0");
    assertThatThrownBy(
            () -> NpyWriter.begin(out, DType.parse("O"), Shape.of(3), WriteOptions.DEFAULT))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("elements of |O are Python objects, which are stored as a pickle");
    assertThatThrownBy(
            () ->
                NpyWriter.begin(
                    out, DType.FLOAT64, Shape.of(1L << 40, 1L << 21), WriteOptions.DEFAULT))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessageStartingWith("no reader could open such an array: its header: byte ");
    assertThat(out.size()).isZero();
  }

  // ---- blocks

  @Test
  void blocksMayHaveTheOtherByteOrder() throws IOException {
    NdView<?> numbers = NdView.zeros(DType.parse(">i4"), 3);
    numbers.fill(258);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (NpyWriter writer =
        NpyWriter.begin(out, DType.parse("<i4"), Shape.of(3), WriteOptions.DEFAULT)) {
      writer.append(numbers);
    }
    assertThat(NpyReader.open(new Trickle(out.toByteArray(), 1), "x").read())
        .hasToString("[258 258 258]");
  }

  @Test
  void exactlyThePromisedItems() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    NpyWriter writer = NpyWriter.begin(out, DType.INT32, Shape.of(2, 3), WriteOptions.DEFAULT);
    writer.append(NdView.zeros(DType.INT32, 4));
    int size = out.size();
    assertThatThrownBy(() -> writer.append(NdView.zeros(DType.INT32, 3)))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a block of 3 elements does not fit the array of shape (2, 3), of which 2 are left");
    assertThatThrownBy(() -> writer.append(NdView.zeros(DType.FLOAT32, 1)))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage("a block of <f4 does not fit the array of <i4; convert it with astype");
    assertThat(out.size()).isEqualTo(size);
    assertThatThrownBy(writer::close)
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessage(
            "the array of shape (2, 3) ends early: 2 of its 6 elements have not been written");
    writer.close();
  }

  @Test
  void itemsWithoutBytesAreCountedAndCostNothing() throws IOException {
    Shape shape = Shape.of(1_000_000_000_000_000L);
    DType empty = DType.parse("|V0");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    NpyWriter.write(out, NdView.zeros(empty, shape, Order.C));
    assertThat(out.toByteArray()).isEqualTo(NpyHeaderCodec.encode(empty, Order.C, shape));
    NpyWriter writer = NpyWriter.begin(out, empty, shape, WriteOptions.DEFAULT);
    assertThatThrownBy(writer::close).isExactlyInstanceOf(IllegalStateException.class);
  }

  @Test
  void severalArraysOneAfterTheOther() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int n = 0; n < 5; n++) {
      NpyWriter.write(out, random(DType.INT64, Shape.of(n, 2), n % 2 == 0));
    }
    Trickle in = new Trickle(out.toByteArray(), 2);
    for (int n = 0; n < 5; n++) {
      assertThat(NpyReader.open(in, "x").read().shape()).isEqualTo(Shape.of(n, 2));
    }
    assertThat(in.available()).isZero();
  }

  // ---- failures

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFailureOfTheStreamIsPassedOn(boolean contiguous) {
    IOException full = new IOException("no space left");
    OutputStream out =
        new OutputStream() {
          private int taken;

          @Override
          public void write(int b) throws IOException {
            if (++taken > 200) {
              throw full;
            }
          }
        };
    NdView<?> view = random(DType.INT32, Shape.of(20, 20), false);
    assertThatThrownBy(() -> NpyWriter.write(out, contiguous ? view : view.transpose()))
        .isSameAs(full)
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
  }

  @Test
  void aFaultOfTheViewWritesNoItem() {
    Backing truncated =
        new Backing() {
          @Override
          public String name() {
            return "bad.npy";
          }

          @Override
          public void barrier() {
            throw new InternalError("a fault occurred in an unsafe memory access operation");
          }
        };
    NdView<?> bad =
        NdView.of(MemorySegment.ofArray(new byte[8]), DType.INT32, Shape.of(2), Order.C, truncated);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThatThrownBy(() -> NpyWriter.write(out, bad))
        .isExactlyInstanceOf(MappingFaultException.class)
        .hasMessageStartingWith("bad.npy: ");
    assertThat(out.size()).isEqualTo(128);
  }

  @Test
  void anInterruptEndsTheCopy() {
    NdView<?> view = random(DType.UINT8, Shape.of(1 << 22, 2), false).transpose();
    AtomicBoolean closed = new AtomicBoolean();
    WritableByteChannel channel =
        new WritableByteChannel() {
          @Override
          public int write(ByteBuffer bytes) {
            int count = bytes.remaining();
            bytes.position(bytes.limit());
            return count;
          }

          @Override
          public boolean isOpen() {
            return !closed.get();
          }

          @Override
          public void close() {
            closed.set(true);
          }
        };
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> NpyWriter.write(OutputStream.nullOutputStream(), view))
          .isExactlyInstanceOf(OperationInterruptedException.class);
      assertThatThrownBy(() -> NpyWriter.write(channel, view, WriteOptions.DEFAULT))
          .isExactlyInstanceOf(ClosedByInterruptException.class)
          .hasCauseExactlyInstanceOf(OperationInterruptedException.class);
      assertThat(closed).isTrue();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void channelsMustBlock() throws IOException {
    Pipe pipe = Pipe.open();
    try (var source = pipe.source();
        var sink = pipe.sink()) {
      sink.configureBlocking(false);
      assertThatThrownBy(
              () -> NpyWriter.write(sink, NdView.zeros(DType.INT8, 3), WriteOptions.DEFAULT))
          .isInstanceOf(IllegalBlockingModeException.class);
      assertThat(source.isOpen()).isTrue();
    }
  }

  @Test
  void aPartOfLargerMemoryIsWrittenAsItIs() throws IOException {
    NdView<?> array = random(DType.INT16, Shape.of(9, 4), false);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    NpyWriter.write(Channels.newChannel(out), array.slice("2:5"), WriteOptions.DEFAULT);
    byte[] data = Arrays.copyOfRange(out.toByteArray(), 128, out.size());
    assertThat(data).isEqualTo(array.segment().asSlice(16, 24).toArray(ValueLayout.JAVA_BYTE));
  }
}
