package io.ndmap.loop.vector;

import io.ndmap.loop.Loop;
import io.ndmap.loop.Run;
import io.ndmap.memory.Unowned;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import java.util.Objects;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorSpecies;

/// The vector loop of [Special#EXTREMES], defined once more for each lane. The last vector overlaps
/// with the one before it: an item that is looked at twice makes no difference.
final class VectorExtremes implements Loop {

  private static final MemorySegment ALL = Objects.requireNonNull(Unowned.ALL);
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final VectorRow ROW = VectorRow.of(MethodHandles.lookup());
  private static final VectorSpecies<Object> SPECIES = ROW.species();
  private static final VectorRow.Extremes EXTREMES = (VectorRow.Extremes) ROW.operation();
  private static final VectorRow.Map KEY = EXTREMES.key();
  private static final VectorRow.Map LEAST = EXTREMES.least();
  private static final VectorRow.Map GREATEST = EXTREMES.greatest();
  private static final int WIDTH = SPECIES.vectorByteSize();
  private static final int ITEMSIZE = SPECIES.elementSize() / Byte.SIZE;
  private static final int STEP = 2 * WIDTH;
  // What extends lanes without a sign, and what brings those of eight bytes into signed order.
  private static final long MASK =
      EXTREMES.isUnsigned() ? -1L >>> (Long.SIZE - Byte.SIZE * ITEMSIZE) : -1;
  private static final long FLIP = EXTREMES.isUnsigned() ? Long.MIN_VALUE : 0;

  @Override
  public void run(Run[] operands, Run result, int count) {
    long bytes = (long) count * ITEMSIZE;
    long x = operands[0].source(bytes);
    long z = result.target(3L * Run.NUMBER);
    long last = bytes - WIDTH;
    Vector<Object> low = key(x + last);
    Vector<Object> high = low;
    Vector<Object> low2 = low;
    Vector<Object> high2 = low;
    long i = 0;
    for (; i + STEP <= last; i += STEP) {
      Vector<Object> a = key(x + i);
      Vector<Object> b = key(x + i + WIDTH);
      low = LEAST.of(low, a, a);
      high = GREATEST.of(high, a, a);
      low2 = LEAST.of(low2, b, b);
      high2 = GREATEST.of(high2, b, b);
    }
    for (; i < last; i += WIDTH) {
      Vector<Object> a = key(x + i);
      low = LEAST.of(low, a, a);
      high = GREATEST.of(high, a, a);
    }
    store(LEAST.of(low, low2, low2), z + Run.NUMBER);
    store(GREATEST.of(high, high2, high2), z + 2 * Run.NUMBER);
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    for (int lane = 0; lane < WIDTH; lane += ITEMSIZE) {
      least = Math.min(least, ordered(z + Run.NUMBER + lane));
      greatest = Math.max(greatest, ordered(z + 2 * Run.NUMBER + lane));
    }
    ALL.set(LONG, z, least);
    ALL.set(LONG, z + Long.BYTES, greatest);
  }

  private static void store(Vector<Object> lanes, long at) {
    lanes.intoMemorySegment(ALL, at, ByteOrder.LITTLE_ENDIAN);
  }

  /// A lane as a key of [io.ndmap.kernel.SortableBits].
  private static long ordered(long at) {
    return switch (ITEMSIZE) {
      case Byte.BYTES -> ALL.get(ValueLayout.JAVA_BYTE, at) & MASK;
      case Short.BYTES -> ALL.get(SHORT, at) & MASK;
      case Integer.BYTES -> ALL.get(INT, at) & MASK;
      default -> ALL.get(LONG, at) ^ FLIP;
    };
  }

  private static Vector<Object> key(long at) {
    Vector<Object> items = SPECIES.fromMemorySegment(ALL, at, ByteOrder.LITTLE_ENDIAN);
    return KEY.of(items, items, items);
  }
}
