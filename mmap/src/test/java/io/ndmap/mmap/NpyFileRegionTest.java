package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.IntView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Execution;
import io.ndmap.op.ReadOnlyViewException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// A region has the elements of its box, and no memory but what lies between the first and the
/// last.
@Tag("either-way")
class NpyFileRegionTest {

  private static final boolean NATIVE = !"false".equals(System.getProperty("ndmap.test.native"));

  @TempDir Path directory;

  private static Box random(Shape shape, Random random) {
    long[] start = new long[shape.rank()];
    long[] end = new long[shape.rank()];
    for (int axis = 0; axis < start.length; axis++) {
      start[axis] = random.nextLong(shape.size(axis) + 1);
      end[axis] = start[axis] + random.nextLong(shape.size(axis) - start[axis] + 1);
    }
    return Box.of(start, end);
  }

  /// A file of bytes that do not repeat soon.
  private NpyFile file(DType dtype, Shape shape, Order order) throws IOException {
    CreateOptions options = CreateOptions.DEFAULT.withReplacing();
    NpyFile file = NpyFile.create(directory.resolve("x.npy"), dtype, shape, order, options);
    MemorySegment data = file.view().segment();
    for (long at = 0; at < data.byteSize(); at++) {
      data.set(ValueLayout.JAVA_BYTE, at, (byte) (at % 251));
    }
    return file;
  }

  private static Stream<String> dtypes() {
    return Stream.of(
        "<f8",
        ">f4",
        "|i1",
        ">u2",
        "<c16",
        "<U3",
        "|S5",
        "|V0",
        "<M8[us]",
        "[('a', '<i4'), ('b', '>f8', (2,)), ('c', '|S3')]");
  }

