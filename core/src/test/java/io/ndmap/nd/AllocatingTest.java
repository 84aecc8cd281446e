package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.StructType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Binary;
import io.ndmap.op.Casting;
import io.ndmap.op.Comparison;
import io.ndmap.op.Execution;
import io.ndmap.op.QuantileMethod;
import io.ndmap.op.Reduction;
import io.ndmap.op.Unary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// New arrays in memory that an allocator of the caller gives.
final class AllocatingTest {

  private static final Shape SHAPE = Shape.of(60, 50);

  private static Map<String, Function<NdView<?>, NdView<?>>> operations() {
    ByteView mask = mask();
    Map<String, Function<NdView<?>, NdView<?>>> all = new LinkedHashMap<>();
    all.put("map", x -> x.map(Unary.NEGATIVE));
    all.put("combine with a view", x -> x.combine(Binary.PLUS, x));
    all.put("combine with a number", x -> x.combine(Binary.TIMES, 3L));
    all.put("where", x -> x.where(mask, x.transpose().copy().reshape(SHAPE)));
    all.put("compare with a view", x -> x.compare(Comparison.LESS, x.slice(0, 0, 1)));
    all.put("compare with a number", x -> x.compare(Comparison.LESS, 7L));
    all.put("astype", x -> x.astype(DType.parse(">i2"), Casting.UNSAFE));
    all.put("copy", x -> x.copy(Order.F));
    all.put("take", x -> x.take(new long[] {4, 4, -1}, 1));
    all.put("gather", x -> x.reshape(3000).gather(new long[] {7, 2999, 7}));
    all.put("gatherAt", x -> x.gatherAt(new long[] {7, 59}, new long[] {0, 49}));
    all.put("select by a mask", x -> x.select(mask));
    all.put("select by a comparison", x -> x.select(Comparison.GREATER, 90L));
    all.put("sum along an axis", x -> x.sum(0));
    all.put("reduce by a mask", x -> x.reduce(Reduction.MAX, mask, 1));
    all.put("argMax", x -> x.argMax(1));
    all.put("cumSum", NdView::cumSum);
    all.put("cumSum along an axis", x -> x.cumSum(0));
    all.put("median", x -> x.median(0));
    all.put("quantiles", x -> x.quantileAlong(QuantileMethod.LINEAR, new double[] {0.1, 0.9}, 1));
    all.put("dot", x -> x.dot(x.index(0, 3)));
    all.put("concatenate", x -> NdView.concatenate(1, List.of(x, x)));
    all.put("diff", x -> x.diff(0, 2));
    all.put("ptp", x -> x.ptp(1));
    return all;
  }

  private static List<String> names() {
    return List.copyOf(operations().keySet());
  }

  private static NdView<?> numbers(String dtype) {
    NdView<?> numbers = NdView.zeros(DType.INT64, SHAPE, Order.C);
    LongView longs = numbers.as(LongView.class);
    for (long i = 0; i < SHAPE.size(0); i++) {
      for (long j = 0; j < SHAPE.size(1); j++) {
        longs.set(i, j, (i * 37 + j * 11) % 101);
      }
    }
    return numbers.astype(DType.parse(dtype), Casting.UNSAFE);
  }

  private static ByteView mask() {
    return numbers("<i8").compare(Comparison.GREATER, 50L);
  }

  /// Gives away the bytes of a room from the front, which are all set, and keeps what it gave.
  private static final class Room implements SegmentAllocator {
    private final MemorySegment memory;
    private final SegmentAllocator slices;
    private final List<MemorySegment> given = new ArrayList<>();

    Room(Arena arena) {
      this.memory = arena.allocate(1 << 20, 64).fill((byte) 0xa5);
      this.slices = SegmentAllocator.slicingAllocator(memory);
    }

