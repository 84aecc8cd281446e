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
  private static final int NUMBERS = DATA.numbers();

  @Override
  public void run(Span[] operands, Span result, int count) {
    long bytes = (long) count * ITEMSIZE;
    long x = operands[0].source(bytes);
    long y = OPERANDS > 1 ? operands[1].source(bytes) : 0;
    long v = OPERANDS > 2 ? operands[2].source(bytes) : 0;
    long w = OPERANDS > 3 ? operands[3].source(bytes) : 0;
    long z = result.target(count);
    long last = (long) count - LANES;
    Vector<Object> end = compute(x, y, v, w, last * ITEMSIZE);
    for (long i = 0; i < last; i += LANES) {
      step(x, y, v, w, i * ITEMSIZE, z + i);
    }
    end.intoMemorySegment(ALL, z + last, ByteOrder.LITTLE_ENDIAN);
  }

  private static void step(long x, long y, long v, long w, long i, long z) {
    var _ = ALL.get(ValueLayout.JAVA_BYTE, z);
    compute(x, y, v, w, i).intoMemorySegment(ALL, z, ByteOrder.LITTLE_ENDIAN);
  }

  private static Vector<Object> compute(long x, long y, long v, long w, long i) {
    return NO.blend(
        YES, TEST.of(load(0, x, i), load(1, y, i), load(2, v, i), load(3, w, i)).cast(BYTES));
  }

  /// Returns a vector of elements of an operand, or of its number.
  ///
  /// @param at offset of the operand in all memory
  /// @param i byte offset of the elements in the operand
  private static Vector<Object> load(int operand, long at, long i) {
    if (operand >= OPERANDS) {
      return SPECIES.zero();
    }
    boolean isNumber = (NUMBERS >> operand & 1) == 1;
    return SPECIES.fromMemorySegment(ALL, isNumber ? at : at + i, ByteOrder.LITTLE_ENDIAN);
  }
}
