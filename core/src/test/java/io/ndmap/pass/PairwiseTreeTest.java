package io.ndmap.pass;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairwiseTreeTest {

  /// The same tree written down directly: the largest power of two on the left.
  private static String tree(long from, long count) {
    if (count == 1) {
      return Long.toString(from);
    }
    long left = Long.highestOneBit(count - 1);
    return "(" + tree(from, left) + " " + tree(from + left, count - left) + ")";
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 31, 32, 33, 100, 1000})
  void theTreeDoesNotDependOnTheOrderOfArrival(int count) {
    Random random = new Random(count);
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      order.add(i);
    }
    for (int round = 0; round < 20; round++) {
      PairwiseTree<String> tree = new PairwiseTree<>((a, b) -> "(" + a + " " + b + ")");
      for (int i : order) {
        tree.add(i, Integer.toString(i));
      }
      assertThat(tree.root(count)).isEqualTo(tree(0, count));
      Collections.shuffle(order, random);
    }
  }
}
