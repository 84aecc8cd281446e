package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.ByteView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import io.ndmap.op.Binary;
import io.ndmap.op.Casting;
import io.ndmap.op.Comparison;
import io.ndmap.op.Execution;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntToDoubleFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Operations on arrays that are small enough to be staged for loops, in each kind of memory and
/// all layouts, against one element after the other: the results, that they have the same bits
/// everywhere, and that no byte between a target's elements is written.
class SmallArraysTest {

  private static final int ROUNDS = 12;
  private static final int MANY_ROUNDS = 60;

  private static final List<DType> DTYPES =
      Arrays.stream(new String[] {"<f8", ">f8", "<f4", "<i4", "|u1", ">i2", "<i8"})
          .map(DType::parse)
          .toList();

  /// The memory of the elements.
  enum Memory {
    BYTES,
    DOUBLES,
    GLOBAL_ARENA,
    AUTOMATIC_ARENA,
    SHARED_ARENA;

    MemorySegment of(int bytes) {
      return switch (this) {
        case BYTES -> MemorySegment.ofArray(new byte[bytes]);
        case DOUBLES -> MemorySegment.ofArray(new double[bytes / Double.BYTES + 1]);
        case GLOBAL_ARENA -> Arena.global().allocate(bytes, Double.BYTES);
        case AUTOMATIC_ARENA -> Arena.ofAuto().allocate(bytes, Double.BYTES);
        case SHARED_ARENA -> Arena.ofShared().allocate(bytes, Double.BYTES);
      };
    }
  }

  /// Some view of some memory.
  private record Some(MemorySegment memory, NdView<?> view) {

    /// The memory with zeros for all elements.
    byte[] others() {
      byte[] bytes = memory.toArray(ValueLayout.JAVA_BYTE);
      forEach(
          view.shape(),
          position -> {
            int at = (int) view.strided().offsetOf(position);
            Arrays.fill(bytes, at, at + view.dtype().itemsize(), (byte) 0);
          });
      return bytes;
    }
  }

  private static void forEach(Shape shape, Consumer<long[]> body) {
    long[] position = new long[shape.rank()];
    for (long k = 0; k < shape.itemCount(); k++) {
      long rest = k;
      for (int axis = shape.rank() - 1; axis >= 0; axis--) {
        position[axis] = rest % shape.size(axis);
        rest /= shape.size(axis);
      }
      body.accept(position);
    }
  }

