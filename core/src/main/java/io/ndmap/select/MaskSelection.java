package io.ndmap.select;

import io.ndmap.axes.COrder;
import io.ndmap.axes.Layouts;
import io.ndmap.compare.Masks;
import io.ndmap.copy.ItemCopy;
import io.ndmap.copy.Overlap;
import io.ndmap.fold.Compaction;
import io.ndmap.fold.IntegerSums;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.memory.Scratch;
import io.ndmap.move.Runs;
import io.ndmap.op.Execution;
import io.ndmap.pass.Items;
import io.ndmap.pass.Near;
import io.ndmap.pass.Parts;
import java.lang.foreign.MemorySegment;
import java.util.ConcurrentModificationException;

/// Selects the items where a mask is true, in C order, into a new array; and finds their indices.
///
/// The mask is gone through twice, part by part: first to count, so that every part knows where its
/// items go, then to move them.
public final class MaskSelection {

  /// Items of the mask that one thread goes through at once.
  private static final int PART = 1 << 16;

  /// Items of the mask that are looked at together with those of the view.
  private static final int BLOCK = 1024;

  // Blocks of scratch memory; the first is the mask's.
  private static final long ITEMS = Scratch.at(2);
  private static final long WANTED = Scratch.at(3);

  /// Where fewer items than one in so many are wanted, only their own pages are touched.
  private static final int SPARSE = 64;

  /// As many as a Java array holds.
  static final int MOST_PLACES = Integer.MAX_VALUE - 8;

  /// What is at each place of the mask.
  private static final Strided BIT = Strided.of(0, Shape.of(1), 1);

  private final Items mask;
  private final MemorySegment bits;
  private final COrder order;
  private final long items;
  private final int parts;
  private final Execution execution;

  /// @param where a layout to walk together with the mask, of its shape
  private MaskSelection(Items mask, Strided where, Execution execution) {
    this.mask = mask;
    this.bits = mask.seen();
    this.order = new COrder(mask.strided(), where);
    this.items = mask.itemCount();
    this.parts = Math.toIntExact(Math.ceilDiv(items, PART));
    this.execution = execution;
  }

  /// The items where a mask over the first axes is set, in a new array.
  ///
  /// @throws io.ndmap.dtype.DTypeException if the mask does not hold `bool`
  /// @throws IllegalArgumentException if its shape is not that of the first axes
  public static Items fresh(Items view, Items mask) {
    requireMask(view, mask);
    try (Near near = new Near(view.execution())) {
      Items told = near.source(mask, mask.strided(), mask.itemsize());
      MaskSelection selection = of(view, told);
      long[] starts = selection.starts();
      Items items = view;
      if (starts[selection.parts] >= mask.itemCount() / SPARSE) {
        items = near.source(view, view.strided(), view.itemsize());
        selection = of(items, told);
      }
      Batch batch = selection.batch(items, starts);
      Items result = view.result(view.dtype(), batch.wholeShape(), Order.C, mask);
      selection.move(batch, starts, result);
      return result;
    }
  }

  /// The same items at the front of a given array, which was found writable.
  ///
  /// @return how many the mask wanted
  /// @throws io.ndmap.dtype.DTypeException if the mask does not hold `bool`, or the target items of
  ///   another kind
  /// @throws IllegalArgumentException if a shape does not match
  public static long into(Items view, Items mask, Items target) {
    MaskSelection selection = of(view, mask);
    ItemCopy.requireSameItems(view, target);
    Strided inner = Layouts.trailing(view.strided(), mask.rank());
    if (target.rank() != 1 + inner.rank()
        || !Layouts.trailing(target.strided(), 1).shape().equals(inner.shape())) {
      throw misfit(view, target, "what is selected");
    }
    long[] starts = selection.starts();
    long total = starts[selection.parts];
    if (total > target.size(0)) {
      throw misfit(view, target, "a selection of " + total);
    }
    Items room = target.slice(0, 0, total, 1);
    if (isStraight(view, room) && !Overlap.between(mask, room)) {
      selection.move(selection.batch(view, starts), starts, room);
    } else {
      ItemCopy.copy(fresh(view.withoutResults(), mask), room);
    }
    return total;
  }

