package io.ndmap.reduce;

import io.ndmap.dtype.ScalarType;
import io.ndmap.elementwise.RunLoad;
import io.ndmap.layout.Order;
import io.ndmap.layout.Strided;
import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.Span;
import io.ndmap.memory.Scratch;
import io.ndmap.memory.SeparateCalls;
import io.ndmap.move.RunCopy;
import io.ndmap.pass.Items;
import io.ndmap.pass.Pass;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/// Passes elements to folds as [Fold#take] requires: in place if they are contiguous, in unscoped
/// memory (see [io.ndmap.memory.Unscoped]) and in the right byte order, else copied to [Scratch]. A
/// fold gets the same units whether elements are copied or not, and however runs are divided.
///
/// Used by one thread, while the view's backing is pinned. HotSpot does not inline the loops of the
/// folds into this class, see [SeparateCalls].
final class FoldInput implements AutoCloseable {

  /// Elements of a unit. Folds take multiples of a unit, except for the last elements.
  static final int UNIT = 1024;

  /// Bytes of the scratch memory that a fold may use.
  static final int SCRATCH_BYTES = 4 * Scratch.BLOCK;

  // The offset, in scratch memory, at which the last elements, fewer than eight, are padded with
  // zeros. The memory before this offset holds a unit, which fills at most two blocks (an element
  // has at most 32 bytes), and computed elements, which fill at most one block.
  private static final long TAIL = Scratch.at(3);

  private static MethodHandle taking =
      SeparateCalls.handle(MethodHandles.lookup(), Fold.class, "take");

  private final Scratch scratch = Scratch.take();
  private final MemorySegment block = scratch.memory();
  private final MemorySegment scratchMemory = block.asSlice(Scratch.at(4), SCRATCH_BYTES);
  private final MemorySegment source;
  // The memory that folds read in place; null if all elements are copied.
  private final @Nullable MemorySegment inPlace;
  private final int itemsize;
  // The number of parts of an element: 2 for complex numbers, else 1.
  private final int parts;
  private final boolean swap;
  // Whether the source can fault, so that only plain loops may access it in place.
  private final boolean canFault;
  private final boolean isForVectors;
  // Loads elements at the most recent stride.
  private @Nullable RunLoad load;
  private Fold fold;
  // The number of elements at the start of the block that are not yet passed.
  private int filled;
  // The number of elements at the end of a run that do not fill a unit, and are not copied yet.
  private int rest;
  private long restAt;
  private long index;
  private long step = 1;

  /// @param fold the fold that takes the first elements
  FoldInput(Items view, Fold fold) {
    MemorySegment direct = view.direct();
    this.fold = fold;
    this.itemsize = view.itemsize();
    this.parts = view.dtype() instanceof ScalarType scalar && scalar.kind().isComplex() ? 2 : 1;
    this.swap = view.isBigEndian() && itemsize > 1 && !fold.takesBigEndian();
    this.source = direct == null ? view.segment() : direct;
    this.inPlace = swap ? null : direct;
    this.canFault = direct != null && !view.isStable();
    this.isForVectors = view.isForVectors();
    fold.setPlain(canFault);
  }

  private void take(MemorySegment memory, long at, int count) {
    try {
      taking.invokeExact(fold, memory, at, count, scratchMemory);
    } catch (Throwable e) {
      throw SeparateCalls.unchecked(e);
    }
  }

  /// Passes the following elements to another fold of the same class, starting at index 0.
  void to(Fold other) {
    fold = other;
    other.setPlain(canFault);
    index = 0;
    step = 1;
  }

  /// Passes all elements of a layout in C order.
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

  /// Passes elements with their indices.
  ///
  /// @param first the index of the first element
  /// @param distance the difference between the indices of two consecutive elements
  void run(long at, long stride, int count, long first, long distance) {
    if (fold instanceof Indexed indexed && (first != index || distance != step)) {
      end();
      indexed.at(first, distance);
    }
    index = first + count * distance;
    step = distance;
    run(at, stride, count);
  }

