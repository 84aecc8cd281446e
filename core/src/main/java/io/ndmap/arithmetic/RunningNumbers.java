package io.ndmap.arithmetic;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.Block;
import io.ndmap.kernel.RunningSum;
import io.ndmap.pass.Items;

/// Cumulative sums of numbers that Java has a type for.
class RunningNumbers implements RunningItems {

  private final Items from;
  private final Items to;
  private final ScalarKind computed;
  final Block block;
  final Block sums;
  private final RunningSum sum;

  /// @param computed what the items are added up as
  /// @param capacity the most items at once
  RunningNumbers(Items from, Items to, ScalarKind computed, int capacity) {
    this.from = from;
    this.to = to;
    this.computed = computed;
    this.block = new Block(capacity);
    this.sums = new Block(capacity);
    this.sum = new RunningSum(computed);
  }

  @Override
  public final void take(long at, long stride, int start, int count) {
    block.take(from.kind(), from.isBigEndian(), from.segment(), at, stride, start, count);
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
  final void open(int count) {
    block.open(from.kind(), from.isBigEndian(), count);
    block.convert(from.kind(), computed, count);
    block.wrap(computed, count);
  }

  @Override
  public final void put(long at, long stride, int count) {
    block.convert(computed, to.kind(), count);
    block.close(to.kind(), to.isBigEndian(), count);
    block.put(to.kind(), to.isBigEndian(), 0, count, to.segment(), at, stride);
  }
}
