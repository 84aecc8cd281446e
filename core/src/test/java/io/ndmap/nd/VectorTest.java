package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.memory.Aliased;
import io.ndmap.op.Backing;
import io.ndmap.op.Casting;
import io.ndmap.op.RankedRow;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentSkipListMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Vectors beside rows: the same bits wherever the items are, ties, NaN, errors, rows in turn.
class VectorTest {

  /// Memory that kernels may see: that of the global arena belongs to no other.
  private static final class Direct extends Backing implements Aliased {

    @Override
    public String name() {
      return "direct";
    }

    @Override
    public boolean isInUse() {
      return true;
    }

    @Override
    public void barrier() {
      // Nothing can be pending.
    }

    @Override
    public MemorySegment withoutArena(MemorySegment segment) {
      return segment;
    }
  }

  private static NdView<?> random(DType dtype, long... sizes) {
    NdView<?> view = NdView.zeros(DType.FLOAT64, sizes);
    Random random = new Random(7);
    view.as(DoubleView.class).apply(_ -> random.nextGaussian() * 50);
    return view.astype(dtype, Casting.UNSAFE);
  }

  @ParameterizedTest
  @ValueSource(
      longs = {1, 2, 7, 8, 9, 127, 128, 129, 255, 256, 257, 2047, 2048, 2049, 65535, 65536, 65537})
  void hasTheSameBitsInAllMemoryAndOnAllThreads(long length) {
    for (String type : List.of("f4", "f8", "i4", "i8", "f2", "u1")) {
      DType dtype = DType.parse(type);
      NdView<?> rows = random(dtype, 11, length);
      NdView<?> vector = rows.index(0, 5).copy();
      NdView<?> dot = rows.dot(vector);
      NdView<?> squares = rows.squaredDistances(vector);
      int size = dtype.itemsize();
      long gap = (length + 3) * size;
      MemorySegment memory = Arena.global().allocate(gap * 11 + 64, 64);
      for (long distance : new long[] {length * size, gap, -gap}) {
        Strided layout =
            Strided.of(distance < 0 ? 10 * gap : 0, Shape.of(11, length), distance, size);
        for (Backing backing : List.of(new Direct(), Backing.MEMORY)) {
          NdView<?> other = NdView.of(memory, dtype, layout, backing);
          other.copyFrom(rows);
          assertThat(other.dot(vector).contentEquals(dot, true)).as(type + layout).isTrue();
          assertThat(other.parallel(3).dot(other.index(0, 5)).contentEquals(dot, true)).isTrue();
          assertThat(other.squaredDistances(other.index(0, 5)).contentEquals(squares, true))
              .isTrue();
        }
      }
      NdView<?> big = rows.astype(DType.parse(">" + type));
      assertThat(big.dot(big.index(0, 5)).contentEquals(dot, true)).isTrue();
      NdView<?> wide = NdView.zeros(dtype, 11, 2 * length).slice(":, ::2");
      wide.copyFrom(rows);
      assertThat(wide.dot(vector).contentEquals(dot, true)).isTrue();
      assertThat(rows.flip(1).dot(vector.flip(0)).shape()).isEqualTo(Shape.of(11));
    }
  }

  @Test
  void takesRowsInAnyOrderOfAxes() {
    NdView<?> rows = random(DType.INT32, 6, 5, 4).transpose(1, 2, 0);
    NdView<?> vector = random(DType.INT32, 6);
    assertThat(rows.dot(vector).contentEquals(rows.copy(Order.C).dot(vector))).isTrue();
    assertThat(rows.nearest(vector, 20)).isEqualTo(rows.copy(Order.C).nearest(vector, 20));
  }

  @Test
  void repeatsItemsOfStrideZero() {
    NdView<?> row = random(DType.FLOAT32, 300);
    NdView<?> one = row.slice(":1").broadcastTo(Shape.of(300));
    assertThat(row.dot(one).contentEquals(row.dot(one.copy(Order.C)))).isTrue();
  }

