package io.ndmap.loop.plain;

import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.move.RunCopy;

/// The plain loop that swaps the byte order of elements.
record PlainSwap(int itemsize) implements Loop {

  @Override
  public void run(Span[] operands, Span result, int count) {
    Span items = operands[0];
    RunCopy.copy(
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
