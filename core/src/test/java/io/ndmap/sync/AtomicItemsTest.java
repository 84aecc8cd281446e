package io.ndmap.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.IntView;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import io.ndmap.op.ReadOnlyViewException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The contract of atomic access, for every dtype, byte order and layout that it takes.
class AtomicItemsTest {

  private static final List<String> DTYPES =
      List.of("<i4", ">i4", "<u4", ">u4", "<i8", ">i8", "<u8", ">u8", "<M8[s]", ">m8[ns]");

  /// How views are made of a new array of shape (4, 6, 2).
  private static final Map<String, UnaryOperator<NdView<?>>> LAYOUTS =
      Map.of(
          "whole", a -> a,
          "reversed axes", NdView::transpose,
          "every second, backwards", a -> a.slice("::-1, ::2"),
          "matrix", a -> a.slice("..., 1"),
          "transposed matrix", a -> a.slice("..., 0").transpose(),
          "column", a -> a.slice("1:, 3, 1"),
          "item", a -> a.slice("2, 3, 1"),
          "five axes", a -> a.slice("..., None, None"));

  static List<String> dtypes() {
    return DTYPES;
  }

  private static NdView<?> array(DType dtype, Shape shape) {
    MemorySegment memory = Arena.ofAuto().allocate(shape.byteSize(dtype.itemsize()), 8);
    return NdView.of(memory, dtype, shape, Order.C, Backing.MEMORY);
  }

  private static LongView longs(long... sizes) {
    return array(DType.INT64, Shape.of(sizes)).as(LongView.class);
  }

  private static Stream<long[]> indices(Shape shape) {
    List<long[]> found = new ArrayList<>();
    for (long flat = 0; flat < shape.itemCount(); flat++) {
      long[] at = new long[shape.rank()];
      long rest = flat;
      for (int axis = at.length - 1; axis >= 0; axis--) {
        at[axis] = rest % shape.size(axis);
        rest /= shape.size(axis);
      }
      found.add(at);
    }
    return found.stream();
  }

  private static long carrier(NdView<?> view, long... at) {
    return view instanceof IntView ints ? ints.get(at) : view.as(LongView.class).get(at);
  }

  @ParameterizedTest
  @MethodSource("dtypes")
  void everyOperationDoesWhatAnOrdinaryOneWould(String name) {
    DType dtype = DType.parse(name);
    LAYOUTS.forEach(
        (layout, cut) -> {
          for (boolean anyRank : new boolean[] {false, true}) {
            NdView<?> whole = array(dtype, Shape.of(4, 6, 2));
            NdView<?> view = cut.apply(whole);
            AtomicAccess items = AtomicAccess.of(view, anyRank);
            indices(view.shape()).forEach(at -> exercise(items, view, at));
            // Nothing beside the elements was touched.
            long changed = indices(whole.shape()).filter(at -> carrier(whole, at) != 0).count();
            assertThat(changed).as("%s %s", name, layout).isEqualTo(view.itemCount());
          }
        });
  }

  private static void exercise(AtomicAccess items, NdView<?> view, long[] at) {
    // Different in each byte, so that a wrong order shows.
    long value = view.dtype().itemsize() == 4 ? 0x01020304 : 0x0102030405060708L;
    items.set(at, value);
    assertThat(carrier(view, at)).isEqualTo(value);
    assertThat(items.get(at)).isEqualTo(value);
    assertThat(items.getAcquire(at)).isEqualTo(value);
    assertThat(items.getVolatile(at)).isEqualTo(value);
    items.setRelease(at, -value);
    assertThat(carrier(view, at)).isEqualTo(-value);
    items.setVolatile(at, value);
    assertThat(carrier(view, at)).isEqualTo(value);
    assertThat(items.compareAndSet(at, value + 1, 7)).isFalse();
    assertThat(carrier(view, at)).isEqualTo(value);
    assertThat(items.compareAndSet(at, value, value + 1)).isTrue();
    assertThat(carrier(view, at)).isEqualTo(value + 1);
    assertThat(items.compareAndExchange(at, value, 7)).isEqualTo(value + 1);
    assertThat(items.compareAndExchange(at, value + 1, -5)).isEqualTo(value + 1);
    assertThat(carrier(view, at)).isEqualTo(-5);
    assertThat(items.getAndAdd(at, 300)).isEqualTo(-5);
    assertThat(carrier(view, at)).isEqualTo(295);
    assertThat(items.addAndGet(at, -1000)).isEqualTo(-705);
    assertThat(carrier(view, at)).isEqualTo(-705);
    assertThat(items.getAndUpdate(at, x -> x * 3)).isEqualTo(-705);
    assertThat(carrier(view, at)).isEqualTo(-2115);
  }

