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
import io.ndmap.op.Backing;
import io.ndmap.op.Binary;
import io.ndmap.op.Casting;
import io.ndmap.op.Comparison;
import io.ndmap.op.Execution;
import io.ndmap.op.Histogram;
import io.ndmap.op.ReadOnlyViewException;
import io.ndmap.op.Reduction;
import io.ndmap.op.Unary;
import io.ndmap.value.ScalarBits;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// An expression gives the bits that its operations give one after the other, and refuses what they
/// refuse. NaN is compared as NaN, whatever its bits.
class ExpressionTest {
  private static final int FEW_TREES = 20;

  private static final int TREES = 80;

  private static final List<String> DTYPES =
      List.of("b1", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16");

  /// An expression, and the results of its operations one after the other.
  private record Pair(Expression lazy, NdView<?> eager) {}

  @Tag("heavy")
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void ofMoreTrees(int seed) {
    evaluated(seed, 250);
    reducedByMasks(seed, 250);
    selected(seed, 250);
    written(seed, 250);
  }

  @Test
  void hasTheBitsOfOneOperationAfterTheOther() {
    evaluated(1, FEW_TREES);
  }

  @Tag("slow")
  @Test
  void hasTheBitsOfManyOperationsOneAfterTheOther() {
    evaluated(1, TREES);
  }

  private static void evaluated(int seed, int count) {
    int refused = 0;
    for (int tree = 0; tree < count; tree++) {
      Random random = new Random(1000L * seed + tree);
      Trees trees = new Trees(random);
      Pair pair = trees.grow(random.nextInt(1, 7));
      String what = "seed " + seed + ", tree " + tree;
      NdView<?> found = pair.lazy.evaluate();
      assertThat(found.dtype())
          .as(what)
          .isEqualTo(pair.eager.dtype().withByteOrder(ByteOrder.LITTLE_ENDIAN));
      assertThat(found.shape()).as(what).isEqualTo(pair.eager.shape());
      assertThat(bytes(found)).as(what).isEqualTo(bytes(pair.eager));
      Reduction op =
          WholeReductionTest.OPERATIONS.get(random.nextInt(WholeReductionTest.OPERATIONS.size()));
      Object eager = tried(() -> bytes(pair.eager.reduce(op)));
      assertThat(tried(() -> bytes(pair.lazy.reduce(op)))).as(what + ", " + op).isEqualTo(eager);
      int[] axes = IntStream.range(0, found.rank()).filter(_ -> random.nextBoolean()).toArray();
      eager = tried(() -> bytes(pair.eager.reduce(op, axes)));
      assertThat(tried(() -> bytes(pair.lazy.reduce(op, axes))))
          .as("%s, %s along %s", what, op, Arrays.toString(axes))
          .isEqualTo(eager);
      refused += trees.refused;
    }
    assertThat(refused).isPositive();
  }

  private static void reducedByMasks(int seed, int count) {
    int compared = 0;
    for (int tree = 0; tree < count; tree++) {
      Random random = new Random(7000L * seed + tree);
      Trees trees = new Trees(random);
      Pair values = trees.grow(random.nextInt(4));
      Pair other = trees.grow(random.nextInt(4));
      Expression mask = other.lazy.astype(DType.BOOL);
      ByteView known = other.eager.astype(DType.BOOL).as(ByteView.class);
      // The axes of eager results may lie in another order than those of the expression's.
      NdView<?> array = trees.leaves.contains(values.eager) ? values.eager : values.lazy.evaluate();
      int rank = array.rank();
      int[] axes = IntStream.range(0, rank).filter(_ -> random.nextBoolean()).toArray();
      for (int k = 0; k < 3; k++) {
        Reduction op =
            WholeReductionTest.OPERATIONS.get(random.nextInt(WholeReductionTest.OPERATIONS.size()));
        Object reference = tried(() -> bytes(array.reduce(op, Axes.of(axes).where(known))));
        assertThat(tried(() -> bytes(values.lazy.reduce(op, Axes.of(axes), mask))))
            .as("seed %s, tree %s, %s along %s", seed, tree, op, Arrays.toString(axes))
            .isEqualTo(reference);
        assertThat(tried(() -> bytes(values.lazy.reduce(op, Axes.of(axes).where(known)))))
            .isEqualTo(reference);
        compared += reference instanceof byte[] ? 1 : 0;
      }
    }
    assertThat(compared).isGreaterThan(count);
  }

  @Test
  void reducesWhatAMaskSelectsByTheBitsOfTheArraysThatAreNotMade() {
    reducedByMasks(1, TREES);
    Expression x = Expression.of(NdView.of(new int[] {1, 2, 3, 4}, 2, 2));
    assertThatThrownBy(
            () -> x.abs().reduce(Reduction.MIN, Axes.of(1), x.compare(Comparison.LESS, 3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "there is no min of no elements: a mask selects none for a result, in an array of shape"
                + " (2, 2)");
    Axes masked = Axes.of(1).where(NdView.of(new boolean[] {true, false}));
    assertThat(x.plus(x).reduce(Reduction.SUM, masked.keepingDims())).hasToString("[[2]\n [6]]");
    assertThatThrownBy(() -> x.reduce(Reduction.SUM, masked, x.compare(Comparison.LESS, 3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there are two masks: that of the axes, and (2, 2)");
  }

  /// Of several blocks, of which each has some parts.
  @Test
  void countsInBinsWhatTheArrayThatIsNotMadeHas() {
    double[] noise = new Random(5).doubles(23 * 50_000, -1, 1).toArray();
    AtomicLong reported = new AtomicLong();
    DoubleView x =
        NdView.of(noise, 23, -1).on(Execution.parallel(2).withProgress(reported::addAndGet));
    Expression lazy = Expression.of(x).times(Expression.of(x)).minus(0.25);
    NdView<?> eager = lazy.evaluate();
    reported.set(0);
    sameCounts(lazy.histogram(100), eager.histogram(100));
    assertThat(reported).hasValue(2 * x.itemCount());
    sameCounts(lazy.histogram(7, -1, 0.3), eager.histogram(7, -1, 0.3));
    double[] edges = {-0.25, 0, 0.1, 2};
    sameCounts(lazy.histogram(edges), eager.histogram(edges));
    Expression whole =
        Expression.of(x.combine(Binary.TIMES, 99).astype(DType.parse("'>i2'"), Casting.UNSAFE))
            .plus(1);
    sameCounts(whole.histogram(3), whole.evaluate().histogram(3));
    Expression none = Expression.of(NdView.of(new float[0])).abs();
    sameCounts(none.histogram(3), none.evaluate().histogram(3));
    sameCounts(Expression.of(x).histogram(5), x.histogram(5));
    assertThatThrownBy(() -> Expression.of(NdView.of(new double[] {0})).sqrt().histogram(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("at least 1 bin is needed, found 0");
    assertThatThrownBy(() -> lazy.astype(DType.COMPLEX128).histogram(3))
        .isInstanceOf(DTypeException.class)
        .hasMessageContaining("a real number");
  }

  private static void sameCounts(Histogram found, Histogram reference) {
    assertThat(found.counts()).isEqualTo(reference.counts());
    assertThat(found.edges()).isEqualTo(reference.edges());
    assertThat(found.dtype()).isEqualTo(reference.dtype());
  }

  @Test
  void selectsWhatTheViewsOfBothSelect() {
    selected(1, TREES);
  }

  private static void selected(int seed, int count) {
    int selected = 0;
    for (int tree = 0; tree < count; tree++) {
      Random random = new Random(5000L * seed + tree);
      Trees trees = new Trees(random);
      Pair values = trees.grow(random.nextInt(4));
      Pair other = trees.grow(random.nextInt(4));
      String what = "seed " + seed + ", tree " + tree;
      if (!values.eager.shape().equals(other.eager.shape())) {
        continue;
      }
      Expression mask = other.lazy.astype(DType.BOOL);
      NdView<?> reference = values.eager.select(other.eager.astype(DType.BOOL).as(ByteView.class));
      NdView<?> found = values.lazy.select(mask);
      assertThat(found.shape()).as(what).isEqualTo(reference.shape());
      assertThat(bytes(found)).as(what).isEqualTo(bytes(reference));
      NdView<?> target = NdView.zeros(values.eager.dtype(), reference.size(0) + 3);
      assertThat(values.lazy.select(mask, target)).as(what).isEqualTo(reference.size(0));
      NdView<?> first = target.slice(0, 0, reference.size(0), 1);
      assertThat(bytes(first)).as(what).isEqualTo(bytes(reference));
      selected += reference.size(0) > 0 ? 1 : 0;
    }
    assertThat(selected).isGreaterThan(count / 12);
  }

  @Test
  void selectsBlockByBlockAlsoInPlace() {
    long n = (5 << 18) + 7;
    DoubleView x = NdView.zeros(DType.FLOAT64, n).as(DoubleView.class);
    for (long k = 0; k < n; k++) {
      x.set(k, (double) k);
    }
    Expression e = Expression.of(x);
    Expression mask = e.combine(Binary.REMAINDER, 3.0).compare(Comparison.EQUAL, 1.0);
    Expression doubled = e.times(2);
    NdView<?> reference = x.combine(Binary.TIMES, 2.0).slice(0, 1, n, 3);
    assertThat(doubled.select(mask).contentEquals(reference)).isTrue();
    assertThat(doubled.moments().mean()).isEqualTo(n - 1.0);
    assertThat(doubled.select(mask, x)).isEqualTo(reference.size(0));
    assertThat(x.slice(0, 0, reference.size(0), 1).contentEquals(reference)).isTrue();
    assertThat(x.get(n - 1)).isEqualTo(n - 1.0);
    assertThatThrownBy(() -> e.select(e))
        .isInstanceOf(DTypeException.class)
        .hasMessage("memory: a mask has elements of |b1, found <f8");
    assertThatThrownBy(() -> e.select(Expression.of(NdView.of(new boolean[1]))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a mask of shape (1,) selects nothing from an expression of shape ("
                + n
                + ",); the two must have one shape");
    assertThatThrownBy(
            () -> e.select(e.compare(Comparison.LESS, 9), NdView.zeros(DType.FLOAT64, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("more is selected than the target of shape (1,) holds");
    assertThatThrownBy(() -> e.select(mask, NdView.zeros(DType.FLOAT64, 2, n)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the selection has one axis, and the target shape (2, " + n + ")");
  }

  @Test
  void selectsIntoMemoryOfTheCallerAndNoticesWhenTheMaskChanges() {
    List<Long> asked = new ArrayList<>();
    SegmentAllocator memory =
        (size, alignment) -> {
          asked.add(size);
          return Arena.ofAuto().allocate(size, alignment);
        };
    DoubleView x = NdView.of(new double[] {1, 5, 7, -2});
    Expression given = Expression.of(x.on(Execution.SEQUENTIAL.allocating(memory)));
    Expression mask = given.compare(Comparison.GREATER, 3);
    assertThat(given.plus(1).select(mask)).hasToString("[6. 8.]");
    assertThat(asked).containsExactly(16L);
    assertThat(given.select(Expression.of(NdView.of(new boolean[] {true, false, true, true}))))
        .hasToString("[ 1.  7. -2.]");
    assertThat(asked).hasSize(2);
    assertThat(given.plus(1).select(mask, x)).isEqualTo(2);
    assertThat(x).hasToString("[ 6.  8.  7. -2.]");
    assertThat(asked).hasSize(2);

    AtomicLong passed = new AtomicLong();
    DoubleView y = NdView.zeros(DType.FLOAT64, 1 << 21).as(DoubleView.class);
    NdView<?> changing =
        y.on(
            Execution.SEQUENTIAL.withProgress(
                items -> {
                  if (passed.addAndGet(items) > 1 << 21) {
                    y.fill(1);
                  }
                }));
    Expression none = Expression.of(changing).compare(Comparison.EQUAL, 1);
    assertThatThrownBy(() -> Expression.of(changing).plus(1).select(none))
        .isInstanceOf(ConcurrentModificationException.class)
        .hasMessage("the mask was changed while elements were selected");
  }

  /// Reducers get units of 1024 elements, whatever tiles are computed.
  @ParameterizedTest
  @ValueSource(strings = {"u1", "i8", "f2", "f4", "f8", "f16", "c8", "c16"})
  void reducesAllElementsByTheBitsOfTheArrayThatIsNotMade(String name) {
    DType dtype = DType.parse("'" + name + "'");
    for (long[] shape : new long[][] {{1023}, {1024}, {1025}, {5000}, {7, 333}, {61, 1000}}) {
      double[] noise = new Random(7).doubles(Shape.of(shape).itemCount(), 2, 3).toArray();
      NdView<?> x =
          NdView.of(noise, shape).astype(name.startsWith("c") ? DType.COMPLEX128 : DType.FLOAT64);
      Expression lazy = Expression.of(x).times(Expression.of(x)).minus(3).astype(dtype);
      NdView<?> eager = lazy.evaluate();
      for (Reduction op :
          List.of(Reduction.SUM, Reduction.STD, Reduction.PROD, Reduction.MAX, Reduction.ARG_MIN)) {
        assertThat(bytes(lazy.reduce(op)))
            .as("%s of %s", op, Shape.of(shape))
            .isEqualTo(bytes(eager.reduce(op)));
      }
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"c32"})
  void reducesAllLongComplexElementsByTheBitsOfTheArrayThatIsNotMade(String name) {
    reducesAllElementsByTheBitsOfTheArrayThatIsNotMade(name);
  }

  /// By each strategy of a reduction: few elements, rows of results at once, with and without a
  /// fold for rows, results that are whole passes, and one after the other.
  private static Stream<Arguments> alongAxes() {
    return Stream.of(
        Arguments.of(Shape.of(2, 3, 4), new int[] {1}),
        Arguments.of(Shape.of(400, 90), new int[] {0}),
        Arguments.of(Shape.of(900, 3), new int[] {0}),
        Arguments.of(Shape.of(300, 20, 1), new int[] {0, 2}),
        Arguments.of(Shape.of(1, 70_000), new int[] {1}),
        Arguments.of(Shape.of(30, 4, 50), new int[] {0, 2}),
        Arguments.of(Shape.of(400, 20), new int[] {1}),
        Arguments.of(Shape.of(0, 5), new int[] {0}),
        Arguments.of(Shape.of(5, 0), new int[] {0}));
  }

  private static Stream<Arguments> alongOtherAxes() {
    return Stream.of(
        Arguments.of(Shape.of(9, 20, 3, 40), new int[] {0, 2}),
        Arguments.of(Shape.of(500, 70), new int[] {1}));
  }

  private static Stream<Arguments> alongAllAxes() {
    return Stream.concat(alongAxes(), alongOtherAxes());
  }

  @ParameterizedTest
  @MethodSource("alongAxes")
  void reducesAlongAxesByTheBitsOfTheArrayThatIsNotMade(Shape shape, int[] axes) {
    // Each operation meets one or two of the ten pairs of a layout and an execution.
    reducedAlongAxes(shape, axes, 8);
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("alongOtherAxes")
  void reducesAlongOtherAxesByTheBitsOfTheArrayThatIsNotMade(Shape shape, int[] axes) {
    reducesAlongAxesByTheBitsOfTheArrayThatIsNotMade(shape, axes);
  }

  /// A part of a large result is a number of whole rows of the reduced axes.
  @ParameterizedTest
  @ValueSource(ints = {1})
  void dividesLargeResultsLikeTheArrayThatIsNotMade(int seed) {
    double[] noise = new Random(seed).doubles(1_000_000, -1, 1e6).map(Math::log1p).toArray();
    DoubleView x = NdView.of(noise, 500, 2, 1000);
    for (NdView<?> each : List.of(x, x.copy(Order.F))) {
      Expression lazy = Expression.of(each).times(Expression.of(each));
      NdView<?> eager = each.combine(Binary.TIMES, each);
      for (Reduction op : List.of(Reduction.SUM, Reduction.VAR, Reduction.ARG_MAX)) {
        int[] axes = op.equals(Reduction.ARG_MAX) ? new int[0] : new int[] {0, 2};
        assertThat(bytes(lazy.reduce(op, axes)))
            .as("%s", op)
            .isEqualTo(bytes(eager.reduce(op, axes)));
      }
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6})
  void dividesOtherLargeResultsLikeTheArrayThatIsNotMade(int seed) {
    dividesLargeResultsLikeTheArrayThatIsNotMade(seed);
  }

  @Tag("heavy")
  @ParameterizedTest
  @MethodSource("alongAllAxes")
  void reducesAlongAxesByAllOperations(Shape shape, int[] axes) {
    reducedAlongAxes(shape, axes, 1);
  }

  private static void reducedAlongAxes(Shape shape, int[] along, int step) {
    double[] noise = new Random(11).doubles(shape.itemCount(), 0.9, 1.1).toArray();
    DoubleView items = NdView.of(noise, shape.toArray());
    // Nearly all counts are multiples of 8.
    int first = (int) (shape.itemCount() % 7 % step);
    for (String dtype : List.of("<f8", ">f4", "<i4", "<c16")) {
      NdView<?> x = items.combine(Binary.TIMES, 7).astype(DType.parse("'" + dtype + "'"));
      for (NdView<?> each : List.of(x, x.copy(Order.F))) {
        NdView<?> eager = each.combine(Binary.TIMES, each);
        List<Execution> executions =
            dtype.equals("<f8")
                ? List.of(Execution.parallel(3), Execution.SEQUENTIAL.droppingBehind())
                : List.of(Execution.SEQUENTIAL);
        for (Execution execution : executions) {
          Expression one = Expression.of(each.on(execution));
          Expression lazy = one.times(one);
          Expression mask = lazy.compare(Comparison.NOT_EQUAL, one.times(7));
          ByteView known = mask.evaluate().as(ByteView.class);
          List<Reduction> operations = WholeReductionTest.OPERATIONS;
          for (int k = first++ % step; k < operations.size(); k += step) {
            Reduction op = operations.get(k);
            Object reference = tried(() -> bytes(eager.on(execution).reduce(op, along)));
            assertThat(tried(() -> bytes(lazy.reduce(op, along))))
                .as("%s of %s, %s", op, dtype, execution)
                .isEqualTo(reference);
            reference =
                tried(() -> bytes(eager.on(execution).reduce(op, Axes.of(along).where(known))));
            assertThat(tried(() -> bytes(lazy.reduce(op, Axes.of(along), mask))))
                .as("%s of some of %s, %s", op, dtype, execution)
                .isEqualTo(reference);
          }
        }
      }
    }
  }

  @Test
  void goesIntoTargetsOfAnyLayout() {
    written(1, TREES);
  }

  private static void written(int seed, int count) {
    int written = 0;
    for (int tree = 0; tree < count; tree++) {
      Random random = new Random(-1000L * seed - tree);
      Trees trees = new Trees(random);
      Pair pair = trees.grow(random.nextInt(1, 5));
      String what = "seed " + seed + ", tree " + tree;
      NdView<?> target =
          random.nextInt(3) == 0 ? trees.leaves.get(0) : trees.view(pair.eager.shape());
      if (!target.shape().equals(pair.eager.shape()) || target.isReadOnly()) {
        continue;
      }
      if (!Casting.SAME_KIND.allows(pair.eager.dtype(), target.dtype())) {
        assertThatThrownBy(() -> pair.lazy.into(target)).isInstanceOf(DTypeException.class);
        continue;
      }
      NdView<?> expected = NdView.zeros(target.dtype(), target.shape(), Order.C);
      pair.eager.copyTo(expected, Casting.SAME_KIND);
      pair.lazy.into(target.parallel(1 + tree % 3));
      assertThat(bytes(target)).as(what).isEqualTo(bytes(expected));
      written++;
    }
    assertThat(written).isGreaterThan(count / 4);
  }

  @Test
  void likeOperationsWithOtherNumbersAreOthers() {
    DoubleView x = NdView.of(new double[] {1, 2, 5});
    Expression e = Expression.of(x);
    Expression product = e.plus(1).times(e.plus(2));
    assertThat(product.evaluate()).hasToString("[ 6. 12. 42.]");
  }

  /// The elements have several parts, and another order than C's.
  @Test
  void reducesResultsInTheOrderOfTheArrayThatIsNotMade() {
    NdView<?> x = NdView.zeros(DType.FLOAT64, Shape.of(300, 500), Order.F);
    double[] noise = new Random(7).doubles(x.itemCount(), -1e9, 1e9).toArray();
    NdView.of(noise, 300, 500).copyTo(x, Casting.UNSAFE);
    NdView<?> row = NdView.of(Arrays.copyOf(noise, 500));
    for (NdView<?> each : List.of(x, x.transpose(), x.copy(Order.C))) {
      NdView<?> other = each.size(1) == 500 ? row : row.slice("0:300");
      Expression lazy = Expression.of(each).times(Expression.of(other));
      NdView<?> eager = each.combine(Binary.TIMES, other);
      Expression parallel = Expression.of(each.parallel(3)).times(Expression.of(other));
      assertThat(lazy.sum()).isEqualTo(eager.sum());
      assertThat(lazy.mean()).isEqualTo(eager.mean());
      for (Reduction op : WholeReductionTest.OPERATIONS) {
        byte[] reference = bytes(eager.reduce(op));
        assertThat(bytes(lazy.reduce(op))).as("%s", op).isEqualTo(reference);
        assertThat(bytes(parallel.reduce(op))).as("%s", op).isEqualTo(reference);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, -1, 3000, -3000})
  void readsAllThatItOverwritesBefore(int shift) {
    int count = 300_000;
    DoubleView all = NdView.of(new Random(1).doubles(count).toArray());
    long from = Math.max(0, -shift);
    long to = Math.max(0, shift);
    int size = count - Math.abs(shift);
    NdView<?> source = all.slice(0, from, from + size, 1);
    NdView<?> target = all.slice(0, to, to + size, 1);
    Expression expression =
        Expression.of(source).times(Expression.of(target)).plus(Expression.of(source));
    NdView<?> expected = source.combine(Binary.TIMES, target).combine(Binary.PLUS, source);
    expression.into(target);
    assertThat(bytes(target)).isEqualTo(bytes(expected));
  }

  @Test
  void computesWithTimes() {
    NdView<?> days = NdView.of(new long[] {3, Long.MIN_VALUE, 8}).viewAs(DType.parse("'<M8[D]'"));
    NdView<?> others = NdView.of(new long[] {1, 2, 9}).viewAs(DType.parse("'>M8[D]'"));
    Expression spans = Expression.of(days).minus(Expression.of(others));
    assertThat(spans.dtype()).hasToString("<m8[D]");
    assertThat(bytes(spans.evaluate())).isEqualTo(bytes(days.combine(Binary.MINUS, others)));
    Expression later =
        spans.compare(Comparison.GREATER, Expression.of(days).minus(Expression.of(days)));
    Expression either = Expression.of(days).where(later, Expression.of(others));
    ByteView mask = later.evaluate().as(ByteView.class);
    assertThat(bytes(either.evaluate())).isEqualTo(bytes(days.where(mask, others)));
    NdView<?> target = NdView.zeros(DType.parse("'>M8[D]'"), Shape.of(3), Order.C);
    either.into(target);
    assertThat(bytes(target)).isEqualTo(bytes(days.where(mask, others)));
    NdView<?> hours = NdView.zeros(DType.parse("'<M8[h]'"), Shape.of(3), Order.C);
    assertThatThrownBy(() -> either.into(hours))
        .isInstanceOf(DTypeException.class)
        .hasMessage(
            "the results of the expression are <M8[D], which cannot be cast to elements of <M8[h]"
                + " of memory by same-kind casting; convert the expression with astype first");
  }

  /// A `bool` may have any byte, and each that is not 0 is true.
  @Test
  void takesBytesOfMasksForTruth() {
    NdView<?> raw = NdView.of(new byte[] {0, 1, 2, -128}).viewAs(DType.BOOL);
    ByteView all = NdView.of(new boolean[] {true, true, true, true});
    NdView<?> ones = NdView.of(new byte[] {1, 1, 1, 1}).viewAs(DType.UINT8);
    Expression chosen = Expression.of(raw).where(Expression.of(all), Expression.of(all));
    NdView<?> eager = raw.where(all, all);
    for (Expression each : List.of(chosen, Expression.of(raw).astype(DType.BOOL))) {
      for (Binary how : List.of(Binary.AND, Binary.XOR, Binary.PLUS, Binary.TIMES)) {
        assertThat(bytes(each.combine(how, Expression.of(ones)).evaluate()))
            .as("%s", how)
            .isEqualTo(bytes(eager.combine(how, ones)));
        assertThat(bytes(each.combine(how, Expression.of(all)).evaluate()))
            .as("%s", how)
            .isEqualTo(bytes(eager.combine(how, all)));
      }
      assertThat(bytes(each.compare(Comparison.EQUAL, Expression.of(all)).evaluate()))
          .isEqualTo(bytes(eager.compare(Comparison.EQUAL, all)));
      assertThat(each.countNonZero()).isEqualTo(3);
    }
  }

  /// Between any two dtypes of numbers.
  @ParameterizedTest
  @ValueSource(
      strings = {"b1", "i1", "u2", "i8", "u8", "f2", "f4", "f8", "f16", "c8", "c16", "c32"})
  void convertsNumbers(String name) {
    NdView<?> numbers = NdView.of(new double[] {0, -0.0, 1, 2.5, 100}).astype(DType.parse(name));
    NdView<?> source =
        numbers.dtype() instanceof ScalarType scalar && scalar.kind().isComplex()
            ? withImaginary(numbers)
            : numbers;
    for (String to : List.of("b1", "i1", "u2", "i8", "f2", "f8", "f16", "c8", "c16", "c32")) {
      DType dtype = DType.parse(to);
      if (name.equals("c32") && to.equals("b1")) {
        assertThatThrownBy(() -> Expression.of(source).astype(dtype))
            .isInstanceOf(DTypeException.class)
            .hasMessage(
                "memory: no number can be combined with elements of <c32 within an expression;"
                    + " convert them to f8 or c16 first");
        continue;
      }
      NdView<?> expected = source.astype(dtype);
      assertThat(bytes(Expression.of(source).astype(dtype).evaluate()))
          .as(to)
          .isEqualTo(bytes(expected));
      Expression twice = Expression.of(source).astype(dtype).astype(DType.parse("'<c32'"));
      assertThat(bytes(twice.evaluate()))
          .as("%s and c32", to)
          .isEqualTo(bytes(expected.astype(DType.parse("'<c32'"))));
    }
  }

  private static NdView<?> withImaginary(NdView<?> numbers) {
    NdView<?> copy = numbers.copy();
    NdView.of(new double[] {1, 0, 0, -1, 3}).copyTo(copy.imag(), Casting.UNSAFE);
    return copy;
  }

  @ParameterizedTest
  @ValueSource(strings = {"S10", "U10", "V8", "M8[s]", "m8[s]"})
  void refusesTargetsThatAreNoNumbers(String dtype) {
    Expression sums = Expression.of(NdView.of(new double[2])).plus(1);
    NdView<?> target = NdView.zeros(DType.parse(dtype), Shape.of(2), Order.C);
    assertThatThrownBy(() -> sums.into(target))
        .isInstanceOf(DTypeException.class)
        .hasMessage(
            "the results of the expression are <f8, which cannot be cast to elements of "
                + target.dtype()
                + " of memory by same-kind casting; convert the expression with astype first");
  }

  @Test
  void makesResultsWhereTheExecutionSays() {
    AtomicLong asked = new AtomicLong();
    SegmentAllocator allocator =
        (bytes, alignment) -> {
          asked.addAndGet(bytes);
          return Arena.ofAuto().allocate(bytes, alignment);
        };
    NdView<?> x = NdView.of(new double[] {1, 2, 3}).on(Execution.SEQUENTIAL.allocating(allocator));
    Expression sums = Expression.of(x).plus(1);
    assertThat(sums.reduce(Reduction.MAX)).hasToString("4.0");
    assertThat(sums.countNonZero()).isEqualTo(3);
    assertThat(asked).hasValue(16);
    assertThat(sums.evaluate()).hasToString("[2. 3. 4.]");
    assertThat(asked).hasValue(40);
  }

  /// A negative power of an integer is an error, where it is computed.
  @Test
  void anyStopsAtTheFirstThatIsTrue() {
    int count = 300_000;
    LongView base = NdView.of(new long[count]);
    LongView exponents = NdView.of(new long[count]);
    exponents.fill(1);
    exponents.set(count - 1, -1);
    Expression powers = Expression.of(base).combine(Binary.POWER, Expression.of(exponents));
    assertThatThrownBy(() -> powers.reduce(Reduction.ANY)).isInstanceOf(ArithmeticException.class);
    base.set(7, 5);
    assertThat(powers.reduce(Reduction.ANY)).hasToString("True");
  }

  /// Numbers on the left have no order of axes, no execution, and are no times.
  @Test
  void takesNumbersOnTheLeft() {
    NdView<?> fortran = NdView.zeros(DType.FLOAT64, Shape.of(3, 4), Order.F);
    fortran.fill(2);
    NdView<?> left = Expression.of(fortran.parallel(2)).combineFrom(5, Binary.MINUS).evaluate();
    assertThat(left.isContiguous(Order.F)).isTrue();
    assertThat(left.reduce(Reduction.MAX)).hasToString("3.0");
    NdView<?> spans = NdView.of(new long[] {3, -4}).viewAs(DType.parse("'<m8[s]'"));
    Expression twice = Expression.of(spans).combineFrom(2L, Binary.TIMES);
    assertThat(bytes(twice.evaluate())).isEqualTo(bytes(spans.combine(Binary.TIMES, 2L)));
    ByteView mask = NdView.of(new boolean[] {true, false});
    Expression chosen = Expression.of(spans).where(Expression.of(mask), 9L);
    assertThat(bytes(chosen.evaluate())).isEqualTo(bytes(spans.where(mask, 9L)));
  }

  /// In a thread with little stack.
  @Test
  void deepExpressionsNeedLittleStack() throws InterruptedException {
    DoubleView x = NdView.of(new double[] {1, 2});
    AtomicLong sum = new AtomicLong();
    Thread small =
        new Thread(
            null,
            () -> {
              String chain = "x" + " + x".repeat(4999);
              Expression deep = Expression.parse(chain + " - sum(" + chain + ")", Map.of("x", x));
              sum.set((long) deep.sum());
            },
            "small",
            320 << 10);
    small.start();
    small.join();
    assertThat(sum).hasValue(15_000 - 2 * 15_000);
  }

  @Test
  void refusesWhatItCannotCompute() {
    Expression x = Expression.of(NdView.of(new double[] {1, 2}));
    Expression three = Expression.of(NdView.of(new double[] {1, 2, 3}));
    assertThatThrownBy(() -> x.plus(three))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("shapes (2,) and (3,) do not broadcast together");
    assertThatThrownBy(() -> x.combine(Binary.AND, 1L))
        .isInstanceOf(DTypeException.class)
        .hasMessage("cannot and elements as <f8; only integers and booleans have bits");
    assertThatThrownBy(() -> x.where(three, 0))
        .isInstanceOf(DTypeException.class)
        .hasMessage("memory: a mask has elements of |b1, found <f8");
    NdView<?> structures = NdView.zeros(DType.parse("[('a', '<i4')]"), Shape.of(2), Order.C);
    assertThatThrownBy(() -> Expression.of(structures))
        .isInstanceOf(DTypeException.class)
        .hasMessageEndingWith("is not part of an expression; use field(name) first");
    DoubleView readOnly =
        NdView.of(
                MemorySegment.ofArray(new double[2]).asReadOnly(),
                DType.FLOAT64,
                Shape.of(2),
                Order.C)
            .as(DoubleView.class);
    assertThatThrownBy(() -> x.into(readOnly)).isInstanceOf(ReadOnlyViewException.class);
  }

  /// Of 400 views the blocks are short; of more there is no room.
  @Test
  void limitsTheNumberOfViews() {
    List<Expression> views =
        IntStream.range(0, 400)
            .mapToObj(k -> NdView.of(new Random(k).doubles(1000).toArray()))
            .map(Expression::of)
            .toList();
    Expression sum = views.subList(0, 150).stream().reduce(Expression::plus).orElseThrow();
    DoubleView expected = views.getFirst().evaluate().as(DoubleView.class);
    views.subList(1, 150).forEach(each -> expected.plus(each.evaluate(), expected));
    assertThat(bytes(sum.evaluate())).isEqualTo(bytes(expected));
    Expression all = views.stream().reduce(Expression::plus).orElseThrow();
    assertThatThrownBy(all::evaluate)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the expression has more than 170 views, numbers and results at a time; evaluate some"
                + " of it first");
  }

  @Test
  void reportsProgressOnce() {
    AtomicLong reported = new AtomicLong();
    DoubleView x =
        NdView.of(new double[300_000]).on(Execution.SEQUENTIAL.withProgress(reported::addAndGet));
    Expression expression = Expression.of(x).plus(1).times(Expression.of(x).plus(1));
    assertThat(expression.sum()).isEqualTo(300_000);
    assertThat(reported).hasValue(300_000);
    var _ = expression.evaluate();
    assertThat(reported).hasValue(600_000);
  }

  private static Object tried(Supplier<Object> work) {
    try {
      return work.get();
    } catch (IllegalArgumentException e) {
      return e.getClass();
    }
  }

  /// Expressions of random operations beside what comes of them one by one.
  private static final class Trees {
    private final Random random;
    private final List<NdView<?>> leaves = new ArrayList<>();
    private final Shape shape;
    private final List<Pair> grown = new ArrayList<>();
    private int refused;

    Trees(Random random) {
      this.random = random;
      long[] sizes = new long[random.nextInt(4)];
      boolean large = random.nextInt(25) == 0;
      for (int axis = 0; axis < sizes.length; axis++) {
        sizes[axis] = random.nextInt(large && axis < 2 ? 400 : 9);
      }
      if (sizes.length == 3) {
        sizes[1] = sizes[0];
      }
      this.shape = Shape.of(sizes);
    }

    Pair grow(int depth) {
      while (true) {
        if (depth == 0 || random.nextInt(8) == 0) {
          return leaf();
        }
        if (!grown.isEmpty() && random.nextInt(6) == 0) {
          return grown.get(random.nextInt(grown.size()));
        }
        Pair pair = operation(depth);
        if (pair != null) {
          grown.add(pair);
          return pair;
        }
      }
    }

    private @Nullable Pair operation(int depth) {
      Pair a = grow(depth - 1);
      return switch (random.nextInt(8)) {
        case 0 -> {
          Unary function = any(Unary.values());
          yield both(() -> a.lazy.map(function), () -> a.eager.map(function));
        }
        case 1, 2 -> {
          Pair b = grow(depth - 1);
          Binary how = binary();
          yield both(() -> a.lazy.combine(how, b.lazy), () -> a.eager.combine(how, b.eager));
        }
        case 3 -> {
          Binary how = binary();
          long whole = random.nextInt(9);
          double number = random.nextInt(-9, 9) / 4.0;
          yield random.nextBoolean()
              ? both(() -> a.lazy.combine(how, whole), () -> a.eager.combine(how, whole))
              : both(() -> a.lazy.combine(how, number), () -> a.eager.combine(how, number));
        }
        case 4 -> {
          Comparison how = comparison();
          double number = random.nextInt(-9, 9) / 2.0;
          if (random.nextBoolean()) {
            yield both(() -> a.lazy.compare(how, number), () -> a.eager.compare(how, number));
          }
          Pair b = grow(depth - 1);
          yield both(() -> a.lazy.compare(how, b.lazy), () -> a.eager.compare(how, b.eager));
        }
        case 5 -> {
          Pair b = grow(depth - 1);
          Pair mask = grow(depth - 1);
          if (!mask.eager.dtype().equals(DType.BOOL)) {
            assertThatThrownBy(() -> a.lazy.where(mask.lazy, b.lazy))
                .isInstanceOf(DTypeException.class)
                .hasMessageContaining("a mask has elements of |b1");
            yield null;
          }
          ByteView chosen = mask.eager.as(ByteView.class);
          yield both(() -> a.lazy.where(mask.lazy, b.lazy), () -> a.eager.where(chosen, b.eager));
        }
        case 6 -> {
          DType dtype = dtype();
          yield both(
              () -> a.lazy.astype(dtype, Casting.SAME_KIND),
              () ->
                  a.eager.astype(dtype.withByteOrder(ByteOrder.LITTLE_ENDIAN), Casting.SAME_KIND));
        }
        default -> {
          Binary how = binary();
          double number = random.nextInt(-9, 9) / 4.0;
          yield both(
              () -> a.lazy.combineFrom(number, how),
              () -> {
                boolean rounds = a.eager.dtype() instanceof ScalarType t && isNumber(t.kind());
                DType beside = rounds ? a.eager.dtype() : DType.FLOAT64;
                NdView<?> one = NdView.zeros(DType.FLOAT64, Shape.of(), Order.C);
                one.as(DoubleView.class).set(number);
                return one.astype(beside, Casting.UNSAFE).combine(how, a.eager);
              });
        }
      };
    }

    private static boolean isNumber(ScalarKind kind) {
      return kind.isFloat() || kind.isComplex();
    }

    private Binary binary() {
      return any(Binary.values());
    }

    private Comparison comparison() {
      return any(Comparison.values());
    }

    /// @return null if both are refused, in the same way
    private @Nullable Pair both(Supplier<Expression> lazy, Supplier<NdView<?>> eager) {
      NdView<?> result;
      try {
        result = eager.get();
      } catch (DTypeException | ArithmeticException e) {
        refused++;
        assertThatThrownBy(() -> lazy.get().evaluate()).isInstanceOf(e.getClass());
        return null;
      }
      return new Pair(lazy.get(), result);
    }

    private DType dtype() {
      String order = random.nextInt(4) == 0 ? ">" : "<";
      return DType.parse("'" + order + DTYPES.get(random.nextInt(DTYPES.size())) + "'");
    }

    private <T> T any(T[] values) {
      return values[random.nextInt(values.length)];
    }

    private Pair leaf() {
      NdView<?> view = leaves.isEmpty() || random.nextInt(3) > 0 ? view(part()) : any();
      leaves.add(view);
      return new Pair(Expression.of(view), view);
    }

    private NdView<?> any() {
      return leaves.get(random.nextInt(leaves.size()));
    }

    /// The shape, or one that is broadcast to it.
    private Shape part() {
      long[] sizes = shape.toArray();
      if (random.nextInt(3) > 0 || sizes.length == 0) {
        return shape;
      }
      int dropped = random.nextInt(sizes.length);
      long[] some = Arrays.copyOfRange(sizes, dropped, sizes.length);
      for (int axis = 0; axis < some.length; axis++) {
        some[axis] = random.nextInt(3) == 0 ? 1 : some[axis];
      }
      return Shape.of(some);
    }

    /// New elements, of any layout and memory.
    NdView<?> view(Shape sizes) {
      DType dtype = dtype();
      int itemsize = dtype.itemsize();
      long step = random.nextInt(3) == 0 ? 2 : 1;
      long bytes = (sizes.itemCount() * step + 1) * itemsize;
      byte[] data = new byte[Math.toIntExact(bytes)];
      RandomItems.fill(random, dtype, data);
      boolean direct = random.nextBoolean();
      MemorySegment memory = MemorySegment.ofArray(data);
      if (direct) {
        memory = DirectMemory.allocate(bytes).copyFrom(memory);
      }
      Order order = random.nextInt(3) == 0 ? Order.F : Order.C;
      Strided layout = Strided.contiguous(sizes, (int) (itemsize * step), order);
      for (int axis = 0; axis < sizes.rank(); axis++) {
        if (random.nextInt(5) == 0) {
          layout = layout.flip(axis);
        }
      }
      NdView<?> view =
          NdView.of(memory, dtype, layout, direct ? new DirectMemory() : Backing.MEMORY);
      return sizes.rank() == 3 && sizes.size(0) == sizes.size(1) && random.nextBoolean()
          ? view.transpose(1, 0, 2)
          : view;
    }
  }

  /// All elements in C order; every NaN as one.
  static byte[] bytes(NdView<?> view) {
    NdView<?> little = view.astype(view.dtype().withByteOrder(ByteOrder.LITTLE_ENDIAN));
    byte[] bytes = LiveCases.items(little);
    if (view.dtype() instanceof ScalarType scalar && isFloating(scalar.kind())) {
      ScalarKind kind = scalar.kind().part();
      ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      for (int at = 0; at < bytes.length; at += kind.itemsize()) {
        settle(buffer, at, kind);
      }
    }
    return bytes;
  }

  private static boolean isFloating(ScalarKind kind) {
    return kind.isFloat() || kind.isComplex();
  }

  private static void settle(ByteBuffer buffer, int at, ScalarKind kind) {
    switch (kind) {
      case FLOAT16 -> {
        if (Double.isNaN(ScalarBits.toDouble(kind, buffer.getShort(at)))) {
          buffer.putShort(at, (short) ScalarBits.ofDouble(kind, Double.NaN));
        }
      }
      case FLOAT32 -> {
        if (Float.isNaN(buffer.getFloat(at))) {
          buffer.putFloat(at, Float.NaN);
        }
      }
      default -> {
        if (Double.isNaN(buffer.getDouble(at))) {
          buffer.putDouble(at, Double.NaN);
        }
      }
    }
  }
}
