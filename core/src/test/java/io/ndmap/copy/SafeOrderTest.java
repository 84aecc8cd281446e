package io.ndmap.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.IntView;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import io.ndmap.op.Casting;
import io.ndmap.op.Execution;
import io.ndmap.op.OverlapException;
import io.ndmap.pass.ItemsOf;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Operations on views that share memory do what they do on copies, whatever the order in which
/// they take the elements they are given, or write nothing.
class SafeOrderTest {

  private static final int BYTES = 512;

  @TempDir Path directory;

  private static List<long[]> indices(Shape shape) {
    List<long[]> all = new ArrayList<>();
    for (long flat = 0; flat < shape.itemCount(); flat++) {
      long[] index = new long[shape.rank()];
      long rest = flat;
      for (int axis = index.length - 1; axis >= 0; axis--) {
        index[axis] = rest % shape.size(axis);
        rest /= shape.size(axis);
      }
      all.add(index);
    }
    return all;
  }

  /// A target and two operands of the same memory; mostly shifted against one another.
  private static NdView<?>[] views(Random random, MemorySegment memory) {
    while (true) {
      int rank = random.nextInt(1, 4);
      long[] sizes = random.longs(rank, 1, 7).toArray();
      NdView<?>[] views = new NdView<?>[3];
      long[] strides = strides(random, sizes);
      for (int k = 0; k < views.length; k++) {
        Strided layout =
            Strided.of(
                BYTES / 2 + random.nextInt(-12, 12),
                Shape.of(sizes),
                random.nextInt(3) == 0 ? strides(random, sizes) : strides);
        DType dtype = random.nextInt(4) == 0 ? DType.INT16 : DType.INT8;
        if (layout.firstByte() >= 0 && layout.endByte(2) <= BYTES) {
          views[k] = NdView.of(memory, dtype, layout, Backing.MEMORY);
        }
      }
      if (views[0] != null && views[1] != null && views[2] != null && !views[0].isReadOnly()) {
        return views;
      }
    }
  }

  private static long[] strides(Random random, long... sizes) {
    long[] strides = new long[sizes.length];
    long stride = random.nextInt(1, 4);
    for (int axis = strides.length - 1; axis >= 0; axis--) {
      strides[axis] = random.nextInt(6) == 0 ? -stride : stride;
      stride *= sizes[axis] + random.nextInt(2);
    }
    return strides;
  }

  private static void anyOrder(Random random, NdView<?> target, NdView<?>... operands) {
    List<long[]> indices = indices(target.shape());
    Collections.shuffle(indices, random);
    for (long[] index : indices) {
      target.setLong(index, made(index, operands));
    }
  }

  private static long made(long[] index, NdView<?>... operands) {
    return (operands[0].getLong(index) * 3 + operands[1].getLong(index)) & 0x7f;
  }

