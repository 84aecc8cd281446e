package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Casting;
import io.ndmap.op.Execution;
import io.ndmap.op.OverlapException;
import io.ndmap.op.ReadOnlyViewException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What sorting promises beyond NumPy, and its errors.
class OrderTest {

  private static final double NEGATIVE_NAN = Double.longBitsToDouble(0xfff8_0000_0000_0007L);

  private static NdView<?> structures() {
    NdView<?> items = NdView.zeros(DType.parse("[('x', '<i4'), ('y', '<i4')]"), 3);
    items.field("x").copyFrom(NdView.of(new int[] {2, 1, 2}));
    items.field("y").copyFrom(NdView.of(new int[] {0, 5, -1}));
    return items;
  }

  @Test
  void zerosAndNaNKeepTheirBits() {
    double[] items = {NEGATIVE_NAN, 0.0, Double.NaN, -0.0, 1, Double.NEGATIVE_INFINITY, 0.0, -0.0};
    NdView.of(items).sort(0);
    assertThat(Arrays.stream(items, 0, 6).mapToObj(Double::toString))
        .containsExactly("-Infinity", "-0.0", "-0.0", "0.0", "0.0", "1.0");
    assertThat(Arrays.stream(items, 6, 8).mapToObj(Double::doubleToRawLongBits))
        .containsExactlyInAnyOrder(0xfff8_0000_0000_0007L, 0x7ff8_0000_0000_0000L);
  }

  @Test
  void halvesKeepTheirBits() {
    short[] all = new short[1 << 16];
    for (int i = 0; i < all.length; i++) {
      all[i] = (short) (i * 40503);
    }
    NdView<?> halves = NdView.of(all).viewAs(DType.FLOAT16);
    halves.sort(0);
    for (int i = 1; i < all.length; i++) {
      float one = Float.float16ToFloat(all[i - 1]);
      float two = Float.float16ToFloat(all[i]);
      assertThat(Float.isNaN(two) || Float.compare(one, two) < 0).as("%s %s", one, two).isTrue();
    }
    Arrays.sort(all);
    for (int i = 0; i < all.length; i++) {
      assertThat(all[i]).isEqualTo((short) (i + Short.MIN_VALUE));
    }
  }

  @Test
  void reversedViewsAreSortedInDescendingOrder() {
    int[] items = {3, 1, 2};
    NdView.of(items).flip(0).sort(0);
    assertThat(items).containsExactly(3, 2, 1);
  }

  @Test
  void structuresAreSortedByFields() {
    assertThat(structures().argSort(0).toArray()).containsExactly(1, 2, 0);
    assertThat(structures().argSort(0, "y").toArray()).containsExactly(2, 0, 1);
    assertThat(structures().argSort("y", "x").toArray()).containsExactly(2, 0, 1);
  }

  @Test
  void itemsWithoutBytesAreAllEqual() {
    for (String dtype : new String[] {"|S0", "<U0", "|V0", "[]"}) {
      NdView<?> items = NdView.zeros(DType.parse(dtype), 3, 2);
      items.sort(0);
      assertThat(items.sorted().shape()).isEqualTo(Shape.of(6));
      assertThat(items.argSort().toArray()).containsExactly(0, 1, 2, 3, 4, 5);
      assertThat(items.argPartition(0, 1).toArray()).containsExactly(0, 0, 1, 1, 2, 2);
      assertThat(items.uniqueCounts().counts().toArray()).containsExactly(6);
      assertThat(items.largest(2).positions().toArray()).containsExactly(0, 1);
    }
  }

  @Test
  void resultsDoNotDependOnThreads() {
    double[] items = new Random(5).doubles(90_000).map(x -> Math.rint(x * 1000)).toArray();
    for (long[] sizes : new long[][] {{90_000}, {9, 10_000}, {10_000, 9}, {300, 300}}) {
      DoubleView view = NdView.of(items, sizes);
      for (int axis = 0; axis < sizes.length; axis++) {
        DoubleView sorted = view.parallel(4).sorted(axis);
        assertThat(sorted.contentEquals(view.sorted(axis))).isTrue();
        LongView order = view.parallel(4).argSort(axis);
        assertThat(order.contentEquals(view.argSort(axis))).isTrue();
      }
    }
  }

  @Test
  void progressCountsItems() {
    long[] passed = {0};
    Execution counting = Execution.SEQUENTIAL.withProgress(n -> passed[0] += n);
    double[] items = new Random(5).doubles(600_000).toArray();
    for (long[] sizes : new long[][] {{600_000}, {60, 10_000}, {10_000, 60}}) {
      passed[0] = 0;
      NdView.of(items, sizes).on(counting).sort(0);
      assertThat(passed[0]).isEqualTo(600_000);
      passed[0] = 0;
      var _ = NdView.of(items, sizes).on(counting).argSort(0);
      assertThat(passed[0]).isEqualTo(600_000);
    }
  }

  @Test
  void targetsMayShareMemoryWithTheItems() {
    int[] items = {5, 4, 3, 2, 1, 0};
    NdView.of(items).slice(0, 0, 5).sorted(0, NdView.of(items).slice(0, 1, 6));
    assertThat(items).containsExactly(5, 1, 2, 3, 4, 5);
    NdView<?> many = NdView.zeros(DType.FLOAT64, 9L << 20);
    assertThatThrownBy(
            () -> many.slice(0, 0, 8L << 20 | 8).sorted(0, many.slice(0, 8, 8L << 20 | 16)))
        .isInstanceOf(OverlapException.class);
  }

