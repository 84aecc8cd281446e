package io.ndmap.expression;

import io.ndmap.layout.Shape;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.reduce.AxisReduction;
import io.ndmap.reduce.ComputedAxes;
import io.ndmap.reduce.MaskedReduction;
import io.ndmap.reduce.MaskedResults;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Computes the inner reductions of an expression bottom-up, each in its own pass. Equal reductions
/// are computed once.
final class InnerReductions {

  // For each node of the expressions, the node without reductions that replaces it.
  private final Map<Node, Node> replaced = new HashMap<>();
  // For each operation (or leaf) and its operands, the node that was made for them.
  private final Map<List<Object>, Node> known = new HashMap<>();

  private InnerReductions() {}

  /// Returns the expression with each reduction replaced by a leaf that holds the reduction's
  /// result.
  static Node computed(Node root) {
    return root.hasReductions() ? new InnerReductions().replaced(root) : root;
  }

  /// Returns several expressions with their reductions replaced by their results; equal reductions
  /// of all expressions are computed once.
  static List<Node> computed(List<Node> roots) {
    InnerReductions reductions = new InnerReductions();
    return roots.stream().map(reductions::replaced).toList();
  }

  private Node replaced(Node root) {
    for (Node node : root.inOrder()) {
      if (!replaced.containsKey(node)) {
        replaced.put(node, known(node));
      }
    }
    return Objects.requireNonNull(replaced.get(root));
  }

  private Node known(Node node) {
    List<Node> operands = node.operands().stream().map(replaced::get).toList();
    List<Object> key = new ArrayList<>();
    key.add(node.isLeaf() ? node.leafKey() : node.operation());
    key.addAll(operands);
    Node before = known.get(key);
    if (before != null) {
      return before;
    }
    Node result = made(node, operands);
    known.put(key, result);
    return result;
  }

  private static Node made(Node node, List<Node> operands) {
    if (node.operation() instanceof Node.Reduced reduced) {
      return Node.of(reduced(operands, operands.getFirst().items().withoutAllocator(), reduced));
    }
    return node.isLeaf() ? node : node.with(operands);
  }

  /// Reduces an expression to a new array.
  ///
  /// @param operands the expression and optionally a mask; neither contains reductions
  /// @param like the expression's [Node#items()], possibly with other execution options or without
  ///   an allocator
  static Items reduced(List<Node> operands, Items like, Node.Reduced how) {
    int[] axes = how.axesAsArray();
    Node root = operands.getFirst();
    Items results;
    if (operands.size() > 1) {
      results = masked(root, operands.getLast(), like, how);
    } else if (root.isLeaf()) {
      results = AxisReduction.reduce(like, how.op(), axes);
    } else {
      results = ComputedAxes.of(new Leaves(root).results(), like, how.op(), axes);
    }
    boolean[] isReduced = AxisReduction.chosen(like.shape(), axes);
    return results.at(how.spread(results.strided(), isReduced));
  }

  private static Items masked(Node root, Node mask, Items like, Node.Reduced how) {
    Reduction op = how.op();
    int[] axes = how.axesAsArray();
    Shape shape = like.shape();
    return root.isLeaf() && mask.isLeaf()
        ? MaskedReduction.of(like, mask.items(), op, axes)
        : MaskedResults.of(
            new Leaves(root).results(),
            like,
            new Leaves(mask).results(shape),
            mask.items().broadcastTo(shape),
            op,
            axes);
  }
}
