package io.ndmap.arithmetic;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.TickLoops;
import io.ndmap.pass.Items;

/// Cumulative sums of timedeltas in one unit: `NaT` from the first one on.
final class RunningTicks extends RunningNumbers {

  private long sum;

  /// @param capacity the most items at once
  RunningTicks(Items from, Items to, int capacity) {
    super(from, to, ScalarKind.INT64, capacity);
  }

  @Override
  public void clear() {
    sum = 0;
  }

  @Override
  public void run(int count) {
    open(count);
    sum = TickLoops.accumulate(block.longs(), sum, count);
  }

  @Override
  public void step(boolean first, int count) {
    open(count);
    if (!first) {
      TickLoops.add(block.longs(), sums.longs(), count);
    }
    sums.copy(ScalarKind.INT64, block, count);
  }
}
