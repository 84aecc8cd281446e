package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/// Errors of a full memory name the array, its size, and a remedy.
class OutOfMemoryTest {

  /// One element, as often as wanted.
  private static DoubleView repeated(long... sizes) {
    MemorySegment one = MemorySegment.ofArray(new double[1]);
    Strided layout = Strided.of(0, Shape.of(sizes), new long[sizes.length]);
    return NdView.of(one, DType.FLOAT64, layout, Backing.MEMORY).as(DoubleView.class);
  }

  @Test
  void outsideTheHeap() {
    assertThatThrownBy(() -> repeated(1L << 30, 1L << 20).copy())
        .isExactlyInstanceOf(OutOfMemoryError.class)
        .hasMessageStartingWith(
            "not enough memory outside the heap for the 9007199254740992 bytes of an array of <f8"
                + " with shape (1073741824, 1048576): raise -XX:MaxDirectMemorySize (without it"
                + " -Xmx), work in parts, or write into a file (")
        .hasCauseExactlyInstanceOf(OutOfMemoryError.class);
  }

  @Test
  void onTheHeap() {
    DoubleView view = repeated(1, Integer.MAX_VALUE - 8);
    assertThatThrownBy(
            () ->
                view.newArray(
                    length -> {
                      assertThat(length).isEqualTo(Integer.MAX_VALUE - 8);
                      throw new OutOfMemoryError("Java heap space");
                    }))
        .isExactlyInstanceOf(OutOfMemoryError.class)
        .hasMessage(
            "not enough memory on the heap for the 17179869112 bytes of an array of <f8 with shape"
                + " (1, 2147483639): raise -Xmx, work in parts, or write into a file (Java heap"
                + " space)");
    assertThatThrownBy(() -> repeated(3, 1L << 30).toArray())
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "memory: 3221225472 elements of shape (3, 1073741824) are more than a Java array holds;"
                + " take them in parts, as by slice(axis, start, stop)");
  }

  @Test
  void slicesWithoutAStep() {
    double[] items = {0, 1, 2, 3, 4};
    DoubleView view =
        NdView.of(MemorySegment.ofArray(items), DType.FLOAT64, Shape.of(5), Order.C, Backing.MEMORY)
            .as(DoubleView.class);
    assertThat(view.slice(0, 1, 4).toArray()).containsExactly(1, 2, 3);
    assertThat(view.slice(-1, -2, 9).toArray()).containsExactly(3, 4);
  }
}
