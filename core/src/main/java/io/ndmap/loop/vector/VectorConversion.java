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

/// The vector loop of a [io.ndmap.loop.Conversion]. There is a hidden copy of this class for each
/// conversion. Elements and results may have different itemsizes, and never share memory. Otherwise
/// like [VectorElementwise].
final class VectorConversion implements Loop {

  private static final MemorySegment ALL = Objects.requireNonNull(Unscoped.ALL);
  private static final VectorTemplateData DATA = VectorTemplateData.of(MethodHandles.lookup());
  private static final VectorSpecies<Object> SPECIES = DATA.species();
  private static final VectorTemplateData.Map MAP = (VectorTemplateData.Map) DATA.operation();
  private static final int LANES = SPECIES.length();
  private static final int ITEMSIZE = SPECIES.elementSize() / Byte.SIZE;
  private static final int RESULT_SIZE = DATA.results().elementSize() / Byte.SIZE;

  @Override
  public void run(Span[] operands, Span result, int count) {
    long x = operands[0].source((long) count * ITEMSIZE);
    long z = result.target((long) count * RESULT_SIZE);
    long last = (long) count - LANES;
    for (long i = 0; i < last; i += LANES) {
      step(x + i * ITEMSIZE, z + i * RESULT_SIZE);
    }
    step(x + last * ITEMSIZE, z + last * RESULT_SIZE);
  }

  private static void step(long x, long z) {
    var _ = ALL.get(ValueLayout.JAVA_BYTE, x);
    Vector<Object> items = SPECIES.fromMemorySegment(ALL, x, ByteOrder.LITTLE_ENDIAN);
    MAP.of(items, items, items).intoMemorySegment(ALL, z, ByteOrder.LITTLE_ENDIAN);
  }
}
