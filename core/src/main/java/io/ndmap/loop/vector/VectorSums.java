package io.ndmap.loop.vector;

import static io.ndmap.memory.LittleEndian.DOUBLE;

import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.loop.Sums;
import io.ndmap.memory.Unscoped;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import java.util.Objects;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/// The vector loop of [Sums]. There is a hidden copy of this class for each operation and compute
/// type. The eight accumulators of a block are one vector, or several if vectors are narrower. The
/// processor works on many blocks at once, because their additions are independent.
final class VectorSums implements Loop {

  private static final MemorySegment ALL = Objects.requireNonNull(Unscoped.ALL);
  private static final VectorTemplateData DATA = VectorTemplateData.of(MethodHandles.lookup());
  private static final VectorSpecies<Object> SPECIES = DATA.species();
  private static final VectorSpecies<Object> DOUBLES = DATA.results();
  private static final VectorTemplateData.Sum SUM = (VectorTemplateData.Sum) DATA.operation();
  private static final VectorTemplateData.Map MAP = SUM.addend();
  private static final int ITEMSIZE = SPECIES.elementSize() / Byte.SIZE;
  private static final int LANES = DOUBLES.length();
  private static final long ROW_BYTES = (long) Sums.LANES * ITEMSIZE;
  private static final int ROWS = SUM.block() / Sums.LANES;
  private static final long BLOCK_BYTES = ROWS * ROW_BYTES;

  /// The number of vectors that the accumulators fill.
  private static final int VECTORS = Sums.LANES / LANES;

  @Override
  public void run(Span[] operands, Span result, int count) {
    int rows = Math.ceilDiv(count, Sums.LANES);
    int blocks = Math.ceilDiv(count, SUM.block());
    long x = operands[0].source(rows * ROW_BYTES);
    long center = operands.length > 1 ? operands[1].source(Span.NUMBER) : x;
    long z = result.target(blocks * (long) Double.BYTES);
    for (int block = 0; block < blocks - 1; block++) {
      ALL.set(DOUBLE, z, sum(x, center, ROWS));
      x += BLOCK_BYTES;
      z += Double.BYTES;
    }
    ALL.set(DOUBLE, z, sum(x, center, rows - (blocks - 1) * ROWS));
  }

  /// Returns the sum of a block.
  private static double sum(long x, long center, int rows) {
    double first = sum(0, x, center, rows);
    if (VECTORS == 1) {
      return first;
    }
    double second = sum(1, x, center, rows);
    if (VECTORS == 2) {
      return first + second;
    }
    return (first + second) + (sum(2, x, center, rows) + sum(3, x, center, rows));
  }

  /// Returns the sum of the accumulators in one of the vectors. They are not added by way of
  /// memory: a load of an element that has just been stored waits for the store, and for other
  /// stores at the same offset in a page as well.
  private static double sum(int vector, long x, long center, int rows) {
    long first = x + (long) vector * LANES * ITEMSIZE;
    var _ = ALL.get(ValueLayout.JAVA_BYTE, first);
    // Peel the first iteration: HotSpot would allocate vectors that start with a constant.
    Vector<Object> sums = plus(DOUBLES.zero(), first, center);
    for (int row = 1; row < rows; row++) {
      sums = plus(sums, first + row * ROW_BYTES, center);
    }
    double sum = lanes(sums, 0);
    if (LANES > 2) {
      sum += lanes(sums, 2);
    }
    return LANES <= 4 ? sum : sum + (lanes(sums, 4) + lanes(sums, 6));
  }

  /// Returns the sum of two neighbouring lanes.
  private static double lanes(Vector<?> sums, int first) {
    DoubleVector doubles = (DoubleVector) sums;
    return doubles.lane(first) + doubles.lane(first + 1);
  }

  private static Vector<Object> plus(Vector<Object> sum, long at, long center) {
    Vector<Object> items = SPECIES.fromMemorySegment(ALL, at, ByteOrder.LITTLE_ENDIAN);
    Vector<Object> middle = DOUBLES.fromMemorySegment(ALL, center, ByteOrder.LITTLE_ENDIAN);
    return sum.lanewise(VectorOperators.ADD, MAP.of(items, middle, items));
  }
}
