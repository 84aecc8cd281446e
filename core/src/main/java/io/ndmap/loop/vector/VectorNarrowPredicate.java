package io.ndmap.loop.vector;

import static io.ndmap.memory.LittleEndian.LONG;

import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.memory.Unscoped;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import java.util.Objects;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorSpecies;

/// Like [VectorPredicate], for vectors of four or eight lanes. Each step has eight results, which
/// are expanded from bits to bytes.
final class VectorNarrowPredicate implements Loop {

  private static final MemorySegment ALL = Objects.requireNonNull(Unscoped.ALL);
  private static final VectorTemplateData DATA = VectorTemplateData.of(MethodHandles.lookup());
  private static final VectorSpecies<Object> SPECIES = DATA.species();
  private static final VectorTemplateData.Test TEST = (VectorTemplateData.Test) DATA.operation();
  private static final int LANES = SPECIES.length();
  private static final long STEP = 8;
  private static final int ITEMSIZE = SPECIES.elementSize() / Byte.SIZE;
  private static final int OPERANDS = DATA.operandCount();
  private static final int NUMBERS = DATA.numbers();
  private static final long ONES = 0x0101_0101_0101_0101L;

  @Override
  public void run(Span[] operands, Span result, int count) {
    long bytes = (long) count * ITEMSIZE;
    long x = operands[0].source(bytes);
    long y = OPERANDS > 1 ? operands[1].source(bytes) : 0;
    long v = OPERANDS > 2 ? operands[2].source(bytes) : 0;
    long w = OPERANDS > 3 ? operands[3].source(bytes) : 0;
    long z = result.target(count);
    long last = count - STEP;
    long end = answers(x, y, v, w, last * ITEMSIZE);
    for (long i = 0; i < last; i += STEP) {
      ALL.set(LONG, z + i, answers(x, y, v, w, i * ITEMSIZE));
    }
    ALL.set(LONG, z + last, end);
  }

  private static long answers(long x, long y, long v, long w, long i) {
    long bits = bits(x, y, v, w, i);
    if (LANES < STEP) {
      bits |= bits(x, y, v, w, i + SPECIES.vectorByteSize()) << LANES;
    }
    return Long.expand(bits, ONES);
  }

  private static long bits(long x, long y, long v, long w, long i) {
    return TEST.of(load(0, x, i), load(1, y, i), load(2, v, i), load(3, w, i)).toLong();
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