  @Test
  void refusesWhatHasNoOrder() {
    assertThatThrownBy(() -> ObjectView.of(List.of(1, 2)).sort(0))
        .isInstanceOf(DTypeException.class)
        .hasMessage("memory: Python objects of |O have no order here");
    assertThatThrownBy(() -> structures().sort(0, "z"))
        .isInstanceOf(DTypeException.class)
        .hasMessageContaining("no field 'z'");
    assertThatThrownBy(() -> structures().argSort(0, "x", "x"))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("memory: field 'x' is named twice");
    assertThatThrownBy(() -> NdView.of(new int[3]).sort(0, "x"))
        .isInstanceOf(DTypeException.class)
        .hasMessage("memory: <i4 has no fields to order by");
  }

  @Test
  void refusesAxesPositionsShapesAndCountsThatDoNotExist() {
    IntView items = NdView.of(new int[6], 3, 2);
    assertThatThrownBy(() -> NdView.zeros(DType.INT32).sort(0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> items.sort(2)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> items.partition(0, 3)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> items.argPartition(1, -3))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> items.sorted(0, NdView.of(new int[6], 2, 3)))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("the sorted elements of memory have shape (3, 2), the target has shape (2, 3)");
    assertThatThrownBy(() -> items.sorted(NdView.of(new int[5])))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("the sorted elements of memory have shape (6,), the target has shape (5,)");
    assertThatThrownBy(() -> items.sorted(0, NdView.of(new long[6], 3, 2)))
        .isInstanceOf(DTypeException.class);
    assertThatThrownBy(() -> items.largest(-1))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected at least 0 elements, found -1");
    NdView<?> readOnly =
        NdView.of(
            MemorySegment.ofArray(new int[3]).asReadOnly(), DType.INT32, Shape.of(3), Order.C);
    assertThatThrownBy(() -> readOnly.sort(0)).isInstanceOf(ReadOnlyViewException.class);
    assertThatThrownBy(() -> readOnly.partition(0, 1)).isInstanceOf(ReadOnlyViewException.class);
  }

  @Test
  void aLaneThatNoJavaArrayHoldsIsNamed() {
    NdView<?> many = NdView.of(new byte[1]).index(0, 0).newAxis(0).broadcastTo(Shape.of(1L << 31));
    assertThatThrownBy(() -> many.smallest(1L << 31, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("memory: 2147483648 elements along axis 0 are more than a Java array holds");
    assertThatThrownBy(() -> many.largest(3, 0))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2147483648 elements along axis 0 are more than a Java array holds");
  }

  @Test
  void itemsOfLongTextAreComparedToTheEnd() {
    List<String> texts = new ArrayList<>(List.of("same beginning b", "same beginning", "other"));
    NdView<?> view = NdView.zeros(DType.parse("<U20"), 3);
    for (int i = 0; i < 3; i++) {
      view.setValue(new long[] {i}, texts.get(i));
    }
    assertThat(view.argSort().toArray()).containsExactly(2, 1, 0);
  }

  @Test
  void distinctNumbersMayChangeWhileTheyAreFound() {
    // The first of equal zeros or NaN is looked for among the elements again.
    for (double[] change : new double[][] {{Double.NaN, 1, 0}, {0, 1, Double.NaN}}) {
      double[] numbers = {change[0], change[1], change[1]};
      Execution changing = Execution.SEQUENTIAL.withProgress(_ -> numbers[2] = change[2]);
      DoubleView found = NdView.of(numbers).on(changing).unique();
      assertThat(found.contentEquals(NdView.of(new double[] {change[0], change[1]}).sorted(), true))
          .isTrue();
    }
  }

  @Test
  void distinctNumbersAtTheEndsOfTheirRange() {
    int[] ends = {0, Integer.MAX_VALUE, -1, Integer.MIN_VALUE, 1};
    NdView<?> unsigned = NdView.of(ends, 5).astype(DType.UINT32, Casting.UNSAFE);
    assertThat(NdView.of(ends, 5).unique().toArray())
        .containsExactly(Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE);
    assertThat(unsigned.unique().astype(DType.INT64).as(LongView.class).toArray())
        .containsExactly(0, 1, 0x7fff_ffffL, 0x8000_0000L, 0xffff_ffffL);
    float[] floats = {Float.NaN, Float.POSITIVE_INFINITY, -0f, 0, Float.MAX_VALUE, Float.NaN};
    assertThat(NdView.of(floats).unique().toArray())
        .containsExactly(-0f, Float.MAX_VALUE, Float.POSITIVE_INFINITY, Float.NaN);
  }

  @Test
  void elementsWithoutBytesAreEqualHoweverManyThereAre() {
    for (String dtype : List.of("|S0", "|V0", "<U0")) {
      NdView<?> one = NdView.zeros(DType.parse(dtype), 1);
      NdView<?> many = one.broadcastTo(Shape.of(3_000_000_000_000L));
      assertThat(many.unique().itemCount()).isEqualTo(1);
      UniqueItems<?> found = many.uniqueCounts();
      assertThat(found.counts().get(0)).isEqualTo(3_000_000_000_000L);
      assertThat(one.slice("0:0").unique().itemCount()).isZero();
    }
  }
}
