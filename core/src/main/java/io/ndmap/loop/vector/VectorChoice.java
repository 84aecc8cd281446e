package io.ndmap.loop.vector;

import static io.ndmap.memory.LittleEndian.INT;

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
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/// The vector loop of [io.ndmap.loop.InternalOperation#CHOICE]. There is a hidden copy of this
/// class for each itemsize. Otherwise like [VectorElementwise].
final class VectorChoice implements Loop {

  private static final MemorySegment ALL = Objects.requireNonNull(Unscoped.ALL);
  private static final VectorTemplateData DATA = VectorTemplateData.of(MethodHandles.lookup());
  private static final VectorSpecies<Object> SPECIES = DATA.species();
  private static final VectorSpecies<Object> BYTES = DATA.results();
  private static final int LANES = SPECIES.length();
  private static final int ITEMSIZE = SPECIES.elementSize() / Byte.SIZE;
  private static final boolean IS_WIDE = LANES >= Long.BYTES;

  @Override
  public void run(Span[] operands, Span result, int count) {
    long bytes = (long) count * ITEMSIZE;
    long mask = operands[0].source(count);
    long x = operands[1].source(bytes);
    long y = operands[2].source(bytes);
    long z = result.target(bytes);
    long last = (long) count - LANES;
    Vector<Object> end = compute(mask + last, x + last * ITEMSIZE, y + last * ITEMSIZE);
    for (long i = 0; i < last; i += LANES) {
      step(mask + i, x + i * ITEMSIZE, y + i * ITEMSIZE, z + i * ITEMSIZE);
    }
    end.intoMemorySegment(ALL, z + last * ITEMSIZE, ByteOrder.LITTLE_ENDIAN);
  }

  private static void step(long mask, long x, long y, long z) {
    var _ = ALL.get(ValueLayout.JAVA_BYTE, mask);
    compute(mask, x, y).intoMemorySegment(ALL, z, ByteOrder.LITTLE_ENDIAN);
  }

  private static Vector<Object> compute(long mask, long x, long y) {
    return load(y).blend(load(x), mask(mask));
  }

  private static VectorMask<Object> mask(long at) {
    if (IS_WIDE) {
      Vector<Object> bytes = BYTES.fromMemorySegment(ALL, at, ByteOrder.LITTLE_ENDIAN);
      return bytes.compare(VectorOperators.NE, BYTES.zero()).cast(SPECIES);
    }
    // The highest bit of each nonzero byte.
    int four = ALL.get(INT, at);
    int high = ((four & 0x7f7f_7f7f) + 0x7f7f_7f7f | four) & 0x8080_8080;
    return VectorMask.fromLong(SPECIES, Integer.compress(high, 0x8080_8080));
  }

  private static Vector<Object> load(long at) {
    return SPECIES.fromMemorySegment(ALL, at, ByteOrder.LITTLE_ENDIAN);
  }
}
