package io.ndmap.loop.vector;

import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.loop.StridedMove;
import io.ndmap.memory.Unscoped;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import java.util.Objects;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/// The vector loop of a [StridedMove] that packs elements. There is a hidden copy of this class for
/// each step and itemsize.
///
/// If the magnitude of the step is n, a vector of results is taken from n neighbouring vectors.
/// Each of these n vectors is permuted in the same way, and contributes the lanes of its mask. The
/// last vector of results overlaps the one before it. Unless the step is -1, the vectors for the
/// last result would reach beyond the run, so the last result is copied as a single element.
final class VectorStridedLoad implements Loop {

  private static final MemorySegment ALL = Objects.requireNonNull(Unscoped.ALL);
  private static final VectorTemplateData DATA = VectorTemplateData.of(MethodHandles.lookup());
  private static final VectorSpecies<Object> SPECIES = DATA.species();
  private static final StridedMove MOVE = (StridedMove) DATA.operation();
  private static final int LANES = SPECIES.length();
  private static final int WIDTH = SPECIES.vectorByteSize();
  private static final int SIZE = WIDTH / LANES;
  private static final int STEP = Math.abs(MOVE.step());
  private static final boolean BACKWARDS = MOVE.step() < 0;

  /// The number of results, at the end, that are copied as single elements.
  private static final int REST = STEP == 1 ? 0 : 1;

  private static final VectorShuffle<Object> LANE =
      VectorShuffle.fromOp(SPECIES, lane -> element(lane) % LANES);
  private static final VectorMask<Object> OF_SECOND = ofVector(1);
  private static final VectorMask<Object> OF_THIRD = ofVector(2);
  private static final VectorMask<Object> OF_FOURTH = ofVector(3);

  /// Returns the index of the element for a lane of a vector of results, relative to the lowest
  /// element that is loaded for this vector.
  private static int element(int lane) {
    return BACKWARDS ? (LANES - lane) * STEP - 1 : lane * STEP;
  }

  private static VectorMask<Object> ofVector(int vector) {
    boolean[] lanes = new boolean[LANES];
    for (int lane = 0; lane < LANES; lane++) {
      lanes[lane] = element(lane) / LANES == vector;
    }
    return VectorMask.fromArray(SPECIES, lanes, 0);
  }

  @Override
  public void run(Span[] operands, Span result, int count) {
    long bytes = MOVE.reach(count) * SIZE;
    long z = result.target((long) count * SIZE);
    int last = count - REST - LANES;
    // The offset of the lowest element that is loaded for the first results.
    long x = operands[0].source(bytes) + (BACKWARDS ? bytes - (long) STEP * WIDTH : 0);
    long step = BACKWARDS ? -STEP : STEP;
    for (int i = 0; i < last; i += LANES) {
      step(x + step * SIZE * i, z + (long) SIZE * i);
    }
    step(x + step * SIZE * last, z + (long) SIZE * last);
    if (REST > 0) {
      long from = operands[0].source(bytes) + (BACKWARDS ? 0 : bytes - SIZE);
      MemorySegment.copy(ALL, from, ALL, z + (long) (count - 1) * SIZE, SIZE);
    }
  }

  /// Computes one vector. A separate method, so that HotSpot compiles it before the method with the
  /// loop.
  private static void step(long x, long z) {
    // This load emits no machine code, but marks the compiled method, so that a fault in the method
    // raises InternalError.
    var _ = ALL.get(ValueLayout.JAVA_BYTE, x);
    Vector<Object> items = load(x);
    if (STEP > 1) {
      items = items.blend(load(x + WIDTH), OF_SECOND);
    }
    if (STEP > 2) {
      items = items.blend(load(x + 2L * WIDTH), OF_THIRD);
    }
    if (STEP > 3) {
      items = items.blend(load(x + 3L * WIDTH), OF_FOURTH);
    }
    items.intoMemorySegment(ALL, z, ByteOrder.LITTLE_ENDIAN);
  }

  /// Loads a vector and permutes it.
  private static Vector<Object> load(long at) {
    return SPECIES.fromMemorySegment(ALL, at, ByteOrder.LITTLE_ENDIAN).rearrange(LANE);
  }
}
