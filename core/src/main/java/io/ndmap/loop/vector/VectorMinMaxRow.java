package io.ndmap.loop.vector;

import io.ndmap.loop.Loop;
import io.ndmap.loop.MinMaxRow;
import io.ndmap.loop.Span;
import io.ndmap.memory.Unscoped;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import java.util.Objects;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorSpecies;

/// The vector loop of [MinMaxRow]. There is a hidden copy of this class for each operation and
/// compute type. Four vectors, which are one row or two rows, are reduced at once; HotSpot keeps
/// the four results in registers.
final class VectorMinMaxRow implements Loop {

  private static final MemorySegment ALL = Objects.requireNonNull(Unscoped.ALL);
  private static final VectorTemplateData DATA = VectorTemplateData.of(MethodHandles.lookup());
  private static final VectorSpecies<Object> SPECIES = DATA.species();
  private static final VectorTemplateData.Map MAP = (VectorTemplateData.Map) DATA.operation();
  private static final int ITEMSIZE = SPECIES.elementSize() / Byte.SIZE;
  private static final long WIDTH = SPECIES.vectorByteSize();
  private static final long ROW = MinMaxRow.BYTES;

  /// The number of rows that four vectors hold.
  private static final int TOGETHER = (int) (4 * WIDTH / ROW);

  @Override
  public void run(Span[] operands, Span result, int count) {
    int rows = count * ITEMSIZE / MinMaxRow.BYTES;
    reduce(operands[0].source(rows * ROW), rows, result.target(ROW));
  }

  private static void reduce(long x, int rows, long z) {
    var _ = ALL.get(ValueLayout.JAVA_BYTE, x);
    // Reading a row twice does not change the result.
    long last = x + Math.max(0, rows - TOGETHER) * ROW;
    Vector<Object> a = load(last);
    Vector<Object> b = load(last + WIDTH);
    Vector<Object> c = load(last + 2 * WIDTH % (rows * ROW));
    Vector<Object> d = load(last + 3 * WIDTH % (rows * ROW));
    for (int row = 0; row + TOGETHER < rows; row += TOGETHER) {
      long at = x + row * ROW;
      a = combined(a, at);
      b = combined(b, at + WIDTH);
      c = combined(c, at + 2 * WIDTH);
      d = combined(d, at + 3 * WIDTH);
    }
    if (TOGETHER > 1) {
      a = MAP.of(a, c, a);
      b = MAP.of(b, d, b);
    } else {
      store(c, z + 2 * WIDTH);
      store(d, z + 3 * WIDTH);
    }
    store(a, z);
    store(b, z + WIDTH);
  }

  private static Vector<Object> combined(Vector<Object> sofar, long at) {
    return MAP.of(sofar, load(at), sofar);
  }

  private static Vector<Object> load(long at) {
    return SPECIES.fromMemorySegment(ALL, at, ByteOrder.LITTLE_ENDIAN);
  }

  private static void store(Vector<Object> vector, long at) {
    vector.intoMemorySegment(ALL, at, ByteOrder.LITTLE_ENDIAN);
  }
}
