package io.ndmap.benchmarks.contest;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.ByteView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import io.ndmap.op.Casting;
import io.ndmap.op.Comparison;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// Pollutes HotSpot's profiles before a measurement: runs ndmap's code on arrays of many dtypes and
/// layouts, as a service does that reads many files. A loop that HotSpot has profiled with only one
/// dtype and layout is faster than the same loop in a user's program.
public final class Pollution {

  private static final int SIDE = 48;
  private static final int ROUNDS = 6;
  private static final int BYTES = SIDE * SIDE * Double.BYTES;
  private static final long[] POSITIONS = {5, 3, 17, 3, 0, 40};

  private static final List<DType> DTYPES =
      Stream.of("f8", "f4", "f2", "i8", "i4", "i2", "i1", "u8", "u4", "u2", "u1", "b1")
          .flatMap(name -> Stream.of("<" + name, ">" + name))
          .map(DType::parse)
          .toList();

  private Pollution() {}

  /// Runs all operations of the race on small arrays of all numeric dtypes in both byte orders, in
  /// C and Fortran order, strided, reversed, off-heap and in Java arrays. In every other round the
  /// off-heap memory is confined to a thread: once HotSpot has seen confined memory, it checks the
  /// owner thread at each element instead of once before a loop.
  public static void run() {
    for (int round = 0; round < ROUNDS; round++) {
      boolean shared = round % 2 == 0;
      try (Arena arena = shared ? Arena.ofShared() : Arena.ofConfined()) {
        round(arena, shared ? 2 : 1);
      }
    }
  }

  private static void round(Arena arena, int threads) {
    List<MemorySegment> memories =
        List.of(
            arena.allocate(BYTES),
            MemorySegment.ofArray(new byte[BYTES]),
            MemorySegment.ofArray(new double[BYTES / Double.BYTES]));
    MemorySegment target = arena.allocate(BYTES);
    for (MemorySegment memory : memories) {
      for (DType dtype : DTYPES) {
        for (Order order : Order.values()) {
          NdView<?> view = view(memory, dtype, order);
          layout(view, target, threads);
          layout(view.slice("::2, ::-3"), target, threads);
          layout(view.transpose(), target, threads);
          layout(view.index(1, 7), target, threads);
        }
      }
    }
  }

  private static NdView<?> view(MemorySegment memory, DType dtype, Order order) {
    return NdView.of(memory, dtype, Shape.of(SIDE, SIDE), order, Backing.MEMORY);
  }

  private static void layout(NdView<?> view, MemorySegment target, int threads) {
    reduce(view);
    reduce(view.parallel(threads));
    copy(view, target);
    select(view, target);
    if (!view.dtype().equals(DType.BOOL)) {
      view.addScaled(view.flip(0), 0L);
    }
  }

  private static void reduce(NdView<?> view) {
    double numbers = view.sum() + view.max() + view.mean() + view.std();
    long places = view.argMax() + view.countNonZero();
    NdView<?> sums = view.sum(0);
    if (numbers + places + sums.itemCount() == -0.5) {
      throw new IllegalStateException("the results are used, so that they are computed");
    }
  }

  private static void copy(NdView<?> view, MemorySegment memory) {
    for (DType dtype :
        List.of(view.dtype(), DType.FLOAT32, DType.FLOAT64.withByteOrder(ByteOrder.BIG_ENDIAN))) {
      for (Order order : Order.values()) {
        view.copyTo(NdView.of(memory, dtype, view.shape(), order, Backing.MEMORY), Casting.UNSAFE);
      }
    }
  }

  private static void select(NdView<?> view, MemorySegment memory) {
    long[] shape = new long[view.rank()];
    for (int axis = 0; axis < shape.length; axis++) {
      shape[axis] = view.size(axis);
    }
    long[] few = Arrays.stream(POSITIONS).map(at -> at % shape[0]).toArray();
    shape[0] = few.length;
    view.take(few, 0, NdView.of(memory, view.dtype(), Shape.of(shape), Order.C, Backing.MEMORY));
    NdView<?> items =
        NdView.of(memory, view.dtype(), Shape.of(few.length), Order.C, Backing.MEMORY);
    view.gather(few, items);
    ByteView mask = view.compare(Comparison.GREATER, 0.5);
    view.select(mask);
    view.compare(Comparison.LESS, 0.5, mask);
    view.select(
        mask, NdView.of(memory, view.dtype(), Shape.of(view.itemCount()), Order.C, Backing.MEMORY));
    long[][] coordinates = new long[view.rank()][];
    Arrays.fill(coordinates, few);
    if (view.rank() == 1 || view.size(1) > 40) {
      view.gatherAt(coordinates, items);
    }
  }
}
