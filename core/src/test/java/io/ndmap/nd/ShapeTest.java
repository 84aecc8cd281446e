package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.layout.Shape;
import org.junit.jupiter.api.Test;

/// Shapes and their checked sizes.
class ShapeTest {

  @Test
  void countsItems() {
    assertThat(Shape.of().itemCount()).isEqualTo(1);
    assertThat(Shape.of()).isSameAs(Shape.SCALAR);
    assertThat(Shape.of(3, 4).itemCount()).isEqualTo(12);
    assertThat(Shape.of(1, 0, 1L << 62).itemCount()).isZero();
    assertThat(Shape.of(1L << 62, 1).byteSize(1)).isEqualTo(1L << 62);
    assertThat(Shape.of(1L << 62).byteSize(0)).isZero();
  }

  @Test
  void writesItselfAsPythonDoes() {
    assertThat(Shape.of()).hasToString("()");
    assertThat(Shape.of(3)).hasToString("(3,)");
    assertThat(Shape.of(3, 4)).hasToString("(3, 4)");
  }

  @Test
  void comparesBySizes() {
    assertThat(Shape.of(3, 4)).isEqualTo(Shape.of(3, 4)).hasSameHashCodeAs(Shape.of(3, 4));
    assertThat(Shape.of(3, 4)).isNotEqualTo(Shape.of(4, 3));
    assertThat(Shape.of(3).toArray()).containsExactly(3);
  }

  @Test
  void doesNotFollowTheCallersArray() {
    long[] sizes = {3, 4};
    Shape shape = Shape.of(sizes);
    sizes[0] = 7;
    shape.toArray()[1] = 7;
    assertThat(shape).isEqualTo(Shape.of(3, 4));
  }

  @Test
  void saysWhatIsWrong() {
    assertThatThrownBy(() -> Shape.of(new long[65]))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("an array has at most 64 axes, found 65");
    assertThatThrownBy(() -> Shape.of(2, -1))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("the sizes of a shape must not be negative, found (2, -1)");
    assertThatThrownBy(() -> Shape.of(1L << 32, 1L << 31))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("the shape (4294967296, 2147483648) has more than 2^63-1 elements");
    // The product wraps round to 4 in 64 bits.
    assertThatThrownBy(() -> Shape.of((1L << 62) + 1, 4))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("the shape (4611686018427387905, 4) has more than 2^63-1 elements");
    assertThatThrownBy(() -> Shape.of(0, 1L << 61).byteSize(4))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the shape (0, 2305843009213693952) of 4 bytes an element exceeds 2^63-1 bytes");
    assertThatThrownBy(() -> Shape.of(2, 3).size(2))
        .isExactlyInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("axis 2 is out of bounds for an array of rank 2");
  }
}
