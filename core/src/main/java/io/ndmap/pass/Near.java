package io.ndmap.pass;

import io.ndmap.axes.Layouts;
import io.ndmap.axes.LoopAxes;
import io.ndmap.layout.Order;
import io.ndmap.layout.Strided;
import io.ndmap.memory.Scratch;
import io.ndmap.move.Runs;
import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Small arrays as kernels like them, for one operation: in [Scratch], without gaps, in the order
/// in which the operation goes through them.
///
/// What a kernel does before its first item costs as much as a hundred items. Short rows are made
/// one long one here, by a loop that does nothing else. Where kernels do not see the memory, as
/// that of Java arrays and of callers' arenas, it is brought in pieces with all that lies between
/// the items, as long as that takes less time than the items one by one.
///
/// Contiguous arrays stay where they are, as kernels bring them by themselves in blocks, and so do
/// large ones. For one thread, but others may work on what it gives.
public final class Near implements AutoCloseable {

  /// The most bytes of an array.
  public static final long MOST = 1 << 16;

  /// Bytes that are brought in the time that one item takes by itself.
  private static final long BYTES_FOR_AN_ITEM = 512;

  /// The same for one of a Java array.
  private static final long BYTES_FOR_AN_ELEMENT = 32;

  /// Items of a row which hide what a kernel costs.
  private static final int LONG_ROW = 256;

  private static final long ROOM = (long) Scratch.BLOCKS * Scratch.BLOCK;
  private static final long LINE = 64;

  private final List<Scratch> rooms = new ArrayList<>(1);
  private final List<Runnable> stores = new ArrayList<>(1);
  private final boolean brings;
  private @Nullable Backing backing;
  private long used;

  /// Of memory that belongs to no arena, and so may be seen as it is.
  private static final class Memory extends ProcessMemory {

    @Override
    public MemorySegment withoutArena(MemorySegment segment) {
      return segment;
    }
  }

  /// For one operation.
  ///
  /// @param execution how it runs: where a listener may look at results, or pages are given back
  ///   behind it, nothing is brought
  public Near(Execution execution) {
    this.brings = execution.progress() == null && !execution.dropBehind();
  }

  /// Whether items may be brought, if they do not lie too far apart.
  ///
  /// @param where they are, the axis that is gone along first the last one
  /// @param itemsize their bytes
  public boolean brings(Items items, Strided where, int itemsize) {
    if (!isSmall(where, itemsize) || where.isContiguous(Order.C, itemsize)) {
      return false;
    }
    int last = where.rank() - 1;
    return items.direct() == null || (last > 0 && where.shape().size(last) < LONG_ROW);
  }

  private boolean isSmall(Strided where, int itemsize) {
    long count = where.shape().itemCount();
    return brings && count > 0 && itemsize > 0 && count <= MOST / itemsize;
  }

  /// Items to be read.
  ///
  /// @param where they are, the axis that is gone along first the last one
  /// @param itemsize their bytes
  /// @return those of a copy, in C order, until this is closed; or the same
  public Items source(Items items, Strided where, int itemsize) {
    if (!brings(items, where, itemsize)) {
      return items.at(where);
    }
    MemorySegment direct = items.direct();
    if (direct != null) {
      Items near = take(items, where, itemsize);
      Hold.run(
          () -> Runs.copy(direct, where, near.segment(), near.strided(), itemsize),
          items.backing());
      return near;
    }
    long each = items.segment().isNative() ? BYTES_FOR_AN_ITEM : BYTES_FOR_AN_ELEMENT;
    Pieces pieces = Pieces.of(where, itemsize, where.shape().itemCount() * each);
    if (pieces == null) {
      return items.at(where);
    }
    Items near = take(items, where, itemsize);
    try (Scratch scratch = Scratch.take()) {
      MemorySegment between = scratch.memory();
      Hold.run(() -> pieces.copy(items.segment(), between), items.backing());
      Runs.copy(between, pieces.near(), near.segment(), near.strided(), itemsize);
    }
    return near;
  }

  /// Items to be read by what depends on how they lie, with what is between them: only of memory
  /// that kernels do not see.
  ///
  /// @return those of a copy with the same strides, until this is closed; or the same
  public Items asTheyLie(Items items) {
    Strided where = items.strided();
    long first = where.firstByte();
    long bytes = where.endByte(items.itemsize()) - first;
    boolean isNear = bytes <= Math.min(ROOM, items.itemCount() * BYTES_FOR_AN_ITEM);
    if (!isSmall(where, items.itemsize()) || items.direct() != null || !isNear) {
      return items;
    }
    Place place = room(bytes);
    Hold.run(
        () -> MemorySegment.copy(items.segment(), first, place.memory, place.at, bytes),
        items.backing());
    return near(items, place, where.shift(place.at - first));
  }

  /// Items of which all will be written, and none read before.
  ///
  /// @param where they are, the axis that is gone along first the last one
  /// @param itemsize their bytes
  /// @return others, in C order, until this is closed, which go to their places in [#store]; or the
  ///   same
  public Items target(Items items, Strided where, int itemsize) {
    Items near = room(items, where, itemsize);
    return near == null ? items.at(where) : near;
  }

