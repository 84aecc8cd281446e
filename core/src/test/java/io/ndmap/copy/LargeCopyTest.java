package io.ndmap.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.OperationInterruptedException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Copies of several parts: every way of copying, on one thread and several, gives what copying
/// element by element would; and what ends one early.
class LargeCopyTest {

  /// Memory whose name stands for a file's, and which counts what it is told to give back.
  private static class Recording extends Backing {
    private final AtomicLong released = new AtomicLong();

    @Override
    public String name() {
      return "a.npy";
    }

    @Override
    public void barrier() {
      // Nothing can be pending here.
    }

    @Override
    public void release(long start, long end) {
      released.addAndGet(end - start);
    }
  }

  private static final MemorySegment FREE = Arena.global().allocate(24L << 20);

  private static final byte[] NOISE = new byte[6 << 20];

  static {
    new Random(7).nextBytes(NOISE);
  }

  private static MemorySegment noise(SegmentAllocator arena, long bytes) {
    return arena.allocate(bytes).copyFrom(MemorySegment.ofArray(NOISE).asSlice(0, bytes));
  }

  /// The target's bytes after an item-by-item copy of two axes.
  ///
  /// @param from the source's bytes
  /// @param bytes how many the target has
  private static byte[] expected(
      byte[] from, NdView<?> source, NdView<?> target, int unit, int bytes) {
    byte[] to = new byte[bytes];
    int size = source.dtype().itemsize();
    Strided f = source.strided();
    Strided t = target.strided();
    for (long i = 0; i < source.size(0); i++) {
      for (long j = 0; j < source.size(1); j++) {
        int a = (int) (f.offset() + i * f.stride(0) + j * f.stride(1));
        int b = (int) (t.offset() + i * t.stride(0) + j * t.stride(1));
        for (int k = 0; k < size; k += unit) {
          for (int n = 0; n < unit; n++) {
            to[b + k + n] = from[a + k + unit - 1 - n];
          }
        }
      }
    }
    return to;
  }

  @ParameterizedTest
  @CsvSource({
    "|u1, 1, |u1",
    "<u2, 2, >u2",
    "|V3, 1, |V3",
    "<f4, 4, >f4",
    ">f8, 8, <f8",
    "<c16, 8, >c16",
    "|V40, 1, |V40"
  })
  void everyStrategyOnOneThreadAndOnSeveral(String from, int unit, String to) {
    DType fromType = DType.parse("'" + from + "'");
    DType toType = DType.parse("'" + to + "'");
    int size = fromType.itemsize();
    try (Arena arena = Arena.ofShared()) {
      // Two parts at least, and rows that are not a multiple of any tile.
      long columns = 37L + StridedCopy.PART_BYTES / size / 1031;
      compare(arena, fromType, unit, toType, 1031, columns, "...", 4);
      for (String index : new String[] {"::2, ::-1", "1:, :5", ":7, 2:", "3:4, ..."}) {
        compare(arena, fromType, unit, toType, 161, 143, index, 3);
      }
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "<u2, 1, <u2",
    "<f4, 1, <f4",
    "|S5, 1, |S5",
    "|S7, 1, |S7",
    "<f8, 1, <f8",
    "<c8, 4, >c8",
    "|V12, 1, |V12",
    "<U3, 4, >U3",
    "<c16, 1, <c16",
    "<f16, 16, >f16",
    "<c32, 16, >c32",
    "|V24, 1, |V24",
    "|V31, 1, |V31",
    "<U12, 4, >U12"
  })
  void everyOtherStrategyOnOneThreadAndOnSeveral(String from, int unit, String to) {
    everyStrategyOnOneThreadAndOnSeveral(from, unit, to);
  }

  /// In memory of the arena on one thread and on several; in memory of none, which loops see as it
  /// is, on one of these in each order.
  private static void compare(
      Arena arena,
      DType fromType,
      int unit,
      DType toType,
      long rows,
      long columns,
      String index,
      int threads) {
    int bytes = (int) (rows * columns * fromType.itemsize()) + 3;
    for (Order order : Order.values()) {
      byte[] expected = null;
      for (boolean free : new boolean[] {false, true}) {
        SegmentAllocator allocator = free ? SegmentAllocator.slicingAllocator(FREE) : arena;
        MemorySegment memory = noise(allocator, bytes);
        NdView<?> source = view(memory, fromType, rows, columns, order).slice(index);
        NdView<?> whole = view(allocator.allocate(bytes), toType, rows, columns, Order.C);
        NdView<?> target = whole.slice(index);
        if (expected == null) {
          expected = expected(NOISE, source, target, unit, bytes);
        }
        int[] some = {order == Order.C ? 1 : threads};
        for (int count : free ? some : new int[] {1, threads}) {
          whole.segment().fill((byte) 0);
          source.parallel(count).copyTo(target);
          assertThat(whole.segment().mismatch(MemorySegment.ofArray(expected)))
              .as("%s in order %s on %d threads", index, order, count)
              .isEqualTo(-1);
        }
      }
    }
  }

