package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.memory.Aliased;
import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import io.ndmap.op.Reduction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Items that kernels see where they are, and such as they see in blocks, have results of the same
/// bits, in every layout and on several threads.
class DirectReductionTest {

  /// Memory that kernels may see, and a count of how often they were given it.
  private static final class Direct extends Backing implements Aliased {
    private int given;

    @Override
    public MemorySegment withoutArena(MemorySegment segment) {
      given++;
      return segment;
    }

    @Override
    public String name() {
      return "direct";
    }

    @Override
    public void barrier() {
      // Nothing can be pending.
    }
  }

  private static final List<Reduction> OPERATIONS =
      List.of(
          Reduction.SUM,
          Reduction.MEAN,
          Reduction.VAR,
          Reduction.MIN,
          Reduction.MAX,
          Reduction.ARG_MIN,
          Reduction.ARG_MAX,
          Reduction.ANY,
          Reduction.ALL,
          Reduction.COUNT,
          Reduction.COUNT_NONZERO,
          Reduction.NAN_SUM,
          Reduction.NAN_STD,
          Reduction.NAN_MIN,
          Reduction.NAN_ARG_MAX);

  private static final int[] COUNTS = {
    1, 7, 8, 9, 127, 128, 129, 1023, 1024, 1025, 2047, 2048, 2049, 65_535, 65_536, 65_537
  };

