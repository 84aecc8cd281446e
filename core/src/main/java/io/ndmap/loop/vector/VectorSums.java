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
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/// The vector loop of [Sums]. There is a hidden copy of this class for each operation and compute
/// type. The eight accumulators of a block are one vector, or two if vectors are narrower. The
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
  private static final long SUMS_BYTES = (long) Sums.LANES * Double.BYTES;

  @Override
  public void run(Span[] operands, Span result, int count) {
    int rows = Math.ceilDiv(count, Sums.LANES);
    int blocks = Math.ceilDiv(count, SUM.block());
    int last = rows - (blocks - 1) * ROWS;
    long x = operands[0].source(rows * ROW_BYTES);
    long center = operands.length > 1 ? operands[1].source(Span.NUMBER) : x;
    long z = result.target(blocks * (long) Double.BYTES + SUMS_BYTES);
    for (int block = 0; block < blocks - 1; block++) {
      for (int lane = 0; lane < Sums.LANES; lane += LANES) {
        whole(
            x + block * BLOCK_BYTES + (long) lane * ITEMSIZE,
            center,
            z + (long) lane * Double.BYTES);
      }
      z = add(z);
    }
    for (int lane = 0; lane < Sums.LANES; lane += LANES) {
      part(
          x + (blocks - 1) * BLOCK_BYTES + (long) lane * ITEMSIZE,
          center,
          z + (long) lane * Double.BYTES,
          last);
    }
    add(z);
  }

  /// Adds the eight accumulators of a block, stores the sum in place of the first accumulator, and
  /// returns the offset for the accumulators of the next block.
  private static long add(long z) {
    double a = ALL.get(DOUBLE, z) + ALL.get(DOUBLE, z + 8);
    double b = ALL.get(DOUBLE, z + 16) + ALL.get(DOUBLE, z + 24);
    double c = ALL.get(DOUBLE, z + 32) + ALL.get(DOUBLE, z + 40);
    double d = ALL.get(DOUBLE, z + 48) + ALL.get(DOUBLE, z + 56);
    ALL.set(DOUBLE, z, (a + b) + (c + d));
    return z + Double.BYTES;
  }

  /// Adds all rows of a block.
  private static void whole(long x, long center, long z) {
    var _ = ALL.get(ValueLayout.JAVA_BYTE, x);
    // Peel the first iteration: HotSpot would allocate vectors that start with a constant.
    Vector<Object> sum = plus(DOUBLES.zero(), x, center);
    for (int row = 1; row < ROWS; row++) {
      sum = plus(sum, x + row * ROW_BYTES, center);
    }
    sum.intoMemorySegment(ALL, z, ByteOrder.LITTLE_ENDIAN);
  }

  /// Adds the rows of the last block.
  private static void part(long x, long center, long z, int rows) {
    var _ = ALL.get(ValueLayout.JAVA_BYTE, x);
    // Peel the first iteration: HotSpot would allocate vectors that start with a constant.
    Vector<Object> sum = plus(DOUBLES.zero(), x, center);
    for (int row = 1; row < rows; row++) {
      sum = plus(sum, x + row * ROW_BYTES, center);
    }
    sum.intoMemorySegment(ALL, z, ByteOrder.LITTLE_ENDIAN);
  }

  private static Vector<Object> plus(Vector<Object> sum, long at, long center) {
    Vector<Object> items = SPECIES.fromMemorySegment(ALL, at, ByteOrder.LITTLE_ENDIAN);
    Vector<Object> middle = DOUBLES.fromMemorySegment(ALL, center, ByteOrder.LITTLE_ENDIAN);
    return sum.lanewise(VectorOperators.ADD, MAP.of(items, middle, items));
  }
}