  @Test
  void ranksTiesByNumberAndNanLast() {
    NdView<?> rows =
        NdView.of(
            MemorySegment.ofArray(new double[] {1, Double.NaN, -0.0, 3, 0, 3}),
            DType.FLOAT64,
            Shape.of(6, 1),
            Order.C);
    NdView<?> one =
        NdView.of(MemorySegment.ofArray(new double[] {1}), DType.FLOAT64, Shape.of(1), Order.C);
    assertThat(rows.largestProducts(one, 100))
        .containsExactly(
            new RankedRow(3, 3),
            new RankedRow(5, 3),
            new RankedRow(0, 1),
            new RankedRow(2, 0),
            new RankedRow(4, 0),
            new RankedRow(1, Double.NaN));
    assertThat(rows.nearest(one, 3))
        .containsExactly(new RankedRow(0, 0), new RankedRow(2, 1), new RankedRow(4, 1));
    assertThat(rows.nearest(one, 0)).isEmpty();
    assertThatThrownBy(() -> rows.nearest(one, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("at least 0 rows are wanted, found -1");
  }

  @Test
  void ranksManyRowsOnSeveralThreads() {
    NdView<?> rows = random(DType.INT8, 300_000, 3);
    NdView<?> vector = rows.index(0, 77);
    List<RankedRow> found = rows.nearest(vector, 50);
    assertThat(rows.parallel(4).nearest(vector, 50)).isEqualTo(found);
    assertThat(found)
        .isSortedAccordingTo(
            Comparator.comparingDouble(RankedRow::value).thenComparingLong(RankedRow::row));
    assertThat(found.getFirst().value()).isZero();
  }

  @Test
  void ranksIntegersBeyondThoseOfDoubles() {
    NdView<?> rows =
        NdView.of(
            MemorySegment.ofArray(new long[] {1L << 60, (1L << 60) + 1, -1}),
            DType.UINT64,
            Shape.of(3, 1),
            Order.C);
    NdView<?> one =
        NdView.of(MemorySegment.ofArray(new long[] {1}), DType.UINT64, Shape.of(1), Order.C);
    assertThat(rows.largestProducts(one, 3).stream().map(RankedRow::row))
        .containsExactly(2L, 1L, 0L);
    assertThat(rows.largestProducts(one, 1).getFirst().value()).isEqualTo(0x1p64);
  }

  @Test
  void refusesWhatHasNoProduct() {
    NdView<?> rows = NdView.zeros(DType.FLOAT32, 3, 4);
    assertThatThrownBy(() -> rows.dot(NdView.zeros(DType.FLOAT32, 3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "rows of shape (3, 4) need a vector as long as their last axis, found shape (3,)");
    assertThatThrownBy(() -> rows.dot(rows)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> NdView.zeros(DType.FLOAT32).dot(rows.index(0, 0)))
        .isInstanceOf(IllegalArgumentException.class);
    for (String type : List.of("c8", "f16", "M8[s]", "S4", "U2")) {
      assertThatThrownBy(() -> rows.dot(NdView.zeros(DType.parse(type), 4)))
          .as(type)
          .isInstanceOf(DTypeException.class);
    }
    assertThatThrownBy(() -> rows.dot(NdView.zeros(DType.parse("<f16"), 4)))
        .hasMessageContaining("there are no vectors of <f16; use astype(DType.FLOAT64) first");
  }

  @Test
  void passesRowsWithTheirNumbers() {
    IntView view = NdView.zeros(DType.INT32, 70, 3, 2000).as(IntView.class);
    view.forEachRow((number, row) -> row.fill(number));
    assertThat(view.index(0, 69).index(0, 2).get(1999)).isEqualTo(209);
    ConcurrentSkipListMap<Long, Integer> seen = new ConcurrentSkipListMap<>();
    view.parallel(3).forEachRow((number, row) -> seen.put(number, row.get(7)));
    assertThat(seen)
        .hasSize(210)
        .allSatisfy((number, item) -> assertThat(item).isEqualTo(number.intValue()));
    assertThatThrownBy(() -> NdView.zeros(DType.INT32).forEachRow((_, _) -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("an array of rank 0 has no rows; use newAxis(0) first");
    NdView.zeros(DType.INT32, 0, 3).forEachRow((_, _) -> assertThat(true).isFalse());
  }
}
