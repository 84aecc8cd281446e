package io.ndmap.pass;

import io.ndmap.axes.Layouts;
import io.ndmap.layout.Strided;
import io.ndmap.memory.Aliased;
import io.ndmap.memory.Scratch;
import io.ndmap.op.Backing;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Small arrays as one operation sees them that kernels do not see where they are, such as Java
/// arrays and memory of callers' arenas: next to kernels, outside the heap. They are brought in
/// pieces with all that lies between their items, which takes a fiftieth of the time that the items
/// take one by one.
///
/// What kernels see, or is too much, stays where it is. For one thread, but others may work on what
/// it gives.
public final class Near implements AutoCloseable {

  /// Bytes that are brought in the time that one item takes by itself.
  private static final long BYTES_FOR_AN_ITEM = 512;

  private static final long ROOM = (long) Scratch.BLOCKS * Scratch.BLOCK;
  private static final long LINE = 64;

  private @Nullable Scratch scratch;
  private long used;
  private final List<Runnable> stores = new ArrayList<>(1);

  /// Memory that belongs to no arena, and so may be seen as it is.
  private static final class Memory extends Backing implements Aliased {

    @Override
    public MemorySegment withoutArena(MemorySegment segment) {
      return segment;
    }

    @Override
    public String name() {
      return MEMORY.name();
    }

    @Override
    public boolean mayFault() {
      return false;
    }

    @Override
    public void barrier() {
      // Nothing can be pending: no other process can take this memory away.
    }
  }

  /// Items to be read.
  ///
  /// @return those of a copy, until this is closed, or the same
  public Items source(Items items) {
    return source(items, items.strided(), items.itemsize());
  }

  /// The same of items elsewhere in the memory.
  ///
  /// @param where they are
  /// @param itemsize their bytes
  public Items source(Items items, Strided where, int itemsize) {
    long most = Math.min(ROOM - used, where.shape().itemCount() * BYTES_FOR_AN_ITEM);
    Pieces pieces = isFar(items, where, itemsize) ? Pieces.of(where, itemsize, most) : null;
    if (pieces == null) {
      return items.at(where);
    }
    Items near = take(items, pieces.at(used), pieces.bytes());
    Hold.run(() -> pieces.copy(items.segment(), near.segment(), used(near)), items.backing());
    return near;
  }

  /// Items of which all will be written, and none read before.
  ///
  /// @return others, until this is closed, which go to their places in [#store]; or the same
  public Items target(Items items) {
    return target(items, items.strided(), items.itemsize());
  }

  /// The same of items elsewhere in the memory.
  ///
  /// @param where they are
  /// @param itemsize their bytes
  public Items target(Items items, Strided where, int itemsize) {
    long first = where.firstByte();
    long bytes = where.endByte(itemsize) - first;
    // What lies between items may be another thread's.
    boolean dense = bytes == where.shape().itemCount() * itemsize;
    if (!dense || bytes > ROOM - used || !isFar(items, where, itemsize)) {
      return items.at(where);
    }
    Items near = take(items, where.shift(used - first), bytes);
    long from = used(near);
    stores.add(
        () ->
            Hold.run(
                () -> MemorySegment.copy(near.segment(), from, items.segment(), first, bytes),
                items.backing()));
    return near;
  }

  /// Where the first byte of what was brought is.
  private static long used(Items near) {
    return near.strided().firstByte();
  }

  private static boolean isFar(Items items, Strided where, int itemsize) {
    return where.shape().itemCount() > 0
        && itemsize > 0
        && items.direct() == null
        && items.execution().progress() == null;
  }

  private Items take(Items items, Strided there, long bytes) {
    if (scratch == null) {
      scratch = Scratch.take();
    }
    used = Math.ceilDiv(used + bytes, LINE) * LINE;
    return new Items(scratch.memory(), there, items.dtype(), new Memory(), items.execution());
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
        if (span <= most / count) {
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

    /// Where the items are that were brought.
    ///
    /// @param start the first byte of all
    Strided at(long start) {
      long[] strides = where.strides();
      long apart = span;
      for (int k = outer - 1; k >= 0; k--) {
        strides[axes[k]] = apart;
        apart *= where.shape().size(axes[k]);
      }
      Strided there = Strided.of(0, where.shape(), strides);
      return there.shift(start - there.firstByte());
    }

    void copy(MemorySegment from, MemorySegment to, long start) {
      copy(0, from, where.offset() - before(), to, start, bytes());
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

  /// Brings what was written to its places.
  public void store() {
    stores.forEach(Runnable::run);
  }

  /// Ends the use of all that was given.
  @Override
  public void close() {
    if (scratch != null) {
      scratch.close();
      scratch = null;
    }
  }
}
