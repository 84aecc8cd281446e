package io.ndmap.expression;

import io.ndmap.pass.Items;
import io.ndmap.reduce.AxisReduction;
import io.ndmap.reduce.ComputedAxes;
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
      Node of = operands.getFirst();
      return Node.of(reduced(of, of.items().withoutResults(), reduced));
    }
    return node.isLeaf() ? node : node.with(operands);
  }

  /// Reduces an expression to a new array.
  ///
  /// @param root without reductions within
  /// @param like its items, or the same with another execution
  static Items reduced(Node root, Items like, Node.Reduced how) {
    int[] axes = how.axesAsArray();
    Items results =
        root.isLeaf()
            ? AxisReduction.of(like, how.op(), axes)
            : ComputedAxes.of(new Leaves(root).results(), like, how.op(), axes);
    boolean[] isReduced = AxisReduction.reduced(like, how.op(), axes);
    return results.at(how.spread(results.strided(), isReduced));
  }
}