  @Test
  void additionWrapsAround() {
    IntView ints = array(DType.parse(">u4"), Shape.of(1)).as(IntView.class);
    AtomicInts counters = AtomicInts.of(ints);
    counters.set(0, -1);
    assertThat(counters.addAndGet(0, 2)).isEqualTo(1);
    assertThat(ints.getLong(0)).isEqualTo(1);
    AtomicLongs wide = AtomicLongs.of(longs(1));
    wide.set(0, Long.MAX_VALUE);
    assertThat(wide.getAndAdd(0, 1)).isEqualTo(Long.MAX_VALUE);
    assertThat(wide.get(0)).isEqualTo(Long.MIN_VALUE);
  }

  @ParameterizedTest
  @MethodSource("dtypes")
  void twoThreadsLoseNothing(String name) {
    int times = 100_000;
    NdView<?> view = array(DType.parse(name), Shape.of(3));
    AtomicAccess items = AtomicAccess.of(view, false);
    Runnable work =
        () -> {
          for (int i = 0; i < times; i++) {
            var _ = items.getAndAdd(new long[] {0}, 3);
            var _ = items.getAndUpdate(new long[] {1}, x -> x + 2);
            long seen = items.getVolatile(2);
            while (!items.compareAndSet(new long[] {2}, seen, seen + 1)) {
              seen = items.getVolatile(2);
            }
          }
        };
    CompletableFuture<Void> other = CompletableFuture.runAsync(work);
    work.run();
    other.join();
    assertThat(carrier(view, 0)).isEqualTo(6L * times);
    assertThat(carrier(view, 1)).isEqualTo(4L * times);
    assertThat(carrier(view, 2)).isEqualTo(2L * times);
  }

  // ---- what is refused

  private static LongView packed(String descr, String field, long count) {
    return array(DType.parse(descr), Shape.of(count)).field(field).as(LongView.class);
  }

