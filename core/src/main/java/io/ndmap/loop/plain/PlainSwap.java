package io.ndmap.loop.plain;

import io.ndmap.loop.Loop;
import io.ndmap.loop.Run;
import io.ndmap.move.Runs;

/// The plain loop that gives items the other byte order.
record PlainSwap(int itemsize) implements Loop {

  @Override
  public void run(Run[] operands, Run result, int count) {
    Run items = operands[0];
    Runs.copy(
        items.memory(),
        items.at(),
        itemsize,
        result.memory(),
        result.at(),
        itemsize,
        count,
        itemsize,
        true);
  }

  @Override
  public boolean isPlain() {
    return true;
  }
}
