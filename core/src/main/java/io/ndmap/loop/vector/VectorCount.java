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
  private static final int NUMBERS = DATA.numbers();

  @Override
  public void run(Span[] operands, Span result, int count) {
    long bytes = (long) count * ITEMSIZE;
    long x = operands[0].source(bytes);
    long y = OPERANDS > 1 ? operands[1].source(bytes) : 0;
    long v = OPERANDS > 2 ? operands[2].source(bytes) : 0;
    long w = OPERANDS > 3 ? operands[3].source(bytes) : 0;
    long last = (long) count - LANES;
    long found = 0;
    long i = 0;
    for (; i <= last; i += LANES) {
      found += step(x, y, v, w, i * ITEMSIZE);
    }
    // The last vector overlaps the one before it.
    VectorMask<Object> end = test(x, y, v, w, last * ITEMSIZE);
    int counted = (int) (i - last);
    result.set(0, found + (counted < LANES ? Long.bitCount(end.toLong() >>> counted) : 0));
  }

  private static int step(long x, long y, long v, long w, long i) {
    // Marks the compiled method, as in VectorElementwise.
    var _ = ALL.get(ValueLayout.JAVA_BYTE, x);
    return test(x, y, v, w, i).trueCount();
  }

  private static VectorMask<Object> test(long x, long y, long v, long w, long i) {
    return TEST.of(load(0, x, i), load(1, y, i), load(2, v, i), load(3, w, i));
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
