package io.ndmap.elementwise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopologicalOrderTest {

  /// An operation, which may be an operand of several others.
  private record Operation(int name, List<Operation> operands) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void orderIsThatOfRecursion(long seed) {
    Random random = new Random(seed);
    List<Operation> all = new ArrayList<>();
    for (int k = 0; k < 60; k++) {
      List<Operation> operands = new ArrayList<>();
      for (int j = random.nextInt(4); j > 0 && k > 0; j--) {
        operands.add(all.get(k - 1 - random.nextInt(Math.min(k, 8))));
      }
      all.add(new Operation(k, operands));
    }
    List<Operation> roots = List.of(all.get(57), all.get(59), all.get(58), all.get(59));
    Set<Operation> expected = new LinkedHashSet<>();
    roots.forEach(root -> addTo(expected, root));
    assertThat(names(TopologicalOrder.of(roots, Operation::operands)))
        .isEqualTo(names(List.copyOf(expected)))
        .doesNotHaveDuplicates();
  }

  private static void addTo(Set<Operation> done, Operation operation) {
    if (!done.contains(operation)) {
      operation.operands().forEach(operand -> addTo(done, operand));
      done.add(operation);
    }
  }

  private static List<Integer> names(List<Operation> operations) {
    return operations.stream().map(Operation::name).toList();
  }

  @Test
  void noRootsHaveNoOrder() {
    assertThat(TopologicalOrder.of(List.<Operation>of(), Operation::operands)).isEmpty();
  }
}
