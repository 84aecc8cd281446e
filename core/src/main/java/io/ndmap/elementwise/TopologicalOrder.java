package io.ndmap.elementwise;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;

/// Determines the order in which the operations of an expression are processed: each operation
/// after its operands. The algorithm is not recursive, so a deep expression needs no more stack
/// than a flat one.
public final class TopologicalOrder {

  private TopologicalOrder() {}

  /// Returns the roots and all nodes that are reached from them, each once. The order is that of a
  /// recursive method: the operands of a node from left to right, then the node itself.
  public static <T> List<T> of(List<? extends T> roots, Function<T, ? extends List<T>> operands) {
    List<T> order = new ArrayList<>();
    // The nodes that have been reached; true for those that are already part of the order.
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
