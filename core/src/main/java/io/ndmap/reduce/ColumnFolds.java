package io.ndmap.reduce;

import io.ndmap.axes.Layouts;
import io.ndmap.layout.Strided;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.pass.Walk;
import java.util.Arrays;

/// One [Fold] for each result of a row, for reductions that cannot combine rows. Each fold takes
/// some elements of its column at a time.
final class ColumnFolds extends RowFold {

  /// Elements of a column that are taken at a time.
  private static final int ROWS = 128;

  private final Reduction op;
  private final long stride;
  private final Fold[] folds;
  private final FoldInput input;

  /// @param rows the reduced axes, in the order of the rows
  ColumnFolds(Items view, int width, long distance, Strided rows, Reduction op) {
    super(view, width, distance);
    this.op = op;
    this.stride = Layouts.lastStride(rows);
    this.folds = new Fold[width];
    Arrays.setAll(folds, _ -> Folds.of(view, op));
    this.input = new FoldInput(view, folds[0]);
  }

  @Override
  int together() {
    return ROWS;
  }

  @Override
  int unit() {
    return ROWS;
  }

  @Override
  boolean endsWithAxis() {
    return true;
  }

  @Override
  void rows(long at, int count) {
    for (int c = 0; c < folds.length; c++) {
      input.to(folds[c]);
      input.run(at + c * distance, stride, count);
      input.end();
    }
  }

  @Override
  void passed(long at, int rows, Walk walk) {
    for (int r = 0; r < rows; r++) {
      walk.pass(at + r * stride, distance, width);
    }
  }

  @Override
  void store(Items target, long offset, long step) {
    for (int c = 0; c < folds.length; c++) {
      folds[c].store(op, target, offset + c * step);
    }
  }

  @Override
  public void close() {
    input.close();
  }
}
