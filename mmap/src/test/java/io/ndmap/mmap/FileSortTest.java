package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Execution;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.OperationInterruptedException;
import io.ndmap.op.OverlapException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Sorts in memory that has room for next to nothing, beside [NdView#sorted], bit by bit.
class FileSortTest {

  private static final long SEED = 20_261_128;

  /// Distinct elements, so that there are many equal ones.
  private static final int POOL = 60;

  private static final long[][] SHAPES = {
    {230}, {3, 80}, {80, 3}, {16, 12}, {5, 12, 4}, {4, 3, 20}, {1, 40, 1}, {0, 4}, {}
  };

  private static final long[][] LARGER_SHAPES = {
    {700}, {3, 250}, {250, 3}, {40, 30}, {7, 30, 5}, {5, 3, 60}, {1, 90, 1}, {0, 4}, {}
  };

  @TempDir Path directory;

  private Path target() {
    return directory.resolve("y.npy");
  }

  // ---- elements

  /// Few distinct elements, one after the other: of random bytes, of real numbers also zeros of
  /// either sign and one NaN alone, as others come in any order.
  private static NdView<?> pool(DType dtype, Random random) {
    byte[] bytes = new byte[POOL * dtype.itemsize()];
    for (int i = 0; i < bytes.length; i++) {
      // Long runs of equal bytes, for keys that are equal at first.
      bytes[i] = (byte) (random.nextInt(3) == 0 ? random.nextInt(256) : random.nextInt(2));
    }
    NdView<?> items = NdView.of(MemorySegment.ofArray(bytes), dtype, Shape.of(POOL), Order.C);
    String kind = dtype.toString();
    for (int i = 0; i < POOL && kind.matches("[<>]f[248]"); i++) {
      double item = items.getDouble(i);
      items.index(0, i).fill(i < 4 ? i % 2 * -0.0 : Double.isNaN(item) ? Double.NaN : item);
    }
    for (int i = 0; i < POOL && kind.contains("U"); i++) {
      // Other bytes are no characters.
      items.index(0, i).fill("\u4e00\u00e9".substring(random.nextInt(3)));
    }
    return items;
  }

  private static NdView<?> items(DType dtype, long[] sizes, Random random) {
    int count = (int) Shape.of(sizes).itemCount();
    long[] places = random.longs(count, 0, POOL).toArray();
    return pool(dtype, random).take(places, 0).reshape(sizes);
  }

  /// The same elements elsewhere.
  private static NdView<?> laidOut(NdView<?> items, int how) {
    return switch (how) {
      case 1 -> copyIn(items, NdView.zeros(items.dtype(), items.shape(), Order.F));
      case 2 -> {
        long[] sizes = items.shape().toArray();
        for (int k = 0; k < sizes.length; k++) {
          sizes[k] = 2 * sizes[k] + 1;
        }
        NdView<?> wide = NdView.zeros(items.dtype(), sizes);
        for (int k = 0; k < sizes.length; k++) {
          wide = wide.slice(k, 1, sizes[k], 2);
        }
        yield copyIn(items, wide);
      }
      case 3 -> {
        NdView<?> flipped = NdView.zeros(items.dtype(), items.shape(), Order.C);
        for (int k = 0; k < items.rank(); k++) {
          flipped = flipped.flip(k);
        }
        yield copyIn(items, flipped);
      }
      default -> items;
    };
  }

  private static NdView<?> copyIn(NdView<?> items, NdView<?> target) {
    items.copyTo(target);
    return target;
  }

  private static byte[] bytes(NdView<?> view) {
    NdView<?> copy = NdView.zeros(view.dtype(), view.shape(), Order.C);
    view.copyTo(copy);
    return copy.segment()
        .asSlice(0, view.itemCount() * view.dtype().itemsize())
        .toArray(ValueLayout.JAVA_BYTE);
  }

  // ---- the contract

  private static Stream<String> dtypes() {
    return Stream.of(
        "|b1",
        "|i1",
        "|u1",
        "<i2",
        ">u2",
        "<f2",
        ">f2",
        "<i4",
        ">u4",
        "<f4",
        ">f4",
        "<i8",
        ">i8",
        "<u8",
        "<f8",
        ">f8",
        "<f16",
        ">f16",
        "<c8",
        ">c16",
        "<c32",
        "<M8[s]",
        ">m8[us]",
        "|S3",
        "|S11",
        "<U3",
        ">U2",
        "|V5",
        "|S0",
        "[('k', '<i2'), ('x', '>f8'), ('s', '|S2')]",
        "[('k', '|u1'), ('', '|V3'), ('v', '<i2', (2,)), ('', '|V1')]");
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("dtypes")
  void runsAreMergedAsIfAllWereSortedInMemory(String dtype) throws IOException {
    runsAreMerged(dtype, SHAPES);
  }

  @Tag("heavy")
  @Tag("either-way")
  @ParameterizedTest
  @MethodSource("dtypes")
  void soAreMoreRuns(String dtype) throws IOException {
    runsAreMerged(dtype, LARGER_SHAPES);
  }

  /// The temporary file has a name, and what is sorted is copied first.
  @Tag("either-way")
  @ParameterizedTest
  @ValueSource(strings = {"<f8", "[('k', '<i2'), ('x', '>f8'), ('s', '|S2')]"})
  void runsAreMergedWithNativeAccessAndWithoutIt(String dtype) throws IOException {
    runsAreMerged(dtype, SHAPES);
  }

  @Tag("slow")
  @Tag("either-way")
  @ParameterizedTest
  @ValueSource(strings = {">u4", "|S3"})
  void runsOfOtherDTypesAreMergedEitherWay(String dtype) throws IOException {
    runsAreMerged(dtype, SHAPES);
  }

  private void runsAreMerged(String text, long[][] shapes) throws IOException {
    DType dtype = DType.parse(text);
    Random random = new Random(SEED + text.hashCode());
    String[] fields =
        text.contains("'x'") && random.nextBoolean() ? new String[] {"x"} : new String[0];
    for (long[] sizes : shapes) {
      int layout = random.nextInt(4);
      NdView<?> items = laidOut(items(dtype, sizes, random), layout);
      boolean down = random.nextBoolean();
      int memory = 256 << random.nextInt(7);
      for (int axis = -1; axis < sizes.length; axis++) {
        FileSort sort = (axis < 0 ? FileSort.flat() : FileSort.along(axis)).withMemory(memory);
        sort = down ? sort.by(fields).descending() : sort.by(fields);
        NdView<?> sorted =
            axis < 0 ? expectedFlat(items, down, fields) : expected(items, axis, down, fields);
        NdView<?> target =
            laidOut(NdView.zeros(dtype, sort.shape(items).toArray()), random.nextInt(4));
        sort.into(items.parallel(1 + sizes.length % 2), target, target());
        assertThat(bytes(target))
            .as(
                "%s axis %d, descending %s, layout %d, %d bytes",
                items.shape(), axis, down, layout, memory)
            .isEqualTo(bytes(sorted));
      }
    }
    assertThat(directory).isEmptyDirectory();
  }

  private static NdView<?> expected(NdView<?> items, int axis, boolean down, String... fields) {
    return down ? items.flip(axis).sorted(axis, fields).flip(axis) : items.sorted(axis, fields);
  }

  private static NdView<?> expectedFlat(NdView<?> items, boolean down, String... fields) {
    NdView<?> source = items;
    for (int k = 0; down && k < items.rank(); k++) {
      source = source.flip(k);
    }
    return down ? source.sorted(fields).flip(0) : source.sorted(fields);
  }

  @Tag("either-way")
  @Test
  void manyThreadsMakeRunsOfOneLane() throws IOException {
    long[] items = new Random(SEED).longs(400_000).toArray();
    long[] passed = {0};
    NdView<?> view = NdView.of(items).on(Execution.parallel(3).withProgress(n -> passed[0] += n));
    FileSort.along(0).withMemory(1 << 20).write(view, target());
    assertThat(passed[0]).isEqualTo(items.length);
    Arrays.sort(items);
    try (NpyFile file = NpyFile.open(target())) {
      assertThat(file.view(LongView.class).toArray()).isEqualTo(items);
    }
  }

  @Tag("either-way")
  @Test
  void sortedRunsAreMergedByNumbersOfOneRunAtATime() throws IOException {
    double[] items = IntStream.range(0, 20_000).asDoubleStream().toArray();
    for (boolean down : new boolean[] {false, true}) {
      FileSort sort = FileSort.flat().withMemory(8000);
      NdView<?> target = NdView.zeros(DType.FLOAT64, items.length);
      (down ? sort.descending() : sort).into(NdView.of(items), target, target());
      assertThat((down ? target.flip(0) : target).contentEquals(NdView.of(items))).isTrue();
    }
  }

  @Tag("either-way")
  @Test
  void progressCountsEachItemOnce() throws IOException {
    for (long[] sizes : new long[][] {{6000}, {3, 2000}, {2000, 3}, {200, 30}, {30, 200}}) {
      for (int axis = 0; axis < sizes.length; axis++) {
        long[] passed = {0};
        NdView<?> items = items(DType.INT32, sizes, new Random(SEED));
        FileSort.along(axis)
            .withMemory(500)
            .into(
                items.on(Execution.SEQUENTIAL.withProgress(n -> passed[0] += n)),
                NdView.zeros(DType.INT32, sizes),
                target());
        assertThat(passed[0]).as("%s along %d", items.shape(), axis).isEqualTo(6000);
      }
    }
  }

  @Tag("either-way")
  @Test
  void anArrayMayBeSortedInPlaceButNotOverOtherItemsOfItself() throws IOException {
    double[] items = new Random(SEED).doubles(3000).toArray();
    double[] sorted = items.clone();
    Arrays.sort(sorted);
    DoubleView view = NdView.of(items);
    FileSort small = FileSort.along(0).withMemory(1000);
    assertThatThrownBy(() -> small.into(view.slice(0, 0, 2999), view.slice(0, 1, 3000), target()))
        .isInstanceOf(OverlapException.class)
        .hasMessage(
            "memory shares bytes with the target, memory, at other places; sort into another array,"
                + " or in place");
    small.into(view, view, target());
    assertThat(items).isEqualTo(sorted);
  }

  /// All elements of an axis, or all lanes, in one place.
  @Tag("either-way")
  @Test
  void sortsWhatIsBroadcast() throws IOException {
    NdView<?> row = NdView.of(new double[] {3, 1, 2});
    for (NdView<?> items :
        List.of(
            row.index(0, 0).broadcastTo(Shape.of(10_000)),
            row.broadcastTo(Shape.of(4000, 3)),
            row.newAxis(1).broadcastTo(Shape.of(3, 4000)))) {
      for (int axis = 0; axis < items.rank(); axis++) {
        NdView<?> target = NdView.zeros(DType.FLOAT64, items.shape().toArray());
        FileSort.along(axis).withMemory(1000).into(items, target, target());
        assertThat(target.contentEquals(items.sorted(axis))).isTrue();
      }
    }
  }

  // ---- errors

  @Tag("either-way")
  @Test
  void anInterruptBeforeLeavesNothing() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> FileSort.flat().write(NdView.of(new double[1000]), target()))
        .isInstanceOf(OperationInterruptedException.class)
        .hasMessageContaining(target().toString());
    assertThat(Thread.interrupted()).isTrue();
    assertThat(directory).isEmptyDirectory();
  }

  @Tag("either-way")
  @Test
  void whatCannotBeSortedLeavesNothing() {
    NdView<?> items = NdView.of(new double[] {2, 1});
    assertThatThrownBy(() -> FileSort.along(1).write(items, target()))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("axis 1 is out of bounds for an array of rank 1");
    assertThatThrownBy(() -> FileSort.along(0).by("x").write(items, target()))
        .isInstanceOf(DTypeException.class)
        .hasMessage("memory: <f8 has no fields to order by");
    assertThatThrownBy(() -> FileSort.flat().withMemory(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a sort needs memory, found 0 bytes");
    assertThatThrownBy(() -> FileSort.flat().into(items, NdView.zeros(DType.FLOAT64, 3), target()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the sorted elements of memory have shape (2,), the target has shape (3,)");
    assertThatThrownBy(() -> FileSort.flat().into(items, NdView.zeros(DType.FLOAT32, 2), target()))
        .isInstanceOf(DTypeException.class);
    Path nowhere = directory.resolve("no/y.npy");
    NdView<?> many = NdView.of(new double[1000]);
    NdView<?> copy = many.copy();
    assertThatThrownBy(() -> FileSort.flat().withMemory(100).into(many, copy, nowhere))
        .isInstanceOf(NoSuchFileException.class);
    assertThat(directory).isEmptyDirectory();
  }

  @Tag("either-way")
  @Test
  void aFileThatIsThereStaysUnlessItIsReplaced() throws IOException {
    Files.writeString(target(), "precious");
    NdView<?> items = NdView.of(new double[] {2, 1});
    assertThatThrownBy(() -> FileSort.flat().write(items, target()))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(target()).hasContent("precious");
    FileSort.flat().write(items, target(), CreateOptions.DEFAULT.withReplacing());
    try (NpyFile file = NpyFile.open(target())) {
      assertThat(file.view(DoubleView.class).toArray()).containsExactly(1, 2);
    }
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).containsExactly(target());
    }
  }

  /// In each of the passes: runs, merge; and for lanes that lie across one another bringing them to
  /// the disk, their runs, their merges, bringing them back.
  @Tag("either-way")
  @Test
  void anInterruptEndsEachPassAndLeavesNothing() throws IOException {
    for (long[] sizes : new long[][] {{5_000}, {250, 20}}) {
      NdView<?> items = items(DType.FLOAT64, sizes, new Random(SEED));
      for (int percent = 0; percent < 100; percent += 14) {
        long[] passed = {0};
        long threshold = items.itemCount() * percent / 100;
        NdView<?> stopping =
            items.on(
                Execution.SEQUENTIAL.withProgress(
                    n -> {
                      passed[0] += n;
                      if (passed[0] > threshold) {
                        Thread.currentThread().interrupt();
                      }
                    }));
        assertThatThrownBy(() -> FileSort.along(0).withMemory(1000).write(stopping, target()))
            .as("%s at %d percent", items.shape(), percent)
            .isInstanceOf(OperationInterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(directory).isEmptyDirectory();
      }
    }
  }

  @Tag("either-way")
  @Test
  void aSourceThatIsClosedMeanwhileLeavesNothing() throws IOException {
    Path source = directory.resolve("x.npy");
    NpyFile.write(source, items(DType.FLOAT64, new long[] {60_000}, new Random(SEED)));
    NpyFile file = NpyFile.open(source);
    NdView<?> view = file.view().on(Execution.SEQUENTIAL.withProgress(_ -> file.close()));
    assertThatThrownBy(() -> FileSort.along(0).withMemory(100_000).write(view, target()))
        .isInstanceOf(FileClosedException.class);
    assertThat(target()).doesNotExist();
  }

  @Tag("either-way")
  @Test
  void aTruncatedSourceIsAFaultThatLeavesNothing() throws IOException {
    Path source = directory.resolve("x.npy");
    NpyFile.write(source, items(DType.FLOAT64, new long[] {60_000}, new Random(SEED)));
    try (NpyFile file = NpyFile.open(source)) {
      NdView<?> view =
          file.view()
              .on(
                  Execution.SEQUENTIAL.withProgress(
                      _ -> {
                        try (FileChannel channel =
                            FileChannel.open(source, StandardOpenOption.WRITE)) {
                          channel.truncate(4096);
                        } catch (IOException e) {
                          throw new UncheckedIOException(e);
                        }
                      }));
      assertThatThrownBy(() -> FileSort.along(0).withMemory(100_000).write(view, target()))
          .isInstanceOf(MappingFaultException.class)
          .hasMessageContaining(source.toString());
    }
    assertThat(target()).doesNotExist();
  }
}