  /// Whether items can be put there one by one, as they are.
  static boolean isStraight(Items view, Items room) {
    return room.dtype().equals(view.dtype())
        && room.isContiguous(Order.C)
        && !Overlap.between(view, room);
  }

  static IllegalArgumentException misfit(Items view, Items target, String what) {
    return new IllegalArgumentException(
        what
            + " from shape "
            + view.shape()
            + " of "
            + view.backing().name()
            + " does not fit shape "
            + target.shape()
            + " of "
            + target.backing().name());
  }

  private static MaskSelection of(Items view, Items mask) {
    var _ = view.segment();
    requireMask(view, mask);
    return new MaskSelection(mask, Layouts.leading(view.strided(), mask.rank()), view.execution());
  }

  private Batch batch(Items view, long[] starts) {
    Strided inner = Layouts.trailing(view.strided(), mask.rank());
    return new Batch(view, (from, count, into) -> {}, Shape.of(starts[parts]), inner);
  }

  private static void requireMask(Items view, Items mask) {
    Masks.requireBool(mask);
    int axes = mask.rank();
    if (axes > view.rank() || !mask.shape().equals(Layouts.leading(view.strided(), axes).shape())) {
      throw new IllegalArgumentException(
          "a mask of shape "
              + mask.shape()
              + " does not match the first axes of shape "
              + view.shape()
              + " of "
              + view.backing().name());
    }
  }

  /// For each axis, where a mask is set, in C order.
  ///
  /// @throws IllegalArgumentException if it is set at more places than a Java array holds
  public static long[][] coordinates(Items mask, Execution execution) {
    Strided numbers = Strided.contiguous(mask.shape(), 1, Order.C);
    MaskSelection selection = new MaskSelection(mask, numbers, execution);
    long[] starts = selection.starts();
    long total = starts[selection.parts];
    if (total > MOST_PLACES) {
      throw tooMany(mask, total);
    }
    long[][] result = new long[mask.rank()][(int) total];
    selection.list(starts, result);
    return result;
  }

  static IllegalArgumentException tooMany(Items view, long places) {
    return new IllegalArgumentException(
        view.backing().name() + ": " + places + " indices are more than a Java array holds");
  }

  /// How many are set before each part, and in all.
  private long[] starts() {
    long[] counts = new long[parts];
    if (parts > 0) {
      new Parts(execution.withoutProgress(), mask)
          .of(parts, items, k -> new Strided[] {span(k, 0, BIT)}, mask.backing())
          .run(parts, k -> counts[(int) k] = count((int) k));
    }
    long[] starts = new long[parts + 1];
    for (int k = 0; k < parts; k++) {
      starts[k + 1] = starts[k] + counts[k];
    }
    return starts;
  }

  /// All bytes between the first and the last that a part touches in one of the two layouts.
  private Strided span(long part, int layout, Strided item) {
    long from = part * PART;
    return order.span(from, Math.min(PART, items - from), layout, item);
  }

  private long count(int part) {
    long[] count = {0};
    forEachBlock(part, Scratch.BLOCK, (room, _, n) -> count[0] += count(room, n));
    return count[0];
  }

  /// @param room as [BlockBody] gets it
  private static long count(MemorySegment room, int n) {
    return IntegerSums.nonZero(room, 0, n, Byte.BYTES, -1, 0);
  }

  private void forEachRun(int part, int most, COrder.RunBody body) {
    long from = (long) part * PART;
    order.forEachRun(from, Math.min(PART, items - from), most, body);
  }

  /// What is done with a block of the mask.
  private interface BlockBody {

    /// @param room scratch memory that begins with the block, and has zeros behind it up to a
    ///   multiple of 64 bytes; what follows from [#ITEMS] on is the body's
    /// @param at where the first item is in both layouts
    void take(MemorySegment room, long[] at, int n);
  }

  private void forEachBlock(int part, int most, BlockBody body) {
    try (Scratch scratch = Scratch.take()) {
      MemorySegment room = scratch.memory();
      forEachRun(
          part,
          most,
          (at, n) -> {
            Runs.copy(bits, at[0], order.stride(0), room, 0, 1, n, 1, false);
            room.asSlice(n, -n & (Long.SIZE - 1)).fill((byte) 0);
            body.take(room, at, n);
          });
    }
  }

