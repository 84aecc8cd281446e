package io.ndmap.loop;

/// Combines four rows, one after the other, and then the results with them, by a loop on two
/// operands.
///
/// @param loop the loop of the operation
public record RowByRow(Loop loop) implements Loop {

  @Override
  public void run(Span[] operands, Span result, int count) {
    Span folded = operands[FourRows.ROWS];
    loop.run(new Span[] {operands[0], operands[1]}, folded, count);
    for (int k = 2; k < FourRows.ROWS; k++) {
      loop.run(new Span[] {folded, operands[k]}, folded, count);
    }
    loop.run(new Span[] {result, folded}, result, count);
  }

  @Override
  public boolean isPlain() {
    return loop.isPlain();
  }
}
