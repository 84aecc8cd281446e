package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.TimeType;
import io.ndmap.layout.Index;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Backing;
import io.ndmap.op.Comparison;
import io.ndmap.op.Execution;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.ReadOnlyViewException;
import io.ndmap.op.Side;
import io.ndmap.pass.ItemsOf;
import io.ndmap.select.AdvancedIndexing;
import io.ndmap.select.SortedGathering;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Selections keep their promises beside values: errors before anything is written, one result for
/// any number of threads, targets that share memory.
class SelectionTest {

  private static DoubleView doubles(long... sizes) {
    DoubleView view = empty(Shape.of(sizes));
    for (long i = 0; i < view.itemCount(); i++) {
      view.segment().setAtIndex(ValueLayout.JAVA_DOUBLE, i, (double) i);
    }
    return view;
  }

  private static DoubleView empty(Shape shape) {
    return NdView.zeros(DType.FLOAT64, shape, Order.C).as(DoubleView.class);
  }

  private static DoubleView readOnly(DoubleView view) {
    return NdView.of(view.segment().asReadOnly(), view.dtype(), view.strided(), Backing.MEMORY)
        .as(DoubleView.class);
  }

  private static ByteView mask(Shape shape, long... set) {
    ByteView mask = NdView.zeros(DType.BOOL, shape, Order.C).as(ByteView.class);
    for (long at : set) {
      mask.segment().set(ValueLayout.JAVA_BYTE, at, (byte) 1);
    }
    return mask;
  }

  private static void fails(Class<? extends Throwable> type, String text, ThrowingCallable action) {
    assertThatThrownBy(action).isExactlyInstanceOf(type).hasMessage(text);
  }

  private static final Class<IndexOutOfBoundsException> BOUNDS = IndexOutOfBoundsException.class;
  private static final Class<IllegalArgumentException> ARGUMENT = IllegalArgumentException.class;

  @Test
  void refusesPositionsOutside() {
    DoubleView a = doubles(3, 4);
    fails(
        BOUNDS,
        "index 4 is out of bounds for axis 1 with size 4",
        () -> a.take(new long[] {0, 4}, 1));
    fails(
        BOUNDS,
        "index -4 is out of bounds for axis 0 with size 3",
        () -> a.take(new long[] {-3, -4}, 0));
    fails(
        BOUNDS,
        "index 9223372036854775807 is out of bounds for axis 0 with size 3",
        () -> a.take(new long[] {Long.MAX_VALUE}, 0));
    fails(
        BOUNDS,
        "index -9223372036854775808 is out of bounds for axis 0 with size 3",
        () -> a.take(new long[] {Long.MIN_VALUE}, 0));
    fails(
        BOUNDS, "axis 2 is out of bounds for an array of rank 2", () -> a.take(new long[] {0}, 2));
    fails(
        BOUNDS,
        "axis -3 is out of bounds for an array of rank 2",
        () -> a.take(new long[] {0}, -3));
    fails(
        BOUNDS,
        "index 4 is out of bounds for axis 1 with size 4",
        () -> a.take(new long[] {4}, -1));
    fails(
        BOUNDS,
        "index 12 is out of bounds for the 12 elements of shape (3, 4)",
        () -> a.gather(new long[] {11, 12}));
    fails(
        BOUNDS,
        "index 5 is out of bounds for axis 1 with size 4",
        () -> a.gatherAt(new long[] {0, 2}, new long[] {0, 5}));
    fails(
        BOUNDS,
        "index 0 is out of bounds for axis 0 with size 0",
        () -> doubles(0, 4).take(new long[] {0}, 0));
  }

  @Test
  void writesNothingWhereAPositionIsOutside() {
    DoubleView a = doubles(3, 4);
    DoubleView target = empty(Shape.of(2, 4));
    assertThatThrownBy(() -> a.take(new long[] {1, 3}, 0, target)).isInstanceOf(BOUNDS);
    assertThat(target.toArray()).containsOnly(0);
    DoubleView line = empty(Shape.of(2));
    assertThatThrownBy(() -> a.gather(new long[] {1, 12}, line)).isInstanceOf(BOUNDS);
    assertThatThrownBy(() -> a.gatherAt(new long[][] {{1, 1}, {1, 4}}, line)).isInstanceOf(BOUNDS);
    assertThat(line.toArray()).containsOnly(0);
    double[] before = a.toArray();
    assertThatThrownBy(() -> a.scatter(new long[] {1, 12}, line)).isInstanceOf(BOUNDS);
    assertThatThrownBy(() -> a.scatterAt(new long[][] {{1, 3}, {1, 1}}, line)).isInstanceOf(BOUNDS);
    assertThat(a.toArray()).isEqualTo(before);
  }

