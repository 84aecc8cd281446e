package io.ndmap.loop.vector;

import io.ndmap.loop.ArraySort;
import io.ndmap.loop.plain.PlainSort;
import io.ndmap.memory.SpareArrays;
import io.ndmap.memory.Templates;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/// Quicksort of `int` or `long` by the Vector API; each type has its own hidden copy of this class.
/// It partitions from one array into another of the same length, and back, until a part is so small
/// that a [SortingNetwork] sorts it.
final class VectorSort implements ArraySort<Object> {

  /// The maximum size of vectors, whose masks have fewer bits than a `long`.
  static final int MOST_BITS = 512;

  /// The class data.
  ///
  /// @param species vectors of the numbers
  /// @param numbers what depends on the type of the arrays
  /// @param spares arrays of the type
  /// @param plain sorts what this loop does not
  /// @param block sorts blocks
  record Row(
      VectorSpecies<Object> species,
      Numbers numbers,
      SpareArrays<Object> spares,
      ArraySort<Object> plain,
      SortingNetwork.Block block) {

    @SuppressWarnings("unchecked") // the template casts its arrays
    static Row of(VectorSpecies<Object> species, SortingNetwork.Block block) {
      boolean single = species.elementSize() == Integer.SIZE;
      SpareArrays<?> spares = single ? SpareArrays.INTS : SpareArrays.LONGS;
      ArraySort<?> plain = single ? PlainSort.INTS : PlainSort.LONGS;
      return new Row(
          species,
          single ? new Ints() : new Longs(),
          (SpareArrays<Object>) spares,
          (ArraySort<Object>) plain,
          block);
    }
  }

  /// Access to arrays of a type.
  interface Numbers {

    Object array(int length);

    long get(Object numbers, int index);

    void store(Vector<Object> vector, Object numbers, int index);
  }

  private static final Row ROW =
      Objects.requireNonNull(Templates.data(MethodHandles.lookup(), Row.class));
  private static final VectorSpecies<Object> SPECIES = ROW.species();
  private static final Numbers NUMBERS = ROW.numbers();
  private static final SpareArrays<Object> SPARES = ROW.spares();
  private static final ArraySort<Object> PLAIN = ROW.plain();
  private static final SortingNetwork.Block BLOCK = ROW.block();
  private static final int LANES = SPECIES.length();
  private static final int SIZE = SortingNetwork.VECTORS * LANES;
  private static final long LARGEST = -1L >>> (Long.SIZE + 1 - SPECIES.elementSize());

  /// Shorter parts are left to the JDK, which sorts them by insertion.
  private static final int FEW = Math.max(24, LANES);

  /// A slice whose first numbers are in order probably consists of few runs, which the JDK merges.
  private static final int RUN = 64;

  /// The number of vectors per iteration of the partition loop.
  private static final int STEP = 4;

  /// The number of sorts that also make calls that do nothing, so that HotSpot compiles the network
  /// early: until then it is a hundred times slower.
  private static final int FIRST_SORTS = 64;

  /// The number of these calls per sort.
  private static final int CALLS = 256;

  // A data race loses counts, which is harmless.
  private static int sorts;

  @Override
  public void sort(Object numbers, int from, int slices, int length) {
    if (length < FEW) {
      PLAIN.sort(numbers, from, slices, length);
      return;
    }
    Object block = NUMBERS.array(SIZE);
    @Nullable Object other = null;
    for (int slice = 0; slice < slices; slice++) {
      int at = from + slice * length;
      boolean isInOrder = beginsWithRun(numbers, at, Math.min(length, RUN));
      if (!isInOrder && other == null) {
        other = length > SIZE ? spare(length) : numbers;
        callOften(block);
      }
      if (isInOrder || other == null) {
        PLAIN.sort(numbers, at, 1, length);
      } else {
        int depth = 2 * (Integer.SIZE - Integer.numberOfLeadingZeros(length));
        sort(numbers, at, other, 0, length, true, block, depth);
      }
    }
    if (other != null && length > SIZE) {
      SPARES.giveBack(other);
    }
  }

