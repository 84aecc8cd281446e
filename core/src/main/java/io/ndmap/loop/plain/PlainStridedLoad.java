package io.ndmap.loop.plain;

import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.loop.StridedLoad;
import io.ndmap.move.RunCopy;

/// The plain loop of [StridedLoad].
record PlainStridedLoad(StridedLoad load, int itemsize) implements Loop {

  @Override
  public void run(Span[] operands, Span result, int count) {
    Span items = operands[0];
    long first = load.step() > 0 ? 0 : (load.reach(count) - 1) * itemsize;
    RunCopy.copy(
        items.memory(),
        items.at() + first,
        (long) load.step() * itemsize,
        result.memory(),
        result.at(),
        itemsize,
        count,
        itemsize,
        false);
  }

  @Override
  public boolean isPlain() {
    return true;
  }
}
