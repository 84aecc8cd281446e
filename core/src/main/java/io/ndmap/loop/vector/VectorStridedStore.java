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

/// The vector loop of a [StridedMove] that spreads elements. There is a hidden copy of this class
/// for each step and itemsize.
///
/// If the step is n, a vector of elements is spread over n vectors. Each of these n vectors is a
/// permutation of the elements, of which only the lanes of a mask are stored. The last vector of
/// elements overlaps the one before it.
final class VectorStridedStore implements Loop {

  private static final MemorySegment ALL = Objects.requireNonNull(Unscoped.ALL);
  private static final VectorTemplateData DATA = VectorTemplateData.of(MethodHandles.lookup());
  private static final VectorSpecies<Object> SPECIES = DATA.species();
  private static final StridedMove MOVE = (StridedMove) DATA.operation();
  private static final int LANES = SPECIES.length();
  private static final int WIDTH = SPECIES.vectorByteSize();
  private static final int SIZE = WIDTH / LANES;
  private static final int STEP = MOVE.step();

  private static final VectorShuffle<Object> FIRST = elements(0);
  private static final VectorShuffle<Object> SECOND = elements(1);
  private static final VectorShuffle<Object> THIRD = elements(2);
  private static final VectorShuffle<Object> FOURTH = elements(3);
  private static final VectorMask<Object> PLACES_OF_FIRST = places(0);
  private static final VectorMask<Object> PLACES_OF_SECOND = places(1);
  private static final VectorMask<Object> PLACES_OF_THIRD = places(2);
  private static final VectorMask<Object> PLACES_OF_FOURTH = places(3);

  /// Returns the permutation of the elements for one of the stored vectors.
  private static VectorShuffle<Object> elements(int vector) {
    return VectorShuffle.fromOp(SPECIES, lane -> (vector * LANES + lane) / STEP % LANES);
  }

  /// Returns the lanes of one of the stored vectors that are not in gaps.
  private static VectorMask<Object> places(int vector) {
    boolean[] lanes = new boolean[LANES];
    for (int lane = 0; lane < LANES; lane++) {
      lanes[lane] = (vector * LANES + lane) % STEP == 0;
    }
    return VectorMask.fromArray(SPECIES, lanes, 0);
  }

  @Override
  public void run(Span[] operands, Span result, int count) {
    long x = operands[0].source((long) count * SIZE);
    long z = result.target(MOVE.reach(count) * SIZE);
    long last = (long) (count - LANES) * SIZE;
    for (long i = 0; i < last; i += WIDTH) {
      step(x + i, z + STEP * i);
    }
    step(x + last, z + STEP * last);
  }

  /// Spreads one vector. A separate method, so that HotSpot compiles it before the method with the
  /// loop.
  private static void step(long x, long z) {
    // This load emits no machine code, but marks the compiled method, so that a fault in the method
    // raises InternalError.
    var _ = ALL.get(ValueLayout.JAVA_BYTE, z);
    Vector<Object> items = SPECIES.fromMemorySegment(ALL, x, ByteOrder.LITTLE_ENDIAN);
    store(items.rearrange(FIRST), z, PLACES_OF_FIRST);
    store(items.rearrange(SECOND), z + WIDTH, PLACES_OF_SECOND);
    if (STEP > 2) {
      store(items.rearrange(THIRD), z + 2L * WIDTH, PLACES_OF_THIRD);
    }
    if (STEP > 3) {
      store(items.rearrange(FOURTH), z + 3L * WIDTH, PLACES_OF_FOURTH);
    }
  }

  private static void store(Vector<Object> items, long at, VectorMask<Object> places) {
    items.intoMemorySegment(ALL, at, ByteOrder.LITTLE_ENDIAN, places);
  }
}
