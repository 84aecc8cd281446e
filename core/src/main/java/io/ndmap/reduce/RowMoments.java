package io.ndmap.reduce;

import io.ndmap.fold.ColumnDeviations;
import io.ndmap.fold.Columns;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.pass.Walk;
import org.jspecify.annotations.Nullable;

/// Variances and standard deviations of a row of neighbouring results: rows are taken in chunks,
/// and read a second time while a cache has them.
class RowMoments extends RowFold {

  final ColumnDeviations deviations;
  private final Reduction op;
  private final long[] waiting = new long[Columns.CHUNK];
  private final double[][] rows;
  private int filled;
  private @Nullable Walk walk;

  RowMoments(Items view, int width, long distance, Reduction op) {
    super(view, width, distance);
    this.deviations = new ColumnDeviations(width);
    this.op = op;
    this.rows = new double[Columns.ROWS][width];
  }

  @Override
  void row(long at) {
    waiting[filled++] = at;
    if (filled == Columns.CHUNK) {
      chunk();
    }
  }

  /// Only when the chunk is read, and so behind what is given back.
  @Override
  void passed(long at, int items, Walk way) {
    walk = way;
  }

  @Override
  void end() {
    if (filled > 0) {
      chunk();
    }
  }

  private void chunk() {
    Columns sums = deviations.sums();
    int eights = filled & -Columns.ROWS;
    for (int i = 0; i < eights; i += Columns.ROWS) {
      for (int k = 0; k < Columns.ROWS; k++) {
        read(waiting[i + k], rows[k]);
      }
      sums.add(rows);
    }
    for (int i = eights; i < filled; i++) {
      read(waiting[i], rows[0]);
      sums.add(rows[0]);
    }
    if (filled < Columns.CHUNK) {
      sums.end();
    }
    deviations.begin(filled);
    for (int i = 0; i < filled; i++) {
      reader.doubles(segment, waiting[i], distance, width, rows[0], 0);
      deviations.add(rows[0]);
    }
    deviations.end();
    if (walk != null) {
      for (int i = 0; i < filled; i++) {
        walk.pass(waiting[i], distance, width);
      }
    }
    filled = 0;
    taken();
  }

  /// Some rows were taken.
  void taken() {
    // Nothing to be done for variances.
  }

  /// Reads a row for the first time.
  void read(long at, double[] row) {
    reader.doubles(segment, at, distance, width, row, 0);
  }

  @Override
  void store(Items target, long offset, long stride) {
    storeDoubles(variances(op), target, offset, stride);
  }

  final double[] variances(Reduction wanted) {
    double[] results = new double[width];
    for (int j = 0; j < results.length; j++) {
      results[j] = MomentsFold.variance(deviations.squares(j), deviations.count(), wanted, false);
    }
    return results;
  }
}
