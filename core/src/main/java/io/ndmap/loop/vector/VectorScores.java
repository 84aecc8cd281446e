package io.ndmap.loop.vector;

import static io.ndmap.memory.LittleEndian.DOUBLE;
import static io.ndmap.memory.LittleEndian.FLOAT;
import static io.ndmap.memory.LittleEndian.LONG;

import io.ndmap.loop.Loop;
import io.ndmap.loop.Score;
import io.ndmap.loop.Span;
import io.ndmap.memory.Unscoped;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import java.util.Objects;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/// The vector loop of [Score]. There is a hidden copy of this class for each score and compute
/// type. The eight accumulators of a block are one vector, or two if vectors are narrower. Two
/// blocks are processed at a time, because their additions are independent.
final class VectorScores implements Loop {

  private static final MemorySegment ALL = Objects.requireNonNull(Unscoped.ALL);
  private static final VectorTemplateData DATA = VectorTemplateData.of(MethodHandles.lookup());
  private static final VectorSpecies<Object> SPECIES = DATA.species();
  private static final VectorTemplateData.Map TERM = (VectorTemplateData.Map) DATA.operation();
  private static final boolean OF_FLOATS = Float.TYPE.equals(SPECIES.elementType());
  private static final boolean OF_LONGS = Long.TYPE.equals(SPECIES.elementType());
  private static final int SIZE = SPECIES.elementSize() / Byte.SIZE;
  private static final int WIDTH = SPECIES.vectorByteSize();

  /// Bytes of the elements that are added to the accumulators of a block at once.
  private static final long STEP = (long) Score.LANES * SIZE;

  private static final long BLOCK = (long) Score.BLOCK * SIZE;

  /// Byte offsets from the result: of the accumulators of a second block, and of the last elements.
  private static final long SECOND = (long) Score.LANES * Double.BYTES;

  private static final long REST = 2 * SECOND;

  @Override
  public void run(Span[] operands, Span result, int count) {
    long bytes = (long) count * SIZE;
    long x = operands[0].source(bytes);
    long y = operands[1].source(bytes);
    long z = result.target(REST + 2 * SECOND);
    long blocks = bytes / BLOCK * BLOCK;
    long sum = 0;
    long done = 0;
    for (; done + BLOCK < blocks; done += 2 * BLOCK) {
      sum = two(sum, x + done, y + done, z);
    }
    if (done < blocks) {
      sum = one(sum, x + done, y + done, z, Score.BLOCK / Score.LANES, false);
      done += BLOCK;
    }
    long rest = (bytes - done) % STEP;
    if (rest > 0) {
      pad(x + bytes - rest, z + REST, rest);
      pad(y + bytes - rest, z + REST + SECOND, rest);
    }
    sum = one(sum, x + done, y + done, z, (int) ((bytes - done) / STEP), rest > 0);
    ALL.set(LONG, z, sum);
  }

  // The accumulators of a block are added in the method that computes them, which HotSpot compiles
  // before the loop over blocks.

  /// Adds the accumulators of a block to a sum, which is passed as bits.
  private static long add(long sum, long z) {
    if (OF_LONGS) {
      long more = 0;
      for (int lane = 0; lane < Score.LANES; lane++) {
        more += ALL.get(LONG, z + (long) lane * Long.BYTES);
      }
      return sum + more;
    }
    return Double.doubleToRawLongBits(Double.longBitsToDouble(sum) + total(z));
  }

  private static double total(long z) {
    double a = get(z, 0) + get(z, 1);
    double b = get(z, 2) + get(z, 3);
    double c = get(z, 4) + get(z, 5);
    double d = get(z, 6) + get(z, 7);
    return (a + b) + (c + d);
  }

  private static double get(long z, int lane) {
    long at = z + (long) lane * SIZE;
    return OF_FLOATS ? ALL.get(FLOAT, at) : ALL.get(DOUBLE, at);
  }

  /// Adds two blocks to a sum, which is passed as bits.
  private static long two(long sum, long x, long y, long z) {
    for (long o = 0; o < STEP; o += WIDTH) {
      two(x + o, y + o, z + o);
    }
    return add(add(sum, z), z + SECOND);
  }

  private static void two(long x, long y, long z) {
    var _ = ALL.get(ValueLayout.JAVA_BYTE, x);
    // Peel the first iteration: HotSpot would allocate vectors that start with a constant.
    Vector<Object> one = plus(SPECIES.zero(), x, y);
    Vector<Object> other = plus(SPECIES.zero(), x + BLOCK, y + BLOCK);
    for (long at = STEP; at < BLOCK; at += STEP) {
      one = plus(one, x + at, y + at);
      other = plus(other, x + BLOCK + at, y + BLOCK + at);
    }
    one.intoMemorySegment(ALL, z, ByteOrder.LITTLE_ENDIAN);
    other.intoMemorySegment(ALL, z + SECOND, ByteOrder.LITTLE_ENDIAN);
  }

  /// Adds a block of some steps to a sum, which is passed as bits.
  ///
  /// @param hasRest whether the block includes the padded elements after the last step, see [#pad]
  private static long one(long sum, long x, long y, long z, int steps, boolean hasRest) {
    for (long o = 0; o < STEP; o += WIDTH) {
      if (steps > 0) {
        steps(x + o, y + o, z + o, steps);
      } else {
        SPECIES.zero().intoMemorySegment(ALL, z + o, ByteOrder.LITTLE_ENDIAN);
      }
      if (hasRest) {
        plus(load(z + o), z + REST + o, z + REST + SECOND + o)
            .intoMemorySegment(ALL, z + o, ByteOrder.LITTLE_ENDIAN);
      }
    }
    return add(sum, z);
  }

  private static void steps(long x, long y, long z, int steps) {
    var _ = ALL.get(ValueLayout.JAVA_BYTE, x);
    Vector<Object> sum = plus(SPECIES.zero(), x, y);
    for (int step = 1; step < steps; step++) {
      sum = plus(sum, x + step * STEP, y + step * STEP);
    }
    sum.intoMemorySegment(ALL, z, ByteOrder.LITTLE_ENDIAN);
  }

  /// Copies the last elements and appends zeros, whose terms are 0.
  private static void pad(long from, long to, long bytes) {
    for (long at = 0; at < SECOND; at += Long.BYTES) {
      ALL.set(LONG, to + at, 0);
    }
    MemorySegment.copy(ALL, from, ALL, to, bytes);
  }

  private static Vector<Object> plus(Vector<Object> sum, long x, long y) {
    Vector<Object> a = load(x);
    return sum.lanewise(VectorOperators.ADD, TERM.of(a, load(y), a));
  }

  private static Vector<Object> load(long at) {
    return SPECIES.fromMemorySegment(ALL, at, ByteOrder.LITTLE_ENDIAN);
  }
}
