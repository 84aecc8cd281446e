package io.ndmap.expression;

import io.ndmap.axes.Layouts;
import io.ndmap.copy.SafeOrder;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.elementwise.TilePass;
import io.ndmap.layout.Box;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Casting;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.reduce.ComputedReduction;
import io.ndmap.reduce.Fold;
import io.ndmap.reduce.Folds;
import io.ndmap.reduce.WholeReduction;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/// Computes an expression in one pass, after its inner reductions.
public final class Evaluation {

  private Evaluation() {}

  /// Returns the results in a new array, in the memory order that the last operation would use if
  /// it were called directly.
  public static Items of(Node expression) {
    if (expression.operation() instanceof Node.Reduced reduced) {
      List<Node> operands = InnerReductions.computed(expression.operands());
      return InnerReductions.reduced(operands, operands.getFirst().items(), reduced);
    }
    Node root = InnerReductions.computed(expression);
    Leaves leaves = new Leaves(root);
    Items[] items = leaves.items();
    DType dtype = littleEndian(root.items().dtype());
    Strided layout = root.items().strided();
    Items results =
        items[0]
            .on(root.items().execution())
            .result(
                dtype, root.isLeaf() ? Layouts.packed(layout, dtype.itemsize()) : layout, items);
    run(leaves, results.on(root.items().execution()));
    return results;
  }

  private static DType littleEndian(DType dtype) {
    return dtype.withByteOrder(ByteOrder.LITTLE_ENDIAN);
  }

  /// Computes the results into a target; operands are broadcast to the target's shape.
  public static void into(Node expression, Items target) {
    target.requireWritable();
    DType dtype = littleEndian(expression.items().dtype());
    boolean fits =
        dtype instanceof TimeType
            ? littleEndian(target.dtype()).equals(dtype)
            : target.dtype() instanceof ScalarType
                && Casting.SAME_KIND.allows(dtype, target.dtype());
    if (!fits) {
      throw new DTypeException(
          ("the results of the expression are %s, which cannot be cast to elements of %s of"
                  + " %s by same-kind casting; convert the expression with astype first")
              .formatted(dtype, target.dtype(), target.backing().name()));
    }
    run(new Leaves(InnerReductions.computed(expression)), target);
  }

  private static void run(Leaves leaves, Items target) {
    SafeOrder.run(
        target,
        true,
        (part, items) ->
            TilePass.run(
                target.execution(), part, leaves.step(Leaves.broadcast(items, part.shape()))),
        leaves.items());
  }

  /// Computes a box of the results; for a leaf, returns a view of the leaf's elements.
  ///
  /// @param root an expression without inner reductions
  static Items part(Node root, Box box) {
    Items all = root.items();
    Shape shape = all.shape();
    if (root.isLeaf()) {
      return all.at(all.strided().slice(box));
    }
    Leaves leaves = new Leaves(root);
    Items[] some =
        Arrays.stream(Leaves.broadcast(leaves.items(), shape))
            .map(items -> items.at(items.strided().slice(box)))
            .toArray(Items[]::new);
    Strided layout = all.strided().slice(box);
    DType dtype = littleEndian(all.dtype());
    Items results = Items.temporary(dtype, Layouts.packed(layout, dtype.itemsize()));
    TilePass.run(all.execution(), results, leaves.step(some));
    return results;
  }

  /// Reduces all results.
  public static Fold fold(Node expression, Reduction op) {
    Node root = InnerReductions.computed(expression);
    return fold(root, () -> Folds.of(root.items(), op));
  }

  /// @param root an expression without inner reductions
  static <F extends Fold> F fold(Node root, Supplier<F> folds) {
    Items items = root.items();
    return root.isLeaf()
        ? WholeReduction.of(items, folds)
        : ComputedReduction.of(new Leaves(root).results(), items, folds);
  }
}
