package io.ndmap.reduce;

import io.ndmap.dtype.TimeType;
import io.ndmap.fold.LaneCounts;
import io.ndmap.kernel.SortableBits;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Counts, for neighbouring results together, as [CountFold].
final class RowCounts extends RowFold {

  private final Reduction op;
  private final boolean tellsNumbers;
  private final long flip;
  private final long magnitude;
  private final long infinity;
  // Items that are not zero, or that are numbers.
  private final long[] counts;
  private final int[] ints;
  private final long[] longs;
  private final @Nullable LaneCounts lanes;
  private long count;

  RowCounts(Items view, int width, long distance, SortableBits keys, Reduction op) {
    super(view, width, distance);
    boolean counts = op.kind() == Reduction.Kind.COUNT;
    boolean floats = keys.turn() != 0;
    this.op = op;
    this.tellsNumbers = counts && floats;
    this.flip = counts && !floats && !keys.hasNoNaN() ? TimeType.NOT_A_TIME : 0;
    this.magnitude = flip == 0 ? keys.magnitude() : -1;
    this.infinity = keys.high();
    this.counts = new long[width];
    this.ints = new int[itemsize == Integer.BYTES ? width : 0];
    this.longs = new long[itemsize == Long.BYTES ? width : 0];
    this.lanes = itemsize < Integer.BYTES ? lanes() : null;
  }

  private LaneCounts lanes() {
    return tellsNumbers
        ? LaneCounts.ofNumbers(width)
        : LaneCounts.ofNonZero(itemsize, width, magnitude);
  }

  @Override
  void row(long at) {
    count++;
    if (lanes != null) {
      copy(at, width, MemorySegment.ofArray(lanes.row()), 0);
      lanes.take();
    } else if (itemsize == Integer.BYTES) {
      copy(at, width, MemorySegment.ofArray(ints), 0);
      addInts();
    } else {
      copy(at, width, MemorySegment.ofArray(longs), 0);
      addLongs();
    }
  }

  private void addInts() {
    int mask = (int) magnitude;
    if (tellsNumbers) {
      int most = (int) infinity;
      for (int j = 0; j < counts.length; j++) {
        counts[j] += (most - (ints[j] & mask)) >>> 31 ^ 1;
      }
    } else {
      for (int j = 0; j < counts.length; j++) {
        int item = ints[j] & mask;
        counts[j] += (item | -item) >>> 31;
      }
    }
  }

  private void addLongs() {
    long mask = magnitude;
    if (tellsNumbers) {
      for (int j = 0; j < counts.length; j++) {
        counts[j] += (infinity - (longs[j] & mask)) >>> 63 ^ 1;
      }
    } else {
      for (int j = 0; j < counts.length; j++) {
        long item = (longs[j] ^ flip) & mask;
        counts[j] += (item | -item) >>> 63;
      }
    }
  }

  @Override
  void end() {
    if (lanes != null) {
      System.arraycopy(lanes.counts(), 0, counts, 0, width);
    }
  }

  @Override
  void store(Items target, long offset, long stride) {
    for (int j = 0; j < counts.length; j++) {
      counts[j] =
          switch (op.kind()) {
            case ANY -> counts[j] > 0 ? 1 : 0;
            case ALL -> counts[j] == count ? 1 : 0;
            case COUNT -> tellsNumbers || flip != 0 ? counts[j] : count;
            default -> counts[j];
          };
    }
    storeBits(counts, target, offset, stride);
  }
}
