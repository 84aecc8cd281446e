package io.ndmap.fill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.fill.model.StaticSpec;
import io.ndmap.fill.parts.StaticCreation;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.CreateOptions;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.IntView;
import io.ndmap.npy.FillException;
import io.ndmap.npy.FillMismatchException;
import io.ndmap.npy.FillTimeoutException;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.testing.TimeLimit;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("either-way")
class StaticFillTest {

  private static final Shape SHAPE = Shape.of(10, 6);
  private static final Partition FOUR = Partition.alongAxis(SHAPE, 0, 4);
  private static final Duration TIMEOUT = TimeLimit.TIMEOUT;

  @TempDir Path directory;

  private Path path;
  private Path parts;

  @BeforeEach
  void names() {
    path = directory.resolve("x.npy");
    parts = directory.resolve("x.npy.parts");
  }

  private static StaticSpec spec(DType dtype, Shape shape, Order order, Partition partition) {
    return new StaticSpec(dtype, shape, order, partition);
  }

  private static StaticSpec doubles() {
    return spec(DType.FLOAT64, SHAPE, Order.C, FOUR);
  }

  private StaticFill fill(StaticSpec spec) throws IOException {
    return StaticFill.createOrJoin(path, spec, TIMEOUT);
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /// Its file could be made, and then no process could open it.
  @Test
  void anArrayWhoseHeaderNumpyDoesNotReadIsRefused() throws IOException {
    String fields =
        IntStream.range(0, 400)
            .mapToObj(k -> "('field_number_" + k + "', 'i1')")
            .collect(Collectors.joining(", ", "[", "]"));
    DType dtype = DType.parse(fields);
    assertThatThrownBy(() -> fill(spec(dtype, SHAPE, Order.C, FOUR)))
        .isInstanceOf(FillException.class)
        .hasMessage(
            path
                + ": its header would have 11584 bytes, and arrays that are filled have at most"
                + " 10000, as NumPy reads; shorten the names of the fields");
    assertThat(files()).isEmpty();
  }

  @Test
  void theArrayIsThereFromTheStart() throws IOException {
    try (StaticFill fill = fill(doubles());
        NpyFile reader = NpyFile.open(path)) {
      assertThat(fill.created()).isTrue();
      assertThat(fill.partition()).isEqualTo(FOUR);
      assertThat(fill.file().path()).isEqualTo(path);
      assertThat(fill.file().mode()).isEqualTo(OpenMode.READ_WRITE);
      assertThat(fill).hasToString(fill.file() + " in parts (4, 1) of (10, 6)");
      assertThat(fill.part(1)).hasToString("[3:6, 0:6]");
      assertThat(fill.region(1).shape()).isEqualTo(Shape.of(3, 6));
      fill.region(1, DoubleView.class).fill(1.5);
      fill.force();
      assertThat(reader.view(DoubleView.class).get(3, 0)).isEqualTo(1.5);
      assertThat(reader.view(DoubleView.class).get(2, 5)).isZero();
      assertThat(reader.view(DoubleView.class).get(6, 0)).isZero();
      assertThat(files()).containsExactly("x.npy", "x.npy.parts");
      assertThat(Files.readString(parts)).isEqualTo("parts (4, 1) of (10, 6)\n");
      fill.finish();
      fill.finish();
      assertThat(files()).containsExactly("x.npy");
      assertThatThrownBy(() -> fill.region(4))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessage("there is no part 4 among the 4 of the partition 'parts (4, 1) of (10, 6)'");
      assertThatThrownBy(() -> fill.region(0, IntView.class))
          .isInstanceOf(DTypeException.class)
          .hasMessage(path + ": dtype <f8 needs a DoubleView, not an IntView");
    }
  }

  @Test
  void endsWhenItIsClosed() throws IOException {
    StaticFill fill = fill(doubles());
    DoubleView region = fill.region(0, DoubleView.class);
    fill.close();
    String closed = path + ": the file is closed";
    assertThatThrownBy(() -> region.get(0, 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(closed);
    assertThatThrownBy(() -> fill.region(0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(closed);
    assertThatThrownBy(fill::force).isInstanceOf(IllegalStateException.class).hasMessage(closed);
    // Finishing does not need it open.
    fill.finish();
    assertThat(files()).containsExactly("x.npy");
  }

  @Test
  void optionsAreThoseOfTheCreator() throws IOException {
    CreateOptions sparse = CreateOptions.DEFAULT.withoutReserving();
    Shape shape = Shape.of(1L << 33);
    Partition partition = Partition.alongAxis(shape, 0, 1 << 20);
    try (StaticFill fill = fill(new StaticSpec(DType.INT8, shape, Order.C, partition, sparse))) {
      fill.region((1 << 20) - 1).fill(3);
    }
    assertThat(Files.size(path)).isEqualTo((1L << 33) + 128);
  }

  @Test
  void threadsAtOnceAreOneCreatorAndOthersWhoJoin() throws Exception {
    int threads = 8;
    CyclicBarrier barrier = new CyclicBarrier(threads);
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      for (int run = 0; run < 20; run++) {
        List<Future<Boolean>> created = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
          long part = thread % 4;
          created.add(
              executor.submit(
                  () -> {
                    barrier.await();
                    try (StaticFill fill = fill(doubles())) {
                      fill.region(part).fill(part);
                      return fill.created();
                    }
                  }));
        }
        int creators = 0;
        for (Future<Boolean> future : created) {
          creators += future.get() ? 1 : 0;
        }
        assertThat(creators).isOne();
        try (NpyFile file = NpyFile.open(path)) {
          assertThat(file.view(DoubleView.class).sum()).isEqualTo(6 * (3 + 2 * 2 + 3 * 2));
        }
        assertThat(files()).containsExactly("x.npy", "x.npy.parts");
        Files.delete(path);
        Files.delete(parts);
      }
    }
  }

  @Test
  void anotherSpecificationIsRefused() throws IOException {
    fill(doubles()).close();
    Partition other = Partition.blocks(SHAPE, 2, 2);
    Shape longer = Shape.of(11, 6);
    requireMismatch(
        spec(DType.FLOAT32, SHAPE, Order.C, FOUR), "its dtype is '<f8', expected '<f4'");
    requireMismatch(
        spec(DType.parse(">f8"), SHAPE, Order.C, FOUR), "its dtype is '<f8', expected '>f8'");
    requireMismatch(
        spec(DType.FLOAT64, longer, Order.C, Partition.alongAxis(longer, 0, 4)),
        "its shape is (10, 6), expected (11, 6)");
    requireMismatch(spec(DType.FLOAT64, SHAPE, Order.F, FOUR), "its order is C, expected F");
    requireMismatch(
        spec(DType.FLOAT64, SHAPE, Order.C, other),
        "its partition is 'parts (4, 1) of (10, 6)', expected 'parts (2, 2) of (10, 6)'");
    // Nothing has changed.
    try (StaticFill fill = fill(doubles())) {
      assertThat(fill.created()).isFalse();
    }
  }

  private void requireMismatch(StaticSpec spec, String message) {
    assertThatThrownBy(() -> fill(spec))
        .isExactlyInstanceOf(FillMismatchException.class)
        .hasMessage(path + ": " + message);
  }

  @Test
  void dtypesAgreeWhereTheirHeadersDo() throws IOException {
    DType dtype = DType.parse("[('a', '<i4'), ('', '|V4'), ('b', '>f8', (2,))]");
    fill(spec(dtype, SHAPE, Order.F, FOUR)).close();
    try (StaticFill fill = fill(spec(dtype, SHAPE, Order.F, FOUR))) {
      assertThat(fill.created()).isFalse();
      fill.region(3).field("b").as(DoubleView.class).fill(2);
    }
  }

  @Test
  void joiningTakesThePartitionFromThoseWhoAreThere() throws IOException {
    fill(doubles()).close();
    try (StaticFill fill = StaticFill.join(path, Duration.ZERO)) {
      assertThat(fill.partition()).isEqualTo(FOUR);
      assertThat(fill.created()).isFalse();
      fill.finish();
    }
    String message =
        path
            + ": there is an array, but no "
            + parts
            + " with its partition: the array is finished already, or it was not created to"
            + " be filled by several processes";
    assertThatThrownBy(() -> StaticFill.join(path, TIMEOUT))
        .isExactlyInstanceOf(FillException.class)
        .hasMessage(message);
    assertThatThrownBy(() -> fill(doubles()))
        .isExactlyInstanceOf(FillException.class)
        .hasMessage(message);
    assertThat(files()).containsExactly("x.npy");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "parts (4, 1) of (10, 6)", "parts (4, 1) of\n"})
  void aDamagedPartsFileIsRefused(String text) throws IOException {
    fill(doubles()).close();
    Files.writeString(parts, text);
    String read = text.endsWith("\n") ? text.strip() : "";
    assertThatThrownBy(() -> fill(doubles()))
        .isExactlyInstanceOf(FillException.class)
        .hasMessageStartingWith(path + ": " + parts + ": '" + read + "' is not a partition, as ");
    assertThatThrownBy(() -> StaticFill.join(path, TIMEOUT))
        .isExactlyInstanceOf(FillException.class);
  }

  @Test
  void aPartsFileOfAnotherArrayIsRefused() throws IOException {
    fill(doubles()).close();
    Files.writeString(parts, "parts (4,) of (60,)\n");
    assertThatThrownBy(() -> StaticFill.join(path, TIMEOUT))
        .isExactlyInstanceOf(FillMismatchException.class)
        .hasMessage(path + ": its shape is (10, 6), expected (60,)");
  }

  @Test
  void waitsEndAtTheirTimeout() {
    assertThatThrownBy(() -> StaticFill.join(path, Duration.ofMillis(3)))
        .isExactlyInstanceOf(FillTimeoutException.class)
        .hasMessage(path + ": waited 3 ms for another process to create it: there is no such file");
    assertThatThrownBy(() -> StaticFill.join(path, Duration.ofDays(-1)))
        .isExactlyInstanceOf(FillTimeoutException.class);
  }

  @Test
  void anInterruptEndsTheWaitingAndStays() {
    Thread.currentThread().interrupt();
    try {
      // Longer than a long of nanoseconds.
      assertThatThrownBy(() -> StaticFill.join(path, Duration.ofSeconds(Long.MAX_VALUE)))
          .isExactlyInstanceOf(InterruptedIOException.class)
          .hasMessage(
              path
                  + ": interrupted while waiting for another process to create it: there is no"
                  + " such file");
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      Thread.interrupted();
    }
  }

  @Test
  void joiningWaitsUntilItIsThere() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
      Future<Shape> joined =
          executor.submit(
              () -> {
                begun.countDown();
                try (StaticFill fill = StaticFill.join(path, TIMEOUT)) {
                  return fill.file().shape();
                }
              });
      begun.await();
      fill(doubles()).close();
      assertThat(joined.get()).isEqualTo(SHAPE);
    }
  }

