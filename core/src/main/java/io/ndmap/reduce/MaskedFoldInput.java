package io.ndmap.reduce;

import io.ndmap.dtype.ScalarType;
import io.ndmap.fold.Compaction;
import io.ndmap.memory.Scratch;
import io.ndmap.move.RunCopy;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// Passes to a fold, as [Fold#take] requires, the elements that a mask selects. The elements are
/// compacted into blocks that do not depend on the layouts of elements and mask.
///
/// Used by one thread, while the backings of elements and mask are pinned.
final class MaskedFoldInput implements AutoCloseable {

  /// Elements that are compacted together.
  private static final int RUN = 512;

  // A unit fills at most two blocks, because an element has at most 32 bytes; a run fills one
  // block.
  private static final long UNMASKED = Scratch.at(2);
  private static final long MASK = Scratch.at(3);

  private final Scratch scratch = Scratch.take();
  private final MemorySegment block = scratch.memory();
  private final MemorySegment scratchMemory = block.asSlice(Scratch.at(4), FoldInput.SCRATCH_BYTES);
  private final int itemsize;
  // The number of parts of an element: 2 for complex numbers, else 1.
  private final int parts;
  private final boolean swap;
  private final Fold fold;
  // The number of elements at the start of the block that are not yet passed.
  private int filled;

  /// @param view a view with the dtype of the elements
  MaskedFoldInput(Items view, Fold fold) {
    this.itemsize = view.itemsize();
    this.parts = view.dtype() instanceof ScalarType scalar && scalar.kind().isComplex() ? 2 : 1;
    this.swap = view.isBigEndian() && !fold.takesBigEndian();
    this.fold = fold;
  }

  /// Passes the selected elements of a run.
  void run(
      MemorySegment source,
      long at,
      long stride,
      int count,
      MemorySegment mask,
      long maskAt,
      long maskStride) {
    for (int done = 0; done < count; ) {
      int some = Math.min(Math.min(RUN, count - done), FoldInput.UNIT - filled);
      int part = itemsize / parts;
      for (int k = 0; k < itemsize; k += part) {
        long from = at + done * stride + k;
        RunCopy.copy(source, from, stride, block, UNMASKED + k, itemsize, some, part, swap);
      }
      RunCopy.copy(mask, maskAt + done * maskStride, maskStride, block, MASK, 1, some, 1, false);
      var _ = Compaction.toOnes(block, MASK, some);
      long to = (long) filled * itemsize;
      filled += Compaction.pack(block, itemsize, UNMASKED, MASK, some, to);
      if (filled == FoldInput.UNIT) {
        fold.take(block, 0, filled, scratchMemory);
        filled = 0;
      }
      done += some;
    }
  }

  /// Passes the elements that do not fill a unit.
  void end() {
    if (filled > 0) {
      long end = (long) filled * itemsize;
      block.asSlice(end, (long) (-filled & 7) * itemsize).fill((byte) 0);
      fold.take(block, 0, filled, scratchMemory);
      filled = 0;
    }
  }

  @Override
  public void close() {
    scratch.close();
  }
}
