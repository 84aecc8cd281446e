package io.ndmap.reduce;

import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Strided;
import io.ndmap.loop.Run;
import io.ndmap.memory.CacheLines;
import io.ndmap.memory.Scratch;
import io.ndmap.move.Runs;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// Hands items to folds as [Fold#take] wants them: from where they are if they are so, else from a
/// copy in [Scratch]. What a fold gets does not depend on that, nor on how runs are cut.
///
/// For one thread, during a hold of the view's backing.
final class Feed implements AutoCloseable {

  /// Items that folds take together.
  static final int UNIT = 1024;

  /// Bytes that a fold has for itself.
  static final int ROOM = 4 * Scratch.BLOCK;

  // Of 32 bytes at most, the items of a unit fill two blocks.
  private static final long TAIL = Scratch.at(3);

  private final Scratch scratch = Scratch.take();
  private final MemorySegment block = scratch.memory();
  private final MemorySegment room = block.asSlice(Scratch.at(4), ROOM);
  private final MemorySegment source;
  private final @Nullable MemorySegment plain;
  private final int itemsize;
  private final int parts;
  private final boolean swap;
  private final boolean isPlain;
  private final @Nullable CacheLines lines;
  private Fold fold;
  private int filled;
  // Items of a run that fill no unit and have not been copied.
  private int rest;
  private long restAt;
  private long index;
  private long step = 1;

  /// @param fold takes the first items
  Feed(Items view, Fold fold) {
    this(view, view.itemCount(), fold);
  }

  /// @param all how many items the operation goes through, of which the view is a part
  /// @param fold takes the first items
  Feed(Items view, long all, Fold fold) {
    MemorySegment direct = view.direct();
    this.fold = fold;
    this.itemsize = view.itemsize();
    this.parts = view.dtype() instanceof ScalarType scalar && scalar.kind().isComplex() ? 2 : 1;
    this.swap = view.isBigEndian() && itemsize > 1 && !fold.takesBigEndian();
    this.source = direct == null ? view.segment() : direct;
    this.plain = swap ? null : direct;
    this.isPlain = direct != null && !view.isStable();
    fold.setPlain(isPlain);
    boolean far = CacheLines.isFar(all * itemsize);
    this.lines = far && !fold.isQuick() ? new CacheLines() : null;
  }

  /// What follows is for another fold of the same kind, and the first of its items.
  void to(Fold other) {
    fold = other;
    other.setPlain(isPlain);
    index = 0;
    step = 1;
  }

  /// Hands over all items of a layout in C order.
  void all(Strided layout) {
    if (layout.isContiguous(Order.C, itemsize)) {
      run(layout.offset(), itemsize, (int) layout.shape().itemCount());
    } else {
      rows(layout, 0, layout.offset());
    }
    end();
  }

  private void rows(Strided layout, int axis, long at) {
    int rank = layout.rank();
    if (rank == 0) {
      run(at, itemsize, 1);
      return;
    }
    long size = layout.shape().size(axis);
    long stride = layout.stride(axis);
    if (axis == rank - 1) {
      run(at, stride, (int) size);
      return;
    }
    for (long i = 0; i < size; i++) {
      rows(layout, axis + 1, at + i * stride);
    }
  }

  /// Hands over items whose indices are known.
  ///
  /// @param first the index of the first
  /// @param distance from one index to the next
  void run(long at, long stride, int count, long first, long distance) {
    if (fold instanceof Indexed indexed && (first != index || distance != step)) {
      end();
      indexed.at(first, distance);
    }
    index = first + count * distance;
    step = distance;
    run(at, stride, count);
  }

  /// Hands over items whose indices follow.
  void run(long at, long stride, int count) {
    long next = at;
    int left = count;
    if (rest > 0) {
      int kept = rest;
      rest = 0;
      copy(source, restAt, itemsize, kept);
    }
    if (plain != null && stride == itemsize) {
      int some = Math.min(left, (UNIT - filled) % UNIT);
      copy(source, next, stride, some);
      next += some * stride;
      left -= some;
      int whole = left & -UNIT;
      if (whole > 0) {
        takeUnits(plain, next, whole);
      }
      restAt = next + whole * stride;
      rest = left - whole;
      return;
    }
    copies(source, next, stride, left);
  }

  /// Hands over items whose indices follow, from memory that changes after this.
  ///
  /// @param run dense and little-endian
  void run(Run run, int count) {
    copies(run.memory(), run.at(), itemsize, count);
  }

  private void copies(MemorySegment from, long at, long stride, int count) {
    long next = at;
    int left = count;
    while (left > 0) {
      int some = filled == 0 && left >= UNIT ? units(left) : Math.min(left, UNIT - filled);
      copy(from, next, stride, some);
      next += some * stride;
      left -= some;
    }
  }

  /// How many items of whole units are copied together: of small ones more.
  private int units(int left) {
    return Math.min(left & -UNIT, Math.max(UNIT, Scratch.BLOCK / itemsize & -UNIT));
  }

  private void takeUnits(MemorySegment memory, long at, int count) {
    if (lines == null) {
      fold.take(memory, at, count, room);
      return;
    }
    int piece = Math.max(UNIT, CacheLines.PIECE / itemsize);
    for (int done = 0; done < count; done += piece) {
      int some = Math.min(piece, count - done);
      long from = at + (long) done * itemsize;
      lines.bring(memory, from, some * itemsize);
      fold.take(memory, from, some, room);
    }
  }

  private void copy(MemorySegment from, long at, long stride, int count) {
    if (count == 0) {
      return;
    }
    move(from, at, stride, (long) filled * itemsize, count);
    filled += count;
    if (filled >= UNIT) {
      fold.take(block, 0, filled, room);
      filled = 0;
    }
  }

  private void move(MemorySegment from, long at, long stride, long to, int count) {
    if (!swap || parts == 1) {
      Runs.copy(from, at, stride, block, to, itemsize, count, itemsize, swap);
      return;
    }
    int half = itemsize / 2;
    Runs.copy(from, at, stride, block, to, itemsize, count, half, true);
    Runs.copy(from, at + half, stride, block, to + half, itemsize, count, half, true);
  }

  /// Hands over what waits for more.
  void end() {
    MemorySegment memory = block;
    long at = 0;
    int count = filled;
    if (plain != null && rest > 0) {
      memory = plain;
      at = restAt;
      count = rest;
      if (lines != null) {
        lines.bring(memory, at, count * itemsize);
      }
    }
    filled = 0;
    rest = 0;
    int eights = count & -8;
    if (eights > 0) {
      fold.take(memory, at, eights, room);
    }
    int few = count - eights;
    if (few > 0) {
      for (int k = 0; k < itemsize; k++) {
        block.set(ValueLayout.JAVA_LONG, TAIL + (long) k * Long.BYTES, 0);
      }
      MemorySegment.copy(memory, at + (long) eights * itemsize, block, TAIL, (long) few * itemsize);
      fold.take(block, TAIL, few, room);
    }
  }

  @Override
  public void close() {
    scratch.close();
  }
}