  @ParameterizedTest
  @EnumSource(StaticCreation.Step.class)
  void aCreationThatFailsLeavesNothingOrTheArray(StaticCreation.Step last) throws IOException {
    assertThatThrownBy(
            () ->
                StaticFill.createOrJoin(
                    path,
                    doubles(),
                    TIMEOUT,
                    step -> {
                      if (step == last) {
                        throw new IllegalStateException("enough");
                      }
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("enough");
    if (last.compareTo(StaticCreation.Step.PUBLISHED) < 0) {
      assertThat(directory).isEmptyDirectory();
    } else {
      assertThat(files()).contains("x.npy", "x.npy.parts");
    }
    try (StaticFill fill = fill(doubles())) {
      assertThat(fill.created()).isEqualTo(last.compareTo(StaticCreation.Step.PUBLISHED) < 0);
      fill.finish();
    }
    assertThat(files()).containsExactly("x.npy");
  }

  @Test
  void aDiskThatIsTooSmallLeavesNothing() {
    Shape shape = Shape.of(1L << 50);
    assertThatThrownBy(
            () -> fill(spec(DType.FLOAT64, shape, Order.C, Partition.alongAxis(shape, 0, 4))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot be created with 9007199254741120 bytes");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aFileThatAppearsMeanwhileIsNotTouched() throws IOException {
    assertThatThrownBy(
            () ->
                StaticFill.createOrJoin(
                    path,
                    doubles(),
                    TIMEOUT,
                    step -> {
                      if (step == StaticCreation.Step.RESERVED) {
                        write("precious");
                      }
                    }))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessage(path + ": exists, and did not when the fill was begun");
    assertThat(path).hasContent("precious");
    assertThat(files()).containsExactly("x.npy");
    assertThatThrownBy(() -> fill(doubles())).isInstanceOf(NpyFormatException.class);
  }

  private void write(String text) {
    try {
      Files.writeString(path, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void threadsOfOneProcessWaitForEachOther() throws IOException {
    try (StaticFill fill =
        StaticFill.createOrJoin(
            path,
            doubles(),
            TIMEOUT,
            step -> {
              if (step == StaticCreation.Step.LOCKED) {
                requireBusy();
              }
            })) {
      assertThat(fill.created()).isTrue();
    }
  }

  private void requireBusy() {
    assertThatThrownBy(() -> StaticFill.createOrJoin(path, doubles(), Duration.ZERO))
        .isExactlyInstanceOf(FillTimeoutException.class)
        .hasMessage(
            path
                + ": waited 0 ms for another process to create it: "
                + parts
                + " is locked by that process");
  }

  @Test
  void anArrayThatIsFilledByChunksIsRefused() throws IOException {
    Path ledger = Files.writeString(directory.resolve("x.npy.claims"), "");
    assertThatThrownBy(() -> fill(doubles()))
        .isExactlyInstanceOf(FillException.class)
        .hasMessage(path + ": it is being filled chunk by chunk, as " + ledger + " is there");
    assertThat(files()).containsExactly("x.npy.claims");
  }

  @Test
  void leftoversOfOthersStay() throws IOException {
    List<String> others = List.of(".x.npy.1-2.tmp", ".y.npy.creating.1-2.tmp", "x.npy.creating2");
    List<String> ours = List.of("x.npy.creating", ".x.npy.creating.12-0123456789abcdef.tmp");
    for (String name : others) {
      Files.writeString(directory.resolve(name), "");
    }
    for (String name : ours) {
      Files.writeString(directory.resolve(name), "");
    }
    fill(doubles()).close();
    assertThat(files()).containsAll(others).doesNotContainAnyElementsOf(ours);
  }

  @Test
  void specsThatCannotBeAreRefused() {
    assertThatThrownBy(() -> spec(DType.FLOAT64, Shape.of(60), Order.C, FOUR))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an array of shape (60,) is not cut by 'parts (4, 1) of (10, 6)'");
    CreateOptions replacing = CreateOptions.DEFAULT.withReplacing();
    assertThatThrownBy(() -> new StaticSpec(DType.FLOAT64, SHAPE, Order.C, FOUR, replacing))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "an array that several processes fill replaces none: each of them would replace that of"
                + " the others; delete the old one first");
    assertThatThrownBy(() -> fill(spec(DType.parse("|O"), SHAPE, Order.C, FOUR)))
        .isInstanceOf(DTypeException.class);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aNameThatIsTooLongIsRefused() {
    Path tooLong = directory.resolve("x".repeat(247));
    String message =
        tooLong
            + ": the name has 247 bytes; for a fill it may have at most 246, because the names of"
            + " the fill's other files are longer, and no name may exceed 255 bytes";
    assertThatThrownBy(() -> StaticFill.createOrJoin(tooLong, doubles(), TIMEOUT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
    assertThatThrownBy(() -> StaticFill.join(tooLong, TIMEOUT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aDirectoryThatIsNotThereIsAnError() {
    Path nowhere = directory.resolve("nowhere").resolve("x.npy");
    assertThatThrownBy(() -> StaticFill.createOrJoin(nowhere, doubles(), TIMEOUT))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("nowhere");
  }
}
