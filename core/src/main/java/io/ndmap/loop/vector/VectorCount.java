package io.ndmap.loop.vector;

import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.memory.Unscoped;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import java.util.Objects;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/// Counts the elements for which a [VectorTemplateData.Test] is true; otherwise like
/// [VectorPredicate].
final class VectorCount implements Loop {

  private static final MemorySegment ALL = Objects.requireNonNull(Unscoped.ALL);
  private static final VectorTemplateData DATA = VectorTemplateData.of(MethodHandles.lookup());
  private static final VectorSpecies<Object> SPECIES = DATA.species();
  private static final VectorTemplateData.Test TEST = (VectorTemplateData.Test) DATA.operation();
  private static final int LANES = SPECIES.length();
  private static final int ITEMSIZE = SPECIES.elementSize() / Byte.SIZE;
  private static final int OPERANDS = DATA.operandCount();

  @Override
  public void run(Span[] operands, Span result, int count) {
    long bytes = (long) count * ITEMSIZE;
    Span first = operands[0];
    Span second = OPERANDS > 1 ? operands[1] : first;
    Span third = OPERANDS > 2 ? operands[2] : first;
    Span fourth = OPERANDS > 3 ? operands[3] : first;
    long x = first.source(bytes);
    long y = second.source(bytes);
    long v = third.source(bytes);
    long w = fourth.source(bytes);
    long xs = first.isNumber() ? 0 : ITEMSIZE;
    long ys = second.isNumber() ? 0 : ITEMSIZE;
    long vs = third.isNumber() ? 0 : ITEMSIZE;
    long ws = fourth.isNumber() ? 0 : ITEMSIZE;
    long last = (long) count - LANES;
    long found = 0;
    long i = 0;
    for (; i <= last; i += LANES) {
      found += step(x + i * xs, y + i * ys, v + i * vs, w + i * ws);
    }
    // The last vector overlaps with the one before it.
    VectorMask<Object> end = test(x + last * xs, y + last * ys, v + last * vs, w + last * ws);
    int counted = (int) (i - last);
    result.set(0, found + (counted < LANES ? Long.bitCount(end.toLong() >>> counted) : 0));
  }

  private static int step(long x, long y, long v, long w) {
    var _ = ALL.get(ValueLayout.JAVA_BYTE, x);
    return test(x, y, v, w).trueCount();
  }

  private static VectorMask<Object> test(long x, long y, long v, long w) {
    return TEST.of(load(0, x), load(1, y), load(2, v), load(3, w));
  }

  private static Vector<Object> load(int operand, long at) {
    return operand < OPERANDS
        ? SPECIES.fromMemorySegment(ALL, at, ByteOrder.LITTLE_ENDIAN)
        : SPECIES.zero();
  }
}