  private static double[] items(NdView<?> view) {
    List<Double> items = new ArrayList<>();
    forEach(view.shape(), position -> items.add(view.getDouble(position)));
    return items.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /// A view of a shape whose axes lie in any order, at any distances and in any direction.
  private static Some some(Memory memory, DType dtype, long[] sizes, Random random) {
    int rank = sizes.length;
    Integer[] order = IntStream.range(0, rank).boxed().toArray(Integer[]::new);
    if (random.nextBoolean()) {
      Collections.shuffle(Arrays.asList(order), random);
    }
    long[] whole = new long[rank];
    long[] steps = new long[rank];
    for (int k = 0; k < rank; k++) {
      steps[k] = random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 1;
      whole[k] = sizes[order[k]] * steps[k] + (random.nextInt(3) == 0 ? random.nextInt(40) : 0);
    }
    int bytes = (int) Shape.of(whole).byteSize(dtype.itemsize());
    MemorySegment segment = memory.of(Math.max(1, bytes));
    NdView<?> all = NdView.of(segment, dtype, Shape.of(whole), Order.C);
    forEach(all.shape(), position -> all.setLong(position, random.nextInt(100)));
    NdView<?> view = all;
    for (int k = 0; k < rank; k++) {
      view = view.slice(k, 0, sizes[order[k]] * steps[k], steps[k]);
      view = random.nextInt(4) == 0 ? view.flip(k) : view;
    }
    int[] back = new int[rank];
    for (int k = 0; k < rank; k++) {
      back[order[k]] = k;
    }
    return new Some(segment, view.transpose(back));
  }

  private static long[] sizes(Random random) {
    return IntStream.range(0, 1 + random.nextInt(4))
        .mapToLong(_ -> random.nextInt(5) == 0 ? 17 + random.nextInt(4) : 1 + random.nextInt(6))
        .toArray();
  }

  @ParameterizedTest
  @EnumSource
  void results(Memory memory) {
    results(memory, ROUNDS);
  }

  @Tag("heavy")
  @ParameterizedTest
  @EnumSource
  void manyResults(Memory memory) {
    results(memory, MANY_ROUNDS);
  }

  private static void results(Memory memory, int rounds) {
    Random random = new Random(memory.name().length());
    for (int round = 0; round < rounds; round++) {
      DType dtype = DTYPES.get(random.nextInt(DTYPES.size()));
      long[] sizes = sizes(random);
      NdView<?> x = some(memory, dtype, sizes, random).view;
      NdView<?> y = some(Memory.values()[random.nextInt(5)], dtype, sizes, random).view;
      Some z = some(memory, dtype, sizes, random);
      String what = "round %s: %s %s, %s into %s".formatted(round, dtype, x.strided(), y, z.view);
      double[] a = items(x);
      double[] b = items(y);

      written(z, () -> x.copyTo(z.view));
      assertThat(items(z.view)).as(what).isEqualTo(a);
      written(z, () -> x.combine(Binary.MAXIMUM, y, z.view));
      assertThat(items(z.view)).as(what).isEqualTo(each(a, i -> Math.max(a[i], b[i])));
      written(z, () -> z.view.combine(Binary.MINIMUM, x, z.view));
      assertThat(items(z.view))
          .as(what)
          .isEqualTo(each(a, i -> Math.min(Math.max(a[i], b[i]), a[i])));
      written(z, () -> z.view.fill(7L));
      assertThat(items(z.view)).as(what).containsOnly(7);
      written(z, () -> y.astype(DType.parse("<f8")).copyTo(z.view, Casting.UNSAFE));
      assertThat(items(z.view)).as(what).isEqualTo(b);

      ByteView mask = x.compare(Comparison.LESS, y);
      assertThat(items(mask)).as(what).isEqualTo(each(a, i -> a[i] < b[i] ? 1 : 0));
      assertThat(items(x.select(mask)))
          .as(what)
          .isEqualTo(
              IntStream.range(0, a.length)
                  .filter(i -> a[i] < b[i])
                  .mapToDouble(i -> a[i])
                  .toArray());
      assertThat(items(x.where(mask, y))).as(what).isEqualTo(each(a, i -> Math.min(a[i], b[i])));
      assertThat(items(x.copy(Order.F))).as(what).isEqualTo(a);
      assertThat(x.contentEquals(x.copy())).as(what).isTrue();
      assertThat(x.sum()).as(what).isEqualTo(Arrays.stream(a).sum());
      assertThat(x.max()).as(what).isEqualTo(Arrays.stream(a).max().orElseThrow());
      double most = x.max();
      assertThat(x.argMax())
          .as(what)
          .isEqualTo(
              IntStream.range(0, a.length).filter(i -> a[i] == most).findFirst().orElseThrow());
      assertThat(items(x.sum(0))).as(what).isEqualTo(along(a, (int) sizes[0]));
    }
  }

  private static double[] each(double[] items, IntToDoubleFunction result) {
    return IntStream.range(0, items.length).mapToDouble(result).toArray();
  }

  /// Sums along the first axis.
  private static double[] along(double[] items, int size) {
    double[] sums = new double[items.length / size];
    for (int i = 0; i < items.length; i++) {
      sums[i % sums.length] += items[i];
    }
    return sums;
  }

  /// Runs what writes to a view, and sees that nothing else was written.
  private static void written(Some target, Runnable operation) {
    byte[] before = target.others();
    operation.run();
    assertThat(target.others()).as("beside %s", target.view).isEqualTo(before);
  }

  @Test
  void theSameBitsInAllMemory() {
    theSameBits(ROUNDS);
  }

  @Tag("heavy")
  @Test
  void theSameBitsInManyRounds() {
    theSameBits(MANY_ROUNDS);
  }

  private static void theSameBits(int seeds) {
    for (int seed = 0; seed < seeds; seed++) {
      Set<List<Long>> bits = new HashSet<>();
      for (Memory memory : Memory.values()) {
        Random random = new Random(seed);
        long[] sizes = sizes(random);
        NdView<?> view = some(memory, DTYPES.getFirst(), sizes, random).view;
        Random values = new Random(seed);
        forEach(view.shape(), position -> view.setDouble(position, values.nextGaussian()));
        List<Long> all = new ArrayList<>();
        for (double result : new double[] {view.sum(), view.std(), view.mean()}) {
          all.add(Double.doubleToRawLongBits(result));
        }
        for (int axis = 0; axis < view.rank(); axis++) {
          for (double result : items(view.sum(axis))) {
            all.add(Double.doubleToRawLongBits(result));
          }
        }
        bits.add(all);
      }
      assertThat(bits).as("seed %d", seed).hasSize(1);
    }
  }

  /// Broadcast, of 64 KiB and a little more, and with more between the elements than there is room
  /// for.
  @ParameterizedTest
  @EnumSource
  void limits(Memory memory) {
    for (int count : new int[] {8191, 8192, 8193}) {
      NdView<?> x =
          NdView.of(memory.of(16 * count), DTYPES.getFirst(), Shape.of(count, 2), Order.C)
              .index(1, 1);
      x.fill(3L);
      NdView<?> y = NdView.zeros(DTYPES.getFirst(), count);
      x.plus(x.index(0, 5).broadcastTo(Shape.of(count)), y);
      assertThat(y.min()).isEqualTo(6);
      assertThat(y.max()).isEqualTo(6);
    }
    NdView<?> cube =
        NdView.of(memory.of(8 * 64 * 64 * 64), DTYPES.getFirst(), Shape.of(64, 64, 64), Order.C);
    NdView<?> sparse = cube.slice("::16, ::16, ::16");
    sparse.fill(2L);
    assertThat(sparse.transpose().copy().sum()).isEqualTo(128);
    assertThat(cube.sum()).isEqualTo(128);
  }

  @Test
  void closedArenasAndListeners() {
    NdView<?> target = NdView.zeros(DTYPES.getFirst(), 3, 5);
    NdView<?> closed;
    try (Arena arena = Arena.ofShared()) {
      closed = NdView.of(arena.allocate(120), DTYPES.getFirst(), Shape.of(5, 3), Order.C);
    }
    NdView<?> source = closed.transpose();
    for (Supplier<Object> operation :
        List.<Supplier<Object>>of(
            () -> source.combine(Binary.PLUS, target),
            source::sum,
            () -> source.sum(0),
            () -> source.astype(DType.parse("<f4")),
            source::copy)) {
      assertThatThrownBy(operation::get).isInstanceOf(IllegalStateException.class);
    }
    List<Long> reported = new ArrayList<>();
    Execution listened = Execution.SEQUENTIAL.withProgress(reported::add);
    target.on(listened).transpose().copy();
    assertThat(reported).containsExactly(15L);
  }

  /// A listener may look at results, and pages are given back: both want the elements where they
  /// are.
  @Test
  void resultsAreStoredBeforeProgressIsReported() {
    NdView<?> view = some(Memory.DOUBLES, DTYPES.getFirst(), new long[] {5, 7}, new Random(1)).view;
    ByteView mask = NdView.zeros(DType.BOOL, 5, 7).as(ByteView.class);
    List<Long> found = new ArrayList<>();
    view.on(Execution.SEQUENTIAL.withProgress(_ -> found.add(mask.countNonZero())))
        .compare(Comparison.LESS, 1000, mask);
    assertThat(found).containsExactly(35L);

    List<Long> released = new ArrayList<>();
    Backing backing =
        new Backing() {
          @Override
          public String name() {
            return "a file";
          }

          @Override
          public void barrier() {
            // Nothing fails.
          }

          @Override
          public void release(long start, long end) {
            released.add(end - start);
          }
        };
    MemorySegment memory = MemorySegment.ofArray(new byte[8000]);
    NdView<?> rows =
        NdView.of(memory, DTYPES.getFirst(), Shape.of(100, 10), Order.C, backing)
            .slice("::2, :5")
            .on(Execution.SEQUENTIAL.droppingBehind());
    for (Runnable operation :
        List.<Runnable>of(rows::sum, rows::copy, () -> rows.combine(Binary.PLUS, 1), rows::max)) {
      released.clear();
      operation.run();
      assertThat(released).isNotEmpty();
    }
  }

  @Test
  void truncatedAndClosedFiles(@TempDir Path directory) throws IOException {
    Path path = directory.resolve("x.npy");
    NpyFile.write(path, NdView.zeros(DTYPES.getFirst(), 200, 10));
    NpyFile file = NpyFile.open(path);
    NdView<?> rows = file.view().slice("::2, :5");
    NdView<?> target = NdView.zeros(DTYPES.getFirst(), 100, 5);
    List<Runnable> operations =
        List.of(
            rows::sum,
            rows::argMax,
            () -> rows.sum(0),
            () -> rows.copyTo(target),
            () -> rows.plus(target, target),
            () -> rows.astype(DType.parse("<f4")),
            () -> rows.select(target.compare(Comparison.EQUAL, 0)),
            () -> rows.contentEquals(target));
    operations.forEach(Runnable::run);
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(128);
    }
    for (Runnable operation : operations) {
      assertThatThrownBy(operation::run)
          .isInstanceOf(MappingFaultException.class)
          .hasMessageContaining("x.npy");
    }
    file.close();
    for (Runnable operation : operations) {
      assertThatThrownBy(operation::run).isInstanceOf(FileClosedException.class);
    }
  }
}
