package io.ndmap.pass;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BinaryOperator;

/// Merges numbered results, which may arrive in any order, in a tree that depends only on how many
/// there are: result 0 with 1, 2 with 3, then these two pairs, and so on. Keeps only the subtrees
/// whose sibling has not arrived yet.
///
/// @param <R> type of a result
final class PairwiseTree<R> {

  /// @param level the height of the subtree: 0 for a single result
  private record Node(int level, long index) {}

  private final BinaryOperator<R> combine;
  private final Map<Node, R> waiting = new HashMap<>();

  /// @param combine merges two subtrees, the one with the lower numbers first; called by one thread
  ///   at a time
  PairwiseTree(BinaryOperator<R> combine) {
    this.combine = combine;
  }

  synchronized void add(long index, R result) {
    int level = 0;
    long at = index;
    R subtree = result;
    R sibling = waiting.remove(new Node(level, at ^ 1));
    while (sibling != null) {
      subtree = (at & 1) == 0 ? combine.apply(subtree, sibling) : combine.apply(sibling, subtree);
      level++;
      at >>= 1;
      sibling = waiting.remove(new Node(level, at ^ 1));
    }
    waiting.put(new Node(level, at), subtree);
  }

  /// Returns the root, once all results from 0 to `count - 1` have arrived. Subtrees without a
  /// sibling are merged from right to left, so that the smallest is merged first.
  synchronized R root(long count) {
    R root = null;
    long rest = count;
    for (int level = 0; rest > 0; level++, rest >>= 1) {
      if ((rest & 1) == 1) {
        R left = waiting.remove(new Node(level, rest - 1));
        root = root == null ? left : combine.apply(left, root);
      }
    }
    return java.util.Objects.requireNonNull(root);
  }
}
