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
/// the itemsize of the operands. There is a hidden copy of this class for each operation, compute
/// type and set of operands that are single numbers.
///
/// The last vector overlaps the one before it. It is computed before anything is stored, because
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
  private static final int NUMBERS = DATA.numbers();

  @Override
  public void run(Span[] operands, Span result, int count) {
    long bytes = (long) count * ITEMSIZE;
    long x = operands[0].source(bytes);
    long y = OPERANDS > 1 ? operands[1].source(bytes) : 0;
    long v = OPERANDS > 2 ? operands[2].source(bytes) : 0;
    long w = OPERANDS > 3 ? operands[3].source(bytes) : 0;
    long z = result.target(bytes);
    long last = bytes - WIDTH;
    Vector<Object> end = compute(x, y, v, w, last);
    for (long i = 0; i < last; i += WIDTH) {
      step(x, y, v, w, i, z + i);
    }
    end.intoMemorySegment(ALL, z + last, ByteOrder.LITTLE_ENDIAN);
  }

  /// Computes one vector. A separate method, so that HotSpot compiles it before the method with the
  /// loop.
  private static void step(long x, long y, long v, long w, long i, long z) {
    // This load emits no machine code, but marks the compiled method, so that a fault in the method
    // raises InternalError.
    var _ = ALL.get(ValueLayout.JAVA_BYTE, z);
    compute(x, y, v, w, i).intoMemorySegment(ALL, z, ByteOrder.LITTLE_ENDIAN);
  }

  private static Vector<Object> compute(long x, long y, long v, long w, long i) {
    return OPERATION.of(load(0, x, i), load(1, y, i), load(2, v, i), load(3, w, i));
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
