package io.ndmap.vector;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.move.Cast;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Hands runs of items to loops that take contiguous little-endian numbers of one kind, in memory
/// of no arena: where they are if they are so, else converted into scratch memory.
///
/// For one thread, during a hold of the items' backing.
final class Operand {

  /// Items of a row that are computed at once: of eight bytes and of four rows, they fill four
  /// blocks of scratch memory.
  static final int CHUNK = 2048;

  private final MemorySegment source;
  private final @Nullable MemorySegment direct;
  private final Cast cast;
  private final long stride;
  private final int size;
  private final MemorySegment scratch;
  private final long room;

  /// @param items whose last axis runs
  /// @param kind of the numbers that loops take
  /// @param room where in the scratch memory there is room for what is handed over together
  Operand(Items items, ScalarKind kind, MemorySegment scratch, long room) {
    boolean big = items.isBigEndian();
    this.source = items.segment();
    this.stride = items.strided().lastStride();
    this.size = kind.itemsize();
    this.cast = Cast.between(items.kind(), big, kind, false);
    this.direct = items.kind() == kind && !big && stride == size ? items.direct() : null;
    this.scratch = scratch;
    this.room = room;
  }

  /// Where loops find items.
  MemorySegment memory() {
    return direct == null ? scratch : direct;
  }

  /// How many rows may be handed over together.
  ///
  /// @param length how many items of each are wanted
  /// @return a multiple of four
  int rowsAtOnce(int length) {
    return direct == null ? 4 * (CHUNK / length) : 1 << 30;
  }

  /// Bytes from one row to the next in [#memory].
  ///
  /// @param distance the same in their own memory
  /// @param length how many items of each are wanted
  long distance(long distance, int length) {
    return direct == null ? (long) length * size : distance;
  }

  /// Makes rows ready.
  ///
  /// @param at byte offset of the first in their own memory
  /// @param distance bytes from one to the next there
  /// @param many how many, at most [#rowsAtOnce]
  /// @param length how many items of each, at most [#CHUNK]
  /// @return byte offset of the first in [#memory]
  long ready(long at, long distance, int many, int length) {
    if (direct != null) {
      return at;
    }
    if (distance == length * stride) {
      cast.run(source, at, stride, scratch, room, size, many * length);
    } else {
      for (int k = 0; k < many; k++) {
        long into = room + (long) k * length * size;
        cast.run(source, at + k * distance, stride, scratch, into, size, length);
      }
    }
    return room;
  }
}