  @ParameterizedTest
  @MethodSource("dtypes")
  void hasTheItemsOfItsBoxAndNothingBeforeOrBehindThem(String descr) throws IOException {
    hasTheItemsOfItsBox(descr, 5);
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("dtypes")
  void hasTheItemsOfManyBoxes(String descr) throws IOException {
    hasTheItemsOfItsBox(descr, 15);
  }

  @Tag("heavy")
  @ParameterizedTest
  @MethodSource("dtypes")
  void manyHaveTheItemsOfTheirBoxes(String descr) throws IOException {
    hasTheItemsOfItsBox(descr, 60);
  }

  private void hasTheItemsOfItsBox(String descr, int runs) throws IOException {
    Random random = new Random(descr.hashCode());
    DType dtype = DType.parse(descr);
    for (int run = 0; run < runs; run++) {
      Shape shape = Shape.of(random.longs(random.nextInt(6), 0, 6).toArray());
      Order order = random.nextBoolean() ? Order.C : Order.F;
      try (NpyFile file = file(dtype, shape, order)) {
        Box box = random(shape, random);
        NdView<?> region = file.region(box);
        NdView<?> slice = file.view().slice(box.toString());
        assertThat(region.getClass()).isEqualTo(file.view().getClass());
        assertThat(region.dtype()).isEqualTo(file.view().dtype());
        assertThat(region.shape()).isEqualTo(slice.shape());
        assertThat(region.contentEquals(slice, true))
            .as("%s %s %s %s", descr, shape, order, box)
            .isTrue();
        Strided where = slice.strided();
        int itemsize = slice.dtype().itemsize();
        assertThat(region.segment().byteSize())
            .isEqualTo(where.endByte(itemsize) - where.firstByte());
        if (!box.isEmpty()) {
          assertThat(region.segment().address())
              .isEqualTo(file.view().segment().address() + where.firstByte());
        }
        assertThat(file.prefetch(region)).isEqualTo(NATIVE);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void partsWriteEachTheirOwnItems(Order order) throws IOException {
    Shape shape = Shape.of(7, 9, 5);
    Partition[] partitions = {
      Partition.alongAxis(shape, 1, 4),
      Partition.blocks(shape, 2, 10, 3),
      Partition.chunks(shape, order, Shape.of(3, 4, 2)),
      Partition.chunksOf(shape, order, 8, 300)
    };
    for (Partition partition : partitions) {
      try (NpyFile file = file(DType.FLOAT64, shape, order)) {
        for (long k = 0; k < partition.count(); k++) {
          file.region(partition.box(k), DoubleView.class).fill(k);
        }
        for (long k = 0; k < partition.count(); k++) {
          double expected = k;
          assertThat(file.view(DoubleView.class).slice(partition.box(k)).doubles())
              .as("%s %s", partition, k)
              .allMatch(value -> value == expected);
        }
      }
    }
  }

  @Test
  void reachesNothingElse() throws IOException {
    try (NpyFile file = file(DType.FLOAT64, Shape.of(4, 10), Order.C)) {
      DoubleView region = file.region(box(1, 3, 2, 6), DoubleView.class);
      assertThat(region.shape()).isEqualTo(Shape.of(2, 4));
      assertThat(region.segment().byteSize()).isEqualTo(8 * 14);
      assertThatThrownBy(() -> region.set(0, 4, 1))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessage("index 4 is out of bounds for axis 1 with size 4");
      assertThatThrownBy(() -> region.set(0, -1, 1)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> region.segment().get(ValueLayout.JAVA_BYTE, -1))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> region.segment().get(ValueLayout.JAVA_BYTE, 8 * 14))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  private static Box box(long start0, long end0, long start1, long end1) {
    return Box.of(new long[] {start0, start1}, new long[] {end0, end1});
  }

  @Test
  void refusesBoxesOfOtherArrays() throws IOException {
    Path path = directory.resolve("x.npy");
    try (NpyFile file = file(DType.FLOAT32, Shape.of(4, 10), Order.C)) {
      assertThatThrownBy(() -> file.region(box(1, 5, 2, 6)))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessage(
              path + ": the box [1:5, 2:6] reaches beyond axis 0 of the array of shape (4, 10)");
      assertThatThrownBy(() -> file.region(Box.whole(Shape.of(4, 10, 2))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              path + ": the box [0:4, 0:10, 0:2] has rank 3, the array of shape (4, 10) rank 2");
      assertThatThrownBy(() -> file.region(box(1, 2, 3, 4), IntView.class))
          .isInstanceOf(DTypeException.class)
          .hasMessage(path + ": dtype <f4 needs a FloatView, not an IntView");
    }
  }

  @Test
  void isOfTheModeOfItsFile() throws IOException {
    Path path = directory.resolve("x.npy");
    Box box = box(1, 3, 2, 6);
    file(DType.FLOAT64, Shape.of(4, 10), Order.F).close();
    try (NpyFile file = NpyFile.open(path)) {
      DoubleView region = file.region(box, DoubleView.class);
      assertThat(region.segment().isReadOnly()).isTrue();
      assertThatThrownBy(() -> region.set(0, 0, 1))
          .isInstanceOf(ReadOnlyViewException.class)
          .hasMessageStartingWith(path + ": the view is read-only");
    }
    double before;
    try (NpyFile file = NpyFile.open(path, OpenMode.COPY_ON_WRITE)) {
      DoubleView region = file.region(box, DoubleView.class);
      before = region.get(1, 2);
      region.set(1, 2, 4.5);
      assertThat(file.view(DoubleView.class).get(2, 4)).isEqualTo(4.5);
    }
    try (NpyFile file = NpyFile.open(path, OpenMode.READ_WRITE)) {
      DoubleView region = file.region(box, DoubleView.class);
      assertThat(region.get(1, 2)).isEqualTo(before);
      region.set(1, 2, 4.5);
      file.force();
    }
    try (NpyFile file = NpyFile.open(path)) {
      assertThat(file.view(DoubleView.class).get(2, 4)).isEqualTo(4.5);
    }
  }

  @Test
  void endsWithItsFile() throws IOException {
    Path path = directory.resolve("x.npy");
    file(DType.FLOAT64, Shape.of(4, 10), Order.C).close();
    // Read-only files share their arenas: their memory may stay, their views do not.
    NpyFile file = NpyFile.open(path);
    DoubleView region = file.region(box(1, 3, 2, 6), DoubleView.class);
    NdView<?> empty = file.region(box(1, 1, 2, 6));
    file.close();
    String closed = path + ": the file is closed";
    assertThatThrownBy(() -> region.get(0, 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(closed);
    assertThatThrownBy(region::segment)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(closed);
    assertThatThrownBy(empty::segment).isInstanceOf(IllegalStateException.class).hasMessage(closed);
    assertThatThrownBy(() -> file.region(box(1, 3, 2, 6)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(closed);
  }

  @Test
  void givesAdviceOnItsOwnBytes() throws IOException {
    Shape shape = Shape.of(1 << 17, 16);
    Path path = directory.resolve("x.npy");
    try (NpyFile file = NpyFile.create(path, DType.INT32, shape, Order.C)) {
      Box box = Partition.alongAxis(shape, 0, 4).box(3);
      IntView region = file.region(box, IntView.class);
      region.fill(3);
      long[] last = {(1 << 15) - 1, 0, 1 << 14};
      assertThat(region.take(last, 0).shape()).isEqualTo(Shape.of(3, 16));
      assertThat(region.on(Execution.parallel(2).droppingBehind()).sum())
          .isEqualTo(3.0 * (1 << 19));
      assertThat(region.backing().isResident(0, region.segment().byteSize())).isTrue();
      region.backing().release(-(1L << 40), 1L << 40);
      if (NATIVE) {
        // Three quarters of the file lie before the region's first byte: as far into it as this
        // there is no more.
        long beyond = file.view().segment().byteSize() / 4 + 1;
        assertThatThrownBy(() -> region.backing().prefetch(0, beyond))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
    }
  }

  @Test
  void copiesToOverlappingRegionsAsBetweenViews() throws IOException {
    try (NpyFile file = file(DType.INT32, Shape.of(100), Order.C)) {
      IntView view = file.view(IntView.class);
      for (int i = 0; i < 100; i++) {
        view.set(i, i);
      }
      NdView<?> from = file.region(Box.of(new long[] {0}, new long[] {60}));
      NdView<?> to = file.region(Box.of(new long[] {10}, new long[] {70})).flip(0);
      from.copyTo(to);
      for (int i = 0; i < 60; i++) {
        assertThat(view.get(69 - i)).isEqualTo(i);
      }
      assertThat(file.region(Box.of(new long[] {10}, new long[] {70})).contentEquals(to.flip(0)))
          .isTrue();
    }
  }

  @Test
  void prefetchTakesNoRegionOfAnotherFile() throws IOException {
    Path path = directory.resolve("x.npy");
    file(DType.FLOAT64, Shape.of(4, 10), Order.C).close();
    try (NpyFile file = NpyFile.open(path);
        NpyFile other = NpyFile.open(path)) {
      NdView<?> region = file.region(box(1, 3, 2, 6));
      assertThat(file.prefetch(region.transpose().slice("::-2"))).isEqualTo(NATIVE);
      assertThatThrownBy(() -> other.prefetch(region))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              path + ": the view is not in this file's mapping; its elements are in " + path);
    }
  }
}
