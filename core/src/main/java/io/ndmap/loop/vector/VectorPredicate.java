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
import jdk.incubator.vector.VectorSpecies;

/// The vector loop of an operation with a boolean result per element ([VectorTemplateData.Test]),
/// for vectors of more than eight lanes; otherwise like [VectorElementwise].
final class VectorPredicate implements Loop {

  private static final MemorySegment ALL = Objects.requireNonNull(Unscoped.ALL);
  private static final VectorTemplateData DATA = VectorTemplateData.of(MethodHandles.lookup());
  private static final VectorSpecies<Object> SPECIES = DATA.species();
  private static final VectorSpecies<Object> BYTES = DATA.results();
  private static final VectorTemplateData.Test TEST = (VectorTemplateData.Test) DATA.operation();
  private static final Vector<Object> NO = BYTES.broadcast(0);
  private static final Vector<Object> YES = BYTES.broadcast(1);
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
    long z = result.target(count);
    long last = (long) count - LANES;
    Vector<Object> end = compute(x + last * xs, y + last * ys, v + last * vs, w + last * ws);
    for (long i = 0; i < last; i += LANES) {
      step(x + i * xs, y + i * ys, v + i * vs, w + i * ws, z + i);
    }
    end.intoMemorySegment(ALL, z + last, ByteOrder.LITTLE_ENDIAN);
  }

  private static void step(long x, long y, long v, long w, long z) {
    var _ = ALL.get(ValueLayout.JAVA_BYTE, x);
    compute(x, y, v, w).intoMemorySegment(ALL, z, ByteOrder.LITTLE_ENDIAN);
  }

  private static Vector<Object> compute(long x, long y, long v, long w) {
    return NO.blend(YES, TEST.of(load(0, x), load(1, y), load(2, v), load(3, w)).cast(BYTES));
  }

  private static Vector<Object> load(int operand, long at) {
    return operand < OPERANDS
        ? SPECIES.fromMemorySegment(ALL, at, ByteOrder.LITTLE_ENDIAN)
        : SPECIES.zero();
  }
}
