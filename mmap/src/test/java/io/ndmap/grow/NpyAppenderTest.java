package io.ndmap.grow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ndmap.dtype.DType;
import io.ndmap.fill.SharedFill;
import io.ndmap.fill.model.FillSpec;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.CreateOptions;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.ByteView;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import io.ndmap.npy.AppenderActiveException;
import io.ndmap.npy.GrowException;
import io.ndmap.npy.HeaderPaddingException;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpyVersion;
import io.ndmap.npy.ObjectArrayException;
import io.ndmap.npy.TrailingBytesException;
import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import io.ndmap.testing.Commands;
import io.ndmap.testing.Python;
import io.ndmap.testing.TimeLimit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpyAppenderTest {

  @TempDir Path directory;
  private Path path;

  @BeforeEach
  void name() {
    path = directory.resolve("x.npy");
  }

  private static NdView<?> zeros(DType dtype, Shape shape) {
    return NdView.of(
        Arena.ofAuto().allocate(Math.max(1, shape.byteSize(dtype.itemsize()))),
        dtype,
        shape,
        Order.C,
        Backing.MEMORY);
  }

  @Test
  void rowsAreSeenAtOnceAndTheFileIsTheOneThatNumpyWrites() throws IOException {
    Rows.create(path, 9);
    try (NpyAppender appender = NpyAppender.open(path)) {
      assertThat(appender.trailingBytes()).isZero();
      assertThat(appender.append(Rows.of(9, 1))).isEqualTo(10);
      Rows.require(path, 10);
      assertThat(appender.append(Rows.of(10, 995))).isEqualTo(1005);
      Rows.require(path, 1005);
      assertThat(appender.append(Rows.of(0, 0))).isEqualTo(1005);
      assertThat(appender.append(Rows.of(1005, 1).index(0, 0))).isEqualTo(1006);
      assertThat(appender.shape()).isEqualTo(Shape.of(1006, 3));
      assertThat(appender.axis()).isZero();
      assertThat(appender.dtype()).isEqualTo(DType.INT64);
      assertThat(appender.path()).isEqualTo(path.toRealPath());
      appender.force();
    }
    Rows.require(path, 1006);
    Path whole = directory.resolve("whole.npy");
    Rows.create(whole, 1006);
    assertThat(Files.mismatch(path, whole)).isEqualTo(-1);
  }

  /// Each dtype, order, layout and byte order, against NumPy's concatenate.
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "<f8; C; 2", "<f8; F; 2", ">i2; C; 3", ">i2; F; 3", "|b1; C; 1", "<c16; F; 2",
        "<U5; C; 2", "|S3; F; 2", "<M8[ms]; C; 1", "|V7; C; 2", "<f2; F; 3", "<f16; C; 2"
      })
  void anyRowsAsNumpyConcatenatesThem(String descr, Order order, int rank) throws IOException {
    Python.require();
    Random random = new Random(descr.hashCode() * 31L + rank);
    DType dtype = DType.parse(descr);
    long[] sizes = new long[rank];
    for (int i = 0; i < rank; i++) {
      sizes[i] = 1L + random.nextInt(4);
    }
    int axis = order == Order.F ? rank - 1 : 0;
    Path parts = Files.createDirectory(directory.resolve("parts"));
    NpyFile.write(path, random(dtype, sizes, random), order, CreateOptions.DEFAULT);
    Files.copy(path, parts.resolve("0.npy"));
    try (NpyAppender appender = NpyAppender.open(path)) {
      for (int part = 1; part < 8; part++) {
        sizes[axis] = random.nextInt(part == 5 ? 2000 : 5);
        NdView<?> rows = random(dtype, sizes, random);
        NpyFile.write(parts.resolve(part + ".npy"), rows);
        appender.append(layouts(rows, part, axis));
      }
    }
    assertThat(
            Python.run(
                """
                parts = [np.load(f"{argv[1]}/{i}.npy") for i in range(8)]
                whole = np.concatenate(parts, axis=int(argv[2]), dtype=parts[0].dtype)
                got = np.load(argv[0])
                assert got.dtype == parts[0].dtype and got.shape == whole.shape, (got.shape, whole.shape)
                assert got.tobytes() == whole.tobytes()
                np.save(argv[0] + "2.npy", np.asarray(whole, order=argv[3]))
                print(open(argv[0], "rb").read() == open(argv[0] + "2.npy", "rb").read()
                    or got.flags.c_contiguous == got.flags.f_contiguous)
                """,
                path,
                parts,
                axis,
                order))
        .isEqualTo("True\n");
  }

  private static NdView<?> random(DType dtype, long[] sizes, Random random) {
    NdView<?> view = zeros(dtype, Shape.of(sizes));
    byte[] bytes = new byte[(int) view.shape().byteSize(dtype.itemsize())];
    random.nextBytes(bytes);
    if (dtype.descr().contains("U") || dtype.descr().contains("b1")) {
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) (dtype.descr().contains("b1") || i % 4 == 0 ? bytes[i] & 1 : 0);
      }
    }
    MemorySegment.copy(MemorySegment.ofArray(bytes), 0, view.segment(), 0, bytes.length);
    return view;
  }

  /// The same elements in another layout.
  private static NdView<?> layouts(NdView<?> rows, int part, int axis) {
    return switch (part % 4) {
      case 0 -> rows;
      case 1 -> rows.flip(axis).copy(Order.F).flip(axis);
      case 2 -> rows.copy(Order.F);
      default ->
          rows.dtype().withByteOrder(ByteOrder.BIG_ENDIAN).equals(rows.dtype())
              ? rows
              : rows.astype(rows.dtype().withByteOrder(ByteOrder.BIG_ENDIAN));
    };
  }

  @ParameterizedTest
  @EnumSource(NpyVersion.class)
  void structuresInEachVersion(NpyVersion version) throws IOException {
    Python.require();
    DType dtype = DType.parse("[('a', '<i4'), ('', '|V3'), ('%s', '>f8', (2,))]".formatted("é"));
    NpyFile.create(path, dtype, Shape.of(99), Order.C, CreateOptions.DEFAULT.withVersion(version))
        .close();
    NdView<?> rows = zeros(dtype, Shape.of(2));
    rows.field("a").fill(7);
    long offset;
    try (NpyFile file = NpyFile.open(path)) {
      offset = file.header().dataOffset();
    }
    try (NpyAppender appender = NpyAppender.open(path)) {
      appender.append(rows);
    }
    try (NpyFile file = NpyFile.open(path)) {
      assertThat(file.header().version()).isEqualTo(version);
      assertThat(file.header().dataOffset()).isEqualTo(offset);
      assertThat(file.dtype()).isEqualTo(dtype);
    }
    assertThat(Python.run("print(np.load(argv[0])['a'][-3:].tolist())", path))
        .isEqualTo("[0, 7, 7]\n");
  }

  /// Files of holes: from 9 rows to 10, from 99 to 100, and so on beyond 2³¹ elements and 4 GiB.
  @Test
  void everyDigitMoreFindsItsPlace() throws IOException {
    for (long length = 9; length < 10_000_000_000_000L; length = 10 * length + 9) {
      growsByTwo(length);
    }
    growsByTwo(Integer.MAX_VALUE);
    growsByTwo((1L << 32) - 1);
  }

  private void growsByTwo(long length) throws IOException {
    NpyFile.create(
            path,
            DType.UINT8,
            Shape.of(length),
            Order.C,
            CreateOptions.DEFAULT.withoutReserving().withReplacing())
        .close();
    NdView<?> two = zeros(DType.UINT8, Shape.of(2));
    two.fill(length % 100);
    try (NpyAppender appender = NpyAppender.open(path)) {
      assertThat(appender.append(two)).isEqualTo(length + 2);
    }
    try (NpyFile file = NpyFile.open(path)) {
      ByteView view = file.view(ByteView.class);
      assertThat(view.shape()).isEqualTo(Shape.of(length + 2));
      assertThat(view.getLong(length - 1)).isZero();
      assertThat(view.getLong(length)).isEqualTo(length % 100);
      assertThat(view.getLong(length + 1)).isEqualTo(length % 100);
    }
  }

  @Test
  void itemsWithoutBytesGrowToTheLimit() throws IOException {
    DType nothing = DType.parse("|V0");
    NpyFile.create(path, nothing, Shape.of(Long.MAX_VALUE - 2), Order.C).close();
    try (NpyAppender appender = NpyAppender.open(path)) {
      assertThat(appender.append(zeros(nothing, Shape.of(2)))).isEqualTo(Long.MAX_VALUE);
      assertThatThrownBy(() -> appender.append(zeros(nothing, Shape.of(1))))
          .isExactlyInstanceOf(GrowException.class)
          .hasMessage(
              path
                  + ": 1 rows more than those of shape (9223372036854775807,) exceed 2^63-1"
                  + " elements or bytes");
      assertThatThrownBy(() -> appender.append(zeros(DType.parse("|V1"), Shape.of(1))))
          .isExactlyInstanceOf(GrowException.class);
    }
  }

  @Test
  void aHeaderWithoutPaddingIsReportedAndTheFileIsUnchanged() throws IOException {
    Rows.createTight(path, 9);
    byte[] before = Files.readAllBytes(path);
    try (NpyAppender appender = NpyAppender.open(path)) {
      assertThatThrownBy(() -> appender.append(Rows.of(9, 1)))
          .isExactlyInstanceOf(HeaderPaddingException.class)
          .hasMessage(
              path
                  + ": shape (10, 3) needs a header of 71 bytes or more, found 70; extend"
                  + " the header once (NpyGrowth.extendPadding, ndmap append --make-room)");
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(before);
  }

  @Test
  void rowsOfAnotherDtypeOrShapeAreRefused() throws IOException {
    Rows.create(path, 2);
    try (NpyAppender appender = NpyAppender.open(path)) {
      assertThatThrownBy(() -> appender.append(zeros(DType.FLOAT64, Shape.of(1, 3))))
          .isExactlyInstanceOf(GrowException.class)
          .hasMessage(
              path
                  + ": expected rows of dtype <i8 in any byte order, found <f8; convert them"
                  + " first");
      for (Shape shape : new Shape[] {Shape.of(1, 2), Shape.of(2), Shape.of(1, 1, 3), Shape.of()}) {
        assertThatThrownBy(() -> appender.append(zeros(DType.INT64, shape)))
            .isExactlyInstanceOf(GrowException.class)
            .hasMessage(
                path + ": expected rows of shape (2, 3) but for axis 0, found shape " + shape);
      }
    }
    Rows.require(path, 2);
  }

  @Test
  void rowsOfThisFile() throws IOException {
    Rows.create(path, 4);
    try (NpyFile file = NpyFile.open(path);
        NpyAppender appender = NpyAppender.open(path)) {
      appender.append(file.view());
    }
    try (NpyFile file = NpyFile.open(path)) {
      LongView view = file.view(LongView.class);
      assertThat(view.shape()).isEqualTo(Shape.of(8, 3));
      assertThat(view.get(7, 2)).isEqualTo(11);
    }
  }

  @Test
  void aViewThatWasTakenBeforeItsFileWasClosedIsRefused() throws IOException {
    Rows.create(path, 4);
    Path other = directory.resolve("y.npy");
    Rows.create(other, 4);
    NpyFile file = NpyFile.open(other);
    NdView<?> view = file.view();
    file.close();
    try (NpyAppender appender = NpyAppender.open(path)) {
      assertThatThrownBy(() -> appender.append(view))
          .isInstanceOf(FileClosedException.class)
          .hasMessage(other + ": the file is closed");
      assertThat(appender.append(Rows.of(4, 1))).isEqualTo(5);
    }
    Rows.require(path, 5);
  }

  @Test
  void rowsOfATruncatedFileAreAnErrorAndTheFileStaysWhole() throws IOException {
    Rows.create(path, 4);
    Path other = directory.resolve("y.npy");
    Rows.create(other, 1000);
    try (NpyFile file = NpyFile.open(other);
        NpyAppender appender = NpyAppender.open(path)) {
      try (FileChannel channel = FileChannel.open(other, StandardOpenOption.WRITE)) {
        channel.truncate(4096);
      }
      assertThatThrownBy(() -> appender.append(file.view()))
          .isInstanceOf(MappingFaultException.class)
          .hasMessageStartingWith(other + ": the mapped memory cannot be accessed");
      assertThat(Files.size(path)).isEqualTo(128 + 4 * Rows.BYTES);
      assertThat(appender.append(Rows.of(4, 1))).isEqualTo(5);
    }
    Rows.require(path, 5);
  }

  private static AppendOptions with(TrailingBytes decision) {
    return AppendOptions.DEFAULT.withTrailing(decision);
  }

  @Test
  void whatFollowsTheDataIsRefusedAndKept() throws IOException {
    Rows.create(path, 5);
    Files.write(path, new byte[4 * Rows.BYTES + 3], StandardOpenOption.APPEND);
    byte[] before = Files.readAllBytes(path);
    assertThatThrownBy(() -> NpyAppender.open(path))
        .isInstanceOfSatisfying(
            TrailingBytesException.class,
            refused -> {
              assertThat(refused.bytes()).isEqualTo(4 * Rows.BYTES + 3);
              assertThat(refused.rows()).isEqualTo(4);
            })
        .hasMessage(
            path
                + ": 99 bytes follow its data, which its header does not count: 4 whole rows and 3"
                + " bytes; take the rows (--recover, TrailingBytes.RECOVER) or cut all of them off"
                + " (--truncate, TrailingBytes.TRUNCATE)");
    assertThat(Files.readAllBytes(path)).isEqualTo(before);
  }

  @Test
  void whatFollowsTheDataIsCutByTheFirstAppendIfAskedFor() throws IOException {
    Rows.create(path, 5);
    Files.write(path, new byte[4 * Rows.BYTES + 3], StandardOpenOption.APPEND);
    byte[] before = Files.readAllBytes(path);
    try (NpyAppender appender = NpyAppender.open(path, with(TrailingBytes.TRUNCATE))) {
      assertThat(appender.trailingBytes()).isEqualTo(4 * Rows.BYTES + 3);
      assertThat(appender.recoveredRows()).isZero();
      // Nothing is cut for what is not appended.
      assertThat(appender.append(Rows.of(5, 0))).isEqualTo(5);
      assertThatThrownBy(() -> appender.append(NdView.zeros(DType.FLOAT64, 1, 3)))
          .isExactlyInstanceOf(GrowException.class);
      assertThat(Files.readAllBytes(path)).isEqualTo(before);
      appender.append(Rows.of(5, 1));
    }
    assertThat(Files.size(path)).isEqualTo(128 + 6 * Rows.BYTES);
    Rows.require(path, 6);
  }

  /// A recorder that was killed: a header with too few rows, and the samples behind it.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rowsThatFollowTheDataAreTakenIfAskedFor(boolean durable) throws IOException {
    Rows.create(path, 998);
    byte[] header = Arrays.copyOf(Files.readAllBytes(path), 128);
    Rows.create(directory.resolve("all.npy"), 1007);
    byte[] all = Files.readAllBytes(directory.resolve("all.npy"));
    System.arraycopy(header, 0, all, 0, 128);
    Files.write(path, Arrays.copyOf(all, all.length + 3));
    AppendOptions options = with(TrailingBytes.RECOVER);
    try (NpyAppender appender =
        NpyAppender.open(path, durable ? options.withDurability() : options)) {
      assertThat(appender.recoveredRows()).isEqualTo(9);
      assertThat(appender.trailingBytes()).isEqualTo(3);
      assertThat(appender.shape()).isEqualTo(Shape.of(1007, 3));
      Rows.require(path, 1007);
      assertThat(Files.size(path)).isEqualTo(all.length + 3);
      appender.append(Rows.of(1007, 1));
    }
    assertThat(Files.size(path)).isEqualTo(128 + 1008 * Rows.BYTES);
    Rows.require(path, 1008);
  }

  @Test
  void aHeaderWithoutPaddingForRecoveredRowsIsAnError() throws IOException {
    Rows.createTight(path, 9);
    Files.write(path, new byte[Rows.BYTES], StandardOpenOption.APPEND);
    byte[] before = Files.readAllBytes(path);
    assertThatThrownBy(() -> NpyAppender.open(path, with(TrailingBytes.RECOVER)))
        .isExactlyInstanceOf(HeaderPaddingException.class);
    assertThat(Files.readAllBytes(path)).isEqualTo(before);
    NpyGrowth.extendPadding(path);
    try (NpyAppender appender = NpyAppender.open(path, with(TrailingBytes.RECOVER))) {
      assertThat(appender.shape()).isEqualTo(Shape.of(10, 3));
    }
  }

  /// Nothing says how many rows the bytes are, and to cut them off as a rest would lose them.
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {"|V0; 4; C", "<i8; 4,0; C", "<i8; 0,4; F"})
  void rowsWithoutBytesAreNotRecovered(String descr, String sizes, Order order) throws IOException {
    DType dtype = DType.parse(descr);
    Shape shape = Shape.of(Arrays.stream(sizes.split(",")).mapToLong(Long::parseLong).toArray());
    NpyFile.create(path, dtype, shape, order).close();
    // There is nothing to recover, and nothing in doubt.
    NpyAppender.open(path, with(TrailingBytes.RECOVER)).close();
    Files.write(path, new byte[3], StandardOpenOption.APPEND);
    byte[] before = Files.readAllBytes(path);
    GrowthState state = NpyGrowth.inspect(path);
    assertThat(state.rowBytes()).isZero();
    assertThat(state.trailingRows()).isZero();
    assertThat(state.trailingRest()).isEqualTo(3);
    for (TrailingBytes decision : List.of(TrailingBytes.REFUSE, TrailingBytes.RECOVER)) {
      List<ThrowingCallable> calls =
          List.of(
              () -> NpyAppender.open(path, with(decision)), () -> NpyGrowth.repair(path, decision));
      for (ThrowingCallable call : calls) {
        assertThatThrownBy(call)
            .isInstanceOfSatisfying(
                TrailingBytesException.class,
                refused -> {
                  assertThat(refused.bytes()).isEqualTo(3);
                  assertThat(refused.rows()).isZero();
                })
            .hasMessage(
                path
                    + ": 3 bytes follow its data, and its rows have no bytes: they can only be cut"
                    + " off (--truncate, TrailingBytes.TRUNCATE)");
        assertThat(Files.readAllBytes(path)).isEqualTo(before);
      }
    }
    try (NpyAppender appender = NpyAppender.open(path, with(TrailingBytes.TRUNCATE))) {
      assertThat(appender.trailingBytes()).isEqualTo(3);
      assertThat(appender.append(zeros(dtype, shape))).isEqualTo(8);
    }
    assertThat(Files.size(path)).isEqualTo(before.length - 3);
    assertThat(NpyGrowth.inspect(path).isClean()).isTrue();
  }

  /// A disk that fails twice: to write all rows, and to cut off those that it has written.
  @Test
  void rowsThatCouldNotBeCutOffAreCutOffByTheNextAppend() throws Exception {
    Rows.create(path, 5);
    String file = path.toString();
    assumeTrue(
        Commands.succeeds("chattr", "+a", file) && Commands.succeeds("chattr", "-a", file),
        "files cannot be made append-only here (needs root): a cut that fails is not tested");
    String uncut = path + ": cannot be made 248 bytes long: Operation not permitted";
    try (NpyAppender appender = NpyAppender.open(path)) {
      LongConsumer failing =
          _ -> {
            try {
              Commands.require("chattr", "+a", file);
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
            throw new IllegalStateException("on purpose");
          };
      // In native memory: these are written before their progress is told.
      NdView<?> rows =
          zeros(DType.INT64, Shape.of(4, 3)).on(Execution.SEQUENTIAL.withProgress(failing));
      assertThatThrownBy(() -> appender.append(rows))
          .isExactlyInstanceOf(IllegalStateException.class)
          .hasMessage("on purpose")
          .satisfies(e -> assertThat(e.getSuppressed()).singleElement().asString().endsWith(uncut));
      assertThat(Files.size(path)).isEqualTo(128 + 9 * Rows.BYTES);
      assertThatThrownBy(() -> appender.append(Rows.of(5, 1)))
          .isExactlyInstanceOf(IOException.class)
          .hasMessage(uncut);
      Commands.require("chattr", "-a", file);
      assertThat(appender.append(Rows.of(5, 1))).isEqualTo(6);
      assertThat(Files.size(path)).isEqualTo(128 + 6 * Rows.BYTES);
    } finally {
      Commands.require("chattr", "-a", file);
    }
    Rows.require(path, 6);
  }

  @ParameterizedTest
  @EnumSource
  void anotherArrayBehindTheDataIsNotOverwritten(TrailingBytes decision) throws IOException {
    Rows.create(path, 5);
    // Its header may be longer than readers take.
    byte[] other = Arrays.copyOf(Files.readAllBytes(path), 20_000);
    other[8] = 20;
    other[9] = 60;
    Files.write(path, other, StandardOpenOption.APPEND);
    byte[] before = Files.readAllBytes(path);
    assertThatThrownBy(() -> NpyAppender.open(path, with(decision)))
        .isExactlyInstanceOf(GrowException.class)
        .hasMessage(
            path
                + ": after its data, at byte 248, another array begins, which would be"
                + " overwritten; to cut it off, use ndmap verify --repair --truncate, or"
                + " NpyGrowth.repair with TrailingBytes.TRUNCATE");
    assertThatThrownBy(() -> NpyGrowth.repair(path, TrailingBytes.RECOVER))
        .isExactlyInstanceOf(GrowException.class);
    assertThat(Files.readAllBytes(path)).isEqualTo(before);
    assertThat(NpyGrowth.repair(path, TrailingBytes.TRUNCATE).hasFollowingArray()).isTrue();
    Rows.require(path, 5);
    assertThat(Files.size(path)).isEqualTo(248);
  }

  @Test
  void onlyOneAtATime() throws Exception {
    Rows.create(path, 1);
    Path link = Files.createSymbolicLink(directory.resolve("link.npy"), path);
    NpyAppender appender = NpyAppender.open(link);
    assertThat(appender.path()).isEqualTo(path.toRealPath());
    assertThatThrownBy(() -> NpyAppender.open(path))
        .isExactlyInstanceOf(AppenderActiveException.class)
        .hasMessage(
            path
                + ": another appender has had the file for 0 ms, in this process or another; wait"
                + " longer, or end it");
    assertThatThrownBy(
            () -> NpyAppender.open(path, AppendOptions.DEFAULT.withTimeout(Duration.ofMillis(20))))
        .isExactlyInstanceOf(AppenderActiveException.class)
        .hasMessageContaining("for 20 ms");
    assertThatThrownBy(() -> NpyGrowth.extendPadding(path))
        .isExactlyInstanceOf(AppenderActiveException.class);
    CompletableFuture<Long> next =
        CompletableFuture.supplyAsync(
            () -> {
              AppendOptions patient = AppendOptions.DEFAULT.withTimeout(TimeLimit.TIMEOUT);
              try (NpyAppender waiting = NpyAppender.open(path, patient)) {
                return waiting.append(Rows.of(2, 1));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    appender.append(Rows.of(1, 1));
    appender.close();
    appender.close();
    assertThat(next.get()).isEqualTo(3);
    assertThatThrownBy(() -> appender.append(Rows.of(1, 1)))
        .isInstanceOf(FileClosedException.class)
        .hasMessage(path + ": the appender is closed");
    Rows.require(path, 3);
  }

  @Test
  void aWaitThatIsInterruptedEnds() throws Exception {
    Rows.create(path, 1);
    try (NpyAppender _ = NpyAppender.open(path)) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(
              () -> NpyAppender.open(path, AppendOptions.DEFAULT.withTimeout(TimeLimit.TIMEOUT)))
          .isInstanceOf(IOException.class);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void whatCannotGrowIsRefused() throws Exception {
    assertThatThrownBy(() -> NpyAppender.open(path)).isInstanceOf(NoSuchFileException.class);
    NpyFile.create(path, DType.INT64, Shape.SCALAR, Order.C).close();
    assertThatThrownBy(() -> NpyAppender.open(path))
        .isExactlyInstanceOf(GrowException.class)
        .hasMessage(path + ": expected an array with an axis to grow along, found shape ()");
    Files.write(path, new byte[] {1, 2, 3});
    assertThatThrownBy(() -> NpyAppender.open(path)).isInstanceOf(NpyFormatException.class);
    Path pipe = directory.resolve("pipe.npy");
    if (Commands.succeeds("mkfifo", pipe.toString())) {
      assertThatThrownBy(() -> NpyAppender.open(pipe))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("not a regular file");
    }
    if (Python.isPresent()) {
      Path objects = directory.resolve("objects.npy");
      Python.run("np.save(argv[0], np.array([None, 'a'], dtype=object))", objects);
      assertThatThrownBy(() -> NpyAppender.open(objects)).isInstanceOf(ObjectArrayException.class);
    }
  }

  @Test
  void aFileThatMayNotBeWrittenIsRefused() throws IOException {
    Rows.create(path, 1);
    assumeTrue(
        path.toFile().setWritable(false) && !Files.isWritable(path),
        "root may write every file: a read-only one is not tested");
    assertThatThrownBy(() -> NpyAppender.open(path)).isInstanceOf(AccessDeniedException.class);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anArrayThatIsBeingFilledIsRefused(boolean visible) throws Exception {
    FillSpec spec = FillSpec.of(DType.INT64, Shape.of(8, 3), Order.C);
    try (SharedFill _ = SharedFill.createOrJoin(path, visible ? spec.visibleDuringFill() : spec)) {
      Path named = visible ? path : directory.resolve("x.npy.filling");
      assertThatThrownBy(() -> NpyAppender.open(named))
          .isExactlyInstanceOf(GrowException.class)
          .hasMessage(
              named
                  + (visible
                      ? ": is being filled, says x.npy.claims: it cannot grow yet"
                      : ": a process still takes part in its fill: it cannot grow yet"));
    }
  }
}
