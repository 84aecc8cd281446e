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
import io.ndmap.move.Runs;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Selects the numbers in a range, in C order, into a new array or to the beginning of a given one.
///
/// One thread goes through them once, block by block, if a given array has room for all of them:
/// where an item goes is known when those before it have been compared. Otherwise, and where the
/// items are far apart in C order, a mask is made first, in the order of memory; so what is counted
/// is what is moved, whoever changes the items in the meantime. It is one of a window of the view
/// at a time, so that the memory it takes does not grow with the view.
public final class RangeSelection {

  /// Items between two looks at whether the thread is interrupted.
  private static final int PART = 1 << 16;

  // Blocks of scratch memory; the last ones are the test's.
  private static final long ITEMS = Scratch.at(0);
  private static final long MASK = Scratch.at(1);
  private static final long WANTED = Scratch.at(2);

  /// Bytes between items up to which passing by those that are not wanted costs no more memory.
  private static final int NEAR = 64;

  private final Items view;
  private final NumberRange range;
  private final Items room;
  private final MemorySegment source;
  private final MemorySegment target;
  private final COrder order;
  private final long items;

  /// @param room of as many items as the view
  private RangeSelection(Items view, NumberRange range, Items room) {
    this.view = view;
    this.range = range;
    this.room = room;
    this.source = view.seen();
    this.target = room.seen();
    this.order = new COrder(view.strided());
    this.items = view.itemCount();
  }

  public static Items fresh(Items view, NumberRange range) {
    // What is found in the only window is the result; what is found in several is copied into it.
    boolean isOne = view.itemCount() <= MaskWindows.ITEMS;
    Found found = Found.in(isOne ? view : view.withoutResults(), range, Long.MAX_VALUE);
    if (found.parts.size() == 1 && (isOne || view.execution().results() == null)) {
      return found.parts.getFirst();
    }
    Items all = view.result(view.dtype(), Shape.of(found.count), Order.C);
    found.copyTo(all);
    return all;
  }

  /// What was found, window by window, as it is known of none beforehand how much it has.
  ///
  /// @param count how many items there are in all
  private record Found(List<Items> parts, long count) {

    /// @param most of more items none are kept
    static Found in(Items view, NumberRange range, long most) {
      List<Items> parts = new ArrayList<>();
      long[] count = {0};
      MaskWindows.forEach(
          view,
          (window, mask) -> tell(window, range, mask),
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

  /// @param target was found writable
  /// @return how many there are
  /// @throws io.ndmap.dtype.DTypeException if the target has items of another kind
  /// @throws IllegalArgumentException if it has not rank 1 or is too short
  public static long into(Items view, NumberRange range, Items target) {
    ItemCopy.requireSameItems(view, target);
    if (target.rank() != 1) {
      throw MaskSelection.misfit(view, target, "what is selected");
    }
    long items = view.itemCount();
    if (items > 0 && target.size(0) >= items && view.execution().parallelism() == 1) {
      Items room = target.slice(0, 0, items, 1);
      RangeSelection selection = new RangeSelection(view, range, room);
      if (Math.abs(selection.order.stride(0)) <= NEAR && MaskSelection.isStraight(view, room)) {
        return selection.inOneGo();
      }
    }
    boolean fits = target.size(0) >= items && !Overlap.between(view, target);
    if (fits || items <= MaskWindows.ITEMS) {
      return straight(view, range, target);
    }
    // Nothing is written unless there is room for all, nor before all is read.
    Found found = Found.in(view.withoutResults(), range, target.size(0));
    if (found.count > target.size(0)) {
      throw MaskSelection.misfit(view, target, "a selection of " + found.count);
    }
    found.copyTo(target);
    return found.count;
  }

  /// Progress is told by what follows.
  private static void tell(Items window, NumberRange range, Items mask) {
    Masks.into(window.on(window.execution().withoutProgress()), range, mask);
  }

  private static long straight(Items view, NumberRange range, Items target) {
    long[] found = {0};
    MaskWindows.forEach(
        view,
        (window, mask) -> tell(window, range, mask),
        (_, window, mask) -> {
          Items room = target.slice(0, found[0], target.size(0), 1);
          found[0] += MaskSelection.into(window, mask, room);
        });
    return found[0];
  }

  private long inOneGo() {
    int parts = Math.toIntExact(Math.ceilDiv(items, PART));
    // How many are wanted before each part, known when the one before is finished.
    long[] starts = new long[parts + 1];
    // As many as can be: what a part may write decides how often pages are given back.
    starts[1] = Math.min(PART, items);
    Strided item = Strided.of(0, Shape.of(view.itemsize()), 1);
    new Parts(view.execution(), view, room)
        .of(
            parts,
            items,
            k ->
                new Strided[] {
                  order.span(k * PART, Math.min(PART, items - k * PART), 0, item),
                  Layouts.span(place(starts[(int) k]), place(starts[(int) k + 1]))
                },
            view.backing(),
            room.backing())
        .run(
            parts,
            k -> {
              int part = (int) k;
              starts[part + 1] = starts[part] + pack(k, place(starts[part]));
            });
    return starts[parts];
  }

  private long place(long found) {
    return room.strided().offset() + found * view.itemsize();
  }

  /// @param to where the first of the part goes
  /// @return how many of the part lie in the range
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
            Runs.copy(source, at[0], stride, block, ITEMS, itemsize, n, itemsize, false);
            test.run(ITEMS, n, MASK);
            long bytes = (long) Compaction.pack(block, itemsize, ITEMS, MASK, n, WANTED) * itemsize;
            MemorySegment.copy(block, WANTED, target, next[0], bytes);
            next[0] += bytes;
          });
    }
    return (next[0] - to) / itemsize;
  }
}
