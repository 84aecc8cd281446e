package io.ndmap.copy;

import io.ndmap.axes.Layouts;
import io.ndmap.op.OverlapException;
import io.ndmap.pass.Items;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Runs an operation item by item as if all items were read before the first is written, where
/// target and operands may share memory.
///
/// Items that would be overwritten are copied first. There is room for few of them; of many, the
/// target is taken in slabs along one of its axes, in the direction in which no slab's results fall
/// upon items that a later one reads.
public final class SafeOrder {

  /// The most bytes that an operation copies aside.
  static final long MOST_BYTES = 64L << 20;

  /// Bytes up to which all is copied at once, and of a slab: about what the caches hold.
  private static final long SLAB_BYTES = 4L << 20;

  /// How many bytes are copied.
  ///
  /// @param slab at once where there is a choice
  /// @param most at once
  record Limits(long slab, long most) {
    static final Limits USUAL = new Limits(SLAB_BYTES, MOST_BYTES);
  }

  /// What is done.
  public interface Work {

    /// Does it.
    ///
    /// @param target all of it or a slab
    /// @param operands none of which is overwritten before it is read
    void run(Items target, Items[] operands);
  }

  private final Items target;
  private final Items[] operands;
  private final boolean wholeItems;
  private final Work work;
  private final Limits limits;

  /// The places of the operands that would be overwritten.
  private final int[] hit;

  private final long bytes;

  private SafeOrder(Limits limits, Items target, Items[] operands, boolean wholeItems, Work work) {
    this.limits = limits;
    this.target = target;
    this.operands = operands;
    this.wholeItems = wholeItems;
    this.work = work;
    this.hit = IntStream.range(0, operands.length).filter(k -> isHit(operands[k])).toArray();
    this.bytes = Arrays.stream(hit).mapToLong(k -> bytes(operands[k])).sum();
  }

  /// Runs an operation.
  ///
  /// @param target was found writable
  /// @param wholeItems whether it reads all operands of an item before it writes to its place, so
  ///   that items which only meet themselves are no matter
  /// @param operands of shapes that are repeated to the target's
  /// @throws IllegalArgumentException if one's cannot be, naming both shapes
  /// @throws OverlapException if there is neither such a direction nor room for a copy; nothing is
  ///   written then
  public static void run(Items target, boolean wholeItems, Work work, Items... operands) {
    boolean apart = true;
    for (Items operand : operands) {
      // Where operands are repeated, they reach no further.
      apart &= (wholeItems && operand.equals(target)) || !Overlap.isNear(operand, target);
    }
    if (apart) {
      work.run(target, operands);
    } else {
      run(Limits.USUAL, target, wholeItems, work, operands);
    }
  }

  public static void run(
      Limits limits, Items target, boolean wholeItems, Work work, Items... operands) {
    Items[] spread = each(operands, operand -> operand.broadcastTo(target.shape()));
    SafeOrder order = new SafeOrder(limits, target, spread, wholeItems, work);
    if (order.hit.length == 0) {
      work.run(target, operands);
      return;
    }
    order.requirePossible();
    try (Room room = new Room()) {
      order.run(room);
    }
  }

  /// A copy of a view whose items would be overwritten by an operation that knows no order.
  ///
  /// @throws OverlapException if there is no room for it
  public static Items copy(Items source, Items target) {
    requireRoom(bytes(source), source, target);
    Items once = once(source);
    Items copy =
        Items.temporary(once.dtype(), Layouts.packed(once.strided(), once.dtype().itemsize()));
    ApartCopy.copy(once, copy, source.execution().withoutProgress());
    return copy.on(source.execution()).broadcastTo(source.shape());
  }

  /// The items of an operand as an operation reads them that writes into a target: repeated along
  /// axes of length 1 and missing first ones, and copied where the operation would overwrite them
  /// before it reads them.
  ///
  /// @throws IllegalArgumentException if the shapes do not fit, naming both
  /// @throws OverlapException if there is no room for the copy
  public static Items operand(Items source, Items target) {
    Items spread = source.broadcastTo(target.shape());
    return isOverwritten(spread, target)
        ? copy(source, target).broadcastTo(target.shape())
        : spread;
  }

  private static boolean isOverwritten(Items operand, Items target) {
    return Overlap.isNear(operand, target)
        && !operand.hasItemsOf(target)
        && Overlap.between(operand, target);
  }

  /// @throws OverlapException if bytes that are copied because of shared memory are too many
  public static void requireRoom(long bytes, Items source, Items target) {
    if (bytes > MOST_BYTES) {
      throw overlap(source, target, bytes);
    }
  }

  private boolean isHit(Items operand) {
    return wholeItems ? isOverwritten(operand, target) : Overlap.between(operand, target);
  }

