package io.ndmap.reduce;

import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// Counts real numbers or times by a [CountRule]: nonzero elements, or elements that are neither
/// NaN nor `NaT`.
public final class CountFold extends Fold {

  private final CountRule rule;
  private long count;
  private long found;

  CountFold(CountRule rule) {
    this.rule = rule;
  }

  @Override
  boolean takesBigEndian() {
    return !rule.countsNaN();
  }

  @Override
  void take(MemorySegment memory, long at, int length, MemorySegment scratch) {
    count += length;
    if (rule.counted() != null) {
      found += rule.counted().count(memory, at, length);
    }
  }

  /// Adds elements that were counted elsewhere.
  ///
  /// @param counted the number of elements that the rule counts
  /// @param length the number of all elements
  void add(long counted, int length) {
    count += length;
    found += counted;
  }

  @Override
  boolean isDecided() {
    return switch (rule.kind()) {
      case ANY -> found > 0;
      case ALL -> found < count;
      default -> false;
    };
  }

  @Override
  boolean isExact() {
    return true;
  }

  @Override
  void merge(Fold other) {
    CountFold later = (CountFold) other;
    count += later.count;
    found += later.found;
  }

  @Override
  void clear() {
    count = 0;
    found = 0;
  }

  public long result() {
    return rule.result(found, count);
  }

  @Override
  void store(Reduction op, Items target, long offset) {
    target.setBitsAt(offset, result());
  }
}
