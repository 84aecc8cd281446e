package io.ndmap.select;

import io.ndmap.axes.COrder;
import io.ndmap.axes.Layouts;
import io.ndmap.compare.Masks;
import io.ndmap.copy.ItemCopy;
import io.ndmap.copy.Overlap;
import io.ndmap.fold.Compaction;
import io.ndmap.fold.SwarPredicate;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.memory.Scratch;
import io.ndmap.move.RunCopy;
import io.ndmap.op.Execution;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Staging;
import java.lang.foreign.MemorySegment;
import java.util.ConcurrentModificationException;

/// Selects the elements where a mask is true, in C order (`a[mask]`), and finds their indices
/// (`np.nonzero`).
///
/// The mask is read twice, part by part. The first pass counts the true elements, which determines
/// the offset of each part in the result. The second pass moves the elements.
public final class MaskSelection {

  /// The number of mask elements of a part.
  private static final int PART = 1 << 16;

  /// The number of mask elements that are staged together with the corresponding elements of the
  /// view.
  private static final int BLOCK = 1024;

  // Byte offsets in the scratch memory, which has blocks of `Scratch.BLOCK` bytes. The scratch
  // blocks before `ITEMS` hold mask elements.
  private static final long ITEMS = Scratch.at(2);
  private static final long SELECTED = Scratch.at(3);

  /// If fewer than one in this many elements is selected, only the selected elements are read.
  private static final int SPARSE = 64;

  /// The maximum number of indices: as many as a Java array can hold.
  static final int MAX_INDICES = Integer.MAX_VALUE - 8;

  /// The layout of one element of the mask.
  private static final Strided BIT = Strided.of(0, Shape.of(1), 1);

  private final Items mask;
  private final MemorySegment bits;
  private final COrder order;
  private final long items;
  private final int parts;
  private final Execution execution;

  /// @param where a second layout of the mask's shape, traversed together with the mask
  private MaskSelection(Items mask, Strided where, Execution execution) {
    this.mask = mask;
    this.bits = mask.seen();
    this.order = new COrder(mask.strided(), where);
    this.items = mask.itemCount();
    this.parts = Math.toIntExact(Math.ceilDiv(items, PART));
    this.execution = execution;
  }

  /// Returns a new array of the elements where a mask over the first axes is true.
  ///
  /// @throws io.ndmap.dtype.DTypeException if the mask's dtype is not `bool`
  /// @throws IllegalArgumentException if the mask's shape is not that of the first axes
  public static Items fresh(Items view, Items mask) {
    requireMask(view, mask);
    try (Staging near = new Staging(view.execution())) {
      Items flags = near.source(mask, mask.strided(), mask.itemsize());
      MaskSelection selection = of(view, flags);
      long[] starts = selection.starts();
      Items items = view;
      if (starts[selection.parts] >= mask.itemCount() / SPARSE
          && near.packs(view, view.strided(), view.itemsize())) {
        items = near.source(view, view.strided(), view.itemsize());
        selection = of(items, flags);
      }
      Batch batch = selection.batch(items, starts);
      Items result = view.result(view.dtype(), batch.wholeShape(), Order.C, mask);
      selection.move(batch, starts, result);
      return result;
    }
  }

  /// Copies the elements where a mask over the first axes is true to the front of an array. The
  /// caller must have checked that the array is writable.
  ///
  /// @return the number of true elements of the mask
  /// @throws io.ndmap.dtype.DTypeException if the mask's dtype is not `bool`, or the target's dtype
  ///   is not that of the view, apart from byte order and padding
  /// @throws IllegalArgumentException if a shape does not match, or the target is too short
  public static long into(Items view, Items mask, Items target) {
    MaskSelection selection = of(view, mask);
    ItemCopy.requireSameItems(view, target);
    Strided inner = Layouts.trailing(view.strided(), mask.rank());
    if (target.rank() != 1 + inner.rank()
        || !Layouts.trailing(target.strided(), 1).shape().equals(inner.shape())) {
      throw misfit(view, target, "the selection");
    }
    long[] starts = selection.starts();
    long total = starts[selection.parts];
    if (total > target.size(0)) {
      throw misfit(view, target, "a selection of " + total);
    }
    Items front = target.slice(0, 0, total, 1);
    if (canStoreDirectly(view, front) && !Overlap.between(mask, front)) {
      selection.move(selection.batch(view, starts), starts, front);
    } else {
      ItemCopy.copy(fresh(view.withoutAllocator(), mask), front);
    }
    return total;
  }

  /// Whether selected elements can be stored directly at the front of the target: it is contiguous
  /// in C order, has the same dtype, and shares no memory with the view.
  static boolean canStoreDirectly(Items view, Items front) {
    return front.dtype().equals(view.dtype())
        && front.isContiguous(Order.C)
        && !Overlap.between(view, front);
  }

