package io.ndmap.loop.plain;

import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.loop.StridedMove;
import io.ndmap.move.RunCopy;

/// The plain loop of [StridedMove].
record PlainStridedMove(StridedMove move, int itemsize) implements Loop {

  @Override
  public void run(Span[] operands, Span result, int count) {
    Span items = operands[0];
    long first = move.step() > 0 ? 0 : (move.reach(count) - 1) * itemsize;
    long stride = (long) move.step() * itemsize;
    RunCopy.copy(
        items.memory(),
        items.at() + (move.spreads() ? 0 : first),
        move.spreads() ? itemsize : stride,
        result.memory(),
        result.at(),
        move.spreads() ? stride : itemsize,
        count,
        itemsize,
        false);
  }

  @Override
  public boolean isPlain() {
    return true;
  }
}
