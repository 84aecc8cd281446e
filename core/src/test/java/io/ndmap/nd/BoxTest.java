package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BoxTest {

  private static Box box(long... bounds) {
    int rank = bounds.length / 2;
    long[] start = new long[rank];
    long[] end = new long[rank];
    for (int axis = 0; axis < rank; axis++) {
      start[axis] = bounds[2 * axis];
      end[axis] = bounds[2 * axis + 1];
    }
    return Box.of(start, end);
  }

  @Test
  void isARangeOfPositionsAlongEachAxis() {
    Box box = box(0, 4, 2, 6, 7, 7);
    assertThat(box).hasToString("[0:4, 2:6, 7:7]");
    assertThat(box.rank()).isEqualTo(3);
    assertThat(box.start(1)).isEqualTo(2);
    assertThat(box.end(1)).isEqualTo(6);
    assertThat(box.shape()).isEqualTo(Shape.of(4, 4, 0));
    assertThat(box.itemCount()).isZero();
    assertThat(box.isEmpty()).isTrue();
    assertThat(box(3, 5)).hasToString("[3:5]").isEqualTo(Box.of(new long[] {3}, new long[] {5}));
    assertThatThrownBy(() -> box.start(3))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("axis 3 is out of bounds for an array of rank 3");
  }

  @Test
  void withoutAxesHoldsOneItem() {
    Box box = Box.whole(Shape.SCALAR);
    assertThat(box).hasToString("[]").isEqualTo(box());
    assertThat(box.isEmpty()).isFalse();
    assertThat(box.contains()).isTrue();
    assertThat(box.intersects(box())).isTrue();
  }

  @Test
  void doesNotChangeWithTheArraysThatItWasMadeOf() {
    long[] start = {1, 2};
    long[] end = {3, 4};
    Box box = Box.of(start, end);
    start[0] = 0;
    end[1] = 9;
    assertThat(box).hasToString("[1:3, 2:4]").hasSameHashCodeAs(box(1, 3, 2, 4));
    assertThat(box).isNotEqualTo(box(1, 3, 2, 5)).isNotEqualTo(box(0, 3, 2, 4));
    assertThat(box).isNotEqualTo(box(1, 3));
  }

  @Test
  void containsAndIntersectsAsTheirItemsDo() {
    Random random = new Random(11);
    int[] found = new int[4];
    for (int run = 0; run < 5000; run++) {
      Box one = random(random);
      Box two = random(random);
      boolean within = true;
      boolean meets = false;
      for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 5; j++) {
          boolean in = naive(one, i, j);
          assertThat(one.contains(i, j)).isEqualTo(in);
          within &= in || !naive(two, i, j);
          meets |= in && naive(two, i, j);
        }
      }
      assertThat(one.contains(two)).as("%s in %s", two, one).isEqualTo(within);
      assertThat(one.intersects(two)).as("%s and %s", one, two).isEqualTo(meets);
      found[(within ? 1 : 0) + (meets ? 2 : 0)]++;
    }
    assertThat(found).doesNotContain(0);
  }

  private static Box random(Random random) {
    long[] start = {random.nextInt(5), random.nextInt(5)};
    long[] end = {
      start[0] + random.nextInt((int) (6 - start[0])),
      start[1] + random.nextInt((int) (6 - start[1]))
    };
    return Box.of(start, end);
  }

  private static boolean naive(Box box, int i, int j) {
    return i >= box.start(0) && i < box.end(0) && j >= box.start(1) && j < box.end(1);
  }

  @Test
  void refusesWhatIsNoBox() {
    assertThatThrownBy(() -> Box.of(new long[2], new long[1]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a box needs as many ends as starts, found 2 starts and 1 ends");
    assertThatThrownBy(() -> box(0, 4, 3, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a box [0:4, 3:2] begins before 0 or ends before it begins");
    assertThatThrownBy(() -> box(-1, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a box [-1:4] begins before 0 or ends before it begins");
    assertThatThrownBy(() -> box(0, Long.MAX_VALUE, 0, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the shape (9223372036854775807, 2) has more than 2^63-1 elements");
    assertThatThrownBy(() -> box(0, 4).contains(1, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a box of rank 1 meets one of rank 2");
  }

  @Test
  void fitsAnArrayOrNot() {
    box(0, 4, 2, 6).requireWithin(Shape.of(4, 6), "x.npy");
    assertThatThrownBy(() -> box(0, 4, 2, 7).requireWithin(Shape.of(4, 6), "x.npy"))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("x.npy: the box [0:4, 2:7] reaches beyond axis 1 of the array of shape (4, 6)");
    assertThatThrownBy(() -> box(0, 4).requireWithin(Shape.of(4, 6), "x.npy"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("x.npy: the box [0:4] has rank 1, the array of shape (4, 6) rank 2");
  }

  @Test
  void slicesAsItsTextDoes() {
    IntView view = NdView.zeros(DType.INT32, Shape.of(4, 6, 3), Order.F).as(IntView.class);
    Random random = new Random(12);
    for (int run = 0; run < 500; run++) {
      Box two = random(random);
      Box box =
          Box.of(
              new long[] {0, two.start(1), 1}, new long[] {Math.min(4, two.end(0)), two.end(1), 3});
      assertThat(view.slice(box).shape()).isEqualTo(view.slice(box.toString()).shape());
      if (!box.isEmpty()) {
        assertThat(view.slice(box).strided()).isEqualTo(view.slice(box.toString()).strided());
      }
    }
    assertThatThrownBy(() -> view.slice(box(0, 5, 0, 1, 0, 1)))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage(
            "memory: the box [0:5, 0:1, 0:1] reaches beyond axis 0 of the array of shape (4, 6,"
                + " 3)");
    assertThatThrownBy(() -> view.strided().slice(box(0, 5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a layout: the box [0:5] has rank 1, the array of shape (4, 6, 3) rank 3");
  }
}
