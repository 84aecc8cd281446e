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
import io.ndmap.layout.Strided;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.select.MaskSelection;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Selects the results of an expression by a computed mask, block by block, in C order.
public final class ComputedSelection {

  /// The maximum number of elements of a block: enough for several parts, which run in parallel.
  private static final long BLOCK = 1 << 20;

  private final Node values;
  private final Node mask;
  private final Chunks blocks;

  private ComputedSelection(Node values, Node mask) {
    this.values = InnerReductions.computed(values);
    this.mask = InnerReductions.computed(mask);
    this.blocks = Partition.chunksOf(mask.items().shape(), Order.C, 1, BLOCK);
  }

  /// @throws io.ndmap.dtype.DTypeException if the mask's dtype is not `bool`
  /// @throws IllegalArgumentException if the shapes differ
  private static ComputedSelection of(Node values, Node mask) {
    Masks.requireBool(mask.items());
    if (!mask.items().shape().equals(values.items().shape())) {
      throw new IllegalArgumentException(
          ("a mask of shape %s selects nothing from an expression of shape %s; the two"
                  + " must have one shape")
              .formatted(mask.items().shape(), values.items().shape()));
    }
    return new ComputedSelection(values, mask);
  }

  /// Returns the selected results in a new array.
  ///
  /// @throws ConcurrentModificationException if the mask changed between counting and selecting
  public static Items fresh(Node values, Node mask) {
    ComputedSelection selection = of(values, mask);
    Items[] read = selection.read();
    Shape shape = Shape.of(selection.count());
    Items like = read[0].on(values.items().execution());
    Items result = like.result(selection.dtype(), shape, Order.C, read);
    if (selection.into(result, ComputedSelection::changed) < result.size(0)) {
      throw changed();
    }
    return result;
  }

  private static ConcurrentModificationException changed() {
    return new ConcurrentModificationException("the mask was changed while elements were selected");
  }

  /// Stores the selection at the front of a target.
  ///
  /// @return the number of selected elements
  /// @throws IllegalArgumentException if the shapes differ, if the target's rank is not 1, or if
  ///   the target is too short; in the last case, a part of the selection may have been stored
  /// @throws io.ndmap.dtype.DTypeException if the mask's dtype is not `bool`, or the target's dtype
  ///   is not that of the results, apart from the byte order
  /// @throws ConcurrentModificationException if the target shares memory with an array of the
  ///   expressions, and the mask changed between counting and selecting
  public static long into(Node values, Node mask, Items target) {
    ComputedSelection selection = of(values, mask);
    target.requireWritable();
    if (target.rank() != 1) {
      throw new IllegalArgumentException(
          "the selection has one axis, and the target shape " + target.shape());
    }
    boolean overlaps =
        Arrays.stream(selection.read()).anyMatch(items -> Overlap.between(items, target));
    if (!overlaps) {
      return selection.into(target, () -> tooShort(target));
    }
    Strided layout = Strided.contiguous(Shape.of(selection.count()), target.itemsize(), Order.C);
    Items aside = Items.temporary(selection.dtype(), layout);
    if (aside.size(0) > target.size(0)) {
      throw tooShort(target);
    }
    long found = selection.into(aside, ComputedSelection::changed);
    ItemCopy.copy(aside.slice(0, 0, found, 1), target.slice(0, 0, found, 1));
    return found;
  }

  private static IllegalArgumentException tooShort(Items target) {
    return new IllegalArgumentException(
        "more is selected than the target of shape " + target.shape() + " holds");
  }

  private DType dtype() {
    return values.items().dtype().withByteOrder(ByteOrder.LITTLE_ENDIAN);
  }

  /// The elements of all leaves.
  private Items[] read() {
    return Stream.of(values, mask)
        .flatMap(root -> Arrays.stream(new Leaves(root).items()))
        .toArray(Items[]::new);
  }

  private long count() {
    return count(mask, mask.items().withoutAllocator());
  }

  private static long count(Node root, Items like) {
    Node.Reduced how = new Node.Reduced(Reduction.COUNT_NONZERO, false, List.of());
    return InnerReductions.reduced(List.of(root), like, how).bitsAt(0);
  }

  /// @param tooShort makes the exception if the target cannot hold the selection
  private long into(Items target, Supplier<RuntimeException> tooShort) {
    long found = 0;
    for (long k = 0; k < blocks.count(); k++) {
      Box box = blocks.box(k);
      Items flags = Evaluation.part(mask, box);
      Items quiet = flags.on(flags.execution().withoutProgress().withoutAllocator());
      if (count(Node.of(quiet), quiet) > target.size(0) - found) {
        throw tooShort.get();
      }
      Items rest = target.slice(0, found, target.size(0), 1);
      found += MaskSelection.into(Evaluation.part(values, box), flags, rest);
    }
    return found;
  }
}
