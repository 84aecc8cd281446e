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

/// Like [VectorPredicate], for vectors of four or eight lanes: eight results per step, expanded
/// from bits.
final class VectorNarrowPredicate implements Loop {

  private static final MemorySegment ALL = Objects.requireNonNull(Unscoped.ALL);
  private static final VectorTemplateData DATA = VectorTemplateData.of(MethodHandles.lookup());
  private static final VectorSpecies<Object> SPECIES = DATA.species();
  private static final VectorTemplateData.Test TEST = (VectorTemplateData.Test) DATA.operation();
  private static final int LANES = SPECIES.length();
  private static final long STEP = 8;
  private static final int ITEMSIZE = SPECIES.elementSize() / Byte.SIZE;
  private static final int OPERANDS = DATA.operandCount();
  private static final long ONES = 0x0101_0101_0101_0101L;

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
    long last = count - STEP;
    long end = answers(x, y, v, w, xs, ys, vs, ws, last);
    for (long i = 0; i < last; i += STEP) {
      ALL.set(LONG, z + i, answers(x, y, v, w, xs, ys, vs, ws, i));
    }
    ALL.set(LONG, z + last, end);
  }

  private static long answers(
      long x, long y, long v, long w, long xs, long ys, long vs, long ws, long i) {
    long bits = bits(x + i * xs, y + i * ys, v + i * vs, w + i * ws);
    if (LANES < STEP) {
      long j = i + LANES;
      bits |= bits(x + j * xs, y + j * ys, v + j * vs, w + j * ws) << LANES;
    }
    return Long.expand(bits, ONES);
  }

  private static long bits(long x, long y, long v, long w) {
    return TEST.of(load(0, x), load(1, y), load(2, v), load(3, w)).toLong();
  }

  private static Vector<Object> load(int operand, long at) {
    return operand < OPERANDS
        ? SPECIES.fromMemorySegment(ALL, at, ByteOrder.LITTLE_ENDIAN)
        : SPECIES.zero();
  }
}
