package io.ndmap.arithmetic;

import io.ndmap.kernel.Block;
import io.ndmap.kernel.Operation;
import io.ndmap.kernel.TickLoops;

/// Cumulative sums of timedeltas in one unit: `NaT` from the first one on.
final class RunningTicks implements RunningItems {

  private final Accumulation.Side from;
  private final Accumulation.Side to;
  private final Block block;
  private final Block sums;
  private long sum;

  /// @param capacity the most items at once
  RunningTicks(Accumulation.Side from, Accumulation.Side to, int capacity) {
    this.from = from;
    this.to = to;
    this.block = new Block(capacity);
    this.sums = new Block(capacity);
  }

  @Override
  public void take(long at, long stride, int start, int count) {
    block.take(from.kind(), from.big(), from.segment(), at, stride, start, count);
  }

  @Override
  public void clear() {
    sum = 0;
  }

  @Override
  public void run(int count) {
    block.open(from.kind(), from.big(), count);
    sum = TickLoops.accumulate(block.longs(), sum, count);
  }

  @Override
  public void step(boolean first, int count) {
    block.open(from.kind(), from.big(), count);
    if (!first) {
      TickLoops.apply(Operation.PLUS, block.longs(), sums.longs(), count);
    }
    sums.copy(from.kind(), block, count);
  }

  @Override
  public void put(long at, long stride, int count) {
    block.close(to.kind(), to.big(), count);
    block.put(to.kind(), to.big(), 0, count, to.segment(), at, stride);
  }
}
