package io.ndmap.select;

import io.ndmap.axes.COrder;
import io.ndmap.axes.Layouts;
import io.ndmap.compare.Masks;
import io.ndmap.compare.NumberRange;
import io.ndmap.compare.RangeTest;
import io.ndmap.copy.ItemCopy;
import io.ndmap.copy.Overlap;
import io.ndmap.fold.Compaction;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.memory.Scratch;
import io.ndmap.move.RunCopy;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Selects the numbers in a range, in C order. Copies them to a new array or to the front of a
/// given array.
///
/// If a given target can hold all elements of the view, one thread may compare and compact the
/// elements in one pass, block by block: this needs a sequential execution, a contiguous target of
/// the view's dtype in other memory, and neighbours in C order that are at most 64 bytes apart.
/// Otherwise a mask is computed first, in memory order, for one window of the view at a time. The
/// selected elements are then counted and moved by the same mask, even if another thread changes
/// elements meanwhile.
public final class RangeSelection {

  /// The number of elements of a part. Interrupts are checked between parts.
  private static final int PART = 1 << 16;

  // Byte offsets in the scratch memory, which has blocks of `Scratch.BLOCK` bytes. `RangeTest` uses
  // the last three scratch blocks.
  private static final long ITEMS = Scratch.at(0);
  private static final long MASK = Scratch.at(1);
  private static final long SELECTED = Scratch.at(2);

  /// The largest stride, in bytes, at which reading the unselected elements loads no additional
  /// cache lines.
  private static final int CACHE_LINE = 64;

  private final Items view;
  private final NumberRange range;
  private final Items front;
  private final MemorySegment source;
  private final MemorySegment target;
  private final COrder order;
  private final long items;

  /// @param front the first elements of the target, as many as the view has
  private RangeSelection(Items view, NumberRange range, Items front) {
    this.view = view;
    this.range = range;
    this.front = front;
    this.source = view.seen();
    this.target = front.seen();
    this.order = new COrder(view.strided());
    this.items = view.itemCount();
  }

  /// Returns a new array of the selected elements.
  public static Items fresh(Items view, NumberRange range) {
    // The selection of a single window is the result; the selections of several windows are
    // concatenated.
    boolean isOne = view.itemCount() <= MaskWindows.ITEMS;
    Found found = Found.in(isOne ? view : view.withoutAllocator(), range, Long.MAX_VALUE);
    if (found.parts.size() == 1 && (isOne || view.execution().allocator() == null)) {
      return found.parts.getFirst();
    }
    Items all = view.result(view.dtype(), Shape.of(found.count), Order.C);
    found.copyTo(all);
    return all;
  }

  /// The selected elements, window by window.
  ///
  /// @param count the total number of selected elements
  private record Found(List<Items> parts, long count) {

    /// Finds the selected elements of a view.
    ///
    /// @param most the maximum number of elements to keep; if more are selected, none are kept
    static Found in(Items view, NumberRange range, long most) {
      List<Items> parts = new ArrayList<>();
      long[] count = {0};
      MaskWindows.forEach(
          view,
          (window, mask) -> fill(window, range, mask),
          (_, window, mask) -> {
            Items part = MaskSelection.fresh(window, mask);
            count[0] += part.itemCount();
            if (count[0] > most) {
              parts.clear();
            } else if (part.itemCount() > 0 || view.itemCount() <= MaskWindows.ITEMS) {
              parts.add(part.on(view.execution().withoutProgress()));
            }
          });
      return new Found(parts, count[0]);
    }

    void copyTo(Items target) {
      long at = 0;
      for (Items part : parts) {
        ItemCopy.copy(part, target.slice(0, at, at + part.itemCount(), 1));
        at += part.itemCount();
      }
    }
  }

