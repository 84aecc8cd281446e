package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.array.AlongAxis;
import io.ndmap.array.Average;
import io.ndmap.array.Calculus;
import io.ndmap.array.Counting;
import io.ndmap.array.Creation;
import io.ndmap.array.Cumulative;
import io.ndmap.array.Manipulation;
import io.ndmap.array.Padding;
import io.ndmap.array.Products;
import io.ndmap.array.Rounding;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Binary;
import io.ndmap.op.Comparison;
import io.ndmap.op.Execution;
import io.ndmap.op.ReadOnlyViewException;
import io.ndmap.testing.Numpy;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// What the classes of NumPy's topics refuse, what shares memory, and what is larger than a block.
class TopicsTest {

  private static final int MANY = 100_000;

  private static LongView numbers(long... sizes) {
    return Creation.arange(Shape.of(sizes).itemCount()).reshape(sizes);
  }

  private static DoubleView of(double... items) {
    return NdView.of(items);
  }

  @Test
  void productsMayReplaceTheirItems() {
    DoubleView items = of(1, 2, Double.NaN, 4, -1, 3);
    DoubleView matrix = items.reshape(2, 3);
    Cumulative.nanProd(matrix, 1, matrix);
    assertThat(items.toArray()).containsExactly(1, 2, 2, 4, -4, -12);
    Cumulative.prod(items, items.flip(0));
    assertThat(items.toArray()).containsExactly(768, -64, 16, 4, 2, 1);
    Cumulative.nanSum(matrix.transpose(), 0, matrix.transpose());
    assertThat(items.toArray()).containsExactly(768, 704, 720, 4, 6, 7);
  }

  @Test
  void manyItemsArePassedInBlocks() {
    long count = (1 << 20) + 70_001;
    LongView all = numbers(count);
    NdView<?> small = all.combine(Binary.REMAINDER, 7);
    LongView counts = Counting.bincount(small, 0);
    assertThat(counts.sum()).isEqualTo((double) count);
    assertThat(counts.get(0) - counts.get(6)).isBetween(0L, 1L);
    DoubleView sums = Counting.bincount(small, small, 9);
    assertThat(sums.get(3)).isEqualTo(3.0 * (double) counts.get(3));
    assertThat(sums.get(8)).isZero();
    for (int threads : new int[] {1, 3}) {
      NdView<?> view = all.on(Execution.parallel(threads));
      LongView bins = Counting.digitize(view, of(1 << 18, 1 << 19), false);
      assertThat(bins.sum()).isEqualTo(2.0 * (double) count - (1 << 18) - (1 << 19));
      NdView<?> halves = Calculus.interp(view, of(0, (double) count), of(0, (double) count / 2));
      assertThat(halves.getDouble(count - 1)).isEqualTo((double) (count - 1) / 2);
      assertThat(AlongAxis.take(all.on(view.execution()), all.flip(0), 0).get(0))
          .isEqualTo(count - 1);
    }
    DoubleView spoiled = all.astype(DType.FLOAT64).as(DoubleView.class);
    spoiled.set(5, Double.NaN);
    assertThat(Cumulative.nanSum(spoiled).getDouble(count - 1)).isEqualTo(all.sum() - 5);
  }

  @Test
  void progressIsReported() {
    List<Long> reported = new ArrayList<>();
    LongView view = numbers(100_000);
    var _ =
        Counting.digitize(view.on(Execution.SEQUENTIAL.withProgress(reported::add)), of(5), false);
    assertThat(reported.stream().mapToLong(Long::longValue).sum()).isEqualTo(100_000);
  }

