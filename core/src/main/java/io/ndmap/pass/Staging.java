package io.ndmap.pass;

import io.ndmap.axes.Layouts;
import io.ndmap.layout.Order;
import io.ndmap.layout.Strided;
import io.ndmap.memory.Scratch;
import io.ndmap.move.RunCopy;
import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Packs small strided arrays into contiguous scratch memory, in traversal order, for the duration
/// of one operation.
///
/// The set-up of a loop costs as much as a hundred elements, so short rows are packed into one long
/// row, by plain copies. Elements in users' arenas are copied in blocks, including the gaps between
/// the elements, if that is faster than copying element by element.
///
/// Contiguous arrays are not packed, because loops stage them tile by tile if needed; large arrays
/// are not packed either. Not thread-safe, but other threads may use the packed elements.
public final class Staging implements AutoCloseable {

  /// The maximum number of bytes of an array that is packed.
  public static final long MOST = 1 << 16;

  /// Copying one element takes as long as copying this many bytes in a block.
  private static final long BYTES_FOR_AN_ITEM = 512;

  /// A row of this many elements amortizes the set-up of a loop.
  private static final int LONG_ROW = 256;

  /// Bytes of one lease of scratch memory.
  private static final long CAPACITY = (long) Scratch.BLOCKS * Scratch.BLOCK;

  /// Bytes of a cache line, at which each packed array begins.
  private static final long LINE = 64;

  private static final Backing MEMORY = new Memory();

  private final List<Scratch> leases = new ArrayList<>(1);
  private final List<Runnable> stores = new ArrayList<>(1);
  private final boolean packs;
  // Bytes of the last lease that are in use.
  private long used;

  /// The backing of scratch memory, which is unscoped already.
  private static final class Memory extends ProcessMemory {

    @Override
    public MemorySegment withoutArena(MemorySegment segment) {
      return segment;
    }
  }

  /// Creates the staging of one operation.
  ///
  /// @param execution the options of the operation: nothing is packed if there is a progress
  ///   listener, which may read the results, or if pages are released behind the pass
  public Staging(Execution execution) {
    this.packs = execution.progress() == null && !execution.dropBehind();
  }

  /// Returns whether elements are packed. Elements are packed if they are few and not contiguous in
  /// C order, and if their memory cannot be accessed by loops or their rows are short.
  ///
  /// @param where the layout of the elements, the innermost axis of the traversal last
  /// @param itemsize bytes of an element
  public boolean packs(Items items, Strided where, int itemsize) {
    if (!isSmall(where, itemsize) || where.isContiguous(Order.C, itemsize)) {
      return false;
    }
    int last = where.rank() - 1;
    return items.direct() == null || (last > 0 && where.shape().size(last) < LONG_ROW);
  }

  private boolean isSmall(Strided where, int itemsize) {
    long count = where.shape().itemCount();
    return packs && count > 0 && itemsize > 0 && count <= MOST / itemsize;
  }

  /// Packs elements to be read.
  ///
  /// @param where the layout of the elements, the innermost axis of the traversal last
  /// @param itemsize bytes of an element
  /// @return a copy in C order, valid until [#close]; the elements themselves if they are not
  ///   packed
  public Items source(Items items, Strided where, int itemsize) {
    if (!packs(items, where, itemsize)) {
      return items.at(where);
    }
    Items packed = take(items, where, itemsize);
    Pin.run(
        () -> gather(items, where, packed.segment(), packed.strided(), itemsize), items.backing());
    return packed;
  }

  /// Gathers a few elements. The caller has pinned their memory.
  ///
  /// @param where the layout of the elements, the innermost axis of the traversal last
  /// @param memory the unscoped memory to write
  /// @param packed the layout to write, of the same shape
  /// @param itemsize bytes of an element
  public static void gather(
      Items items, Strided where, MemorySegment memory, Strided packed, int itemsize) {
    boolean isArena = items.direct() == null && items.segment().isNative();
    Blocks blocks =
        isArena ? Blocks.of(where, itemsize, where.shape().itemCount() * BYTES_FOR_AN_ITEM) : null;
    if (blocks == null || blocks.areElements()) {
      RunCopy.copy(items.seen(), where, memory, packed, itemsize);
      return;
    }
    try (Scratch scratch = Scratch.take()) {
      blocks.copy(items.segment(), scratch.memory());
      RunCopy.copy(scratch.memory(), blocks.packed(), memory, packed, itemsize);
    }
  }

  /// Copies elements that are to be read, with the gaps between them, if they are close together in
  /// memory that loops cannot access.
  ///
  /// @return a copy with the same strides, valid until [#close]; the elements themselves if they
  ///   are not copied
  public Items withGaps(Items items) {
    Strided where = items.strided();
    long first = where.firstByte();
    long bytes = where.endByte(items.itemsize()) - first;
    boolean isCompact = bytes <= Math.min(CAPACITY, items.itemCount() * BYTES_FOR_AN_ITEM);
    if (!isSmall(where, items.itemsize()) || items.direct() != null || !isCompact) {
      return items;
    }
    Buffer buffer = reserve(bytes);
    Pin.run(
        () -> MemorySegment.copy(items.segment(), first, buffer.memory, buffer.at, bytes),
        items.backing());
    return packed(items, buffer, where.shift(buffer.at - first));
  }

