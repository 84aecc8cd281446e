package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.op.Reduction;
import io.ndmap.pass.Items;
import io.ndmap.value.RealReader;
import java.lang.foreign.MemorySegment;

/// Product of booleans or integers, modulo 2⁶⁴.
public final class IntegerProductFold extends Fold {

  private final int itemsize;
  private final RealReader reader;
  private final long[] numbers = new long[FoldInput.UNIT];
  private long product = 1;

  IntegerProductFold(ScalarKind kind) {
    this.itemsize = kind.itemsize();
    this.reader = new RealReader(kind, false);
  }

  @Override
  void take(MemorySegment memory, long at, int count, MemorySegment scratch) {
    for (int done = 0; done < count; done += FoldInput.UNIT) {
      int length = Math.min(FoldInput.UNIT, count - done);
      reader.bits(memory, at + (long) done * itemsize, itemsize, length, numbers, 0);
      multiply(length);
    }
  }

  /// Uses four accumulators, because multiplications have a long latency.
  private void multiply(int count) {
    long a = product;
    long b = 1;
    long c = 1;
    long d = 1;
    int fours = count & -4;
    for (int i = 0; i < fours; i += 4) {
      a *= numbers[i];
      b *= numbers[i + 1];
      c *= numbers[i + 2];
      d *= numbers[i + 3];
    }
    for (int i = fours; i < count; i++) {
      a *= numbers[i];
    }
    product = a * b * (c * d);
  }

  @Override
  void merge(Fold later) {
    product *= ((IntegerProductFold) later).product;
  }

  @Override
  void clear() {
    product = 1;
  }

  public long wrapped() {
    return product;
  }

  @Override
  void store(Reduction op, Items target, long offset) {
    target.setBitsAt(offset, product);
  }
}
