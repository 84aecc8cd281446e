package io.ndmap.reduce;

import io.ndmap.fold.ColumnCounts;
import io.ndmap.fold.SwarPredicate;
import io.ndmap.memory.Scratch;
import io.ndmap.pass.Items;
import org.jspecify.annotations.Nullable;

/// Like [CountFold], for a row of results.
final class CountRowFold extends RowFold {

  /// The number of columns that are copied at once.
  private static final int PIECE = Scratch.BLOCK / Long.BYTES;

  private final CountRule rule;
  // Whether rows are read in place.
  private final boolean plain;
  private final @Nullable ColumnCounts found;
  private long count;

  CountRowFold(Items view, int width, long distance, CountRule rule) {
    super(view, width, distance, view.isBigEndian() && rule.countsNaN());
    SwarPredicate counted = rule.counted();
    this.rule = rule;
    // Eight bytes are read at a time.
    this.plain = (long) width * itemsize % Long.BYTES == 0 && isPlain(view);
    this.found = counted == null ? null : new ColumnCounts(counted, width);
  }

  @Override
  void row(long at) {
    count++;
    if (found != null) {
      count(at, found);
    }
  }

  private void count(long at, ColumnCounts counts) {
    if (plain) {
      counts.take(segment, at, 0, width);
    } else {
      try (Scratch scratch = Scratch.take()) {
        for (int j = 0; j < width; j += PIECE) {
          int some = Math.min(PIECE, width - j);
          copy(at + j * distance, some, scratch.memory(), 0);
          counts.take(scratch.memory(), 0, j, some);
        }
      }
    }
    counts.taken();
  }

  @Override
  void store(Items target, long offset, long stride) {
    long[] results = found == null ? new long[width] : found.counts();
    for (int j = 0; j < results.length; j++) {
      results[j] = rule.result(results[j], count);
    }
    storeBits(results, target, offset, stride);
  }
}
