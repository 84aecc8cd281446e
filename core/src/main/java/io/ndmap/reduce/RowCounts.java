package io.ndmap.reduce;

import static io.ndmap.dtype.TimeType.NOT_A_TIME;

import io.ndmap.fold.LaneCounts;
import io.ndmap.memory.Scratch;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.value.SortableBits;

/// Counts, for neighbouring results together, as [CountFold].
final class RowCounts extends RowFold {

  /// Columns that are copied together.
  private static final int PIECE = Scratch.BLOCK / Long.BYTES;

  private final Reduction op;
  private final boolean countsNaN;
  private final boolean countsTimes;
  private final boolean plain;
  private final LaneCounts lanes;
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
    if (plain) {
      lanes.take(segment, at, 0, width);
    } else {
      try (Scratch scratch = Scratch.take()) {
        for (int j = 0; j < width; j += PIECE) {
          int some = Math.min(PIECE, width - j);
          copy(at + j * distance, some, scratch.memory(), 0);
          lanes.take(scratch.memory(), 0, j, some);
        }
      }
    }
    lanes.taken();
  }

  @Override
  void end() {
    // No row waits.
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