  /// Passes elements whose indices continue those of the last call.
  void run(long at, long stride, int count) {
    long next = at;
    int left = count;
    if (rest > 0) {
      int kept = rest;
      rest = 0;
      copy(source, restAt, itemsize, kept);
    }
    if (inPlace != null && stride == itemsize) {
      int some = Math.min(left, (UNIT - filled) % UNIT);
      copy(source, next, stride, some);
      next += some * stride;
      left -= some;
      for (; left >= UNIT && !fold.isDecided(); left -= some) {
        some = Math.min(left & -UNIT, Pass.PART);
        take(inPlace, next, some);
        next += some * stride;
      }
      restAt = next;
      rest = left % UNIT;
      return;
    }
    copies(source, next, stride, left);
  }

  /// Passes elements whose indices continue those of the last call. The elements are copied,
  /// because the memory may change afterwards.
  ///
  /// @param run contiguous and little-endian
  void run(Span run, int count) {
    copies(run.memory(), run.at(), itemsize, count);
  }

  /// Returns the buffer for elements to be computed, contiguous and little-endian, at most a block
  /// of [Scratch]. [#computed] then passes them to the fold.
  Span next(ArrayBuffers arrays) {
    return new Span(block, (long) filled * itemsize, arrays);
  }

  /// Passes elements that were computed at [#next]. Their indices continue those of the last call.
  void computed(int count) {
    filled += count;
    int whole = filled & -UNIT;
    if (whole > 0) {
      take(block, 0, whole);
      filled -= whole;
      long from = (long) whole * itemsize;
      MemorySegment.copy(block, from, block, 0, (long) filled * itemsize);
    }
  }

  /// Copies elements to the block, and passes each whole unit.
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

  /// Returns the number of elements to copy at once: as many whole units as fit a block, at least
  /// one.
  private int units(int left) {
    return Math.min(left & -UNIT, Math.max(UNIT, Scratch.BLOCK / itemsize & -UNIT));
  }

  private void copy(MemorySegment from, long at, long stride, int count) {
    if (count == 0) {
      return;
    }
    move(from, at, stride, (long) filled * itemsize, count);
    filled += count;
    if (filled >= UNIT) {
      take(block, 0, filled);
      filled = 0;
    }
  }

  private void move(MemorySegment from, long at, long stride, long to, int count) {
    if (!swap && stride != itemsize) {
      load(at, stride, count, new Span(block, to, ArrayBuffers.NONE));
      return;
    }
    if (!swap || parts == 1) {
      RunCopy.copy(from, at, stride, block, to, itemsize, count, itemsize, swap);
      return;
    }
    int half = itemsize / 2;
    RunCopy.copy(from, at, stride, block, to, itemsize, count, half, true);
    RunCopy.copy(from, at + half, stride, block, to + half, itemsize, count, half, true);
  }

  /// Loads elements of the view.
  private void load(long at, long stride, int count, Span into) {
    RunLoad last = load;
    if (last == null || last.stride() != stride) {
      last = new RunLoad(source, isForVectors, itemsize, stride, UNIT, UNIT);
      load = last;
    }
    last.load(at, count, into);
  }

  /// Passes the elements that do not fill a unit, as [Fold#take] requires: first a multiple of
  /// eight elements, then the remaining elements, fewer than eight, padded with zeros.
  void end() {
    MemorySegment memory = block;
    long at = 0;
    int count = filled;
    if (inPlace != null && rest > 0) {
      memory = inPlace;
      at = restAt;
      count = rest;
    }
    filled = 0;
    rest = 0;
    int eights = count & -8;
    if (eights > 0) {
      take(memory, at, eights);
    }
    int few = count - eights;
    if (few > 0) {
      for (int k = 0; k < itemsize; k++) {
        block.set(ValueLayout.JAVA_LONG, TAIL + (long) k * Long.BYTES, 0);
      }
      MemorySegment.copy(memory, at + (long) eights * itemsize, block, TAIL, (long) few * itemsize);
      take(block, TAIL, few);
    }
  }

  @Override
  public void close() {
    scratch.close();
  }
}