  private static final List<String> TABLES =
      List.of(":", "::-1", ":, ::-1", ":, ::2", "::3, 5:", ":, :1000", ":, 3:4");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "?", "i1", "u1", "<i2", ">u2", "<f2", "<i4", ">i4", "<u4", "<f4", ">f4", "<i8", ">i8",
        "<u8", "<f8", ">f8", "<f16", "<m8[s]", ">M8[s]", "<c8", ">c16"
      })
  void haveTheSameBitsInBlocks(String text) {
    DType dtype = DType.parse(text);
    for (int count : COUNTS) {
      same(dtype, Shape.of(count), List.of(":", "::-1"), new int[][] {{}}, true);
    }
    same(dtype, Shape.of(21, 1100), TABLES, new int[][] {{0}, {1}, {}}, false);
    same(dtype, Shape.of(900, 13), List.of(":", ":, 1:"), new int[][] {{0}, {1}, {}}, false);
  }

  /// More than is expected to be in the caches.
  @ParameterizedTest
  @ValueSource(strings = {"u1", "<i4", "<i8", "<f4", "<f8", ">f8", "<f16", "<c16"})
  void haveTheSameBitsFromMemory(String text) {
    DType dtype = DType.parse(text);
    Shape shape = Shape.of(3, (9 << 20) / 3 / dtype.itemsize() + 1);
    byte[] items = new byte[(int) shape.byteSize(dtype.itemsize())];
    RandomItems.fill(new Random(5), dtype, items);
    MemorySegment heap = MemorySegment.ofArray(items);
    NdView<?> blocks = NdView.of(heap, dtype, shape, Order.C, Backing.MEMORY);
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate(items.length).copyFrom(heap);
      NdView<?> direct = NdView.of(memory, dtype, shape, Order.C, new Direct());
      for (Reduction op : List.of(Reduction.SUM, Reduction.MAX, Reduction.COUNT_NONZERO)) {
        assertThat(outcome(direct, op)).as("%s", op).isEqualTo(outcome(blocks, op));
        assertThat(outcome(direct, op, 1)).as("%s", op).isEqualTo(outcome(blocks, op, 1));
      }
      assertThat(outcome(direct.reshape(-1), Reduction.ARG_MIN))
          .isEqualTo(outcome(blocks.reshape(-1), Reduction.ARG_MIN));
    }
  }

  private static void same(
      DType dtype, Shape shape, List<String> slices, int[][] axes, boolean several) {
    byte[] items = new byte[(int) shape.byteSize(dtype.itemsize())];
    RandomItems.fill(new Random(items.length), dtype, items);
    MemorySegment heap = MemorySegment.ofArray(items);
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate(items.length + 1L).asSlice(1).copyFrom(heap);
      Direct backing = new Direct();
      NdView<?> direct = NdView.of(memory.asReadOnly(), dtype, shape, Order.C, backing);
      NdView<?> blocks = NdView.of(heap, dtype, shape, Order.C, Backing.MEMORY);
      for (String slice : slices) {
        for (Reduction op : OPERATIONS) {
          for (int[] along : axes) {
            String expected = outcome(blocks.slice(slice), op, along);
            assertThat(outcome(direct.slice(slice), op, along))
                .as("%s along %s of %s %s [%s]", op, along.length, shape, dtype, slice)
                .isEqualTo(expected);
          }
        }
      }
      assertThat(backing.given).isPositive();
      if (several) {
        NdView<?> shared = direct.on(Execution.parallel(3));
        assertThat(outcome(shared, Reduction.VAR)).isEqualTo(outcome(blocks, Reduction.VAR));
        assertThat(outcome(shared, Reduction.ARG_MAX))
            .isEqualTo(outcome(blocks, Reduction.ARG_MAX));
      }
    }
  }

  private static String outcome(NdView<?> view, Reduction op, int... axes) {
    try {
      byte[] bytes = view.reduce(op, axes).segment().toArray(ValueLayout.JAVA_BYTE);
      return HexFormat.of().formatHex(bytes);
    } catch (IllegalArgumentException | ArithmeticException e) {
      return e.toString().replace("direct", Backing.MEMORY.name());
    }
  }

  /// Of numbers of very different sizes, against their exact sum: the bound that the Javadoc
  /// states.
  @Test
  void sumsAreWithinTheirBound() {
    Random random = new Random(5);
    for (int count : COUNTS) {
      for (String text : new String[] {"<f8", ">f8", "<f4", ">f4"}) {
        DType dtype = DType.parse(text);
        MemorySegment memory = Arena.ofAuto().allocate((long) count * dtype.itemsize() + 8, 8);
        BigDecimal exact = BigDecimal.ZERO;
        double size = 0;
        for (int i = 0; i < count; i++) {
          double item = (float) (random.nextGaussian() * Math.pow(10, random.nextInt(-9, 9)));
          set(memory, dtype, i, item);
          exact = exact.add(new BigDecimal(item));
          size += Math.abs(item);
        }
        NdView<?> view = NdView.of(memory, dtype, Shape.of(count), Order.C, new Direct());
        double bound = 0x1p-53 * (24 * size + Math.abs(exact.doubleValue()));
        assertThat(view.sum())
            .as("%d of %s", count, text)
            .isCloseTo(exact.doubleValue(), within(bound));
      }
    }
  }

  private static void set(MemorySegment memory, DType dtype, int i, double item) {
    ByteOrder order =
        dtype.toString().startsWith(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    if (dtype.itemsize() == Float.BYTES) {
      memory.set(ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(order), i * 4L, (float) item);
    } else {
      memory.set(ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(order), i * 8L, item);
    }
  }

  /// Times and sums that NaN, infinities and zeros of both signs decide.
  @Test
  void keepsWhatIsSpecial() {
    double[] items = new double[3000];
    items[2048] = -0.0;
    assertThat(direct(items).argMin()).isZero();
    items[2999] = Double.POSITIVE_INFINITY;
    assertThat(direct(items).sum()).isInfinite();
    items[1025] = Double.NaN;
    items[1300] = -Double.NaN;
    assertThat(direct(items).argMax()).isEqualTo(1025);
    assertThat(direct(items).max()).isNaN();
    assertThat(direct(items).nanArgMax()).isEqualTo(2999);
    assertThat(direct(items).nanMax()).isInfinite();
    assertThat(direct(items).count()).isEqualTo(2998);
    assertThat(direct(items).countNonZero()).isEqualTo(3);
  }

  private static NdView<?> direct(double... items) {
    MemorySegment memory = Arena.ofAuto().allocate(8L * items.length, 8);
    memory.copyFrom(MemorySegment.ofArray(items));
    return NdView.of(memory, DType.FLOAT64, Shape.of(items.length), Order.C, new Direct());
  }
}