  private static OverlapException overlap(Items source, Items target, long bytes) {
    return new OverlapException(
        name(source)
            + " shares bytes with the target, "
            + name(target)
            + "; no order of writing is safe, and a copy of "
            + bytes
            + " bytes exceeds the limit of "
            + MOST_BYTES
            + "; copy the source first, or work in parts");
  }

  private static String name(Items items) {
    return items.backing().name() + " (" + items.dtype() + ", " + items.strided() + ")";
  }

  private void requirePossible() {
    if (!isPossible()) {
      throw overlap(operands[hit[0]], target, bytes);
    }
  }

  private boolean isPossible() {
    return bytes <= limits.most || slabs() != null;
  }

  private void run(Room room) {
    Slabs slabs = bytes <= limits.slab ? null : slabs();
    if (slabs == null) {
      work.run(target, apart(room));
      return;
    }
    long rows = Math.max(1, limits.slab / slabs.rowBytes);
    long count = Math.ceilDiv(target.size(slabs.axis), rows);
    for (long k = 0; k < count; k++) {
      long first = (slabs.ascending ? k : count - 1 - k) * rows;
      slab(slabs.axis, first, Math.min(rows, target.size(slabs.axis) - first)).run(room);
    }
  }

  private SafeOrder slab(int axis, long first, long rows) {
    return new SafeOrder(
        limits,
        target.slice(axis, first, first + rows, 1),
        each(operands, operand -> operand.slice(axis, first, first + rows, 1)),
        wholeItems,
        work);
  }

  /// The operands, copied where they would be overwritten.
  private Items[] apart(Room room) {
    Items[] apart = operands.clone();
    long at = 0;
    for (int k : hit) {
      Items once = once(operands[k]);
      Items copy =
          room.view(
              at, bytes, once.dtype(), Layouts.packed(once.strided(), once.dtype().itemsize()));
      ApartCopy.copy(once, copy, once.execution().withoutProgress());
      apart[k] = copy.on(once.execution()).broadcastTo(target.shape());
      at += bytes(once);
    }
    return apart;
  }

  // ---- the direction

  /// @param rowBytes that a copy takes for each place along the axis
  private record Slabs(int axis, boolean ascending, long rowBytes) {}

  private @Nullable Slabs slabs() {
    int[] axes =
        Arrays.stream(Layouts.descending(target.strided()))
            .filter(axis -> target.size(axis) > 1)
            .toArray();
    for (int axis : axes) {
      boolean ascending = isSafe(axis, true);
      if (ascending || isSafe(axis, false)) {
        long rowBytes =
            Arrays.stream(hit).mapToLong(k -> bytes(operands[k].slice(axis, 0, 1, 1))).sum();
        if (rowBytes <= limits.most || (isShift() && slab(axis, 0, 1).isPossible())) {
          return new Slabs(axis, ascending, rowBytes);
        }
      }
    }
    return null;
  }

  /// Whether all rows lie to one another as the first ones do.
  private boolean isShift() {
    return Arrays.stream(hit).allMatch(k -> operands[k].hasStridesOf(target));
  }

  /// Whether what is written to a row along an axis is never read from a later one.
  private boolean isSafe(int axis, boolean ascending) {
    Rows written = Rows.of(target, axis, ascending);
    return Arrays.stream(hit)
        .allMatch(k -> written.isSafeBefore(Rows.of(operands[k], axis, ascending)));
  }

  /// The addresses that the rows along an axis lie between.
  ///
  /// @param begin of the first row
  /// @param end behind it
  /// @param step from one row to the next
  private record Rows(long begin, long end, long step, long count) {

    static Rows of(Items view, int axis, boolean ascending) {
      long count = view.size(axis);
      Items row = view.slice(axis, ascending ? 0 : count - 1, count, count);
      long begin = row.reached().address();
      long step = view.strided().stride(axis);
      return new Rows(begin, begin + row.reached().byteSize(), ascending ? step : -step, count);
    }

    /// Whether each row lies to one side of all others that are read after it is written. Of rows
    /// that go away from it the next is the nearest, and the distance to that one changes evenly.
    boolean isSafeBefore(Rows read) {
      long last = count - 2;
      boolean above =
          read.step >= 0
              && end <= read.begin + read.step
              && end + last * step <= read.begin + (last + 1) * read.step;
      boolean below =
          read.step <= 0
              && begin >= read.end + read.step
              && begin + last * step >= read.end + (last + 1) * read.step;
      return above || below;
    }
  }

  // ---- memory

  /// A view without the places to which an item is only repeated.
  private static Items once(Items view) {
    Items once = view;
    for (int axis = 0; axis < view.rank(); axis++) {
      if (view.strided().stride(axis) == 0) {
        once = once.slice(axis, 0, 1, 1);
      }
    }
    return once;
  }

  private static long bytes(Items view) {
    return once(view).itemCount() * view.dtype().itemsize();
  }

  private static Items[] each(Items[] views, UnaryOperator<Items> change) {
    return Arrays.stream(views).map(change).toArray(Items[]::new);
  }
}