  @Test
  void refusesOtherShapes() {
    DoubleView a = doubles(3, 4);
    fails(
        ARGUMENT,
        "cannot put the shape (2, 4) taken from memory into shape (2, 3) of memory",
        () -> a.take(new long[] {0, 1}, 0, empty(Shape.of(2, 3))));
    fails(
        ARGUMENT,
        "cannot put the shape (1,) taken from memory into shape () of memory",
        () -> a.gather(new long[] {0}, empty(Shape.SCALAR)));
    fails(
        ARGUMENT,
        "cannot store the shape (3,) of memory at indices of shape (2,) in memory",
        () -> a.scatter(new long[] {0, 1}, doubles(3)));
    fails(
        ARGUMENT,
        "cannot store the shape (2,) of memory at indices of shape (2, 4) in memory",
        () -> a.scatterAt(new long[][] {{0, 1}}, doubles(2)));
    fails(
        ARGUMENT,
        "an array of rank 2 takes coordinates on 1 to 2 axes, found 0",
        () -> a.gatherAt());
    fails(
        ARGUMENT,
        "an array of rank 2 takes coordinates on 1 to 2 axes, found 3",
        () -> a.gatherAt(new long[1], new long[1], new long[1]));
    fails(
        ARGUMENT,
        "the coordinates must be equally many on all axes, found 1 on axis 0 and 2 on axis 1",
        () -> a.gatherAt(new long[1], new long[2]));
    fails(
        ARGUMENT,
        "a mask of shape (4,) does not match the first axes of shape (3, 4) of memory",
        () -> a.select(mask(Shape.of(4))));
    fails(
        ARGUMENT,
        "a mask of shape (3, 4, 1) does not match the first axes of shape (3, 4) of memory",
        () -> a.select(mask(Shape.of(3, 4, 1))));
    fails(
        ARGUMENT,
        "a selection of 2 from shape (3, 4) of memory does not fit shape (1, 4) of memory",
        () -> a.select(mask(Shape.of(3), 0, 2), empty(Shape.of(1, 4))));
    fails(
        ARGUMENT,
        "the selection from shape (3, 4) of memory does not fit shape (3, 3) of memory",
        () -> a.select(mask(Shape.of(3), 0, 2), empty(Shape.of(3, 3))));
    fails(
        ARGUMENT,
        "a selection of 11 from shape (3, 4) of memory does not fit shape (10,) of memory",
        () -> a.select(Comparison.GREATER, 0.5, empty(Shape.of(10))));
    fails(
        ARGUMENT,
        "the selection from shape (3, 4) of memory does not fit shape (12, 1) of memory",
        () -> a.select(Comparison.GREATER, 0L, empty(Shape.of(12, 1))));
    fails(
        ARGUMENT,
        "a mask of shape (3,) does not match the shape (3, 4) of memory",
        () -> a.compare(Comparison.LESS, 1.0, mask(Shape.of(3))));
    fails(
        ARGUMENT,
        "shapes (3, 4) and (3,) do not broadcast together",
        () -> a.compare(Comparison.LESS, doubles(3)));
    fails(
        ARGUMENT,
        "cannot broadcast shape (3, 4) to shape (4,)",
        () -> a.compare(Comparison.LESS, doubles(4), mask(Shape.of(4))));
    fails(
        ARGUMENT,
        "cannot broadcast shape (3,) to shape (3, 4)",
        () -> a.compare(Comparison.GREATER, doubles(3), mask(Shape.of(3, 4))));
    fails(
        ARGUMENT,
        "memory: an array of rank 0 has no coordinates; use newAxis(0) first",
        () -> a.slice("0, 0").nonZero());
    fails(
        ARGUMENT,
        "memory: only an array of rank 1 can be searched, found shape (3, 4)",
        () -> a.searchSorted(NdView.of(new double[1]), Side.LEFT));
  }