    @Override
    public MemorySegment allocate(long byteSize, long byteAlignment) {
      MemorySegment next = slices.allocate(byteSize, byteAlignment);
      given.add(next);
      return next;
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void eachOperationAsksTheAllocator(String name) {
    Function<NdView<?>, NdView<?>> operation = Objects.requireNonNull(operations().get(name));
    for (String dtype : List.of("<f8", ">f4", "<i2", "|u1")) {
      NdView<?> x = numbers(dtype);
      NdView<?> expected = operation.apply(x);
      Room automatic = new Room(Arena.ofAuto());
      assertThat(operation.apply(x.on(Execution.SEQUENTIAL.allocating(automatic))))
          .as("%s of %s", name, dtype)
          .satisfies(result -> assertThat(result.contentEquals(expected, true)).isTrue())
          .satisfies(result -> assertThat(result.dtype()).isEqualTo(expected.dtype()))
          .satisfies(result -> assertThat(holds(automatic, result)).isTrue());
      try (Arena arena = Arena.ofConfined()) {
        Room closable = new Room(arena);
        NdView<?> result = operation.apply(x.on(Execution.SEQUENTIAL.allocating(closable)));
        assertThat(result.contentEquals(expected, true)).as("%s of %s", name, dtype).isTrue();
        assertThat(holds(closable, result)).isTrue();
      }
    }
  }

  /// Whether a change of the room is one of the result.
  private static boolean holds(Room room, NdView<?> result) {
    List<@Nullable Object> before = result.toList();
    room.memory.fill((byte) 0x11);
    return !room.given.isEmpty() && !result.toList().equals(before);
  }

  @Test
  void severalThreadsFillTheMemoryOfASharedArena() {
    NdView<?> x = NdView.zeros(DType.INT32, 1 << 18).combine(Binary.PLUS, 5L);
    try (Arena arena = Arena.ofShared()) {
      NdView<?> sums =
          x.on(Execution.parallel(2).allocating(arena)).combine(Binary.PLUS, x).cumSum();
      assertThat(sums.as(LongView.class).get((1 << 18) - 1)).isEqualTo(10L << 18);
    }
  }

  @Test
  void whatIsNotWrittenIsZero() {
    DType record =
        new StructType(
            List.of(
                new Field("a", null, DType.parse("<i2"), 0),
                new Field("b", null, DType.FLOAT64, 8)),
            16);
    Room room = new Room(Arena.ofAuto());
    NdView<?> records = NdView.zeros(record, 5);
    var _ = records.on(Execution.SEQUENTIAL.allocating(room)).astype(record);
    assertThat(room.given).hasSize(1);
    assertThat(room.given.getFirst().mismatch(MemorySegment.ofArray(new byte[80]))).isEqualTo(-1);
  }

  @Test
  void aClosedArenaEndsItsResults() {
    NdView<?> x = numbers("<f8");
    NdView<?> y;
    try (Arena arena = Arena.ofShared()) {
      y = x.on(Execution.SEQUENTIAL.allocating(arena)).map(Unary.SQRT);
    }
    DoubleView roots = y.as(DoubleView.class);
    assertThatThrownBy(() -> roots.get(0, 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
    assertThatThrownBy(roots::sum).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whatTheAllocatorThrowsEndsTheOperation() {
    NdView<?> x = numbers("<f8");
    SegmentAllocator none =
        (_, _) -> {
          throw new OutOfMemoryError("no more");
        };
    assertThatThrownBy(() -> x.on(Execution.SEQUENTIAL.allocating(none)).map(Unary.SQRT))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessageContaining("24000 bytes of an array of <f8 with shape (60, 50)")
        .hasMessageContaining("no more");
    SegmentAllocator few = SegmentAllocator.slicingAllocator(Arena.ofAuto().allocate(100));
    assertThatThrownBy(() -> x.on(Execution.SEQUENTIAL.allocating(few)).map(Unary.SQRT))
        .isInstanceOf(IndexOutOfBoundsException.class);
    // Nothing is asked for what cannot be computed.
    assertThatThrownBy(
            () ->
                NdView.zeros(DType.parse("<U3"), 2)
                    .on(Execution.SEQUENTIAL.allocating(none))
                    .map(Unary.SQRT))
        .isInstanceOf(DTypeException.class);
  }
}
