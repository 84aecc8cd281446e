package io.ndmap.loop;

/// Folds four rows by a loop that combines two of them.
///
/// @param loop the loop of the operation
public record RowByRow(Loop loop) implements Loop {

  @Override
  public void run(Run[] operands, Run result, int count) {
    Run folded = operands[FourRows.ROWS];
    loop.run(new Run[] {operands[0], operands[1]}, folded, count);
    for (int k = 2; k < FourRows.ROWS; k++) {
      loop.run(new Run[] {folded, operands[k]}, folded, count);
    }
    loop.run(new Run[] {result, folded}, result, count);
  }

  @Override
  public boolean isPlain() {
    return loop.isPlain();
  }
}
