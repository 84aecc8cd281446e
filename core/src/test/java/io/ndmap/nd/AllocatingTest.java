package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.array.Creation;
import io.ndmap.array.Manipulation;
import io.ndmap.array.Padding;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.TextType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Binary;
import io.ndmap.op.Casting;
import io.ndmap.op.Comparison;
import io.ndmap.op.Execution;
import io.ndmap.op.OverlapException;
import io.ndmap.op.QuantileMethod;
import io.ndmap.op.Reduction;
import io.ndmap.op.Unary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// New arrays in memory that an allocator of the caller gives.
final class AllocatingTest {

  private static final Shape SHAPE = Shape.of(60, 50);

  private static Map<String, Function<NdView<?>, NdView<?>>> operations() {
    ByteView mask = mask();
    NdView<?> other = numbers("<i2").flip(0);
    Map<String, Function<NdView<?>, NdView<?>>> all = new LinkedHashMap<>();
    all.put("map", x -> x.map(Unary.NEGATIVE));
    all.put("combine with a view", x -> x.combine(Binary.PLUS, x));
    all.put("combine with a number", x -> x.combine(Binary.TIMES, 3L));
    all.put("where", x -> x.where(mask, other));
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
    all.put("reduce by a mask", x -> x.reduce(Reduction.MAX, Axes.of(1).where(mask)));
    all.put("argMax", x -> x.argMax(1));
    all.put("cumSum", NdView::cumSum);
    all.put("cumSum along an axis", x -> x.cumSum(0));
    all.put("median", x -> x.median(0));
    all.put("quantiles", x -> x.quantile(QuantileMethod.LINEAR, Axes.of(1), 0.1, 0.9));
    all.put("dot", x -> x.dot(x.index(0, 3)));
    all.put("matmul", x -> x.matmul(x.transpose(1, 0)));
    all.put("outer", x -> x.index(0, 1).outer(Binary.TIMES, x.index(1, 2)));
    all.put("concatenate", x -> NdView.concatenate(1, List.of(x, x)));
    all.put("emptyLike, and all elements", x -> Creation.fullLike(x, 7));
    all.put("zerosLike", x -> Creation.zerosLike(x));
    all.put("diag", x -> Creation.diag(x.index(0, 3), 2));
    all.put("tril", x -> Creation.tril(x, 3));
    all.put("vander", x -> Creation.vander(x.index(0, 3), 4, true));
    all.put("stack", x -> Manipulation.stack(1, List.of(x, x)));
    all.put("block", x -> Manipulation.block(List.of(List.of(x, x), List.of(x, x))));
    all.put("tile", x -> Manipulation.tile(x, 2, 3));
    all.put("repeat", x -> Manipulation.repeat(x, 3, 0));
    all.put("repeat by counts", x -> Manipulation.repeat(x, new long[] {2}, 1));
    all.put("roll", x -> Manipulation.roll(x, 7, 1));
    all.put("roll in C order", x -> Manipulation.roll(x, 7));
    all.put("pad", x -> Manipulation.pad(x, new long[][] {{2, 3}}, 5));
    all.put("pad by elements", x -> Manipulation.pad(x, new long[][] {{2, 3}}, Padding.REFLECT));
    all.put("insert", x -> Manipulation.insert(x, 7, x.index(0, 0), 0));
    all.put("delete", x -> Manipulation.delete(x, new long[] {7, 9}, 0));
    all.put("resize", x -> Manipulation.resize(x, 4000, 2));
    all.put("diff", x -> x.diff(0, 3));
    all.put("no differences", x -> x.diff(1, 0));
    all.put("select nothing", x -> x.select(Comparison.GREATER, 101L));
    all.put("take nothing", x -> x.take(new long[0], 1));
    all.put("reduce to one", x -> x.reduce(Reduction.MAX));
    all.put("reduce by a mask to one", x -> x.reduce(Reduction.MIN, Axes.all().where(mask)));
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

  /// Gives the same bytes each time, all set, and counts how often it does.
  private static final class Room implements SegmentAllocator {
    private final MemorySegment memory;
    private final List<Long> asked = new ArrayList<>();

    Room(Arena arena) {
      this(arena, 150_000);
    }

    Room(Arena arena, long bytes) {
      this.memory = arena.allocate(bytes, 64);
    }

    @Override
    public MemorySegment allocate(long byteSize, long byteAlignment) {
      asked.add(byteSize);
      return memory.fill((byte) 0xa5).asSlice(0, byteSize);
    }
  }

  private static NdView<?> on(Room buffer, NdView<?> view) {
    return view.on(Execution.SEQUENTIAL.allocating(buffer));
  }

  @ParameterizedTest
  @MethodSource("names")
  void eachOperationAsksOnceForItsResult(String name) {
    Function<NdView<?>, NdView<?>> operation = Objects.requireNonNull(operations().get(name));
    for (String dtype : List.of("<f8", ">f4", "<i2", "|u1", "<f2", ">i8")) {
      check(name + " of " + dtype, numbers(dtype), operation);
    }
  }

  static List<String> dtypes() {
    return List.of("<f16", "<c16", ">c8", "<U3", "|S5", "<m8[s]", "|b1", "|V3", "<i2, <f8");
  }

  @ParameterizedTest
  @MethodSource("dtypes")
  void soDoItemsThatAreNoRealNumbers(String text) {
    DType dtype = DType.parse(text);
    NdView<?> x = NdView.zeros(dtype, SHAPE, Order.C);
    ByteView mask = mask();
    if (dtype instanceof ScalarType || dtype instanceof TextType) {
      numbers("<i8").copyTo(x, Casting.UNSAFE);
    }
    check("copy of " + text, x, view -> view.copy(Order.F));
    check("take of " + text, x, view -> view.take(new long[] {3, 1}, 0));
    check("select of " + text, x, view -> view.select(mask));
    check("concatenate of " + text, x, view -> NdView.concatenate(0, List.of(view, x)));
    if (dtype instanceof ScalarType scalar && scalar.kind().isComplex()) {
      check("plus of " + text, x, view -> view.combine(Binary.PLUS, x));
    }
    if (dtype instanceof ScalarType) {
      check("sum of " + text, x, view -> view.sum(1));
      check("cumSum of " + text, x, view -> view.cumSum(0));
    }
  }

  private static void check(String name, NdView<?> x, Function<NdView<?>, NdView<?>> operation) {
    NdView<?> expected = operation.apply(x);
    Room automatic = new Room(Arena.ofAuto());
    check(name, expected, operation.apply(on(automatic, x)), automatic);
    try (Arena arena = Arena.ofConfined()) {
      Room closable = new Room(arena);
      check(name, expected, operation.apply(on(closable, x)), closable);
    }
  }

  private static void check(String name, NdView<?> expected, NdView<?> result, Room buffer) {
    assertThat(buffer.asked).as(name).containsExactly(bytes(expected));
    assertThat(result.dtype()).as(name).isEqualTo(expected.dtype());
    assertThat(result.contentEquals(expected, true)).as(name).isTrue();
    // It lies in the room, of which not both fillings can be what it was.
    boolean stays = true;
    for (byte filling = 0; filling < 2; filling++) {
      var _ = buffer.memory.fill(filling);
      stays &= result.contentEquals(expected, true);
    }
    assertThat(stays).as(name).isEqualTo(expected.itemCount() == 0);
  }

  private static long bytes(NdView<?> view) {
    return view.itemCount() * view.dtype().itemsize();
  }

  @Test
  void severalWindowsOfASelectionAskOnce() {
    NdView<?> x = NdView.zeros(DType.UINT8, (1L << 24) + 5);
    x.fill(7L);
    Room buffer = new Room(Arena.ofAuto(), (1L << 24) + 5);
    NdView<?> all = on(buffer, x).select(Comparison.GREATER, 3L);
    assertThat(buffer.asked).containsExactly((1L << 24) + 5);
    assertThat(all.contentEquals(x)).isTrue();
  }

  /// What goes into a target, or into Java arrays, is no new array.
  @Test
  void othersAskForNothing() {
    Room buffer = new Room(Arena.ofAuto());
    NdView<?> x = numbers("<i8");
    long[] rows = {4, 0, 1};
    NdView<?> taken = x.take(rows, 0);
    on(buffer, x).take(rows, 0, x.slice(0, 0, 3));
    assertThat(x.slice(0, 0, 3).contentEquals(taken)).isTrue();
    NdView<?> flat = numbers("<i8").reshape(3000);
    ByteView chosen = flat.compare(Comparison.GREATER, 50L);
    NdView<?> selected = flat.select(chosen);
    long found = on(buffer, flat).select(chosen, flat);
    assertThat(flat.slice(0, 0, found).contentEquals(selected)).isTrue();
    NdView<?> larger = flat.select(Comparison.GREATER, 70L);
    found = on(buffer, flat).select(Comparison.GREATER, 70L, flat);
    assertThat(flat.slice(0, 0, found).contentEquals(larger)).isTrue();
    NdView<?> bytes = numbers("|u1").reshape(3000);
    ByteView mask = bytes.viewAs(DType.BOOL).as(ByteView.class).slice(0, 1, 3000);
    ByteView comparison = bytes.slice(0, 0, 2999).compare(Comparison.LESS, 9L);
    on(buffer, bytes.slice(0, 0, 2999)).compare(Comparison.LESS, 9L, mask);
    assertThat(mask.contentEquals(comparison)).isTrue();
    assertThat(on(buffer, x).toArray(long[][].class)).isDeepEqualTo(x.toArray(long[][].class));
    x.max();
    assertThat(buffer.asked).isEmpty();
  }

  @Test
  void noOperandLiesInWhatIsGiven() {
    Room buffer = new Room(Arena.ofAuto());
    NdView<?> x = numbers("<f8");
    NdView<?> y = on(buffer, x).map(Unary.SQRT);
    SegmentAllocator same = (byteSize, _) -> buffer.memory.asSlice(0, byteSize);
    NdView<?> again = y.on(Execution.SEQUENTIAL.allocating(same));
    assertThatThrownBy(() -> again.take(new long[] {3, 4}, 0))
        .isInstanceOf(OverlapException.class)
        .hasMessage(
            "the allocator gave memory in which an operand of <f8 with shape (60, 50) lies; give"
                + " other memory, or copy the operand first");
    assertThatThrownBy(() -> again.sum(0)).isInstanceOf(OverlapException.class);
    NdView<?> fromElsewhere = x.on(Execution.SEQUENTIAL.allocating(same));
    assertThatThrownBy(() -> fromElsewhere.combine(Binary.PLUS, y))
        .isInstanceOf(OverlapException.class);
    assertThatThrownBy(() -> NdView.concatenate(0, List.of(fromElsewhere, y)))
        .isInstanceOf(OverlapException.class);
    assertThatThrownBy(() -> fromElsewhere.dot(y.index(0, 0))).isInstanceOf(OverlapException.class);
    assertThat(y.contentEquals(x.map(Unary.SQRT))).isTrue();
  }

  @Test
  void whatAnAllocatorGivesIsChecked() {
    NdView<?> x = numbers("<f8");
    MemorySegment large = Arena.ofAuto().allocate(1 << 16, 64).fill((byte) 5);
    NdView<?> text = numbers("<i8").astype(DType.parse("<U3"), Casting.UNSAFE).slice(0, 0, 2);
    NdView<?> copy = text.on(Execution.SEQUENTIAL.allocating((_, _) -> large)).copy();
    assertThat(copy.contentEquals(text)).isTrue();
    assertThat(large.get(ValueLayout.JAVA_BYTE, 1200)).isEqualTo((byte) 5);
    Execution few = Execution.SEQUENTIAL.allocating((_, _) -> large.asSlice(0, 8));
    assertThatThrownBy(() -> x.on(few).copy())
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the allocator gave 8 bytes for the 24000 bytes of an array of <f8 with shape (60,"
                + " 50)");
    Execution locked = Execution.SEQUENTIAL.allocating((_, _) -> large.asReadOnly());
    assertThatThrownBy(() -> x.on(locked).copy())
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the allocator gave 65536 read-only bytes for the 24000 bytes of an array of <f8 with"
                + " shape (60, 50)");
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
    Room buffer = new Room(Arena.ofAuto());
    NdView<?> records = NdView.zeros(record, 5);
    var _ = records.on(Execution.SEQUENTIAL.allocating(buffer)).astype(record);
    assertThat(buffer.asked).containsExactly(80L);
    MemorySegment zeros = MemorySegment.ofArray(new byte[80]);
    assertThat(buffer.memory.asSlice(0, 80).mismatch(zeros)).isEqualTo(-1);
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
        .hasMessage(
            "not enough memory of the allocator for the 24000 bytes of an array of <f8 with shape"
                + " (60, 50): raise what it has, work in parts, or write into a file (no more)");
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
