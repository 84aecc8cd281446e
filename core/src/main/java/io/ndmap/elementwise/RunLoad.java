package io.ndmap.elementwise;

import io.ndmap.engine.Loops;
import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.loop.StridedMove;
import io.ndmap.memory.Scratch;
import io.ndmap.move.RunCopy;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Loads runs of elements at a constant distance into contiguous memory that vector loops may
/// access. Elements that are close together are loaded by vectors; other elements, and short runs,
/// by a plain copy.
///
/// Elements in memory that vector loops must not access, such as mappings and Java arrays, are
/// first copied into scratch memory, with the gaps between them. This pays only for elements of at
/// most two bytes, or for adjacent elements in reverse order; all others are loaded by a plain
/// copy.
public final class RunLoad {

  /// Bytes of the elements and gaps that are copied at once.
  private static final int STAGED_BYTES = Scratch.BLOCK / 2;

  /// The largest itemsize at which elements are copied with gaps.
  private static final int SMALL = Short.BYTES;

  private final MemorySegment memory;
  private final boolean isForVectors;
  private final int itemsize;
  private final long stride;
  // The vector loop; null if there is none, or it is not faster.
  private final @Nullable Loop vectors;

  /// @param memory any memory
  /// @param isForVectors whether vector loops may access the memory
  /// @param stride bytes from one element to the next
  /// @param length the number of elements of a run
  /// @param items the number of elements of all runs
  public RunLoad(
      MemorySegment memory,
      boolean isForVectors,
      int itemsize,
      long stride,
      long length,
      long items) {
    this.memory = memory;
    this.isForVectors = isForVectors;
    this.itemsize = itemsize;
    this.stride = stride;
    boolean pays =
        length >= StridedMove.LONG_RUN
            && (isForVectors || itemsize <= SMALL || stride == -itemsize);
    this.vectors = pays ? Loops.packing(stride, itemsize, items, !isForVectors) : null;
  }

  /// Returns the bytes from one element to the next.
  public long stride() {
    return stride;
  }

  /// Loads a run.
  ///
  /// @param at byte offset of the first element
  public void load(long at, int count, Span into) {
    if (vectors == null || isForVectors) {
      load(at, count, into, into, 0);
    } else {
      try (Scratch scratch = Scratch.take()) {
        load(at, count, into, new Span(scratch.memory(), 0, ArrayBuffers.NONE), STAGED_BYTES);
      }
    }
  }

  /// Loads a run.
  ///
  /// @param at byte offset of the first element
  /// @param spare memory that loops may access; it is overwritten
  /// @param spareBytes bytes of `spare`, at least 64
  void load(long at, int count, Span into, Span spare, int spareBytes) {
    if (vectors == null) {
      RunCopy.copy(memory, at, stride, into.memory(), into.at(), itemsize, count, itemsize, false);
    } else if (isForVectors) {
      run(vectors, memory, StridedMove.lowest(at, stride, count), count, into);
    } else {
      int most = (int) (spareBytes / Math.abs(stride));
      for (int done = 0; done < count; done += most) {
        int some = Math.min(most, count - done);
        long lowest = StridedMove.lowest(at + done * stride, stride, some);
        long bytes = Math.abs(stride) * (some - 1) + itemsize;
        MemorySegment.copy(memory, lowest, spare.memory(), spare.at(), bytes);
        run(vectors, spare.memory(), spare.at(), some, into.shift((long) done * itemsize));
      }
    }
  }

  private static void run(Loop vectors, MemorySegment from, long lowest, int count, Span into) {
    vectors.run(new Span[] {new Span(from, lowest, ArrayBuffers.NONE)}, into, count);
  }
}