  static IllegalArgumentException misfit(Items view, Items target, String what) {
    return new IllegalArgumentException(
        "%s from shape %s of %s does not fit shape %s of %s"
            .formatted(
                what,
                view.shape(),
                view.backing().name(),
                target.shape(),
                target.backing().name()));
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
          "a mask of shape %s does not match the first axes of shape %s of %s"
              .formatted(mask.shape(), view.shape(), view.backing().name()));
    }
  }

  /// Returns the indices of the true elements of a mask, for each axis, in C order.
  ///
  /// @throws IllegalArgumentException if there are more indices than a Java array can hold
  public static long[][] coordinates(Items mask, Execution execution) {
    Strided numbers = Strided.contiguous(mask.shape(), 1, Order.C);
    MaskSelection selection = new MaskSelection(mask, numbers, execution);
    long[] starts = selection.starts();
    long total = starts[selection.parts];
    if (total > MAX_INDICES) {
      throw tooMany(mask, total);
    }
    long[][] result = new long[mask.rank()][(int) total];
    selection.list(starts, result);
    return result;
  }

  static IllegalArgumentException tooMany(Items view, long indices) {
    return new IllegalArgumentException(
        view.backing().name() + ": " + indices + " indices are more than a Java array holds");
  }

  /// Returns the number of true elements before each part. The last entry is the total number.
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

  /// Returns the span of bytes of a part.
  ///
  /// @param layout 0 for the layout of the mask, 1 for the second layout
  /// @param item the layout of one element
  private Strided span(long part, int layout, Strided item) {
    long from = part * PART;
    return order.span(from, Math.min(PART, items - from), layout, item);
  }

  private long count(int part) {
    long[] count = {0};
    forEachBlock(part, Scratch.BLOCK, (buffer, _, n) -> count[0] += count(buffer, n));
    return count[0];
  }

  /// @param buffer see [BlockBody]
  private static long count(MemorySegment buffer, int n) {
    return SwarPredicate.NON_ZERO_BYTES.count(buffer, 0, n);
  }

  private void forEachRun(int part, int most, COrder.RunBody body) {
    long from = (long) part * PART;
    order.forEachRun(from, Math.min(PART, items - from), most, body);
  }

  /// Processes a block of the mask.
  private interface BlockBody {

    /// @param buffer scratch memory that begins with the block, padded with zeros to a multiple of
    ///   64 bytes; the memory from [#ITEMS] on is free for use
    /// @param at byte offsets of the block's first element in the layout of the mask and in the
    ///   second layout
    /// @param n the number of mask elements
    void take(MemorySegment buffer, long[] at, int n);
  }

  private void forEachBlock(int part, int most, BlockBody body) {
    try (Scratch scratch = Scratch.take()) {
      MemorySegment buffer = scratch.memory();
      forEachRun(
          part,
          most,
          (at, n) -> {
            RunCopy.copy(bits, at[0], order.stride(0), buffer, 0, 1, n, 1, false);
            buffer.asSlice(n, -n & (Long.SIZE - 1)).fill((byte) 0);
            body.take(buffer, at, n);
          });
    }
  }

  /// Lists the byte offsets, in the view, of the elements where a part of the mask is true.
  ///
  /// @param count the number of true elements of the part
  /// @return an array that begins with the offsets; the elements after them are unused
  private long[] offsets(int part, long count) {
    int block = (int) Math.min(BLOCK, items);
    long[] all = new long[(int) count + block];
    int[] found = {0};
    long[] some = new long[block];
    forEachBlock(
        part,
        block,
        (buffer, at, n) -> {
          int listed = MaskOffsets.list(buffer, n, at[1], order.stride(1), some);
          if (found[0] + listed > count) {
            throw changed();
          }
          System.arraycopy(some, 0, all, found[0], listed);
          found[0] += listed;
        });
    if (found[0] < count) {
      throw changed();
    }
    return all;
  }

  private ConcurrentModificationException changed() {
    return new ConcurrentModificationException(
        mask.backing().name() + ": the mask was changed while elements were selected");
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
    long each = batch.atomsPerIndex();
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
              long flags = Math.min(PART, items - k * PART);
              if (count > 0) {
                if (packs && count >= flags / SPARSE) {
                  pack(part, count, source, (int) bytes, target, to);
                } else {
                  pick(part, count, batch, source, target, to);
                }
              }
            });
  }

  /// Compacts a part: reads all elements of each block that has selected ones, and keeps these.
  private void pack(
      int part, long count, MemorySegment source, int itemsize, MemorySegment target, long to) {
    long end = to + count * itemsize;
    long[] next = {to};
    forEachBlock(
        part,
        BLOCK,
        (buffer, at, n) -> {
          // If nothing is selected, no element is read.
          if (Compaction.toOnes(buffer, 0, n) > 0) {
            RunCopy.copy(
                source, at[1], order.stride(1), buffer, ITEMS, itemsize, n, itemsize, false);
            long bytes = (long) Compaction.pack(buffer, itemsize, ITEMS, 0, n, SELECTED) * itemsize;
            if (next[0] + bytes > end) {
              throw changed();
            }
            MemorySegment.copy(buffer, SELECTED, target, next[0], bytes);
            next[0] += bytes;
          }
        });
    if (next[0] < end) {
      throw changed();
    }
  }

  /// Gathers a part: reads the selected elements only.
  private void pick(
      int part, long count, Batch batch, MemorySegment source, MemorySegment target, long to) {
    long[] all = offsets(part, count);
    Offsets offsets = (from, n, into) -> System.arraycopy(all, (int) from, into, 0, n);
    Batch mine = new Batch(batch.view(), offsets, Shape.of(count), batch.inner());
    Gathering.part(mine, 0, count * mine.atomsPerIndex(), source, target, to);
  }

  private void list(long[] starts, long[][] into) {
    new Parts(execution, mask)
        .run(
            parts,
            k -> {
              int part = (int) k;
              int count = (int) (starts[part + 1] - starts[part]);
              if (count > 0) {
                coordinates(offsets(part, count), count, (int) starts[part], into);
              }
            });
  }

  /// Converts C-order indices to coordinates.
  ///
  /// @param flat the C-order indices; overwritten
  /// @param first the index in each array of `into` of the first coordinate
  /// @param into receives the coordinates, one array for each axis
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