  @Test
  void anItemOffItsAlignmentIsRefused() {
    LongView field = packed("[('a', '<i4'), ('b', '<i8'), ('c', '<i4')]", "b", 3);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AtomicLongs.of(field))
        .withMessage(
            "memory: elements of <i8 are atomic only at multiples of 8 bytes, but the first one is"
                + " 4 bytes after one: it is at byte 4 of memory that begins 0 bytes after one");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SharedLongs.of(field))
        .withMessageContaining("it is at byte 4 of memory");
  }

  @Test
  void memoryOffTheAlignmentIsRefused() {
    MemorySegment memory = Arena.ofAuto().allocate(64, 8).asSlice(6);
    DType dtype = DType.parse(">u4");
    IntView off = NdView.of(memory, dtype, Shape.of(3), Order.C, Backing.MEMORY).as(IntView.class);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AtomicInts.of(off))
        .withMessage(
            "memory: elements of >u4 are atomic only at multiples of 4 bytes, but the first one is"
                + " 2 bytes after one: it is at byte 0 of memory that begins 2 bytes after one");
  }

  @Test
  void aStrideOffTheAlignmentIsRefused() {
    LongView field = packed("[('b', '<i8'), ('a', '<i4')]", "b", 3);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AtomicLongs.of(field))
        .withMessage(
            "memory: elements of <i8 are atomic only at multiples of 8 bytes, but those along axis"
                + " 0 are 12 bytes apart");
    LongView everySecond = field.slice(0, 0, 3, 2);
    AtomicLongs items = AtomicLongs.of(everySecond);
    assertThat(items.addAndGet(1, 9)).isEqualTo(9);
    assertThat(field.get(2)).isEqualTo(9);
  }

  @Test
  void oneItemOrNoneHasNoStride() {
    LongView one = packed("[('b', '<i8'), ('a', '<i4')]", "b", 1);
    assertThat(AtomicLongs.of(one).addAndGet(0, 5)).isEqualTo(5);
    LongView none = packed("[('a', '<i4'), ('b', '<i8')]", "b", 0);
    AtomicLongs items = AtomicLongs.of(none);
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> items.get(0))
        .withMessage("index 0 is out of bounds for axis 0 with size 0");
  }

  @Test
  void javaArraysAreRefused() {
    NdView<?> heap =
        NdView.of(
            MemorySegment.ofArray(new long[4]), DType.INT64, Shape.of(4), Order.C, Backing.MEMORY);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AtomicLongs.of(heap.as(LongView.class)))
        .withMessage(
            "memory: a Java array is not shared with other processes; use memory of an Arena or a"
                + " mapped file, or the classes of java.util.concurrent.atomic");
  }

  @Test
  void readOnlyViewsCanOnlyBeRead() {
    LongView written = longs(3);
    LongView view =
        NdView.of(written.segment().asReadOnly(), DType.INT64, Shape.of(3), Order.C, Backing.MEMORY)
            .as(LongView.class);
    assertThatExceptionOfType(ReadOnlyViewException.class)
        .isThrownBy(() -> AtomicLongs.of(view))
        .withMessage("memory: the view is read-only");
    AtomicLongs.of(written).setRelease(2, 77);
    SharedLongs items = SharedLongs.of(view);
    assertThat(items.get(2)).isEqualTo(77);
    assertThat(items.getAcquire(2)).isEqualTo(77);
    assertThat(items.getVolatile(2)).isEqualTo(77);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 3, Long.MIN_VALUE, Long.MAX_VALUE})
  void positionsOutsideAreRefused(long position) {
    AtomicLongs row = AtomicLongs.of(longs(3));
    AtomicLongs table = AtomicLongs.of(longs(2, 3));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> row.getAndAdd(position, 1))
        .withMessage("index " + position + " is out of bounds for axis 0 with size 3");
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> table.getAndAdd(1, position, 1))
        .withMessage("index " + position + " is out of bounds for axis 1 with size 3");
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> table.compareAndSet(new long[] {1, position}, 0, 1))
        .withMessage("index " + position + " is out of bounds for axis 1 with size 3");
  }

  @Test
  void anotherRankIsRefused() {
    AtomicLongs table = AtomicLongs.of(longs(2, 3));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.getAcquire(1))
        .withMessage("an array of rank 2 takes 2 indices, found 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.set(new long[3], 1))
        .withMessage("an array of rank 2 takes 2 indices, found 3");
    AtomicLongs row = AtomicLongs.of(longs(2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> row.setRelease(0, 0, 1))
        .withMessage("an array of rank 1 takes 1 indices, found 2");
  }

  @Test
  void freedMemoryIsRefused() {
    Arena arena = Arena.ofShared();
    MemorySegment memory = arena.allocate(8, 8);
    NdView<?> view = NdView.of(memory, DType.INT64, Shape.of(1), Order.C, Backing.MEMORY);
    AtomicLongs items = AtomicLongs.of(view.as(LongView.class));
    arena.close();
    assertThatIllegalStateException()
        .isThrownBy(() -> items.getAndAdd(0, 1))
        .withMessage("Already closed");
  }

  @Test
  void saysWhatItIs() {
    assertThat(AtomicLongs.of(longs(2, 3))).hasToString("AtomicLongs of memory, <i8 (2, 3)");
  }
}
