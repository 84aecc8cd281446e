package io.ndmap.product;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.memory.Scratch;
import io.ndmap.move.Cast;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;

/// Stores the sums of a tile in the target. Sums are rounded to the scalar type of the results
/// before they are cast to the scalar type of the target.
final class SumStore {

  private final Items target;
  private final Cast straight;
  private final Cast narrowing;
  private final Cast widening;
  private final int itemsize;
  private final int between;
  private final boolean isTwice;

  /// @param sums the scalar type of the sums
  /// @param results the scalar type of the results, or of their real and imaginary parts
  SumStore(Items target, ScalarKind sums, ScalarKind results) {
    ScalarKind stored = target.kind().part();
    boolean big = target.isBigEndian();
    this.target = target;
    this.straight = Cast.between(sums, false, stored, big);
    this.narrowing = Cast.between(sums, false, results, false);
    this.widening = Cast.between(results, false, stored, big);
    this.itemsize = sums.itemsize();
    this.between = results.itemsize();
    this.isTwice = stored != results && sums != results;
  }

  /// Stores sums in a strided run of target elements.
  ///
  /// @param part 0 for real numbers and real parts, 1 for imaginary parts
  /// @param at byte offset of the run's first element in the target
  /// @param stride bytes from one element of the run to the next
  void run(MemorySegment sums, int part, long at, long stride, int count) {
    MemorySegment memory = target.seen();
    long first = at + (long) part * target.kind().part().itemsize();
    if (!isTwice) {
      straight.run(sums, 0, itemsize, memory, first, stride, count);
      return;
    }
    try (Scratch scratch = Scratch.take()) {
      narrowing.run(sums, 0, itemsize, scratch.memory(), 0, between, count);
      widening.run(scratch.memory(), 0, between, memory, first, stride, count);
    }
  }
}
