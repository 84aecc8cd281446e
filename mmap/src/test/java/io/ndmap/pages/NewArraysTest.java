package io.ndmap.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.NdView;
import io.ndmap.testing.ChildJvm;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// New arrays that are larger than the heap may be.
class NewArraysTest {

  private static final long ITEMS = 32L << 20;

  /// Arrays of 256 MiB, one after the other, then four at once.
  @Test
  void manyMayBeMadeUnderASmallHeap() throws Exception {
    made(30);
  }

  @Tag("slow")
  @Test
  void twoHundredMayBeMadeUnderASmallHeap() throws Exception {
    made(200);
  }

  private static void made(int count) throws Exception {
    try (ChildJvm child =
        ChildJvm.start(List.of("-Xmx128m", ChildJvm.NATIVE), Child.class, count)) {
      assertThat(child.finish())
          .containsExactly(count + " after one another", "4 at once, sum 10.0");
    }
  }

  /// The child.
  static final class Child {
    private Child() {}

    /// Makes the arrays. One element of each is written: pages that nobody touches cost nothing.
    public static void main(String... arguments) {
      int count = Integer.parseInt(arguments[0]);
      for (int k = 0; k < count; k++) {
        array(k);
      }
      System.out.println(count + " after one another");
      List<DoubleView> arrays = new ArrayList<>();
      for (int k = 1; k <= 4; k++) {
        arrays.add(array(k));
      }
      double sum = arrays.stream().mapToDouble(array -> array.get(ITEMS - 1)).sum();
      System.out.println("4 at once, sum " + sum);
    }

    private static DoubleView array(double last) {
      DoubleView array = NdView.zeros(DType.FLOAT64, ITEMS).as(DoubleView.class);
      array.set(ITEMS - 1, last);
      return array;
    }
  }
}