  /// Where the mask is set in a part, by the other layout.
  ///
  /// @param count how often it is
  /// @return a longer array that begins with these places
  private long[] places(int part, long count) {
    int block = (int) Math.min(BLOCK, items);
    long[] all = new long[(int) count + block];
    int[] found = {0};
    long[] some = new long[block];
    forEachBlock(
        part,
        block,
        (room, at, n) -> {
          int places = MaskPlaces.list(room, n, at[1], order.stride(1), some);
          if (found[0] + places > count) {
            throw changed();
          }
          System.arraycopy(some, 0, all, found[0], places);
          found[0] += places;
        });
    if (found[0] < count) {
      throw changed();
    }
    return all;
  }

  private ConcurrentModificationException changed() {
    return new ConcurrentModificationException(
        mask.backing().name() + ": the mask was changed while items were selected");
  }

  private void move(Batch batch, long[] starts, Items result) {
    long all = batch.view().itemCount();
    if (batch.isEmpty()) {
      if (execution.progress() != null) {
        execution.progress().accept(all);
      }
      return;
    }
    MemorySegment source = batch.view().seen();
    MemorySegment target = result.seen();
    long bytes = batch.atomBytes();
    long each = batch.atomsAtPlace();
    boolean packs = each == 1 && bytes <= Long.BYTES && Long.bitCount(bytes) == 1;
    long size = bytes * each;
    new Parts(execution, batch.view(), mask, result)
        .of(
            parts,
            all,
            k ->
                new Strided[] {
                  span(k, 1, batch.inner()),
                  span(k, 0, BIT),
                  Layouts.span(
                      result.strided().offset() + starts[(int) k] * size,
                      result.strided().offset() + starts[(int) k + 1] * size)
                },
            batch.view().backing(),
            mask.backing(),
            result.backing())
        .run(
            parts,
            k -> {
              int part = (int) k;
              long count = starts[part + 1] - starts[part];
              long to = result.strided().offset() + starts[part] * size;
              if (count > 0) {
                if (packs && count >= PART / SPARSE) {
                  pack(part, count, source, (int) bytes, target, to);
                } else {
                  pick(part, count, batch, source, target, to);
                }
              }
            });
  }

  /// All items pass by, and those that are wanted are kept.
  private void pack(
      int part, long count, MemorySegment source, int itemsize, MemorySegment target, long to) {
    long end = to + count * itemsize;
    long[] next = {to};
    forEachBlock(
        part,
        BLOCK,
        (room, at, n) -> {
          // Where nothing is wanted, nothing is read.
          if (Compaction.toOnes(room, 0, n) > 0) {
            Runs.copy(source, at[1], order.stride(1), room, ITEMS, itemsize, n, itemsize, false);
            long bytes = (long) Compaction.pack(room, itemsize, ITEMS, 0, n, WANTED) * itemsize;
            if (next[0] + bytes > end) {
              throw changed();
            }
            MemorySegment.copy(room, WANTED, target, next[0], bytes);
            next[0] += bytes;
          }
        });
    if (next[0] < end) {
      throw changed();
    }
  }

  /// Only what is wanted is touched.
  private void pick(
      int part, long count, Batch batch, MemorySegment source, MemorySegment target, long to) {
    long[] all = places(part, count);
    Places places = (from, n, into) -> System.arraycopy(all, (int) from, into, 0, n);
    Batch mine = new Batch(batch.view(), places, Shape.of(count), batch.inner());
    Gathering.part(mine, 0, count * mine.atomsAtPlace(), source, target, to);
  }

  private void list(long[] starts, long[][] into) {
    new Parts(execution, mask)
        .run(
            parts,
            k -> {
              int part = (int) k;
              int count = (int) (starts[part + 1] - starts[part]);
              if (count > 0) {
                coordinates(places(part, count), count, (int) starts[part], into);
              }
            });
  }

  private void coordinates(long[] flat, int count, int first, long[][] into) {
    for (int axis = into.length - 1; axis > 0; axis--) {
      long size = mask.size(axis);
      long[] positions = into[axis];
      for (int i = 0; i < count; i++) {
        long outer = flat[i] / size;
        positions[first + i] = flat[i] - outer * size;
        flat[i] = outer;
      }
    }
    System.arraycopy(flat, 0, into[0], first, count);
  }
}
