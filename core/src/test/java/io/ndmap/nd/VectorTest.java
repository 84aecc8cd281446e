package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.memory.Aliased;
import io.ndmap.op.Backing;
import io.ndmap.op.Binary;
import io.ndmap.op.Casting;
import io.ndmap.op.RankedRow;
import io.ndmap.value.Promotion;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Vectors beside rows: the same bits wherever the elements are, ties, NaN, errors, rows in turn.
class VectorTest {

  /// Memory that loops may see: that of the global arena belongs to no other.
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
  @ValueSource(longs = {1, 2, 7, 8, 9, 127, 128, 129, 255, 256, 257, 2047, 2048, 2049, 65537})
  void hasTheSameBitsInAllMemoryAndOnAllThreads(long length) {
    for (String type : List.of("f4", "f8", "i4", "i8", "f2", "u1")) {
      DType dtype = DType.parse(type);
      // A long row is a part, or several, whatever the number of rows.
      int count = length > 3000 ? 2 : 11;
      NdView<?> rows = random(dtype, count, length);
      NdView<?> vector = rows.index(0, 1).copy();
      NdView<?> dot = rows.dot(vector);
      NdView<?> squares = rows.squaredDistances(vector);
      int size = dtype.itemsize();
      long gap = (length + 3) * size;
      MemorySegment memory = Arena.global().allocate(gap * count + 64, 64);
      List<Long> distances = List.of(length * size, gap, -gap);
      // Of long rows each dtype meets one distance, and all in the three lengths.
      int one = Math.floorMod(length + type.hashCode(), 3);
      for (long distance : length > 3000 ? distances.subList(one, one + 1) : distances) {
        Strided layout =
            Strided.of(
                distance < 0 ? (count - 1) * gap : 0, Shape.of(count, length), distance, size);
        for (Backing backing : List.of(new Direct(), Backing.MEMORY)) {
          NdView<?> other = NdView.of(memory, dtype, layout, backing);
          other.copyFrom(rows);
          assertThat(other.dot(vector).contentEquals(dot, true)).as(type + layout).isTrue();
          assertThat(other.parallel(3).dot(other.index(0, 1)).contentEquals(dot, true)).isTrue();
          assertThat(other.squaredDistances(other.index(0, 1)).contentEquals(squares, true))
              .isTrue();
        }
      }
      NdView<?> big = rows.astype(DType.parse(">" + type));
      assertThat(big.dot(big.index(0, 1)).contentEquals(dot, true)).isTrue();
      NdView<?> wide = NdView.zeros(dtype, count, 2 * length).slice(":, ::2");
      wide.copyFrom(rows);
      assertThat(wide.dot(vector).contentEquals(dot, true)).isTrue();
      assertThat(rows.flip(1).dot(vector.flip(0)).shape()).isEqualTo(Shape.of(count));
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(longs = {65535, 65536})
  void hasTheSameBitsAroundAPart(long length) {
    hasTheSameBitsInAllMemoryAndOnAllThreads(length);
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
        .hasMessage("expected at least 0 rows, found -1");
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

  /// The sums of pieces of a row, which are added in double precision, tell apart what the results
  /// do not.
  @ParameterizedTest
  @ValueSource(ints = {5_000, 70_000})
  void ranksWhatIsEqualOnceItIsRounded(int length) {
    NdView<?> rows = NdView.zeros(DType.FLOAT32, 3, length);
    rows.slice(":, 0").fill(1);
    rows.slice("0, -1").fill(0x1p-26);
    rows.slice("1, -1").fill(0x1p-25);
    rows.slice("2, -1").fill(0x1p-23);
    NdView<?> ones = NdView.zeros(DType.FLOAT32, length);
    ones.fill(1);
    double next = 1 + 0x1p-23;
    assertThat(rows.largestProducts(ones, 3))
        .containsExactly(new RankedRow(2, next), new RankedRow(0, 1), new RankedRow(1, 1));
    assertThat(rows.astype(DType.FLOAT64).largestProducts(ones, 3).stream().map(RankedRow::row))
        .containsExactly(2L, 1L, 0L);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 7, 300, 70_000})
  void findsForEachOfSeveralVectorsWhatItFindsForOne(long length) {
    List<String> types = List.of("f4", ">f8", "i4", "u8", "f2");
    // How long rows are split does not depend on the dtype.
    for (String type : length > 3000 ? types.subList(0, 1) : types) {
      NdView<?> rows = random(DType.parse(type), length > 3000 ? 3 : 12, length);
      NdView<?> vectors = random(DType.parse(type), 2 * 3, length).slice("::2").flip(0);
      for (int most : length > 3000 ? new int[] {1, 100} : new int[] {0, 1, 5, 100}) {
        List<List<RankedRow>> largest = new ArrayList<>();
        List<List<RankedRow>> nearest = new ArrayList<>();
        for (int k = 0; k < 3; k++) {
          largest.add(rows.largestProducts(vectors.index(0, k), most));
          nearest.add(rows.nearest(vectors.index(0, k), most));
        }
        assertThat(rows.largestProductsWithEach(vectors, most)).as(type).isEqualTo(largest);
        assertThat(rows.parallel(3).nearestToEach(vectors, most)).as(type).isEqualTo(nearest);
      }
      assertThat(rows.nearestToEach(vectors.slice(":0"), 2)).isEmpty();
      assertThat(rows.slice(":0").nearestToEach(vectors, 2))
          .isEqualTo(List.of(List.of(), List.of(), List.of()));
    }
  }

  @Test
  void rowsWithoutItemsHaveTheScoreZero() {
    for (String type : List.of("f4", "f8", "i2", "u8")) {
      DType dtype = DType.parse(type);
      NdView<?> empty = NdView.zeros(dtype, 3, 0);
      NdView<?> nothing = NdView.zeros(dtype, 0);
      assertThat(empty.dot(nothing).contentEquals(NdView.zeros(DType.FLOAT64, 3))).isTrue();
      assertThat(empty.nearest(nothing, 2))
          .containsExactly(new RankedRow(0, 0), new RankedRow(1, 0));
      NdView<?> none = NdView.zeros(dtype, 0, 4);
      assertThat(none.squaredDistances(NdView.zeros(dtype, 4)).shape()).isEqualTo(Shape.of(0));
      assertThat(none.largestProducts(NdView.zeros(dtype, 4), 2)).isEmpty();
      assertThat(nothing.dot(nothing).shape()).isEqualTo(Shape.SCALAR);
    }
  }

  @Test
  void refusesWhatHasNoProduct() {
    NdView<?> rows = NdView.zeros(DType.FLOAT32, 3, 4);
    assertThatThrownBy(() -> rows.dot(NdView.zeros(DType.FLOAT32, 3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "rows of shape (3, 4) need a vector as long as their last axis, found shape (3,)");
    assertThatThrownBy(() -> rows.dot(NdView.zeros(DType.FLOAT32, 4, 5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "rows of shape (3, 4) need one vector, found an array of shape (4, 5); use matmul or"
                + " largestProductsWithEach for several");
    assertThatThrownBy(() -> rows.largestProducts(rows.transpose(), 1))
        .hasMessageContaining("use matmul or largestProductsWithEach for several");
    assertThatThrownBy(() -> rows.nearest(rows, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "rows of shape (3, 4) need one vector, found an array of shape (3, 4); use"
                + " nearestToEach, or squaredDistances with each of them, such as b.index(0, k)");
    assertThatThrownBy(() -> rows.nearestToEach(rows.index(0, 0), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a matrix of vectors is needed, one a row, found an array of shape (4,)");
    assertThatThrownBy(() -> rows.largestProductsWithEach(NdView.zeros(DType.INT8, 2, 3), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "rows of shape (3, 4) need a vector as long as their last axis, found shape (3,)");
    assertThatThrownBy(() -> rows.nearestToEach(rows, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected at least 0 rows, found -1");
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
  void readsNothingForNoRows() {
    AtomicInteger accesses = new AtomicInteger();
    Backing counting =
        new Backing() {
          @Override
          public String name() {
            return "counting";
          }

          @Override
          public void barrier() {
            accesses.incrementAndGet();
          }
        };
    NdView<?> rows =
        NdView.of(
            Arena.global().allocate(400_000), DType.INT8, Shape.of(100_000, 4), Order.C, counting);
    NdView<?> vector = NdView.of(new byte[4]);
    assertThat(rows.nearest(vector, 0)).isEmpty();
    assertThat(rows.largestProducts(vector, 0)).isEmpty();
    assertThat(accesses).hasValue(0);
    assertThat(rows.nearest(vector, 1)).hasSize(1);
    assertThat(accesses.get()).isPositive();
    assertThatThrownBy(() -> rows.nearest(NdView.of(new byte[3]), 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /// Rows of any dtype and a vector of any other, with the extremes of both, against integers of
  /// any size; of floating-point numbers those that are exact in `f4`.
  @Test
  void hasOneRuleForAllDtypes() {
    List<DType> dtypes =
        Stream.of("?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8")
            .map(DType::parse)
            .toList();
    for (DType left : dtypes) {
      for (DType right : dtypes) {
        NdView<?> rows = extremes(left, right, 35).reshape(7, 5);
        NdView<?> vector = extremes(right, left, 5);
        DType common = rows.slice(":0").combine(Binary.TIMES, vector.slice(":0, None")).dtype();
        boolean floating = ((ScalarType) common).kind().isFloat();
        DType expected =
            floating
                ? (common.itemsize() < 8 ? DType.FLOAT32 : DType.FLOAT64)
                : ((ScalarType) common).kind().isUnsigned() ? DType.UINT64 : DType.INT64;
        List<BigInteger> products = new ArrayList<>();
        List<BigInteger> distances = new ArrayList<>();
        for (int k = 0; k < 7; k++) {
          BigInteger product = BigInteger.ZERO;
          BigInteger distance = BigInteger.ZERO;
          for (int i = 0; i < 5; i++) {
            BigInteger a = rows.getBigInteger(k, i);
            BigInteger b = vector.getBigInteger(i);
            product = product.add(a.multiply(b));
            distance = distance.add(a.subtract(b).pow(2));
          }
          products.add(wrapped(product, expected));
          distances.add(wrapped(distance, expected));
        }
        String what = left + " " + right;
        for (boolean distance : new boolean[] {false, true}) {
          NdView<?> found = distance ? rows.squaredDistances(vector) : rows.dot(vector);
          List<BigInteger> exact = distance ? distances : products;
          assertThat(found.dtype()).as(what).isEqualTo(expected);
          assertThat(IntStream.range(0, 7).mapToObj(k -> found.getBigInteger(k)))
              .as(what)
              .isEqualTo(exact);
          Comparator<Integer> better = Comparator.comparing(exact::get);
          List<Integer> best =
              IntStream.range(0, 7)
                  .boxed()
                  .sorted((distance ? better : better.reversed()).thenComparing(k -> k))
                  .toList();
          List<RankedRow> ranked =
              distance ? rows.nearest(vector, 7) : rows.largestProducts(vector, 7);
          assertThat(ranked)
              .as(what)
              .isEqualTo(
                  best.stream().map(k -> new RankedRow(k, exact.get(k).doubleValue())).toList());
        }
      }
    }
  }

  /// Integers of the whole range if the other operand has integers, else such whose products and
  /// sums `f4` holds, but `f2` does not.
  private static NdView<?> extremes(DType dtype, DType other, int count) {
    ScalarKind kind = ((ScalarType) dtype).kind();
    ScalarKind others = ((ScalarType) other).kind();
    boolean exact = Promotion.of(kind, others).isFloat();
    Random random = new Random(dtype.hashCode());
    NdView<?> view = NdView.zeros(dtype, count);
    for (int k = 0; k < count; k++) {
      BigInteger any = new BigInteger(64, random).subtract(BigInteger.TWO.pow(63));
      BigInteger value =
          kind == ScalarKind.BOOL
              ? any.and(BigInteger.ONE)
              : exact
                  ? BigInteger.valueOf(random.nextInt(kind.itemsize() == 1 ? 120 : 1000))
                  : wrapped(any, dtype);
      view.setValue(new long[] {k}, value);
    }
    return view;
  }

  private static BigInteger wrapped(BigInteger value, DType dtype) {
    ScalarKind kind = ((ScalarType) dtype).kind();
    if (kind.isFloat()) {
      return value;
    }
    BigInteger low = value.mod(BigInteger.TWO.pow(8 * kind.itemsize()));
    return kind.isUnsigned() || !low.testBit(8 * kind.itemsize() - 1)
        ? low
        : low.subtract(BigInteger.TWO.pow(8 * kind.itemsize()));
  }

  @Test
  void halfPrecisionDoesNotOverflow() {
    NdView<?> rows =
        NdView.of(new double[] {60000, 60000, 300, 300, 40000, 65504}, 3, 2).astype(DType.FLOAT16);
    NdView<?> vector = NdView.of(new double[] {60000, 60000}).astype(DType.FLOAT16);
    assertThat(rows.largestProducts(vector, 3).stream().map(RankedRow::row))
        .containsExactly(0L, 2L, 1L);
    assertThat(rows.dot(vector).doubles()).allMatch(Double::isFinite);
    assertThat(rows.nearest(vector, 3).stream().map(RankedRow::value)).allMatch(Double::isFinite);
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
