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

/// The vector loop of an elementwise operation ([VectorTemplateData.Operation]) whose results have
/// the width of its operands; a hidden copy per operation and compute type.
///
/// The last vector overlaps with the one before it and is computed before anything is stored, since
/// the results may replace an operand.
final class VectorElementwise implements Loop {

  private static final MemorySegment ALL = Objects.requireNonNull(Unscoped.ALL);
  private static final VectorTemplateData DATA = VectorTemplateData.of(MethodHandles.lookup());
  private static final VectorSpecies<Object> SPECIES = DATA.species();
  private static final VectorTemplateData.Operation OPERATION =
      (VectorTemplateData.Operation) DATA.operation();
  private static final int WIDTH = SPECIES.vectorByteSize();
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
    long xs = first.isNumber() ? 0 : 1;
    long ys = second.isNumber() ? 0 : 1;
    long vs = third.isNumber() ? 0 : 1;
    long ws = fourth.isNumber() ? 0 : 1;
    long z = result.target(bytes);
    long last = bytes - WIDTH;
    Vector<Object> end = compute(x + last * xs, y + last * ys, v + last * vs, w + last * ws);
    for (long i = 0; i < last; i += WIDTH) {
      step(x + i * xs, y + i * ys, v + i * vs, w + i * ws, z + i);
    }
    end.intoMemorySegment(ALL, z + last, ByteOrder.LITTLE_ENDIAN);
  }

  /// Computes one vector, in its own method, which HotSpot compiles before the loop.
  private static void step(long x, long y, long v, long w, long z) {
    // Emits no code, but marks the compiled method, so that a fault in it raises InternalError.
    var _ = ALL.get(ValueLayout.JAVA_BYTE, x);
    compute(x, y, v, w).intoMemorySegment(ALL, z, ByteOrder.LITTLE_ENDIAN);
  }

  private static Vector<Object> compute(long x, long y, long v, long w) {
    return OPERATION.of(load(0, x), load(1, y), load(2, v), load(3, w));
  }

  private static Vector<Object> load(int operand, long at) {
    return operand < OPERANDS
        ? SPECIES.fromMemorySegment(ALL, at, ByteOrder.LITTLE_ENDIAN)
        : SPECIES.zero();
  }
}