  @Test
  void refusesOtherDtypes() {
    DoubleView a = doubles(2);
    NdView<?> ints = NdView.zeros(DType.INT32, Shape.of(1), Order.C);
    Class<DTypeException> type = DTypeException.class;
    fails(
        type,
        "cannot copy elements of <f8 of memory into elements of <i4 of memory",
        () -> a.take(new long[1], 0, ints));
    fails(
        type,
        "cannot copy elements of <i4 of memory into elements of <f8 of memory",
        () -> a.scatter(new long[1], ints));
    ByteView bytes = NdView.zeros(DType.UINT8, Shape.of(2), Order.C).as(ByteView.class);
    fails(type, "memory: a mask has elements of |b1, found |u1", () -> a.select(bytes));
    fails(
        type,
        "memory: a mask has elements of |b1, found |u1",
        () -> a.compare(Comparison.LESS, 1.0, bytes));
    fails(
        type,
        "memory: a mask has elements of |b1, found |u1",
        () -> a.compare(Comparison.LESS, a, bytes));
    NdView<?> complex = NdView.zeros(DType.parse("<c16"), Shape.of(2), Order.C);
    fails(
        type,
        "memory: an element of <c16 is not compared with a number; use real() or imag() first",
        () -> complex.compare(Comparison.LESS, 1));
    fails(
        type,
        "searchSorted cannot compare elements of <f8 (memory) with elements of <c16 (memory)",
        () -> a.searchSorted(complex, Side.LEFT));
    NdView<?> days = NdView.zeros(DType.parse("<M8[D]"), Shape.of(2), Order.C);
    NdView<?> seconds = NdView.zeros(DType.parse("<M8[s]"), Shape.of(2), Order.C);
    fails(
        type,
        "searchSorted cannot compare elements of <M8[D] (memory) with elements of <M8[s] (memory)",
        () -> days.searchSorted(seconds, Side.LEFT));
  }

  /// Also what NumPy compares after it has made one dtype of two, or with no unit at all.
  @Test
  void refusesToCompareWhatHasNoCommonOrder() {
    refusesToCompare("<f8", "|S3", "");
    refusesToCompare("|S3", "<U3", "");
    refusesToCompare("<M8[s]", "<m8[s]", "");
    refusesToCompare("<m8[Y]", "<m8[D]", "");
    refusesToCompare("<m8", "<m8[s]", "");
    refusesToCompare("<M8[s]", "<i8", "");
    refusesToCompare("|V3", "|V4", "");
    refusesToCompare("[('a', '<i4')]", "<i4", "; use field(name) first");
  }

  private static void refusesToCompare(String one, String other, String advice) {
    NdView<?> a = NdView.zeros(DType.parse(one), Shape.of(2), Order.C);
    NdView<?> b = NdView.zeros(DType.parse(other), Shape.of(2), Order.C);
    String text =
        "elements of %s of memory cannot be compared with elements of %s of memory%s"
            .formatted(a.dtype(), b.dtype(), advice);
    fails(DTypeException.class, text, () -> a.compare(Comparison.EQUAL, b));
    fails(DTypeException.class, text, () -> a.compare(Comparison.EQUAL, b, mask(Shape.of(2))));
  }

  @Test
  void comparesExactlyWhereNumpyOverflows() {
    LongView years = longs("<M8[Y]", 1L << 62, TimeType.NOT_A_TIME);
    LongView days = longs(">M8[D]", 6, TimeType.NOT_A_TIME);
    assertThat(years.compare(Comparison.GREATER, days).toArray()).containsExactly(1, 0);
    assertThat(years.compare(Comparison.NOT_EQUAL, days).toArray()).containsExactly(1, 1);
  }

  private static LongView longs(String dtype, long... items) {
    LongView view =
        NdView.zeros(DType.parse(dtype), Shape.of(items.length), Order.C).as(LongView.class);
    view.copyFrom(items);
    return view;
  }

  /// The mask is written as if all were read before, also where it lies over what is compared.
  @Test
  void comparesWithMasksThatShareMemory() {
    ByteView a = mask(Shape.of(200_000), 1, 3, 199_999);
    ByteView expected = a.flip(0).compare(Comparison.LESS, a);
    assertThat(expected.countNonZero()).isEqualTo(3);
    a.flip(0).compare(Comparison.LESS, a, a);
    assertThat(a.contentEquals(expected)).isTrue();
    DoubleView doubles = doubles(1000);
    ByteView inside = doubles.viewAs(DType.BOOL).as(ByteView.class).slice(0, 0, 1000, 1);
    doubles.compare(Comparison.GREATER, doubles.index(0, 500), inside);
    assertThat(inside.countNonZero()).isEqualTo(499);
    assertThat(inside.get(501)).isEqualTo((byte) 1);
  }

  @Test
  void comparesAlikeOnAnyNumberOfThreads() {
    DoubleView a = doubles(700, 300);
    DoubleView b = doubles(300, 700).transpose();
    ByteView alone = a.compare(Comparison.LESS, b);
    assertThat(alone.countNonZero()).isBetween(90_000L, 120_000L);
    assertThat(a.parallel(4).compare(Comparison.LESS, b).contentEquals(alone)).isTrue();
    assertThat(b.compare(Comparison.GREATER, a).contentEquals(alone)).isTrue();
    assertThat(a.transpose().compare(Comparison.LESS, b.transpose()).isContiguous(Order.F))
        .isTrue();
  }