  @Test
  void givesWhatCopiesGiveInAnyOrderOrWritesNothing() {
    Random random = new Random(11);
    int refused = 0;
    for (int run = 0; run < 8_000; run++) {
      byte[] bytes = new byte[BYTES];
      random.nextBytes(bytes);
      MemorySegment memory = MemorySegment.ofArray(bytes);
      NdView<?>[] views = views(random, memory);
      byte[] before = bytes.clone();
      byte[] expected = bytes.clone();
      NdView<?> into =
          NdView.of(
              MemorySegment.ofArray(expected),
              views[0].dtype(),
              views[0].strided(),
              Backing.MEMORY);
      for (long[] index : indices(views[0].shape())) {
        into.setLong(index, made(index, views[1], views[2]));
      }
      SafeOrder.Limits limits =
          new SafeOrder.Limits(random.nextInt(1, 20), random.nextInt(20, 100));
      try {
        SafeOrder.run(
            limits,
            ItemsOf.items(views[0]),
            true,
            (target, operands) ->
                anyOrder(
                    random,
                    ItemsOf.view(target),
                    Arrays.stream(operands).map(ItemsOf::view).toArray(NdView<?>[]::new)),
            ItemsOf.items(views[1]),
            ItemsOf.items(views[2]));
        assertThat(bytes)
            .as("%s from %s and %s", views[0].strided(), views[1].strided(), views[2].strided())
            .isEqualTo(expected);
      } catch (OverlapException e) {
        assertThat(bytes).isEqualTo(before);
        refused++;
      }
    }
    assertThat(refused).isBetween(80, 4_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void shiftsManyItemsInPlace(int threads) {
    int n = 1_000_000;
    MemorySegment memory = Arena.ofAuto().allocate(8L * n, 8);
    DoubleView all =
        NdView.of(memory, DType.FLOAT64, Shape.of(n), Order.C, Backing.MEMORY)
            .on(Execution.parallel(threads))
            .as(DoubleView.class);
    double[] start = new Random(2).doubles(n, -1e6, 1e6).toArray();
    DoubleView low = all.slice(0, 0, n - 5, 1);
    DoubleView high = all.slice(0, 5, n, 1);
    for (boolean up : new boolean[] {true, false}) {
      DoubleView from = up ? low : high;
      DoubleView to = up ? high : low;
      all.copyFrom(start);
      from.copyTo(to);
      double[] copied = to.toArray();
      all.copyFrom(start);
      from.plus(to, to);
      double[] added = to.toArray();
      all.copyFrom(start);
      to.addScaled(from, 2.0);
      double[] scaled = to.toArray();
      all.copyFrom(start);
      from.copyTo(to.viewAs(DType.INT64), Casting.UNSAFE);
      long[] cast = to.viewAs(DType.INT64).as(LongView.class).toArray();
      double[] source = Arrays.copyOfRange(start, up ? 0 : 5, up ? n - 5 : n);
      double[] old = Arrays.copyOfRange(start, up ? 5 : 0, up ? n : n - 5);
      assertThat(copied).isEqualTo(source);
      assertThat(added).isEqualTo(of(source, old, (x, y) -> x + y));
      assertThat(scaled).isEqualTo(of(source, old, (x, y) -> y + 2 * x));
      assertThat(cast).isEqualTo(Arrays.stream(source).mapToLong(x -> (long) x).toArray());
    }
  }

  private static double[] of(double[] one, double[] two, DoubleBinaryOperator operator) {
    double[] made = new double[one.length];
    Arrays.setAll(made, i -> operator.applyAsDouble(one[i], two[i]));
    return made;
  }

  @Test
  void bringsItemsTogetherInPlace() {
    int n = 3_000_000;
    MemorySegment memory = Arena.ofAuto().allocate(4L * n, 8);
    IntView all =
        NdView.of(memory, DType.INT32, Shape.of(n), Order.C, Backing.MEMORY).as(IntView.class);
    int[] start = new Random(2).ints(n).toArray();
    all.copyFrom(start);
    all.slice(0, 1, n, 2).copyTo(all.slice(0, 0, n / 2, 1));
    int[] found = all.slice(0, 0, n / 2, 1).toArray();
    int[] expected = new int[n / 2];
    Arrays.setAll(expected, i -> start[2 * i + 1]);
    assertThat(found).isEqualTo(expected);
  }

  private NdView<?> sparse(DType dtype, long... sizes) throws IOException {
    Shape shape = Shape.of(sizes);
    long bytes = shape.byteSize(dtype.itemsize());
    try (FileChannel channel =
        FileChannel.open(
            directory.resolve("sparse"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      MemorySegment memory = channel.map(MapMode.READ_WRITE, 0, bytes, Arena.ofAuto());
      return NdView.of(memory, dtype, shape, Order.C, Backing.MEMORY);
    }
  }

  @Test
  void refusesUnorderableCopiesBeyondTheBuffer() throws IOException {
    LongView all = sparse(DType.INT64, 9_000_000).as(LongView.class);
    all.set(0, 7);
    LongView turned = all.flip(0);
    String named =
        "memory (<i8, offset 71999992, shape (9000000,), strides [-8]) shares bytes with the"
            + " target, memory (<i8, offset 0, shape (9000000,), strides [8]); no order of writing"
            + " is safe, and a copy of 72000000 bytes exceeds the limit of 67108864; copy the"
            + " source first, or work in parts";
    assertThatThrownBy(() -> turned.copyTo(all))
        .isExactlyInstanceOf(OverlapException.class)
        .hasMessage(named);
    assertThatThrownBy(() -> turned.plus(1, all))
        .isExactlyInstanceOf(OverlapException.class)
        .hasMessage(named);
    assertThatThrownBy(() -> all.addScaled(turned, 2))
        .isExactlyInstanceOf(OverlapException.class)
        .hasMessage(named);
    assertThatThrownBy(() -> turned.cumSum(0, all))
        .isExactlyInstanceOf(OverlapException.class)
        .hasMessage(named);
    assertThatThrownBy(() -> turned.copyTo(all.viewAs(DType.FLOAT64), Casting.UNSAFE))
        .isExactlyInstanceOf(OverlapException.class)
        .hasMessageContaining("a copy of 72000000 bytes exceeds the limit of 67108864");
    assertThat(all.get(0)).isEqualTo(7);
    assertThat(all.get(8_999_999)).isZero();
    // 8 bytes less than the bound are copied.
    LongView fits = all.slice(0, 0, SafeOrder.MOST_BYTES / 8, 1);
    fits.flip(0).copyTo(fits);
    assertThat(fits.get(0)).isZero();
    assertThat(fits.get(fits.size(0) - 1)).isEqualTo(7);
  }

  @Test
  void copiesWhatIsRepeatedOnce() {
    NdView<?> one =
        NdView.of(
            MemorySegment.ofArray(new long[] {7}),
            DType.INT64,
            Shape.of(1),
            Order.C,
            Backing.MEMORY);
    NdView<?> copy =
        ItemsOf.view(
            SafeOrder.copy(ItemsOf.items(one.broadcastTo(Shape.of(1L << 40))), ItemsOf.items(one)));
    one.fill(0L);
    assertThat(copy.getLong((1L << 40) - 1)).isEqualTo(7);
  }
}
