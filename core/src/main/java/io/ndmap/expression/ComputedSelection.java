package io.ndmap.expression;

import io.ndmap.compare.Masks;
import io.ndmap.copy.ItemCopy;
import io.ndmap.copy.Overlap;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Box;
import io.ndmap.layout.Chunks;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.select.MaskSelection;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.Stream;

/// Selects results by a mask that is computed, too: a block of both after the other, in C order.
public final class ComputedSelection {

  /// Items of a block: some parts of a pass.
  private static final long BLOCK = 1 << 20;

  private final Node values;
  private final Node mask;
  private final Chunks blocks;

  private ComputedSelection(Node values, Node mask) {
    this.values = InnerReductions.computed(values);
    this.mask = InnerReductions.computed(mask);
    this.blocks = Partition.chunksOf(mask.items().shape(), Order.C, 1, BLOCK);
  }

  /// @throws io.ndmap.dtype.DTypeException if the mask is not of `bool`
  /// @throws IllegalArgumentException if the two have not one shape
  private static ComputedSelection of(Node values, Node mask) {
    if (!mask.items().dtype().equals(DType.BOOL)) {
      throw Masks.notBool(mask.items());
    }
    if (!mask.items().shape().equals(values.items().shape())) {
      throw new IllegalArgumentException(
          "a mask of shape "
              + mask.items().shape()
              + " selects nothing from an expression of shape "
              + values.items().shape()
              + "; the two must have one shape");
    }
    return new ComputedSelection(values, mask);
  }

  /// A new array.
  public static Items fresh(Node values, Node mask) {
    ComputedSelection selection = of(values, mask);
    Items result =
        values
            .items()
            .result(selection.dtype(), Shape.of(selection.count()), Order.C, selection.read());
    long _ = selection.into(result);
    return result;
  }

  /// At the front of a target.
  ///
  /// @return how many there are
  /// @throws IllegalArgumentException if the target has not one axis that is long enough
  public static long into(Node values, Node mask, Items target) {
    ComputedSelection selection = of(values, mask);
    target.requireWritable();
    if (target.rank() != 1) {
      throw new IllegalArgumentException(
          "what is selected has one axis, and the target shape " + target.shape());
    }
    boolean overlaps =
        Arrays.stream(selection.read()).anyMatch(items -> Overlap.between(items, target));
    if (!overlaps) {
      return selection.into(target);
    }
    Items aside = fresh(values, mask);
    ItemCopy.copy(aside, target.slice(0, 0, aside.size(0), 1));
    return aside.size(0);
  }

  private DType dtype() {
    return values.items().dtype().withByteOrder(ByteOrder.LITTLE_ENDIAN);
  }

  /// All that is read.
  private Items[] read() {
    return Stream.of(values, mask)
        .flatMap(root -> Arrays.stream(new Leaves(root).items()))
        .toArray(Items[]::new);
  }

  private long count() {
    return Evaluation.reduce(mask, Reduction.COUNT_NONZERO).bitsAt(0);
  }

  private long into(Items target) {
    long found = 0;
    for (long k = 0; k < blocks.count(); k++) {
      Box box = blocks.box(k);
      Items told = Evaluation.part(mask, box);
      Items rest = target.slice(0, found, target.size(0), 1);
      found += MaskSelection.into(Evaluation.part(values, box), told, rest);
    }
    return found;
  }
}
