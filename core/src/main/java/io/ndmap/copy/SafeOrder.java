package io.ndmap.copy;

import io.ndmap.axes.Layouts;
import io.ndmap.op.OverlapException;
import io.ndmap.pass.Items;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Runs an elementwise operation as if all elements were read before the first is written, even if
/// target and operands share memory.
///
/// Operands that would be overwritten are copied first if they have at most 4 MiB together.
/// Otherwise the target is processed in slabs along one of its axes, in the direction in which no
/// slab overwrites elements that a later slab reads. If no direction is safe, operands of at most
/// 64 MiB together are copied first, and larger ones are refused.
public final class SafeOrder {

  /// The maximum total size, in bytes, of the copies of operands that are made if no direction is
  /// safe.
  static final long MOST_BYTES = 64L << 20;

  /// The maximum number of bytes of operands that are copied for one slab (unless a single row has
  /// more), about the size of the caches. Operands of at most this total size are copied as a
  /// whole.
  private static final long SLAB_BYTES = 4L << 20;

  /// Limits on the size of temporary copies of operands.
  ///
  /// @param slab the maximum number of bytes of operands to copy for one slab, unless a single row
  ///   has more; operands of at most this total size are copied as a whole
  /// @param most the maximum total number of bytes to copy as a whole if there is no safe direction
  record Limits(long slab, long most) {
    static final Limits USUAL = new Limits(SLAB_BYTES, MOST_BYTES);
  }

  /// The operation.
  public interface Work {

    /// Runs the operation on all elements or a slab.
    ///
    /// @param target the target or a slab of it
    /// @param operands the operands, none of which is overwritten before it is read: the operation
    ///   need not check for shared memory again
    void run(Items target, Items[] operands);
  }

  private final Items target;
  private final Items[] operands;

  /// Whether the operation reads element i of every operand before it writes element i of the
  /// target.
  private final boolean wholeItems;

  private final Work work;
  private final Limits limits;

  /// Indices of the operands that would be overwritten.
  private final int[] hit;

  /// The number of bytes of all operands that would be overwritten.
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
  /// @param target a writable array
  /// @param wholeItems whether the operation reads element i of every operand before it writes
  ///   element i of the target, so that an operand may be the target itself
  /// @param operands arrays that can be broadcast to the target's shape
  /// @throws IllegalArgumentException if an operand cannot be broadcast; the message names both
  ///   shapes
  /// @throws OverlapException if there is no safe direction and the operands exceed the limit for
  ///   copies; nothing has been written then
  public static void run(Items target, boolean wholeItems, Work work, Items... operands) {
    boolean apart = true;
    for (Items operand : operands) {
      // Broadcasting does not extend the byte range of an operand.
      apart &= (wholeItems && operand.equals(target)) || !Overlap.rangesIntersect(operand, target);
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
    try (CopyBuffer buffer = new CopyBuffer()) {
      order.run(buffer);
    }
  }

  /// Returns a copy of the source, for operations that write the target in no defined order and
  /// could overwrite elements of the source before they read them.
  ///
  /// @throws OverlapException if the copy exceeds the limit
  public static Items copy(Items source, Items target) {
    requireCopyLimit(bytes(source), source, target);
    Items once = once(source);
    Items copy =
        Items.temporary(once.dtype(), Layouts.packed(once.strided(), once.dtype().itemsize()));
    ApartCopy.copy(once, copy, source.execution().withoutProgress());
    return copy.on(source.execution()).broadcastTo(source.shape());
  }

  /// Returns the elements of an operand for an operation that writes into a target: broadcast to
  /// the target's shape, and copied if the operation would overwrite them before it reads them.
  ///
  /// @throws IllegalArgumentException if the operand cannot be broadcast; the message names both
  ///   shapes
  /// @throws OverlapException if the copy exceeds the limit
  public static Items operand(Items source, Items target) {
    Items spread = source.broadcastTo(target.shape());
    return isOverwritten(spread, target)
        ? copy(source, target).broadcastTo(target.shape())
        : spread;
  }

  private static boolean isOverwritten(Items operand, Items target) {
    return Overlap.rangesIntersect(operand, target)
        && !operand.hasItemsOf(target)
        && Overlap.sharesBytes(operand, target);
  }

  /// @throws OverlapException if `bytes`, the size of a copy needed because of shared memory,
  ///   exceeds the limit
  public static void requireCopyLimit(long bytes, Items source, Items target) {
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

  private void run(CopyBuffer buffer) {
    Slabs slabs = bytes <= limits.slab ? null : slabs();
    if (slabs == null) {
      work.run(target, apart(buffer));
      return;
    }
    long rows = Math.max(1, limits.slab / slabs.rowBytes);
    long count = Math.ceilDiv(target.size(slabs.axis), rows);
    for (long k = 0; k < count; k++) {
      long first = (slabs.ascending ? k : count - 1 - k) * rows;
      slab(slabs.axis, first, Math.min(rows, target.size(slabs.axis) - first)).run(buffer);
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

  /// Returns the operands; those that would be overwritten are replaced by copies.
  private Items[] apart(CopyBuffer buffer) {
    Items[] apart = operands.clone();
    long at = 0;
    for (int k : hit) {
      Items once = once(operands[k]);
      Items copy =
          buffer.view(
              at, bytes, once.dtype(), Layouts.packed(once.strided(), once.dtype().itemsize()));
      ApartCopy.copy(once, copy, once.execution().withoutProgress());
      apart[k] = copy.on(once.execution()).broadcastTo(target.shape());
      at += bytes(once);
    }
    return apart;
  }

  // ---- the direction

  /// How the target is divided into slabs.
  ///
  /// @param axis the axis along which the slabs follow one another
  /// @param ascending whether the slab with the lowest indices is processed first
  /// @param rowBytes bytes of operands to copy for each index along the axis
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

  /// Returns whether the rows of each overwritten operand have a constant offset from the target's
  /// rows.
  private boolean isShift() {
    return Arrays.stream(hit).allMatch(k -> operands[k].hasStridesOf(target));
  }

  /// Returns whether every row is read before any of its bytes is overwritten. A row is the
  /// subarray at one index of the axis.
  private boolean isSafe(int axis, boolean ascending) {
    Rows written = Rows.of(target, axis, ascending);
    return Arrays.stream(hit)
        .allMatch(k -> written.isSafeBefore(Rows.of(operands[k], axis, ascending)));
  }

  /// The address ranges of the rows of a view, in the order in which they are processed. A row is
  /// the subarray at one index of the axis.
  ///
  /// @param begin address of the first byte of the first row
  /// @param end address after the last byte of the first row
  /// @param step bytes from one row to the next, negative if addresses descend
  private record Rows(long begin, long end, long step, long count) {

    static Rows of(Items view, int axis, boolean ascending) {
      long count = view.size(axis);
      Items row = view.slice(axis, ascending ? 0 : count - 1, count, count);
      long begin = row.reached().address();
      long step = view.strided().stride(axis);
      return new Rows(begin, begin + row.reached().byteSize(), ascending ? step : -step, count);
    }

    /// Returns whether writing these rows in order, each after the corresponding row of `read` was
    /// read, never touches a row of `read` that is still to be read. This holds if the addresses of
    /// `read` do not descend and each written row ends before the next row to read, or if they do
    /// not ascend and each written row begins after the next row to read. The distance between
    /// these two rows is linear in the index, so that checking the first and the last index
    /// suffices.
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

  /// Returns a view in which axes of stride 0 have length 1, so that no element is repeated.
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
