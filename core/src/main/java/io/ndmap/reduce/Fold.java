package io.ndmap.reduce;

import io.ndmap.layout.Order;
import io.ndmap.layout.Strided;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// The state of a reduction. Items come in runs, in an order that the layout alone decides; partial
/// folds are merged in a fixed tree.
public abstract class Fold {

  /// Takes the next items.
  ///
  /// @param at byte offset of the first
  /// @param stride bytes from one to the next
  /// @param count how many
  abstract void run(MemorySegment segment, long at, long stride, int count);

  /// Copies a few items in C order ([FewItems]) to where [#gathered] takes them, if this fold can.
  ///
  /// @param layout of 1 to [FewItems#MOST] items
  /// @return false if nothing was done
  boolean gather(MemorySegment segment, Strided layout) {
    return false;
  }

  /// Takes some of the gathered items, which may be changed: none came before and none follow.
  ///
  /// @param count how many from `from` on
  void gathered(int from, int count) {
    throw new AssertionError("nothing was gathered");
  }

  /// Takes all items of a layout, row by row, in the order of their indices.
  final void rows(MemorySegment segment, Strided layout, int itemsize) {
    if (layout.isContiguous(Order.C, itemsize)) {
      run(segment, layout.offset(), itemsize, (int) layout.shape().itemCount());
    } else {
      rows(segment, layout, 0, layout.offset(), 0);
    }
    end();
  }

  private long rows(MemorySegment segment, Strided layout, int axis, long at, long index) {
    boolean single = layout.rank() == 0;
    long size = single ? 1 : layout.shape().size(axis);
    long stride = single ? 0 : layout.stride(axis);
    if (axis >= layout.rank() - 1) {
      if (this instanceof Indexed indexed) {
        indexed.at(index, 1);
      }
      run(segment, at, stride, (int) size);
      return index + size;
    }
    long next = index;
    for (long i = 0; i < size; i++) {
      next = rows(segment, layout, axis + 1, at + i * stride, next);
    }
    return next;
  }

  /// Takes in what may still be waiting for its block to become full: the last run was taken.
  void end() {
    // In most folds no item waits.
  }

  /// Takes in what another fold, which has ended, knows of the items that follow.
  abstract void merge(Fold later);

  /// Forgets all. Folds of whole arrays alone need not.
  void clear() {
    throw new AssertionError("this fold serves once");
  }

  /// Stores the result of a reduction as an item.
  ///
  /// @param offset byte offset of an item of the reduction's dtype
  void store(Reduction op, Items target, long offset) {
    throw new AssertionError("statistics are no reduction");
  }
}
