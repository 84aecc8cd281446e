package io.ndmap.elementwise;

import io.ndmap.engine.Loops;
import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.loop.StridedMove;
import io.ndmap.move.RunCopy;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Stores contiguous elements at a constant distance; the gaps are not written. Elements that are
/// close together are stored by vectors; other elements, short runs, and elements in memory that
/// vector loops must not access, by a plain copy.
public final class RunStore {

  private final MemorySegment memory;
  private final int itemsize;
  private final long stride;
  // The vector loop; null if there is none, or it is not faster.
  private final @Nullable Loop vectors;

  /// @param memory any memory
  /// @param isForVectors whether vector loops may access the memory and the elements to be stored
  /// @param stride bytes from one element to the next
  /// @param length the number of elements of a run
  /// @param items the number of elements of all runs
  public RunStore(
      MemorySegment memory,
      boolean isForVectors,
      int itemsize,
      long stride,
      long length,
      long items) {
    this.memory = memory;
    this.itemsize = itemsize;
    this.stride = stride;
    boolean pays = isForVectors && length >= StridedMove.LONG_RUN;
    this.vectors = pays ? Loops.spreading(stride, itemsize, items) : null;
  }

  /// Stores a run.
  ///
  /// @param at byte offset of the first element
  public void store(Span from, long at, int count) {
    if (vectors == null) {
      RunCopy.copy(from.memory(), from.at(), itemsize, memory, at, stride, count, itemsize, false);
    } else {
      vectors.run(new Span[] {from}, new Span(memory, at, ArrayBuffers.NONE), count);
    }
  }
}
