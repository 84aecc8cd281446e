package io.ndmap.loop.vector;

import io.ndmap.loop.FourRows;
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

/// The vector loop of [FourRows]. There is a hidden copy of this class for each operation and
/// scalar type. The rows are combined in registers.
///
/// The last vector overlaps the one before it. It is computed before anything is stored, because
/// the results are operands, too.
final class VectorFourRows implements Loop {

  private static final MemorySegment ALL = Objects.requireNonNull(Unscoped.ALL);
  private static final VectorTemplateData DATA = VectorTemplateData.of(MethodHandles.lookup());
  private static final VectorSpecies<Object> SPECIES = DATA.species();
  private static final VectorSpecies<Object> RESULTS = DATA.results();
  private static final VectorTemplateData.Fold FOLD = (VectorTemplateData.Fold) DATA.operation();
  private static final VectorTemplateData.Map ITEM = FOLD.item();
  private static final VectorTemplateData.Map OPERATION = FOLD.operation();
  private static final int LANES = SPECIES.length();
  private static final int ITEMSIZE = SPECIES.elementSize() / Byte.SIZE;
  private static final int RESULT_SIZE = RESULTS.elementSize() / Byte.SIZE;

  @Override
  public void run(Span[] rows, Span result, int count) {
    long bytes = (long) count * ITEMSIZE;
    long a = rows[0].source(bytes);
    long b = rows[1].source(bytes);
    long c = rows[2].source(bytes);
    long d = rows[3].source(bytes);
    long z = result.target((long) count * RESULT_SIZE);
    long last = (long) count - LANES;
    long end = last * ITEMSIZE;
    Vector<Object> overlapping = fold(a + end, b + end, c + end, d + end, z + last * RESULT_SIZE);
    for (long k = 0; k < last; k += LANES) {
      long i = k * ITEMSIZE;
      step(a + i, b + i, c + i, d + i, z + k * RESULT_SIZE);
    }
    overlapping.intoMemorySegment(ALL, z + last * RESULT_SIZE, ByteOrder.LITTLE_ENDIAN);
  }

  /// Computes one vector. A separate method, so that HotSpot compiles it before the method with the
  /// loop.
  private static void step(long a, long b, long c, long d, long z) {
    // This load emits no machine code, but marks the compiled method, so that a fault in the method
    // raises InternalError.
    var _ = ALL.get(ValueLayout.JAVA_BYTE, a);
    fold(a, b, c, d, z).intoMemorySegment(ALL, z, ByteOrder.LITTLE_ENDIAN);
  }

  private static Vector<Object> fold(long a, long b, long c, long d, long z) {
    Vector<Object> results = RESULTS.fromMemorySegment(ALL, z, ByteOrder.LITTLE_ENDIAN);
    return of(results, of(of(of(item(a), item(b)), item(c)), item(d)));
  }

  private static Vector<Object> of(Vector<Object> a, Vector<Object> b) {
    return OPERATION.of(a, b, b);
  }

  private static Vector<Object> item(long at) {
    Vector<Object> items = SPECIES.fromMemorySegment(ALL, at, ByteOrder.LITTLE_ENDIAN);
    return ITEM.of(items, items, items);
  }
}