  /// Copies the selected elements to the front of a target.
  ///
  /// @param target the target; the caller must have checked that it is writable
  /// @return the number of selected elements
  /// @throws io.ndmap.dtype.DTypeException if the target has another dtype, apart from byte order
  ///   and padding
  /// @throws IllegalArgumentException if the target's rank is not 1, or the target is too short
  public static long into(Items view, NumberRange range, Items target) {
    ItemCopy.requireSameItems(view, target);
    if (target.rank() != 1) {
      throw MaskSelection.misfit(view, target, "the selection");
    }
    long items = view.itemCount();
    if (items > 0 && target.size(0) >= items && view.execution().parallelism() == 1) {
      Items front = target.slice(0, 0, items, 1);
      RangeSelection selection = new RangeSelection(view, range, front);
      if (Math.abs(selection.order.stride(0)) <= CACHE_LINE
          && MaskSelection.canStoreDirectly(view, front)) {
        return selection.inOnePass();
      }
    }
    boolean fits = target.size(0) >= items && !Overlap.between(view, target);
    if (fits || items <= MaskWindows.ITEMS) {
      return byMasks(view, range, target);
    }
    // Nothing is written before all elements are read and the selection is known to fit.
    Found found = Found.in(view.withoutAllocator(), range, target.size(0));
    if (found.count > target.size(0)) {
      throw MaskSelection.misfit(view, target, "a selection of " + found.count);
    }
    found.copyTo(target);
    return found.count;
  }

  /// Computes a mask without reporting progress. Progress is reported when the elements are moved.
  private static void fill(Items window, NumberRange range, Items mask) {
    Masks.into(window.on(window.execution().withoutProgress()), range, mask);
  }

  private static long byMasks(Items view, NumberRange range, Items target) {
    long[] found = {0};
    MaskWindows.forEach(
        view,
        (window, mask) -> fill(window, range, mask),
        (_, window, mask) -> {
          Items front = target.slice(0, found[0], target.size(0), 1);
          found[0] += MaskSelection.into(window, mask, front);
        });
    return found[0];
  }

  private long inOnePass() {
    int parts = Math.toIntExact(Math.ceilDiv(items, PART));
    // The number of selected elements before each part, known once the previous part is done.
    long[] starts = new long[parts + 1];
    // At first an upper bound, because the size of the first part's span in the target determines
    // how often pages are released.
    starts[1] = Math.min(PART, items);
    Strided item = Strided.of(0, Shape.of(view.itemsize()), 1);
    new Parts(view.execution(), view, front)
        .of(
            parts,
            items,
            k ->
                new Strided[] {
                  order.span(k * PART, Math.min(PART, items - k * PART), 0, item),
                  Layouts.span(targetOffset(starts[(int) k]), targetOffset(starts[(int) k + 1]))
                },
            view.backing(),
            front.backing())
        .run(
            parts,
            k -> {
              int part = (int) k;
              starts[part + 1] = starts[part] + pack(k, targetOffset(starts[part]));
            });
    return starts[parts];
  }

  private long targetOffset(long found) {
    return front.strided().offset() + found * view.itemsize();
  }

  /// Compares and compacts the elements of a part.
  ///
  /// @param part the number of the part
  /// @param to byte offset in the target of the first selected element
  /// @return the number of elements of the part that lie in the range
  private long pack(long part, long to) {
    long stride = order.stride(0);
    int itemsize = view.itemsize();
    long count = Math.min(PART, items - part * PART);
    long[] next = {to};
    try (Scratch scratch = Scratch.take()) {
      MemorySegment block = scratch.memory();
      RangeTest test = new RangeTest(range, view.kind(), view.isBigEndian(), block, count);
      order.forEachRun(
          part * PART,
          count,
          RangeTest.BLOCK,
          (at, n) -> {
            RunCopy.copy(source, at[0], stride, block, ITEMS, itemsize, n, itemsize, false);
            test.run(ITEMS, n, MASK);
            long bytes =
                (long) Compaction.pack(block, itemsize, ITEMS, MASK, n, SELECTED) * itemsize;
            MemorySegment.copy(block, SELECTED, target, next[0], bytes);
            next[0] += bytes;
          });
    }
    return (next[0] - to) / itemsize;
  }
}
