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

/// Computes the reductions within an expression, those within them first, each in a pass of its
/// own: like ones once.
final class InnerReductions {

  private final Map<Node, Node> replaced = new HashMap<>();
  private final Map<List<Object>, Node> known = new HashMap<>();

  private InnerReductions() {}

  /// The same expression, its reductions replaced by arrays of what they are.
  static Node computed(Node root) {
    return root.hasReductions() ? new InnerReductions().replaced(root) : root;
  }

  /// The same of several, which are computed together.
  static List<Node> computed(List<Node> roots) {
    InnerReductions reductions = new InnerReductions();
    return roots.stream().map(reductions::replaced).toList();
  }

  private Node replaced(Node node) {
    Node before = replaced.get(node);
    if (before != null) {
      return before;
    }
    List<Node> operands = new ArrayList<>();
    List<Object> name = new ArrayList<>();
    name.add(node.isLeaf() ? node.leafName() : node.operation());
    for (Node operand : node.operands()) {
      operands.add(replaced(operand));
    }
    name.addAll(operands);
    Node result = known.get(name);
    if (result == null) {
      result = made(node, operands);
      known.put(name, result);
    }
    replaced.put(node, result);
    return result;
  }

  private static Node made(Node node, List<Node> operands) {
    if (node.operation() instanceof Node.Reduced reduced) {
      return Node.of(reduced(operands, operands.getFirst().items().withoutResults(), reduced));
    }
    return node.isLeaf() ? node : node.with(operands);
  }

  /// Reduces an expression to a new array.
  ///
  /// @param operands what is reduced, and where if there are two; without reductions within
  /// @param like the items of the first, or the same with another execution
  static Items reduced(List<Node> operands, Items like, Node.Reduced how) {
    int[] axes = how.axesAsArray();
    Node root = operands.getFirst();
    Items results;
    if (operands.size() > 1) {
      results = masked(root, operands.getLast(), like, how);
    } else if (root.isLeaf()) {
      results = AxisReduction.of(like, how.op(), axes);
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
