package io.ndmap.reduce;

import io.ndmap.fold.ColumnSums;
import io.ndmap.fold.Deviations;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.pass.Walk;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Variances and standard deviations of a row of results. Rows are taken in chunks; each chunk is
/// read a second time while it is in a cache.
final class MomentsRowFold extends RowFold {

  private final Deviations deviations;
  private final Reduction op;
  // The byte offsets of the rows of the current chunk.
  private final long[] waiting = new long[ColumnSums.CHUNK];
  private final double[][] rows;
  private final double[] sums;
  private int filled;
  private @Nullable Walk walk;

  MomentsRowFold(Items view, int width, long distance, Reduction op) {
    super(view, width, distance);
    this.deviations = new Deviations(width);
    this.op = op;
    this.rows = new double[ColumnSums.ROWS][width];
    this.sums = new double[width];
  }

  @Override
  void row(long at) {
    waiting[filled++] = at;
    if (filled == ColumnSums.CHUNK) {
      end();
    }
  }

  /// Defers the report to the walk until the chunk has been read twice, because the walk may
  /// release its pages.
  @Override
  void passed(long at, int count, Walk way) {
    walk = way;
  }

  @Override
  void end() {
    if (filled == 0) {
      return;
    }
    Arrays.fill(sums, 0);
    int eights = filled & -ColumnSums.ROWS;
    for (int i = 0; i < eights; i += ColumnSums.ROWS) {
      for (int k = 0; k < ColumnSums.ROWS; k++) {
        read(waiting[i + k], rows[k]);
      }
      ColumnSums.add(rows, sums);
    }
    for (int i = eights; i < filled; i++) {
      read(waiting[i], rows[0]);
      ColumnSums.add(rows[0], sums);
    }
    deviations.begin(sums, filled);
    for (int i = 0; i < filled; i++) {
      read(waiting[i], rows[0]);
      deviations.add(rows[0]);
    }
    deviations.end(filled);
    for (int i = 0; i < filled && walk != null; i++) {
      walk.pass(waiting[i], distance, width);
    }
    filled = 0;
  }

  private void read(long at, double[] row) {
    reader.doubles(segment, at, distance, width, row, 0);
  }

  @Override
  void store(Items target, long offset, long stride) {
    double[] results = new double[width];
    Arrays.setAll(
        results, j -> MomentsFold.variance(deviations.squares(j), deviations.count(), op, false));
    storeDoubles(results, target, offset, stride);
  }
}