  private static NdView<?> view(
      MemorySegment memory, DType dtype, long rows, long columns, Order order) {
    Strided strided = Strided.contiguous(Shape.of(rows, columns), dtype.itemsize(), order);
    return NdView.of(memory, dtype, strided.shift(3), Backing.MEMORY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"|u1", "<u2", "<f4", "<f8", "<c16", "|S7"})
  void channelsOfImagesApartAndTogether(String dtype) {
    DType type = DType.parse("'" + dtype + "'");
    Shape image = Shape.of(301, 203, 3);
    try (Arena arena = Arena.ofConfined()) {
      long bytes = image.byteSize(type.itemsize());
      MemorySegment memory = noise(arena, bytes);
      NdView<?> together = NdView.of(memory, type, image, Order.C, Backing.MEMORY);
      NdView<?> apart = together.transpose(2, 0, 1).copy();
      assertThat(apart.strided())
          .isEqualTo(Strided.contiguous(Shape.of(3, 301, 203), type.itemsize(), Order.C));
      for (int k = 0; k < 3; k++) {
        assertThat(apart.getBytes(k, 300, 11)).isEqualTo(together.getBytes(300, 11, k));
      }
      assertThat(apart.transpose(1, 2, 0).copy().segment().asSlice(0, bytes).mismatch(memory))
          .isEqualTo(-1);
      assertThat(together.copy(Order.F).copy().segment().asSlice(0, bytes).mismatch(memory))
          .isEqualTo(-1);
    }
  }

  @Test
  void repeatedItems() {
    double[] row = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18};
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(row.length * 8L);
      memory.copyFrom(MemorySegment.ofArray(row));
      Shape shape = Shape.of(40, 18);
      DoubleView rows =
          NdView.of(memory, DType.FLOAT64, Strided.of(0, shape, 0, 8), Backing.MEMORY)
              .as(DoubleView.class)
              .copy();
      DoubleView columns =
          NdView.of(memory, DType.FLOAT64, Strided.of(0, Shape.of(18, 40), 8, 0), Backing.MEMORY)
              .as(DoubleView.class)
              .copy();
      for (int i = 0; i < 40; i++) {
        for (int j = 0; j < 18; j++) {
          assertThat(rows.get(i, j)).isEqualTo(row[j]);
          assertThat(columns.get(j, i)).isEqualTo(row[j]);
        }
      }
    }
  }

  private static final int PARTS = 10;

  private static NdView<?> bytes(Arena arena, Backing backing, long parts) {
    long size = parts * StridedCopy.PART_BYTES;
    return NdView.of(arena.allocate(size), DType.UINT8, Shape.of(size), Order.C, backing);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void anInterruptEndsIt(int threads) {
    try (Arena arena = Arena.ofShared()) {
      NdView<?> source = bytes(arena, Backing.MEMORY, 5).parallel(threads);
      NdView<?> target = bytes(arena, Backing.MEMORY, 5);
      Thread.currentThread().interrupt();
      try {
        assertThatThrownBy(() -> source.copyTo(target))
            .isExactlyInstanceOf(OperationInterruptedException.class)
            .hasMessage("interrupted during an operation on an array; it ended early");
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aFaultInOnePartEndsAll(int threads) {
    AtomicInteger barriers = new AtomicInteger();
    Backing truncated =
        new Recording() {
          @Override
          public void barrier() {
            if (barriers.incrementAndGet() == 2) {
              throw new InternalError("a fault occurred in an unsafe memory access operation");
            }
          }
        };
    try (Arena arena = Arena.ofShared()) {
      NdView<?> source = bytes(arena, truncated, PARTS).parallel(threads);
      NdView<?> target = bytes(arena, Backing.MEMORY, PARTS);
      assertThatThrownBy(() -> source.copyTo(target))
          .isExactlyInstanceOf(MappingFaultException.class)
          .hasMessageStartingWith("a.npy: ")
          .hasCauseExactlyInstanceOf(InternalError.class);
      // How far the other threads get meanwhile is the scheduler's business.
      assertThat(barriers.get()).isBetween(2, threads == 1 ? 2 : PARTS);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void givesBackWhatLiesBehindIfAsked(int threads) {
    Recording from = new Recording();
    Recording to = new Recording();
    try (Arena arena = Arena.ofShared()) {
      NdView<?> source = bytes(arena, from, 3);
      NdView<?> target = bytes(arena, to, 3);
      source.parallel(threads).copyTo(target);
      assertThat(from.released).hasValue(0);
      source.on(Execution.parallel(threads).droppingBehind()).copyTo(target);
      assertThat(from.released.get()).isGreaterThanOrEqualTo(source.itemCount());
      assertThat(to.released.get()).isGreaterThanOrEqualTo(target.itemCount());
    }
  }
}
