package io.ndmap.vector;

import io.ndmap.axes.Layouts;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.move.Cast;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Provides rows as contiguous little-endian numbers of one compute type in unscoped memory (see
/// [io.ndmap.memory.Unscoped]). If the elements already have this form, they are read in place,
/// unless the memory may fault and the loop cannot read such memory; otherwise they are converted
/// into scratch memory.
///
/// For one thread. The caller must have pinned the elements' memory.
final class StagedRows {

  /// The maximum number of elements of a row that are staged at a time. At eight bytes each, four
  /// such rows fill four blocks of scratch memory.
  static final int CHUNK = 2048;

  private final MemorySegment source;
  private final @Nullable MemorySegment direct;
  private final Cast cast;
  private final long stride;
  private final int size;
  private final MemorySegment scratch;
  private final long buffer;

  /// @param items the array; its rows run along the last axis
  /// @param kind the compute type
  /// @param faults whether the loop may read memory that can fault
  /// @param buffer offset of free blocks in the scratch memory: four, or one if only one row is
  ///   staged at a time
  StagedRows(Items items, ScalarKind kind, boolean faults, MemorySegment scratch, long buffer) {
    boolean big = items.isBigEndian();
    this.source = items.segment();
    this.stride = Layouts.lastStride(items.strided());
    this.size = kind.itemsize();
    this.cast = Cast.between(items.kind(), big, kind, false);
    boolean asIs = items.kind() == kind && !big && stride == size;
    this.direct = asIs && (faults || items.isStable()) ? items.direct() : null;
    this.scratch = scratch;
    this.buffer = buffer;
  }

  /// The memory of the staged elements.
  MemorySegment memory() {
    return direct == null ? scratch : direct;
  }

  /// The maximum number of rows that can be staged at a time.
  ///
  /// @param length the number of elements of each row
  /// @return a multiple of four
  int rowsAtOnce(int length) {
    return direct == null ? 4 * (CHUNK / length) : 1 << 30;
  }

  /// Bytes from one row to the next in [#memory].
  ///
  /// @param distance bytes from one row to the next in the original memory
  /// @param length the number of elements of each row
  long distance(long distance, int length) {
    return direct == null ? (long) length * size : distance;
  }

  /// Stages rows.
  ///
  /// @param at byte offset of the first row in the original memory
  /// @param distance bytes from one row to the next in the original memory
  /// @param many the number of rows, at most [#rowsAtOnce]
  /// @param length the number of elements of each row, at most [#CHUNK]
  /// @return byte offset of the first row in [#memory]
  long stage(long at, long distance, int many, int length) {
    if (direct != null) {
      return at;
    }
    if (distance == length * stride) {
      cast.run(source, at, stride, scratch, buffer, size, many * length);
    } else {
      for (int k = 0; k < many; k++) {
        long into = buffer + (long) k * length * size;
        cast.run(source, at + k * distance, stride, scratch, into, size, length);
      }
    }
    return buffer;
  }
}