  /// Returns a second array; null if there is no room. Then the JDK sorts, in place.
  private static @Nullable Object spare(int length) {
    try {
      return SPARES.take(length);
    } catch (OutOfMemoryError e) {
      return null;
    }
  }

  private static void callOften(Object block) {
    if (sorts < FIRST_SORTS) {
      sorts++;
      for (int call = 0; call < CALLS; call++) {
        BLOCK.sort(block, false);
      }
    }
  }

  private static boolean beginsWithRun(Object numbers, int from, int count) {
    boolean ascending = true;
    boolean descending = true;
    for (int i = from + 1; i < from + count; i++) {
      long last = NUMBERS.get(numbers, i - 1);
      long next = NUMBERS.get(numbers, i);
      ascending &= last <= next;
      descending &= last >= next;
    }
    return ascending || descending;
  }

  /// Sorts numbers.
  ///
  /// @param x has the numbers
  /// @param from the index of the first
  /// @param y another array
  /// @param to an index from which as many numbers may be overwritten
  /// @param inPlace whether the sorted numbers belong to `x`, else to `y`
  /// @param depth how many more times they may be partitioned
  private static void sort(
      Object x, int from, Object y, int to, int count, boolean inPlace, Object block, int depth) {
    if (count >= FEW && count <= SIZE) {
      sortBlock(x, from, inPlace ? x : y, inPlace ? from : to, count, block);
      return;
    }
    if (count < FEW || depth == 0) {
      copy(x, from, y, to, inPlace ? 0 : count);
      PLAIN.sort(inPlace ? x : y, inPlace ? from : to, 1, count);
      return;
    }
    long pivot = pivot(x, from, count);
    int less = partition(x, from, count, pivot, y, to);
    if (less > 0) {
      sort(y, to, x, from, less, !inPlace, block, depth - 1);
    } else {
      // The pivot is the minimum. All numbers equal to it go to the front, where they stay.
      less = pivot == LARGEST ? count : partition(x, from, count, pivot + 1, y, to);
      copy(y, to, x, from, inPlace ? less : 0);
    }
    sort(y, to + less, x, from + less, count - less, !inPlace, block, depth - 1);
  }

  @SuppressWarnings("SuspiciousSystemArraycopy") // arrays of one type
  private static void copy(Object x, int from, Object y, int to, int count) {
    System.arraycopy(x, from, y, to, count);
  }

  /// Sorts at most a block, padded by the largest integer. The last vectors of a copy overlap.
  private static void sortBlock(Object x, int from, Object y, int to, int count, Object block) {
    Vector<Object> largest = SPECIES.broadcast(LARGEST);
    for (int i = count - count % LANES; i < SIZE; i += LANES) {
      NUMBERS.store(largest, block, i);
    }
    for (int i = 0; i < count - LANES; i += LANES) {
      NUMBERS.store(SPECIES.fromArray(x, from + i), block, i);
    }
    NUMBERS.store(SPECIES.fromArray(x, from + count - LANES), block, count - LANES);
    BLOCK.sort(block, true);
    for (int i = 0; i < count - LANES; i += LANES) {
      NUMBERS.store(SPECIES.fromArray(block, i), y, to + i);
    }
    NUMBERS.store(SPECIES.fromArray(block, count - LANES), y, to + count - LANES);
  }

  /// The median of three medians of three.
  private static long pivot(Object x, int from, int count) {
    int step = count / 9;
    int at = from + step / 2;
    return median(
        median(x, at, step), median(x, at + 3 * step, step), median(x, at + 6 * step, step));
  }

  private static long median(Object x, int at, int step) {
    return median(NUMBERS.get(x, at), NUMBERS.get(x, at + step), NUMBERS.get(x, at + 2 * step));
  }

  private static long median(long a, long b, long c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }

  /// Copies numbers less than the pivot to the start of a range, and others to its end.
  ///
  /// Each vector is stored at both places; what does not belong there is overwritten later.
  ///
  /// @return how many are less
  private static int partition(Object x, int from, int count, long pivot, Object y, int to) {
    Vector<Object> bound = SPECIES.broadcast(pivot);
    int odd = count % LANES;
    Vector<Object> some = SPECIES.fromArray(x, from);
    VectorMask<Object> in = SPECIES.indexInRange(0, odd);
    VectorMask<Object> less = some.compare(VectorOperators.LT, bound).and(in);
    int begin = less.trueCount();
    NUMBERS.store(some.compress(less), y, to);
    Vector<Object> others = some.compress(in.andNot(less)).expand(lastLanes(odd - begin));
    NUMBERS.store(others, y, to + count - LANES);
    int left = to + begin;
    // The index of the last vector that is free.
    int right = to + count - LANES - (odd - begin);
    int i = from + odd;
    int end = from + count;
    for (; i <= end - STEP * LANES; i += STEP * LANES) {
      Vector<Object> a = SPECIES.fromArray(x, i);
      Vector<Object> b = SPECIES.fromArray(x, i + LANES);
      Vector<Object> c = SPECIES.fromArray(x, i + 2 * LANES);
      Vector<Object> d = SPECIES.fromArray(x, i + 3 * LANES);
      VectorMask<Object> lessA = a.compare(VectorOperators.LT, bound);
      VectorMask<Object> lessB = b.compare(VectorOperators.LT, bound);
      VectorMask<Object> lessC = c.compare(VectorOperators.LT, bound);
      VectorMask<Object> lessD = d.compare(VectorOperators.LT, bound);
      int countA = lessA.trueCount();
      int countB = countA + lessB.trueCount();
      int countC = countB + lessC.trueCount();
      int countD = countC + lessD.trueCount();
      store(partitioned(a, lessA, countA), y, left, right);
      store(partitioned(b, lessB, countB - countA), y, left + countA, right - LANES + countA);
      store(partitioned(c, lessC, countC - countB), y, left + countB, right - 2 * LANES + countB);
      store(partitioned(d, lessD, countD - countC), y, left + countC, right - 3 * LANES + countC);
      left += countD;
      right -= STEP * LANES - countD;
    }
    for (; i < end; i += LANES) {
      Vector<Object> a = SPECIES.fromArray(x, i);
      VectorMask<Object> lessA = a.compare(VectorOperators.LT, bound);
      int countA = lessA.trueCount();
      store(partitioned(a, lessA, countA), y, left, right);
      left += countA;
      right -= LANES - countA;
    }
    return left - to;
  }

  /// Moves lanes that are less to the start of a vector, and others to its end.
  private static Vector<Object> partitioned(Vector<Object> a, VectorMask<Object> less, int count) {
    return a.compress(less)
        .lanewise(VectorOperators.OR, a.compress(less.not()).expand(lastLanes(LANES - count)));
  }

  private static VectorMask<Object> lastLanes(int count) {
    return VectorMask.fromLong(SPECIES, -1L << (LANES - count));
  }

  private static void store(Vector<Object> vector, Object y, int left, int right) {
    NUMBERS.store(vector, y, left);
    NUMBERS.store(vector, y, right);
  }

  private record Longs() implements Numbers {

    @Override
    public Object array(int length) {
      return new long[length];
    }

    @Override
    public long get(Object numbers, int index) {
      return ((long[]) numbers)[index];
    }

    @Override
    public void store(Vector<Object> vector, Object numbers, int index) {
      ((LongVector) (Vector<?>) vector).intoArray((long[]) numbers, index);
    }
  }

  private record Ints() implements Numbers {

    @Override
    public Object array(int length) {
      return new int[length];
    }

    @Override
    public long get(Object numbers, int index) {
      return ((int[]) numbers)[index];
    }

    @Override
    public void store(Vector<Object> vector, Object numbers, int index) {
      ((IntVector) (Vector<?>) vector).intoArray((int[]) numbers, index);
    }
  }
}
