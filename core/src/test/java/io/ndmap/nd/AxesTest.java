package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Shape;
import io.ndmap.op.Reduction;
import org.junit.jupiter.api.Test;

class AxesTest {

  private static final LongView ITEMS = NdView.of(new long[24], 2, 3, 4);

  private static Shape shape(Axes axes) {
    return ITEMS.reduce(Reduction.SUM, axes).shape();
  }

  @Test
  void valuesAreEqualAndStayAsTheyAre() {
    ByteView mask = NdView.of(new boolean[] {true, false});
    int[] given = {0, 2};
    Axes axes = Axes.of(given);
    given[0] = 1;
    axes.toArray()[0] = 1;
    assertThat(axes).isEqualTo(Axes.of(0, 2)).hasSameHashCodeAs(Axes.of(0, 2));
    assertThat(Axes.of()).isEqualTo(Axes.all());
    assertThat(axes.where(mask).keepingDims())
        .isEqualTo(axes.keepingDims().where(mask))
        .hasSameHashCodeAs(axes.keepingDims().where(mask))
        .isNotEqualTo(axes.keepingDims())
        .isNotEqualTo(axes.where(mask))
        .isNotEqualTo(axes.keepingDims().where(mask.copy()))
        .isNotEqualTo(Axes.of(2, 0).keepingDims().where(mask));
    assertThat(axes.keepingDims().keepingDims()).isEqualTo(axes.keepingDims());
    assertThat(axes.where(mask.copy()).where(mask)).isEqualTo(axes.where(mask));
    assertThat(axes).isEqualTo(Axes.of(0, 2)).isNotEqualTo("axes");
  }

  @Test
  void areNamedAsInNumPy() {
    ByteView mask = NdView.of(new boolean[] {true, false});
    assertThat(Axes.all()).hasToString("axis=None");
    assertThat(Axes.of(0, -1).keepingDims().where(mask))
        .hasToString("axis=(0, -1), keepdims=True, where=(2,)");
  }

  @Test
  void disappearOrStayWithLengthOne() {
    assertThat(shape(Axes.all())).isEqualTo(Shape.of());
    assertThat(shape(Axes.all().keepingDims())).isEqualTo(Shape.of(1, 1, 1));
    assertThat(shape(Axes.of(-1, 0))).isEqualTo(Shape.of(3));
    assertThat(shape(Axes.of(-1, 0).keepingDims())).isEqualTo(Shape.of(1, 3, 1));
    assertThat(NdView.of(new long[] {7}).squeeze().reduce(Reduction.SUM, Axes.all().keepingDims()))
        .hasToString("7");
    assertThat(ITEMS.slice("1:1").reduce(Reduction.SUM, Axes.of(0).keepingDims()).shape())
        .isEqualTo(Shape.of(1, 3, 4));
    assertThat(ITEMS.slice("1:1").reduce(Reduction.MEAN, Axes.of(1).keepingDims()).shape())
        .isEqualTo(Shape.of(0, 1, 4));
  }

  @Test
  void everyReductionTakesThem() {
    DoubleView items = NdView.of(new double[] {1, Double.NaN, 3, 4}, 2, 2);
    Axes rows = Axes.of(1).keepingDims();
    assertThat(items.reduce(Reduction.SUM.ignoringNaN(), rows)).hasToString("[[1.]\n [7.]]");
    assertThat(items.reduce(Reduction.VAR.ddof(1), rows)).hasToString("[[nan]\n [0.5]]");
    assertThat(items.reduce(Reduction.ARG_MAX, rows)).hasToString("[[1]\n [1]]");
    assertThat(items.reduce(Reduction.ARG_MAX, Axes.all().keepingDims())).hasToString("[[1]]");
    assertThat(items.reduce(Reduction.ALL, Axes.of(0, 1).keepingDims())).hasToString("[[ True]]");
  }

  @Test
  void areRefusedByTheViewThatHasThemNot() {
    assertThatThrownBy(() -> shape(Axes.of(3)))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("axis 3 is out of bounds for an array of rank 3");
    assertThatThrownBy(() -> shape(Axes.of(2, -1).keepingDims()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("axis -1 of [2, -1] is given twice");
    assertThatThrownBy(() -> ITEMS.reduce(Reduction.ARG_MIN, Axes.of(0, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("argMin takes one axis or all, found [0, 1]");
    assertThatThrownBy(() -> ITEMS.slice("1:1").reduce(Reduction.MAX, Axes.of(0).keepingDims()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no max of no elements, in an array of shape (0, 3, 4)");
  }

  @Test
  void masksAreOfBoolAndBroadcast() {
    assertThatThrownBy(() -> Axes.all().where(NdView.zeros(DType.INT8, 2).as(ByteView.class)))
        .isInstanceOf(DTypeException.class)
        .hasMessage("memory: a mask has elements of |b1, found |i1");
    ByteView mask = NdView.of(new boolean[] {true, false, true});
    assertThatThrownBy(() -> shape(Axes.all().where(mask)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("(3,)")
        .hasMessageContaining("(2, 3, 4)");
    assertThatThrownBy(
            () -> ITEMS.reduce(Reduction.ARG_MAX, Axes.all().where(mask.newAxis(1)).keepingDims()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("argMax takes no mask, as in NumPy");
    ITEMS.fill(1);
    assertThat(ITEMS.reduce(Reduction.SUM, Axes.of(0, 1).where(mask.newAxis(1)).keepingDims()))
        .hasToString("[[[4 4 4 4]]]");
  }
}
