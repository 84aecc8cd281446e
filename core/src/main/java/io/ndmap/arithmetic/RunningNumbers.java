package io.ndmap.arithmetic;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.Block;
import io.ndmap.kernel.RunningSum;

/// Cumulative sums of numbers that Java has a type for.
final class RunningNumbers implements RunningItems {

  private final Accumulation.Side from;
  private final Accumulation.Side to;
  private final ScalarKind computed;
  private final Block block;
  private final Block sums;
  private final RunningSum sum;

  /// @param computed what the items are added up as
  /// @param capacity the most items at once
  RunningNumbers(Accumulation.Side from, Accumulation.Side to, ScalarKind computed, int capacity) {
    this.from = from;
    this.to = to;
    this.computed = computed;
    this.block = new Block(capacity);
    this.sums = new Block(capacity);
    this.sum = new RunningSum(computed);
  }

  @Override
  public void take(long at, long stride, int start, int count) {
    block.take(from.kind(), from.big(), from.segment(), at, stride, start, count);
  }

  @Override
  public void clear() {
    sum.clear();
  }

  @Override
  public void run(int count) {
    open(count);
    sum.run(block, count);
  }

  @Override
  public void step(boolean first, int count) {
    open(count);
    RunningSum.step(computed, block, sums, first, count);
  }

  /// What was taken becomes numbers to compute with.
  private void open(int count) {
    block.open(from.kind(), from.big(), count);
    block.convert(from.kind(), computed, count);
    block.wrap(computed, count);
  }

  @Override
  public void put(long at, long stride, int count) {
    block.convert(computed, to.kind(), count);
    block.close(to.kind(), to.big(), count);
    block.put(to.kind(), to.big(), 0, count, to.segment(), at, stride);
  }
}