  @Test
  void putRefusesBeforeItStores() {
    LongView array = numbers(2, 3);
    LongView places = NdView.of(new long[] {0, 1, 2, 3}, 2, 2);
    assertThatThrownBy(() -> AlongAxis.put(array, places, of(9), 1))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("index 3 is out of bounds for axis 1 with size 3");
    assertThat(array.contentEquals(numbers(2, 3))).isTrue();
    assertThatThrownBy(() -> AlongAxis.put(array.broadcastTo(Shape.of(2, 2, 3)), places, of(9), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "positions of shape (2, 2) and an array of shape (2, 2, 3) do not have the same rank");
    assertThatThrownBy(
            () -> AlongAxis.put(numbers(2).broadcastTo(Shape.of(4, 2)), places, of(9), 0))
        .isInstanceOf(ReadOnlyViewException.class);
    assertThatThrownBy(() -> AlongAxis.take(array, of(1, 2).newAxis(0), 1))
        .isInstanceOf(DTypeException.class)
        .hasMessage("positions must be integers, found <f8");
  }

  @Test
  void saysWhatIsWrong() {
    LongView array = numbers(2, 3);
    assertThatThrownBy(() -> Average.of(array, of(1, 2), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("weights of shape (2,) do not match an array of shape (2, 3) along axes [1]");
    assertThatThrownBy(() -> Average.of(array, of(1, -1), 0))
        .isInstanceOf(ArithmeticException.class)
        .hasMessage("memory: the weights sum to zero, so there is no average");
    assertThatThrownBy(() -> Average.of(NdView.zeros(DType.parse("<m8[s]"), 2), of(1, 2)))
        .isInstanceOf(DTypeException.class)
        .hasMessage("memory: elements of <m8[s] have no average");
    assertThatThrownBy(() -> Counting.bincount(array, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("memory: an array of rank 1 is needed, found shape (2, 3)");
    assertThatThrownBy(() -> Counting.bincount(NdView.of(new long[] {1, -2}), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("memory: only integers from 0 on are counted, found -2");
    assertThatThrownBy(() -> Counting.bincount(of(1), 0))
        .isInstanceOf(DTypeException.class)
        .hasMessage("memory: integers are counted, found elements of <f8");
    assertThatThrownBy(() -> Counting.bincount(numbers(2), -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a length must not be negative, found -1");
    assertThatThrownBy(() -> Counting.bincount(numbers(2), of(1), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("weights of shape (1,) do not match an array of shape (2,)");
    assertThatThrownBy(() -> Counting.digitize(array, of(1, 3, 2), false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("memory: edges must be in ascending or descending order");
    assertThatThrownBy(() -> Cumulative.prod(array, NdView.zeros(DType.INT64, 7)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the products of memory have shape (6,), the target has shape (7,)");
    assertThatThrownBy(() -> Cumulative.prod(NdView.zeros(DType.parse("<m8[s]"), 2)))
        .isInstanceOf(DTypeException.class)
        .hasMessage("memory: cannot multiply elements of <m8[s]; view their ticks as i8 first");
    assertThatThrownBy(() -> Cumulative.nanSum(of(1), 0, NdView.zeros(DType.FLOAT32, 1)))
        .isInstanceOf(DTypeException.class)
        .hasMessage("a target of elements of <f8 is needed, found <f4");
    assertThatThrownBy(() -> AlongAxis.lexSort(List.of(), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("sorting needs at least one key");
    assertThatThrownBy(() -> AlongAxis.lexSort(List.of(numbers(2), numbers(3)), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("keys of shapes (2,) and (3,) cannot be sorted together");
    assertThatThrownBy(() -> Calculus.gradient(array, 1, 0, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a gradient needs 3 elements along axis 0, found shape (2, 3)");
    assertThatThrownBy(() -> Calculus.gradient(array, 1, 0, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the order at the edges is 1 or 2, found 3");
    assertThatThrownBy(() -> Calculus.gradient(array, of(1, 2), 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("coordinates of shape (2,) do not match axis 1 of shape (2, 3)");
    assertThatThrownBy(() -> Calculus.unwrap(NdView.zeros(DType.COMPLEX128, 2), 1, 0))
        .isInstanceOf(DTypeException.class)
        .hasMessage("memory: cannot unwrap elements of <c16");
    assertThatThrownBy(() -> Calculus.interp(array, of(), of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("points of shape (0,) and values of shape (0,) do not match, or are none");
    assertThatThrownBy(() -> Calculus.interp(array, of(1), of(1), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the period of a function must not be 0");
    assertThatThrownBy(() -> Products.cross(array, numbers(2, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "memory: vectors of three numbers along the last axis are needed, found shape (2, 2)");
    assertThatThrownBy(() -> Rounding.round(NdView.zeros(DType.parse("<f16"), 2), 1))
        .isInstanceOf(DTypeException.class)
        .hasMessage("memory: cannot round elements of <f16");
    assertThatThrownBy(() -> array.combine(Binary.LDEXP, of(1)))
        .isInstanceOf(DTypeException.class)
        .hasMessage(
            "cannot scale elements by powers of two whose exponents are not <i8 by safe casting");
    assertThatThrownBy(() -> of(1).combine(Binary.GCD, 2))
        .isInstanceOf(DTypeException.class)
        .hasMessage(
            "cannot take the greatest common divisor of elements as <f8; only integers have"
                + " divisors");
    long[][] margin = {{1}};
    assertThatThrownBy(
            () ->
                Manipulation.pad(NdView.zeros(DType.parse("<U2"), 2), margin, Padding.LINEAR_RAMP))
        .isInstanceOf(DTypeException.class)
        .hasMessage("memory: there are no ramps of elements of <U2");
  }

  @Test
  void integersThatChangeMeanwhileAreNoticed() {
    for (long written : new long[] {MANY, -1}) {
      LongView items = numbers(MANY);
      AtomicLong passed = new AtomicLong();
      NdView<?> watched =
          items.on(
              Execution.SEQUENTIAL.withProgress(
                  n -> {
                    if (passed.addAndGet(n) == 2 * MANY) {
                      items.set(3, written);
                    }
                  }));
      assertThatThrownBy(() -> Counting.bincount(watched, 0))
          .isInstanceOf(ConcurrentModificationException.class)
          .hasMessage("memory: integers were changed while they were counted");
      items.set(3, 3);
      passed.set(0);
      assertThatThrownBy(() -> Counting.bincount(watched, items, 0))
          .isInstanceOf(ConcurrentModificationException.class)
          .hasMessage("memory: integers were changed while they were counted");
    }
  }

  @Test
  void lengthsBeyondAllAxesAreRefused() {
    assertThatThrownBy(() -> Counting.bincount(NdView.of(new long[] {Long.MAX_VALUE}), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("memory: no array has a count of each integer up to 9223372036854775807");
    NdView<?> unsigned = NdView.zeros(DType.parse("<u8"), 1);
    unsigned.fill(BigInteger.TWO.pow(64).subtract(BigInteger.ONE));
    assertThatThrownBy(() -> Counting.bincount(unsigned, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("memory: no array has a count of each integer up to 18446744073709551615");
    NdView<?> one = of(1);
    NdView<?> many = one.broadcastTo(Shape.of(1L << 40));
    assertThatThrownBy(() -> Products.kron(many, many))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an axis of 1099511627776 times 1099511627776 elements has more than 2^63-1");
    assertThatThrownBy(() -> Manipulation.tile(many, 1L << 40))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an axis of 1099511627776 times 1099511627776 elements has more than 2^63-1");
  }

  @Test
  void decimalsOfEveryIntegerAreRounded() {
    double[] large = Rounding.round(of(1.5), -400).as(DoubleView.class).toArray();
    assertThat(Rounding.round(of(1.5), Integer.MIN_VALUE).as(DoubleView.class).toArray())
        .isEqualTo(large);
  }

  @Test
  void theExamplesOfMarginsAreRight() {
    DoubleView array = of(1, 2, 6);
    long[][] three = {{3}};
    assertThat(Manipulation.pad(array, three, Padding.REFLECT_ODD).toArray())
        .containsExactly(-8, -4, 0, 1, 2, 6, 10, 11, 12);
    assertThat(Manipulation.pad(array, three, Padding.SYMMETRIC_ODD).toArray())
        .containsExactly(-4, 0, 1, 1, 2, 6, 6, 10, 11);
    assertThat(Manipulation.pad(array, three, Padding.MEDIAN).toArray())
        .containsExactly(2, 2, 2, 1, 2, 6, 2, 2, 2);
    assertThat(Manipulation.padRamp(numbers(3), three, 9).toArray())
        .containsExactly(9, 6, 3, 0, 1, 2, 4, 6, 9);
    NdView<?> target = NdView.zeros(DType.FLOAT64, Shape.of(9), Order.C);
    Manipulation.pad(array, three, Padding.MEAN, target);
    assertThat(target.doubles()).containsExactly(3.0, 3.0, 3.0, 1.0, 2.0, 6.0, 3.0, 3.0, 3.0);
  }

  @Test
  void resultsAreAllocatedByTheAllocatorOfTheFirstArray() {
    MemorySegment memory = Arena.ofAuto().allocate(64, 64);
    SegmentAllocator given = SegmentAllocator.prefixAllocator(memory);
    Execution execution = Execution.SEQUENTIAL.allocating(given);
    NdView<?> items = NdView.of(new double[] {1, 2, 3, 4, 5, 6}, 2, 3).on(execution);
    NdView<?> places = NdView.of(new double[] {0, 1, 3});
    NdView<?> integral = Calculus.trapezoid(items, places, -1);
    assertThat(integral.doubles()).containsExactly(6.5, 15.5);
    assertThat(integral.segment().address()).isEqualTo(memory.address());
    NdView<?> key = NdView.of(new long[] {2, 1, 2, 1}).on(execution);
    NdView<?> lastKey = NdView.of(new long[] {1, 1, 0, 0});
    LongView order = AlongAxis.lexSort(List.of(key, lastKey), 0);
    assertThat(order.toArray()).containsExactly(3, 2, 1, 0);
    assertThat(order.segment().address()).isEqualTo(memory.address());
  }

  @Test
  void coordinatesMayHaveMoreAxesThanTheArray() {
    NdView<?> items = NdView.of(new double[] {1, 2, 3});
    NdView<?> places = NdView.of(new double[] {0, 1, 2, 0, 2, 4}, 2, 3);
    assertThat(Calculus.trapezoid(items, places, -1)).hasToString("[4. 8.]");
    NdView<?> table = NdView.of(new double[] {1, 2, 3, 4, 5, 6}, 2, 3);
    assertThat(Calculus.trapezoid(table, places.newAxis(1), -1))
        .hasToString("[[ 4. 10.]\n [ 8. 20.]]");
  }

  @Test
  void marginsThatAreRefusedLeaveTheTarget() {
    for (String dtype : List.of("<c8", "<f16", "<m8[s]", "<U1")) {
      DType type = DType.parse("'" + dtype + "'");
      NdView<?> items = NdView.zeros(type, 3);
      NdView<?> target = NdView.zeros(type, 7);
      target.fill(dtype.equals("<U1") ? "x" : (Object) 7);
      NdView<?> before = target.copy();
      long[][] widths = {{2}};
      assertThatThrownBy(() -> refusedPad(items, widths, target))
          .isInstanceOf(DTypeException.class);
      assertThat(target.contentEquals(before)).as(dtype).isTrue();
    }
    ByteView target = NdView.of(new byte[] {7, 7, 7});
    assertThatThrownBy(
            () -> Manipulation.pad(NdView.of(new byte[] {1}), new long[][] {{1}}, 300, target))
        .isInstanceOf(ArithmeticException.class);
    assertThat(target.toArray()).containsExactly(7, 7, 7);
  }

  private static void refusedPad(NdView<?> items, long[][] widths, NdView<?> target) {
    boolean halves = items.dtype().equals(DType.parse("'<c8'"));
    Manipulation.pad(items, widths, halves ? Padding.MEDIAN : Padding.LINEAR_RAMP, target);
  }

  /// Doubles cannot tell them apart.
  @Test
  void edgesAreComparedExactly() {
    long large = 1L << 53;
    NdView<?> items = NdView.of(new long[] {large, large + 1, large + 2});
    NdView<?> edges = NdView.of(new long[] {large + 1, large});
    assertThat(Counting.digitize(items, edges, false).toArray()).containsExactly(1, 0, 0);
    assertThatThrownBy(
            () ->
                Counting.digitize(
                    items, NdView.of(new long[] {large + 1, large, large + 4}), false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("memory: edges must be in ascending or descending order");
  }

  @Test
  void unsignedPositionsWrapAsInNumpy() {
    LongView items = NdView.of(new long[] {1, 2, 3}, 3);
    NdView<?> last = NdView.of(new long[] {-1}, 1).viewAs(DType.UINT64);
    assertThat(AlongAxis.take(items, last, 0).get(0)).isEqualTo(3);
    AlongAxis.put(items, last, NdView.of(new long[] {7}, 1), 0);
    assertThat(items.toArray()).containsExactly(1, 2, 7);
    NdView<?> none = NdView.of(new long[] {Long.MIN_VALUE + 5}, 1).viewAs(DType.UINT64);
    assertThatThrownBy(() -> AlongAxis.put(items, none, last, 0))
        .isExactlyInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("index -9223372036854775803 is out of bounds for axis 0 with size 3");
  }

  @Test
  void sizesThatOverflowAreRefused() {
    DoubleView three = NdView.of(new double[3], 3);
    assertThatThrownBy(() -> Manipulation.pad(three, new long[][] {{Long.MAX_VALUE}}, 0))
        .isExactlyInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Creation.diag(three, Long.MIN_VALUE))
        .isExactlyInstanceOf(IllegalArgumentException.class);
    List<Object> itself = new ArrayList<>();
    itself.add(itself);
    assertThatThrownBy(() -> Manipulation.block(itself))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("blocks are in more than 64 lists, one within the other");
  }

  @Test
  void subarraysWithoutBytesAreComparedAtOnce() {
    NdView<?> none = NdView.zeros(DType.parse("[('b', [('a', '|S0')], (46000, 46000))]"), 2);
    assertThat(none.compare(Comparison.EQUAL, none.copy()).countNonZero()).isEqualTo(2);
    assertThat(none.contentEquals(none.copy())).isTrue();
  }

  /// Results of NumPy that a textbook would compute differently.
  @Test
  void numbersAreRoundedAsInNumpy() {
    try (Numpy numpy = Numpy.start()) {
      List<String> found = new ArrayList<>();
      NdView<?> coordinates = NdView.of(new boolean[] {true, false, true, true}, 4);
      found.add(
          Calculus.trapezoid(NdView.of(new double[] {1, 2, 4, 8}, 4), coordinates, 0).toString());
      found.add(Rounding.round(NdView.of(new double[] {1e25, 1e31}, 2), -25).toString());
      found.add(Creation.linspace(DType.parse("<m8[s]"), -1, 0, 3, true).toString());
      NdView<?> complex = NdView.zeros(DType.COMPLEX128, 3);
      complex.real().as(DoubleView.class).set(0, 1e300);
      complex.imag().as(DoubleView.class).set(1, 1e300);
      for (int power : new int[] {2, 3}) {
        found.add(complex.combine(Binary.POWER, power).toString());
      }
      found.add(
          Expression.evaluate("x**0.5", Map.of("x", NdView.of(new double[] {-0.0, 4}, 2)))
              .toString());
      assertThat(found)
          .isEqualTo(
              numpy.run(
                  """
                  result += [str(np.trapezoid(np.array([1., 2, 4, 8]), np.array([1, 0, 1, 1], bool)))]
                  result += [str(np.round(np.array([1e25, 1e31]), -25))]
                  result += [str(np.linspace(-1, 0, 3, dtype='<m8[s]'))]
                  c = np.array([1e300, 1e300j, 0])
                  result += [str(c**2), str(c**3)]
                  result += [str(np.array([-0.0, 4])**0.5)]
                  """));
    }
  }
}