  /// The same, or null if they are to be written where they are.
  public @Nullable Items room(Items items, Strided where, int itemsize) {
    if (!brings(items, where, itemsize)) {
      return null;
    }
    Items near = take(items, where, itemsize);
    stores.add(() -> put(near, items, where, itemsize));
    return near;
  }

  /// Copies few items.
  ///
  /// @param from as [#source] gives them
  /// @param where they go
  /// @param itemsize their bytes
  public static void put(Items from, Items target, Strided where, int itemsize) {
    Hold.run(
        () -> {
          MemorySegment source = from.direct();
          MemorySegment direct = target.direct();
          if (source != null && direct != null) {
            Runs.copy(source, from.strided(), direct, where, itemsize);
          } else {
            // What lies between items may be another thread's.
            rows(from.seen(), from.strided(), target.seen(), where, itemsize);
          }
        },
        from.backing(),
        target.backing());
  }

  private static void rows(
      MemorySegment source, Strided from, MemorySegment target, Strided to, int itemsize) {
    Strided[] runs = LoopAxes.merged(to, from);
    long step = runs[1].lastStride();
    long into = runs[0].lastStride();
    Pass.forEachRun(
        runs,
        (at, count) -> Runs.copy(source, at[1], step, target, at[0], into, count, itemsize, false));
  }

  /// Room for items in C order.
  private Items take(Items items, Strided where, int itemsize) {
    Place place = room(where.shape().itemCount() * itemsize);
    Strided near = Strided.contiguous(where.shape(), itemsize, Order.C);
    return near(items, place, near.shift(place.at));
  }

  private Items near(Items items, Place place, Strided near) {
    Backing memory = backing == null ? new Memory() : backing;
    backing = memory;
    return new Items(place.memory, near, items.dtype(), memory, items.execution());
  }

  private record Place(MemorySegment memory, long at) {}

  private Place room(long bytes) {
    if (rooms.isEmpty() || bytes > ROOM - used) {
      rooms.add(Scratch.take());
      used = 0;
    }
    Place place = new Place(rooms.getLast().memory(), used);
    used = Math.ceilDiv(used + bytes, LINE) * LINE;
    return place;
  }

  /// Brings what was written to its places.
  public void store() {
    stores.forEach(Runnable::run);
  }

  /// Ends the use of all that was given.
  @Override
  public void close() {
    rooms.forEach(Scratch::close);
    rooms.clear();
  }

  /// How items are brought in pieces of equal size, next to one another.
  private static final class Pieces {

    private final Strided where;

    /// All of them, those with the longest strides first.
    private final int[] axes;

    /// How many of these are gone through piece by piece.
    private final int outer;

    /// Bytes of a piece, from its lowest item to the end of its highest.
    private final long span;

    private Pieces(Strided where, int[] axes, int outer, long span) {
      this.where = where;
      this.axes = axes;
      this.outer = outer;
      this.span = span;
    }

    /// As few pieces as can be.
    ///
    /// @param most bytes of all
    /// @return null if all are more
    static @Nullable Pieces of(Strided where, int itemsize, long most) {
      int[] axes = Layouts.descending(where);
      long span = where.endByte(itemsize) - where.firstByte();
      long count = 1;
      for (int outer = 0; outer <= axes.length; outer++) {
        if (span <= Math.min(most, ROOM) / count) {
          return new Pieces(where, axes, outer, span);
        }
        if (outer < axes.length) {
          long size = where.shape().size(axes[outer]);
          span -= (size - 1) * Layouts.distance(where, axes[outer]);
          count *= size;
        }
      }
      return null;
    }

    long bytes() {
      long bytes = span;
      for (int k = 0; k < outer; k++) {
        bytes *= where.shape().size(axes[k]);
      }
      return bytes;
    }

    /// Where the items are that were brought, from byte 0 on.
    Strided near() {
      long[] strides = where.strides();
      long apart = span;
      for (int k = outer - 1; k >= 0; k--) {
        strides[axes[k]] = apart;
        apart *= where.shape().size(axes[k]);
      }
      Strided near = Strided.of(0, where.shape(), strides);
      return near.shift(-near.firstByte());
    }

    void copy(MemorySegment from, MemorySegment to) {
      copy(0, from, where.offset() - before(), to, 0, bytes());
    }

    /// From the lowest item of a piece to its first one.
    private long before() {
      long before = 0;
      for (int k = outer; k < axes.length; k++) {
        before += Math.max(0, (1 - where.shape().size(axes[k])) * where.stride(axes[k]));
      }
      return before;
    }

    private void copy(int k, MemorySegment from, long at, MemorySegment to, long start, long all) {
      if (k == outer) {
        MemorySegment.copy(from, at, to, start, span);
        return;
      }
      long size = where.shape().size(axes[k]);
      long each = all / size;
      for (long i = 0; i < size; i++) {
        copy(k + 1, from, at + i * where.stride(axes[k]), to, start + i * each, each);
      }
    }
  }
}