  @Test
  void refusesReadOnlyTargets() {
    DoubleView a = doubles(2);
    DoubleView fixed = readOnly(doubles(2));
    Class<ReadOnlyViewException> type = ReadOnlyViewException.class;
    long[] at = {0, 7};
    String text = "memory: the view is read-only";
    fails(type, text, () -> a.take(at, 0, fixed));
    fails(type, text, () -> a.gather(at, fixed));
    fails(type, text, () -> a.gatherAt(new long[][] {at}, fixed));
    fails(type, text, () -> fixed.scatter(at, a));
    fails(type, text, () -> fixed.scatterAt(new long[][] {at}, a));
    fails(type, text, () -> a.select(mask(Shape.of(2)), fixed));
    fails(type, text, () -> a.select(Comparison.LESS, 1.0, fixed));
    fails(type, text, () -> a.select(Comparison.LESS, 1L, fixed));
    ByteView fixedMask =
        NdView.of(
                mask(Shape.of(2)).segment().asReadOnly(),
                DType.BOOL,
                Shape.of(2),
                Order.C,
                Backing.MEMORY)
            .as(ByteView.class);
    fails(type, text, () -> a.compare(Comparison.LESS, a, fixedMask));
  }

  @Test
  void refusesClosedFiles() {
    final class Closed extends Backing {
      Closed() {
        retire();
      }

      @Override
      public String name() {
        return "closed.npy";
      }

      @Override
      public void barrier() {
        // Nothing is pending.
      }
    }
    Backing closed = new Closed();
    DoubleView a =
        NdView.of(MemorySegment.ofArray(new double[2]), DType.FLOAT64, Shape.of(2), Order.C, closed)
            .as(DoubleView.class);
    Class<FileClosedException> type = FileClosedException.class;
    String text = "closed.npy: the file is closed";
    fails(type, text, () -> a.take(new long[0], 0));
    fails(type, text, () -> a.gather(new long[1]));
    fails(type, text, () -> a.gatherAt(new long[1]));
    fails(type, text, () -> a.scatter(new long[1], doubles(1)));
    fails(type, text, () -> a.select(mask(Shape.of(2), 1)));
    fails(type, text, () -> a.select(Comparison.LESS, 0.5));
    fails(type, text, () -> a.compare(Comparison.LESS, 0.5));
    fails(type, text, () -> a.compare(Comparison.LESS, doubles(2)));
    fails(type, text, () -> doubles(2).compare(Comparison.LESS, a));
    fails(type, text, () -> a.nonZero());
    fails(type, text, () -> a.searchSorted(NdView.of(new double[1]), Side.LEFT));
  }

  /// Whatever the size of the pieces, the target, and how many windows of places there are.
  @Test
  void takesTheSameWhereAccessesAreSorted() {
    DoubleView a = doubles(3000, 40);
    Random random = new Random(4);
    long[] many = random.longs((1 << 20) + 5000, -120_000, 120_000).toArray();
    long[] some = Arrays.copyOf(many, 100_000);
    DoubleView gathered = a.gather(many);
    long[] rows = random.longs(5000, -3000, 3000).toArray();
    long[] columns = random.longs(50, 0, 40).toArray();
    for (int threads : new int[] {1, 3}) {
      Execution execution = Execution.parallel(threads);
      DoubleView plain = a.on(execution);
      DoubleView sorted = a.on(execution.sortingAccesses());
      assertThat(sorted.gather(many).contentEquals(gathered)).isTrue();
      NdView<?> odd =
          NdView.of(a.segment(), DType.parse("|V5"), Shape.of(190_000), Order.C, Backing.MEMORY);
      assertThat(
              odd.on(sorted.execution()).gather(some).contentEquals(odd.on(execution).gather(some)))
          .isTrue();
      assertThat(sorted.take(rows, 0).contentEquals(plain.take(rows, 0))).isTrue();
      assertThat(sorted.take(columns, 1).contentEquals(plain.take(columns, 1))).isTrue();
      assertThat(sorted.transpose().take(rows, 1).contentEquals(plain.transpose().take(rows, 1)))
          .isTrue();
      DoubleView one = empty(Shape.of(5000, 80)).slice(":, ::-2");
      sorted.take(rows, 0, one);
      assertThat(one.contentEquals(plain.take(rows, 0))).isTrue();
      NdView<?> big =
          NdView.zeros(
              DType.FLOAT64.withByteOrder(java.nio.ByteOrder.BIG_ENDIAN),
              Shape.of(some.length),
              Order.C);
      sorted.gather(some, big);
      assertThat(big.contentEquals(plain.gather(some))).isTrue();
    }
  }

