package io.ndmap.expression;

import io.ndmap.elementwise.Operand;
import io.ndmap.elementwise.Step;
import io.ndmap.elementwise.TileResults;
import io.ndmap.layout.Shape;
import io.ndmap.pass.Items;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Finds the distinct leaves of an expression and makes the steps that compute the expression from
/// them. Equal operations on equal operands share one step.
final class Leaves {

  private final Node root;
  private final List<Node> order;
  private final Map<Items, Integer> indices = new LinkedHashMap<>();

  Leaves(Node root) {
    this.root = root;
    this.order = root.inOrder();
    for (Node node : order) {
      if (node.isLeaf()) {
        indices.putIfAbsent(node.items(), indices.size());
      }
    }
  }

  private int index(Node leaf) {
    return Objects.requireNonNull(indices.get(leaf.items()));
  }

  /// The elements of each distinct leaf.
  Items[] items() {
    return indices.keySet().toArray(Items[]::new);
  }

  /// Returns the step that computes the root from other arrays.
  ///
  /// @param items arrays of the same shape, each in the place of the leaf at the same index of
  ///   [#items()]
  Step step(Items... items) {
    return new Maker(items).root();
  }

  /// Returns the results, computed tile by tile.
  TileResults results() {
    return results(root.items().shape());
  }

  /// Returns the results, broadcast to a shape and computed tile by tile.
  TileResults results(Shape shape) {
    return TileResults.of(step(broadcast(items(), shape)));
  }

  static Items[] broadcast(Items[] items, Shape shape) {
    return Arrays.stream(items).map(each -> each.broadcastTo(shape)).toArray(Items[]::new);
  }

  private final class Maker {
    private final Items[] items;
    private final Map<List<Object>, Step> steps = new HashMap<>();
    private final Map<Node, Step> made = new HashMap<>();
    private final Map<Operand, Operand> sources = new HashMap<>();

    Maker(Items... items) {
      this.items = items;
    }

    Step root() {
      for (Node node : order) {
        if (!node.isLeaf()) {
          made.put(node, made(node));
        }
      }
      return root.isLeaf() ? root.step(items) : step(root);
    }

    private Step step(Node inner) {
      return Objects.requireNonNull(made.get(inner));
    }

    private Step made(Node node) {
      Items[] given = new Items[node.operands().size()];
      List<Object> key = new ArrayList<>();
      key.add(node.operation());
      for (int k = 0; k < given.length; k++) {
        Node operand = node.operands().get(k);
        given[k] = operand.isLeaf() ? items[index(operand)] : operand.items();
        key.add(operand.isLeaf() ? given[k] : step(operand));
      }
      return steps.computeIfAbsent(key, _ -> node.step(given).with(operand -> of(operand, node)));
    }

    /// Replaces an operand that stands for an inner node by the results of that node's step.
    @SuppressWarnings("ReferenceEquality") // two nodes may have equal items without memory
    private Operand of(Operand operand, Node node) {
      if (!(operand instanceof Operand.Source source)) {
        return operand;
      }
      for (Node inner : node.operands()) {
        if (!inner.isLeaf() && inner.items() == source.items()) {
          return Operand.of(step(inner), source.kind());
        }
      }
      return sources.computeIfAbsent(operand, same -> same);
    }
  }
}
