package io.ndmap.move;

import io.ndmap.layout.Strided;
import java.lang.foreign.MemorySegment;

/// Copies strided runs of items between memories of any kind, byte-swapped where asked.
public final class Runs {

  /// The most items of a call of a loop.
  private static final int PIECE = 1 << 12;

  private Runs() {}

  /// Copies a run between memories that do not overlap, or from all items to themselves.
  ///
  /// @param source where the items come from
  /// @param from byte offset of the first one
  /// @param fromStride bytes from one to the next, of either sign
  /// @param target where they go; none of its bytes but the items' are written
  /// @param to byte offset of the first one
  /// @param toStride bytes from one to the next, of either sign
  /// @param count how many there are
  /// @param itemsize bytes of an item, at least 1
  /// @param swap whether the bytes of an item are swapped, all together; the itemsize is then 2, 4,
  ///   8 or 16
  public static void copy(
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      int count,
      int itemsize,
      boolean swap) {
    if (!swap && fromStride == itemsize && toStride == itemsize) {
      MemorySegment.copy(source, from, target, to, (long) count * itemsize);
    } else if (ForeignRuns.isForeign(source) || ForeignRuns.isForeign(target)) {
      ForeignRuns.copy(source, from, fromStride, target, to, toStride, count, itemsize, swap);
    } else {
      for (int done = 0; done < count; done += PIECE) {
        int n = Math.min(PIECE, count - done);
        long f = from + done * fromStride;
        long g = to + done * toStride;
        if (swap) {
          StridedRuns.swap(source, f, fromStride, target, g, toStride, n, itemsize);
        } else {
          StridedRuns.copy(source, f, fromStride, target, g, toStride, n, itemsize);
        }
      }
    }
  }

  /// Copies items between layouts of one shape in memories that do not overlap and belong to no
  /// arena, row by row.
  ///
  /// @param source where the items come from
  /// @param from where they are in it, of at least one axis and one item
  /// @param target where they go
  /// @param to where they go in it
  /// @param itemsize bytes of an item, at least 1
  public static void copy(
      MemorySegment source, Strided from, MemorySegment target, Strided to, int itemsize) {
    StridedRuns.copy(source, from, target, to, itemsize);
  }
}