  /// Places of much memory are grouped by where they are, 4 MiB a group; nobody may see it.
  @ParameterizedTest
  @ValueSource(strings = {"|u1", "|V5", "<f8", "|S128"})
  void gathersFromMuchMemoryInTheOrderOfTheIndices(String descr) {
    DType dtype = DType.parse(descr);
    int itemsize = dtype.itemsize();
    long count = (18L << 20) / itemsize;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(count * itemsize + 8, 8);
      for (long i = 0; i < memory.byteSize() / 8; i++) {
        memory.setAtIndex(ValueLayout.JAVA_LONG, i, i * 0x9E37_79B9_7F4A_7C15L);
      }
      MemorySegment data = memory.asSlice(3, count * itemsize);
      NdView<?> view = NdView.of(data, dtype, Shape.of(count), Order.C, Backing.MEMORY);
      long[] indices = new Random(5).longs(50_000, -count, count).toArray();
      NdView<?> taken = view.gather(indices);
      NdView<?> grouped = NdView.zeros(dtype, Shape.of(indices.length), Order.C);
      new SortedGathering(AdvancedIndexing.flat(ItemsOf.items(view), indices))
          .grouped(0, indices.length, grouped.segment(), 0);
      assertThat(grouped.segment().mismatch(taken.segment())).isEqualTo(-1);
      MemorySegment expected = arena.allocate((long) indices.length * itemsize);
      for (int i = 0; i < indices.length; i++) {
        long at = Math.floorMod(indices[i], count) * itemsize;
        MemorySegment.copy(data, at, expected, (long) i * itemsize, itemsize);
      }
      assertThat(taken.segment().mismatch(expected)).isEqualTo(-1);
    }
  }

  /// So far apart, in so much memory, that they are grouped; a file with holes has only those that
  /// are taken.
  @Test
  void takesScatteredPiecesOfMuchMemoryTheSameOnSeveralThreads(@TempDir Path folder)
      throws IOException {
    int distance = 11_000;
    long all = 6_000_000;
    try (Arena arena = Arena.ofShared();
        FileChannel channel =
            FileChannel.open(
                folder.resolve("holes"),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.SPARSE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
      MemorySegment memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, 96 * all, arena);
      Random random = new Random(6);
      long[] rows =
          IntStream.range(0, 90_000)
              .mapToLong(_ -> (long) distance * random.nextInt(545) + random.nextInt(40))
              .toArray();
      for (long row : rows) {
        for (long i = 12 * row; i < 12 * row + 12; i++) {
          memory.setAtIndex(ValueLayout.JAVA_DOUBLE, i, (double) i);
        }
      }
      DoubleView a =
          NdView.of(memory, DType.FLOAT64, Shape.of(all, 12), Order.C, Backing.MEMORY)
              .as(DoubleView.class);
      DoubleView every = a.on(Execution.parallel(3)).slice(":, ::3").take(rows, 0);
      DoubleView pairs = a.on(Execution.parallel(2)).slice(":, 4:6").take(rows, 0);
      DoubleView columns = a.transpose().take(rows, 1);
      DoubleView first = NdView.of(Arrays.stream(rows).mapToDouble(row -> row * 12.0).toArray());
      assertThat(every.index(1, 3).contentEquals(first.plus(9))).isTrue();
      assertThat(pairs.index(1, 1).contentEquals(first.plus(5))).isTrue();
      assertThat(columns.index(0, 11).contentEquals(first.plus(11))).isTrue();
    }
  }

  @Test
  void takesLargeRowsTheSameWhereAccessesAreSorted() {
    DoubleView a = doubles(20, 9000);
    DoubleView sorted = a.on(Execution.SEQUENTIAL.sortingAccesses());
    long[] rows = {3, 19, -20, 3, 11};
    DoubleView target = empty(Shape.of(9000, 5)).transpose();
    sorted.take(rows, 0, target);
    assertThat(target.contentEquals(a.take(rows, 0))).isTrue();
    assertThat(target.get(1, 8)).isEqualTo(19 * 9000 + 8);
  }

  /// Watched, and giving back what was passed, whatever the order of access and the target.
  @Test
  void reportsTheNumberOfTakenElements() {
    for (boolean sorted : new boolean[] {false, true}) {
      for (int threads : new int[] {1, 3}) {
        long[] reported = {0};
        List<long[]> released = new ArrayList<>();
        Execution watched =
            Execution.parallel(threads)
                .droppingBehind()
                .withProgress(items -> reported[0] += items);
        DoubleView a =
            recorded(doubles(4000, 50), released).on(sorted ? watched.sortingAccesses() : watched);
        long[] rows = new Random(2).longs(3000, 0, 4000).toArray();
        a.take(rows, 0);
        assertThat(reported[0]).isEqualTo(3000 * 50);
        assertThat(released).isNotEmpty();
        assertThat(released.stream().mapToLong(range -> range[0]).min().getAsLong())
            .isLessThanOrEqualTo(0);
        assertThat(released.stream().mapToLong(range -> range[1]).max().getAsLong())
            .isGreaterThan(3900 * 400);
        reported[0] = 0;
        released.clear();
        a.take(new long[30_000], 0, empty(Shape.of(30_000, 100)).slice(":, ::2"));
        assertThat(reported[0]).isEqualTo(30_000 * 50);
        assertThat(released).isNotEmpty();
        reported[0] = 0;
        a.take(rows, 0, empty(Shape.of(3000, 100)).slice(":, ::2"));
        assertThat(reported[0]).isEqualTo(3000 * 50);
        reported[0] = 0;
        List<long[]> behind = new ArrayList<>();
        DoubleView target = recorded(empty(Shape.of(3000, 50)), behind);
        a.take(rows, 0, target);
        assertThat(reported[0]).isEqualTo(3000 * 50);
        assertThat(behind).isNotEmpty();
      }
    }
  }

  /// A selection reports all elements that its mask covers, and releases elements, mask and target.
  @Test
  void reportsTheNumberOfSearchedElements() {
    for (int threads : new int[] {1, 3}) {
      long[] reported = {0};
      List<long[]> released = new ArrayList<>();
      Execution watched =
          Execution.parallel(threads).droppingBehind().withProgress(items -> reported[0] += items);
      DoubleView a = recorded(doubles(200_000, 3), released).on(watched);
      Shape rows = Shape.of(200_000);
      for (int every : new int[] {2, 1000}) {
        long[] set = LongStream.range(0, 200_000 / every).map(k -> k * every).toArray();
        released.clear();
        reported[0] = 0;
        a.select(mask(rows, set));
        assertThat(reported[0]).isEqualTo(600_000);
        assertReaches(released, 4_790_000);
        List<long[]> ofMask = new ArrayList<>();
        List<long[]> ofTarget = new ArrayList<>();
        ByteView bits = recorded((NdView<?>) mask(rows, set), ofMask).as(ByteView.class);
        DoubleView target = recorded(empty(Shape.of(200_000, 3)), ofTarget);
        reported[0] = 0;
        a.slice(":, 1").select(bits, target.slice(":, 1"));
        assertThat(reported[0]).isEqualTo(200_000);
        assertReaches(ofMask, 199_000);
        released.clear();
        ofTarget.clear();
        a.slice("::-1").select(bits, target);
        assertThat(reported[0]).isEqualTo(800_000);
        assertReaches(released, 4_790_000);
        assertReaches(ofTarget, (long) set.length * 24);
      }
      reported[0] = 0;
      a.select(mask(rows));
      assertThat(reported[0]).isEqualTo(600_000);
      reported[0] = 0;
      assertThat(a.select(Comparison.LESS, 10.5).itemCount()).isEqualTo(11);
      assertThat(reported[0]).isEqualTo(600_000);
      for (int buffer : new int[] {600_000, 300_000}) {
        List<long[]> ofTarget = new ArrayList<>();
        DoubleView target = recorded(empty(Shape.of(buffer)), ofTarget);
        released.clear();
        reported[0] = 0;
        assertThat(a.select(Comparison.GREATER_EQUAL, 300_000L, target)).isEqualTo(300_000);
        assertThat(reported[0]).isEqualTo(600_000);
        assertReaches(released, 4_790_000);
        assertReaches(ofTarget, 2_390_000);
      }
      doubles(0).on(watched).select(mask(Shape.of(0)));
      assertThat(reported[0]).isEqualTo(600_000);
    }
  }

  @Test
  void reportsTheNumberOfScatteredElements() {
    long[] reported = {0};
    List<long[]> released = new ArrayList<>();
    List<long[]> ofValues = new ArrayList<>();
    Execution watched =
        Execution.parallel(3).droppingBehind().withProgress(items -> reported[0] += items);
    long[] places = new Random(2).longs(100_000, -300_000, 300_000).toArray();
    DoubleView a = recorded(doubles(300_000), released).on(watched);
    a.scatter(places, recorded(doubles(100_000), ofValues));
    assertThat(reported[0]).isEqualTo(100_000);
    assertReaches(released, 2_390_000);
    assertReaches(ofValues, 799_000);
    assertThat(a.gather(places).get(99_999)).isEqualTo(99_999);
    // Each place by itself.
    released.clear();
    reported[0] = 0;
    DoubleView wide = recorded(doubles(200, 10_000), released).on(watched);
    wide.scatterAt(new long[][] {{1, 199, -2}}, doubles(1).index(0, 0));
    assertThat(reported[0]).isEqualTo(30_000);
    assertReaches(released, 200 * 80_000);
    assertThat(wide.get(198, 9999)).isZero();
  }

  private static void assertReaches(List<long[]> released, long bytes) {
    assertThat(released.stream().mapToLong(range -> range[0]).min().orElse(1))
        .isLessThanOrEqualTo(0);
    assertThat(released.stream().mapToLong(range -> range[1]).max().orElse(0))
        .isGreaterThanOrEqualTo(bytes);
  }

  private static DoubleView recorded(DoubleView view, List<long[]> released) {
    return recorded((NdView<?>) view, released).as(DoubleView.class);
  }

  private static NdView<?> recorded(NdView<?> view, List<long[]> released) {
    Backing backing =
        new Backing() {
          @Override
          public String name() {
            return "recorded.npy";
          }

          @Override
          public void barrier() {
            // Nothing is pending.
          }

          @Override
          public synchronized void release(long start, long end) {
            released.add(new long[] {start, end});
          }
        };
    return NdView.of(view.segment(), view.dtype(), view.strided(), backing);
  }

  @Test
  void keepsTheLastValueOfAPlace() {
    DoubleView a = doubles(5);
    a.scatter(new long[] {1, -4, 1}, doubles(3));
    assertThat(a.toArray()).containsExactly(0, 2, 2, 3, 4);
    a.scatter(new long[] {0, 4}, doubles(2).index(0, 1));
    assertThat(a.toArray()).containsExactly(1, 2, 2, 3, 1);
  }

  @Test
  void readsAllBeforeItWritesInSharedMemory() {
    DoubleView a = doubles(6);
    a.take(new long[] {5, 4, 3, 2, 1, 0}, 0, a);
    assertThat(a.toArray()).containsExactly(5, 4, 3, 2, 1, 0);
    a.scatter(new long[] {5, 4, 3, 2, 1, 0}, a);
    assertThat(a.toArray()).containsExactly(0, 1, 2, 3, 4, 5);
    assertThat(a.select(mask(Shape.of(6), 2, 4), a)).isEqualTo(2);
    assertThat(a.toArray()).containsExactly(2, 4, 2, 3, 4, 5);
    try (Arena arena = Arena.ofConfined()) {
      for (MemorySegment memory :
          new MemorySegment[] {arena.allocate(8 * 3001), MemorySegment.ofArray(new double[3001])}) {
        DoubleView all =
            NdView.of(memory, DType.FLOAT64, Shape.of(3001), Order.C, Backing.MEMORY)
                .as(DoubleView.class);
        double[] values = LongStream.range(0, 3001).asDoubleStream().toArray();
        all.copyFrom(values);
        assertThat(all.slice(":-1").select(Comparison.GREATER, 9.5, all.slice("1:")))
            .isEqualTo(2990);
        assertThat(all.slice("1:2991").toArray()).isEqualTo(Arrays.copyOfRange(values, 10, 3000));
        all.copyFrom(values);
        assertThat(all.slice("::-1").select(Comparison.NOT_EQUAL, 2000L, all)).isEqualTo(3000);
        assertThat(all.slice("999:1002").toArray()).containsExactly(2001, 1999, 1998);
        assertThat(all.get(2999)).isZero();
      }
    }
    ByteView bools = mask(Shape.of(4), 0, 2);
    bools.slice("::-1").compare(Comparison.EQUAL, 0.0, bools);
    assertThat(bools.toArray()).containsExactly(1, 0, 1, 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8})
  void wantsWhereAnyBitOfTheMaskIsSet(int itemsize) {
    int items = 5003;
    Shape shape = Shape.of(items);
    Random random = new Random(itemsize);
    byte[] bits = new byte[items];
    for (int i = 0; i < items; i++) {
      bits[i] = (byte) (random.nextBoolean() ? random.nextInt(256) : 0);
    }
    byte[] numbers = new byte[items * itemsize];
    random.nextBytes(numbers);
    long[] positions = IntStream.range(0, items).filter(i -> bits[i] != 0).asLongStream().toArray();
    ByteView mask =
        NdView.of(MemorySegment.ofArray(bits), DType.BOOL, shape, Order.C, Backing.MEMORY)
            .as(ByteView.class);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(numbers.length);
      memory.copyFrom(MemorySegment.ofArray(numbers));
      DType dtype = DType.parse("<i" + itemsize);
      NdView<?> view = NdView.of(memory, dtype, shape, Order.C, Backing.MEMORY);
      byte[] before = bits.clone();
      assertThat(view.select(mask).contentEquals(view.take(positions, 0))).isTrue();
      assertThat(bits).isEqualTo(before);
    }
  }

  @Test
  void leavesWhatIsBehindTheSelected() {
    DoubleView target = doubles(3, 2);
    assertThat(doubles(4, 2).select(mask(Shape.of(4), 3), target)).isEqualTo(1);
    assertThat(target.toArray()).containsExactly(6, 7, 2, 3, 4, 5);
    DoubleView gaps = empty(Shape.of(4, 2)).slice("::2");
    assertThat(doubles(4, 2).select(mask(Shape.of(4), 1, 3), gaps)).isEqualTo(2);
    assertThat(gaps.toArray()).containsExactly(2, 3, 6, 7);
    DoubleView three = doubles(3);
    assertThat(doubles(4).slice("::-1").select(Comparison.LESS, 2L, three)).isEqualTo(2);
    assertThat(three.toArray()).containsExactly(1, 0, 2);
    DoubleView six = empty(Shape.of(6)).slice("::2");
    assertThat(doubles(3).select(Comparison.NOT_EQUAL, 1.0, six)).isEqualTo(2);
    assertThat(six.toArray()).containsExactly(0, 2, 0);
  }

  @Test
  void isTheSameForAnyNumberOfThreads() {
    int n = 200_000;
    Random random = new Random(3);
    try (Arena arena = Arena.ofShared()) {
      DoubleView a =
          NdView.of(
                  arena.allocate(8L * n),
                  DType.FLOAT64,
                  Shape.of(200, 1000),
                  Order.C,
                  Backing.MEMORY)
              .as(DoubleView.class);
      a.copyFrom(random.doubles(n).toArray());
      long[] flat = random.longs(150_000, -n, n).toArray();
      long[] columns = random.longs(700, -1000, 1000).toArray();
      double[] gathered = a.gather(flat).toArray();
      double[] taken = a.take(columns, 1).toArray();
      ByteView mask = a.compare(Comparison.LESS, 0.3);
      double[] selected = a.select(mask).toArray();
      double[] sparse = a.select(a.compare(Comparison.LESS, 0.001)).toArray();
      long[][] places = a.slice(":, ::3").compare(Comparison.GREATER, 0.5).nonZero();
      DoubleView sorted = a.select(mask);
      sorted.copyFrom(Arrays.stream(selected).sorted().toArray());
      long[] found = sorted.searchSorted(a, Side.LEFT);
      assertThat(gathered[17])
          .isEqualTo(a.slice(new Index[] {}).gather(new long[] {flat[17]}).get(0));
      assertThat(selected).isEqualTo(Arrays.stream(a.toArray()).filter(x -> x < 0.3).toArray());
      assertThat(sparse).isEqualTo(Arrays.stream(a.toArray()).filter(x -> x < 0.001).toArray());
      DoubleView buffer = empty(Shape.of(n));
      assertThat(a.select(Comparison.LESS, 0.3, buffer)).isEqualTo(selected.length);
      assertThat(buffer.slice(0, 0, selected.length, 1).toArray()).isEqualTo(selected);
      for (int threads = 2; threads <= 4; threads++) {
        DoubleView b = a.parallel(threads);
        assertThat(b.gather(flat).toArray()).isEqualTo(gathered);
        assertThat(b.take(columns, 1).toArray()).isEqualTo(taken);
        assertThat(b.compare(Comparison.LESS, 0.3).toArray()).isEqualTo(mask.toArray());
        assertThat(b.select(mask).toArray()).isEqualTo(selected);
        assertThat(b.select(Comparison.LESS, 0.3).toArray()).isEqualTo(selected);
        assertThat(b.select(Comparison.LESS, 0.001).toArray()).isEqualTo(sparse);
        buffer.fill(7);
        assertThat(b.select(Comparison.LESS, 0.3, buffer)).isEqualTo(selected.length);
        assertThat(buffer.slice(0, 0, selected.length, 1).toArray()).isEqualTo(selected);
        assertThat(buffer.get(selected.length)).isEqualTo(7);
        assertThat(b.select(b.compare(Comparison.LESS, 0.001)).toArray()).isEqualTo(sparse);
        assertThat(b.slice(":, ::3").compare(Comparison.GREATER, 0.5).parallel(threads).nonZero())
            .isDeepEqualTo(places);
        assertThat(sorted.parallel(threads).searchSorted(a, Side.LEFT)).isEqualTo(found);
      }
    }
  }
}