  /// Reserves packed memory for elements. All packed elements must be written before one of them is
  /// read.
  ///
  /// @param where the layout of the elements, the innermost axis of the traversal last
  /// @param itemsize bytes of an element
  /// @return packed elements in C order, valid until [#close]; [#store] copies them to the target.
  ///   The elements themselves if they are not packed
  public Items target(Items items, Strided where, int itemsize) {
    Items packed = reserve(items, where, itemsize);
    return packed == null ? items.at(where) : packed;
  }

  /// Like [#target], but returns null if the elements are not packed and are written in place.
  public @Nullable Items reserve(Items items, Strided where, int itemsize) {
    if (!packs(items, where, itemsize)) {
      return null;
    }
    Items packed = take(items, where, itemsize);
    stores.add(() -> copy(packed, items, where, itemsize));
    return packed;
  }

  /// Copies a few elements.
  ///
  /// @param from the elements, as [#source] returns them
  /// @param where the layout to write to
  /// @param itemsize bytes of an element
  public static void copy(Items from, Items target, Strided where, int itemsize) {
    Pin.run(
        () -> scatter(from.seen(), from.strided(), target, where, itemsize),
        from.backing(),
        target.backing());
  }

  /// Scatters a few elements. The gaps are not written, because they may belong to another thread.
  /// The caller has pinned the target's memory.
  ///
  /// @param memory the memory to read
  /// @param from the layout to read
  /// @param where the layout to write, of the same shape
  /// @param itemsize bytes of an element
  public static void scatter(
      MemorySegment memory, Strided from, Items target, Strided where, int itemsize) {
    RunCopy.copy(memory, from, target.seen(), where, itemsize);
  }

  /// Reserves memory for elements in C order.
  private Items take(Items items, Strided where, int itemsize) {
    Buffer buffer = reserve(where.shape().itemCount() * itemsize);
    Strided packed = Strided.contiguous(where.shape(), itemsize, Order.C);
    return packed(items, buffer, packed.shift(buffer.at));
  }

  private Items packed(Items items, Buffer buffer, Strided packed) {
    return new Items(buffer.memory, packed, items.dtype(), MEMORY, items.execution());
  }

  private record Buffer(MemorySegment memory, long at) {}

  /// Reserves bytes at the start of a cache line, in the last lease or a new one.
  private Buffer reserve(long bytes) {
    if (leases.isEmpty() || bytes > CAPACITY - used) {
      leases.add(Scratch.take());
      used = 0;
    }
    Buffer buffer = new Buffer(leases.getLast().memory(), used);
    used = Math.ceilDiv(used + bytes, LINE) * LINE;
    return buffer;
  }

  /// Copies all packed elements of [#target] to their targets.
  public void store() {
    stores.forEach(Runnable::run);
  }

  /// Releases the scratch memory.
  @Override
  public void close() {
    leases.forEach(Scratch::close);
    leases.clear();
  }

  /// Copies elements in blocks of equal size, which become adjacent. A block includes the gaps
  /// between its elements.
  private static final class Blocks {

    private final Strided where;

    /// All axes, in the order of descending strides.
    private final int[] axes;

    /// The number of leading [#axes] that iterate over blocks; a block extends along the remaining
    /// axes.
    private final int outer;

    /// Bytes of a block, from its lowest element to the end of its highest.
    private final long span;

    private Blocks(Strided where, int[] axes, int outer, long span) {
      this.where = where;
      this.axes = axes;
      this.outer = outer;
      this.span = span;
    }

    /// Returns the division into the fewest blocks.
    ///
    /// @param most the maximum number of bytes of all blocks together
    /// @return null if every division needs more bytes
    static @Nullable Blocks of(Strided where, int itemsize, long most) {
      int[] axes = Layouts.descending(where);
      long span = where.endByte(itemsize) - where.firstByte();
      long count = 1;
      for (int outer = 0; outer <= axes.length; outer++) {
        if (span <= Math.min(most, CAPACITY) / count) {
          return new Blocks(where, axes, outer, span);
        }
        if (outer < axes.length) {
          long size = where.shape().size(axes[outer]);
          span -= (size - 1) * Layouts.distance(where, axes[outer]);
          count *= size;
        }
      }
      return null;
    }

    /// Returns whether each block is a single element.
    boolean areElements() {
      return outer == axes.length;
    }

    long bytes() {
      long bytes = span;
      for (int k = 0; k < outer; k++) {
        bytes *= where.shape().size(axes[k]);
      }
      return bytes;
    }

    /// Returns the layout of the copied elements; the lowest element is at byte 0.
    Strided packed() {
      long[] strides = where.strides();
      long apart = span;
      for (int k = outer - 1; k >= 0; k--) {
        strides[axes[k]] = apart;
        apart *= where.shape().size(axes[k]);
      }
      Strided packed = Strided.of(0, where.shape(), strides);
      return packed.shift(-packed.firstByte());
    }

    void copy(MemorySegment from, MemorySegment to) {
      copy(0, from, where.offset() - before(), to, 0, bytes());
    }

    /// Returns the bytes from the lowest element of a block to the element with index 0.
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
