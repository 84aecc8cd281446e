package io.ndmap.reduce;

import static io.ndmap.dtype.TimeType.NOT_A_TIME;

import io.ndmap.fold.LaneCounts;
import io.ndmap.kernel.SortableBits;
import io.ndmap.memory.Scratch;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Counts, for neighbouring results together, as [CountFold].
final class RowCounts extends RowFold {

  private final Reduction op;
  private final boolean countsNaN;
  private final boolean countsTimes;
  private final boolean plain;
  private final LaneCounts lanes;
  private final long[] waiting = new long[LaneCounts.ROWS];
  private int filled;
  private long count;

  RowCounts(Items view, int width, long distance, SortableBits keys, Reduction op) {
    super(view, width, distance, view.isBigEndian() && countsNaN(keys, op));
    this.op = op;
    this.countsNaN = countsNaN(keys, op);
    this.countsTimes = !countsNaN && !keys.hasNoNaN() && op.kind() == Reduction.Kind.COUNT;
    // Eight bytes are read at a time.
    this.plain = (long) width * itemsize % Long.BYTES == 0 && isPlain(view);
    this.lanes =
        countsNaN
            ? LaneCounts.ofNaN(itemsize, width, keys.high())
            : nonZero(view, countsTimes ? -1 : keys.magnitude(), countsTimes ? NOT_A_TIME : 0);
  }

  /// Which bits are set is the same in either byte order; which numbers are larger is not.
  private static boolean countsNaN(SortableBits keys, Reduction op) {
    return op.kind() == Reduction.Kind.COUNT && keys.turn() != 0;
  }

  private LaneCounts nonZero(Items view, long mask, long zero) {
    boolean big = view.isBigEndian();
    return LaneCounts.ofNonZero(
        itemsize,
        width,
        big ? CountFold.reversed(mask, itemsize) : mask,
        big ? CountFold.reversed(zero, itemsize) : zero);
  }

  @Override
  void row(long at) {
    count++;
    waiting[filled++] = at;
    if (filled < waiting.length) {
      return;
    }
    if (plain) {
      lanes.take(segment, waiting, 0, width);
      lanes.taken(filled);
      filled = 0;
    } else {
      copied();
    }
  }

  private void copied() {
    long[] rows = new long[waiting.length];
    Arrays.setAll(rows, Scratch::at);
    try (Scratch scratch = Scratch.take()) {
      MemorySegment room = scratch.memory();
      for (int k = filled; k < rows.length; k++) {
        for (int b = 0; b < Scratch.BLOCK; b += Long.BYTES) {
          room.set(LITTLE, rows[k] + b, lanes.nothing());
        }
      }
      for (int j = 0; j < width; j += PIECE) {
        int some = Math.min(PIECE, width - j);
        for (int k = 0; k < filled; k++) {
          copy(waiting[k] + j * distance, some, room, rows[k]);
        }
        lanes.take(room, rows, j, some);
      }
    }
    lanes.taken(filled);
    filled = 0;
  }

  @Override
  void end() {
    if (filled > 0) {
      copied();
    }
  }

  @Override
  void store(Items target, long offset, long stride) {
    long[] counts = lanes.counts();
    for (int j = 0; j < counts.length; j++) {
      counts[j] =
          switch (op.kind()) {
            case ANY -> counts[j] > 0 ? 1 : 0;
            case ALL -> counts[j] == count ? 1 : 0;
            case COUNT -> countsNaN ? count - counts[j] : countsTimes ? counts[j] : count;
            default -> counts[j];
          };
    }
    storeBits(counts, target, offset, stride);
  }
}
