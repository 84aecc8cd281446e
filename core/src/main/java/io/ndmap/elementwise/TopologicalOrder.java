package io.ndmap.elementwise;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;

/// The order in which the operations of an expression are processed: each after its operands. Deep
/// expressions need no more stack than others.
public final class TopologicalOrder {

  private TopologicalOrder() {}

  /// Returns roots and all that is reached from them, each once, in the order in which a recursive
  /// method would process them: operands from left to right, then their operation.
  public static <T> List<T> of(List<? extends T> roots, Function<T, ? extends List<T>> operands) {
    List<T> order = new ArrayList<>();
    // Whether each that has been reached is part of the order.
    IdentityHashMap<T, Boolean> isDone = new IdentityHashMap<>(8);
    Deque<T> open = new ArrayDeque<>(roots);
    while (!open.isEmpty()) {
      T first = open.getFirst();
      if (isDone.putIfAbsent(first, false) == null) {
        List<T> below = operands.apply(first);
        for (int k = below.size() - 1; k >= 0; k--) {
          open.addFirst(below.get(k));
        }
      } else {
        open.removeFirst();
        if (Boolean.FALSE.equals(isDone.put(first, true))) {
          order.add(first);
        }
      }
    }
    return order;
  }
}
