package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Shape;
import io.ndmap.op.Reduction;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Products overflow or underflow in the end only, and masks select what is reduced.
class ProductTest {

  private static final int ROWS = 3000;

  /// Large and small powers of two, whose product is one in many orders only; the first is -1.
  private static NdView<?> factors(String dtype, int size, int rows, int columns) {
    NdView<?> view = NdView.zeros(DType.parse(dtype), rows, columns);
    NdView<?> real = view.real();
    for (int i = 0; i < rows; i++) {
      real.index(0, i).fill(Math.scalb(i == 0 ? -1.0 : 1.0, i % 4 < 2 ? size : -size));
    }
    return view;
  }

  @ParameterizedTest
  @ValueSource(strings = {"<f8", ">f8", "<f4", "<f2", "<c8", ">c16", "<f16"})
  void overflowInTheEndOnly(String dtype) {
    int size =
        dtype.endsWith("f2") ? 14 : dtype.endsWith("f4") || dtype.endsWith("c8") ? 120 : 1000;
    // Long doubles are multiplied far slower.
    int rows = dtype.equals("<f16") || dtype.equals("<c32") ? ROWS / 10 : ROWS;
    for (int columns : new int[] {1, 7, 70}) {
      NdView<?> view = factors(dtype, size, rows, columns);
      assertThat(view.prod(0).real().doubles()).hasSize(columns).containsOnly(-1.0);
      assertThat(view.transpose().copy().prod(1).real().doubles()).containsOnly(-1.0);
      double whole = columns % 2 == 0 ? 1 : -1;
      assertThat(view.reduce(Reduction.PROD).real().doubles()).containsExactly(whole);
      view.real().index(0, rows - 1).fill(0.0);
      assertThat(view.prod(0).real().doubles()).allMatch(item -> item == 0);
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"<c32"})
  void overflowOfLongComplexNumbersInTheEndOnly(String dtype) {
    overflowInTheEndOnly(dtype);
  }

  @Test
  void smallestNumbersKeepTheirDigits() {
    NdView<?> view = NdView.zeros(DType.FLOAT64, ROWS, 5);
    view.fill(1.0);
    view.index(0, 3).fill(3 * Double.MIN_VALUE);
    view.index(0, 4).fill(0x1p1023);
    assertThat(view.prod(0).doubles()).containsOnly(3 * 0x1p-51);
    assertThat(view.index(1, 0).prod()).isEqualTo(3 * 0x1p-51);
  }

  @Test
  void integersWrapOnlyAsLongs() {
    NdView<?> view = NdView.zeros(DType.UINT8, 100);
    Random random = new Random(3);
    BigInteger exact = BigInteger.ONE;
    for (int i = 0; i < 100; i++) {
      int item = 1 + 2 * random.nextInt(120);
      view.setLong(new long[] {i}, item);
      exact = exact.multiply(BigInteger.valueOf(item));
    }
    assertThat(view.prodLong()).isEqualTo(exact.longValue());
    assertThat(view.reduce(Reduction.PROD).viewAs(DType.INT64).getLong())
        .isEqualTo(exact.longValue());
    assertThat(view.prod()).isCloseTo(exact.doubleValue(), withinPercentage(1e-12));
    assertThat(NdView.zeros(DType.BOOL, 0).prodLong()).isEqualTo(1);
    assertThatThrownBy(() -> NdView.zeros(DType.FLOAT64, 2).prodLong())
        .isInstanceOf(DTypeException.class)
        .hasMessage("memory: an element of <f8 is not an integer");
    assertThatThrownBy(() -> NdView.zeros(DType.parse("<m8[s]"), 2).prod(0))
        .isInstanceOf(DTypeException.class)
        .hasMessage("memory: there is no prod of elements of <m8[s]");
  }

  @Test
  void masksSelectWhatIsReduced() {
    NdView<?> view = NdView.zeros(DType.FLOAT64, 400, 500);
    for (int i = 0; i < 400; i++) {
      view.index(0, i).fill(i + 1.0);
    }
    ByteView mask = NdView.zeros(DType.BOOL, 400, 1).as(ByteView.class);
    mask.slice("::2").fill(new byte[] {-128});
    Axes masked = Axes.all().where(mask);
    assertThat(view.reduce(Reduction.SUM, masked).getDouble()).isEqualTo(500 * 40_000.0);
    assertThat(view.parallel(3).reduce(Reduction.MEAN, Axes.of(0).where(mask)).doubles())
        .containsOnly(200.0);
    assertThat(view.reduce(Reduction.MAX, Axes.of(0).keepingDims().where(mask)).shape())
        .isEqualTo(Shape.of(1, 500));
    assertThat(view.reduce(Reduction.MAX, masked.keepingDims()).shape()).isEqualTo(Shape.of(1, 1));
    assertThat(view.reduce(Reduction.COUNT, Axes.of(1).where(mask)).slice(":3").doubles())
        .containsExactly(500.0, 0.0, 500.0);
    assertThat(
            view.slice("1:1").reduce(Reduction.SUM, Axes.of(0).where(mask.slice("1:1"))).doubles())
        .hasSize(500)
        .containsOnly(0.0);
    assertThatThrownBy(() -> view.reduce(Reduction.MIN, Axes.of(1).where(mask)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "there is no min of no elements: a mask selects none for a result, in an array of shape"
                + " (400, 500)");
    assertThatThrownBy(() -> view.reduce(Reduction.ARG_MAX, Axes.of(1).where(mask)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("argMax takes no mask, as in NumPy");
    assertThatThrownBy(() -> masked.where(mask.viewAs(DType.UINT8).as(ByteView.class)))
        .isInstanceOf(DTypeException.class)
        .hasMessage("memory: a mask has elements of |b1, found |u1");
    assertThatThrownBy(() -> view.index(0, 0).reduce(Reduction.SUM, masked))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
