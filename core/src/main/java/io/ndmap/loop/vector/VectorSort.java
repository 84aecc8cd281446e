package io.ndmap.loop.vector;

import io.ndmap.loop.ArraySort;
import io.ndmap.loop.plain.PlainSort;
import io.ndmap.memory.Templates;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/// Quicksort of `int` or `long` by the Vector API. There is a hidden copy of this class for each
/// type. The sort partitions in place until a part is so small that a [SortingNetwork] sorts it.
final class VectorSort implements ArraySort<Object> {

  /// The maximum size of vectors, in bits, so that their masks have fewer bits than a `long`.
  static final int MOST_BITS = 512;

  /// The class data of a hidden copy.
  ///
  /// @param species the species of the vectors
  /// @param numbers access to arrays of the type
  /// @param plain sorts slices for which vectors do not pay off
  /// @param block sorts blocks
  record Row(
      VectorSpecies<Object> species,
      Numbers numbers,
      ArraySort<Object> plain,
      SortingNetwork.Block block) {

    @SuppressWarnings("unchecked") // the template casts its arrays
    static Row of(VectorSpecies<Object> species, SortingNetwork.Block block) {
      boolean single = species.elementSize() == Integer.SIZE;
      ArraySort<?> plain = single ? PlainSort.INTS : PlainSort.LONGS;
      return new Row(species, single ? new Ints() : new Longs(), (ArraySort<Object>) plain, block);
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
  private static final ArraySort<Object> PLAIN = ROW.plain();
  private static final SortingNetwork.Block BLOCK = ROW.block();
  private static final int LANES = SPECIES.length();

  /// The number of integers of a block, which the network sorts.
  private static final int SIZE = SortingNetwork.VECTORS * LANES;

  private static final long LARGEST = -1L >>> (Long.SIZE + 1 - SPECIES.elementSize());

  /// Shorter slices are left to the JDK, which uses insertion sort for them.
  private static final int FEW = Math.max(24, LANES);

  /// If this many first numbers of a slice are in order, the slice probably consists of few runs,
  /// which the JDK merges.
  private static final int RUN = 64;

  /// The number of vectors per iteration of the partition loop.
  private static final int STEP = 4;

  /// The number of integers per iteration of the partition loop.
  private static final int STRIDE = STEP * LANES;

  /// The length of the scratch array. A longer array saves mispredicted branches, but is slower for
  /// parts that are only slightly longer than the array.
  private static final int SCRATCH = 8 * STRIDE;

  private static final VectorShuffle<Object> REVERSE =
      SPECIES.shuffleFromOp(lane -> LANES - 1 - lane);

  /// The number of sorts, from the first, that also call the network without sorting, so that
  /// HotSpot compiles the network early: until then, the network is a hundred times slower.
  private static final int FIRST_SORTS = 64;

  /// The number of calls without sorting in each of these sorts.
  private static final int CALLS = 256;

  // A data race loses counts, which is harmless.
  private static int sorts;

  @Override
  public void sort(Object numbers, int from, int slices, int length) {
    if (length < FEW) {
      PLAIN.sort(numbers, from, slices, length);
      return;
    }
    Object scratch = NUMBERS.array(SCRATCH);
    callOften(scratch);
    for (int slice = 0; slice < slices; slice++) {
      int start = from + slice * length;
      if (beginsWithRun(numbers, start, Math.min(length, RUN))) {
        PLAIN.sort(numbers, start, 1, length);
      } else if (length <= SIZE) {
        sortFew(numbers, start, length, scratch);
      } else {
        int end = start + length;
        int depth = 2 * (Integer.SIZE - Integer.numberOfLeadingZeros(length));
        sort(numbers, start, end, start, end - SIZE, scratch, depth);
        BLOCK.sort(numbers, end - SIZE, true);
      }
    }
  }

  private static void callOften(Object scratch) {
    if (sorts < FIRST_SORTS) {
      sorts++;
      for (int call = 0; call < CALLS; call++) {
        BLOCK.sort(scratch, 0, false);
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

  /// Sorts a part of a slice. No number before the part is greater than a number in the part, and
  /// no number after the part is less.
  ///
  /// A block may therefore begin before the part, at the first number that is not yet sorted, or
  /// end after the part: sorting the block moves no number from one part to another. So small parts
  /// are sorted together with the parts that follow.
  ///
  /// @param from the first index of the part
  /// @param to the index after the part
  /// @param sorted the first index of the slice that is not yet sorted; at most a block before
  ///   `from`
  /// @param last the index at which the last block of the slice begins
  /// @param depth how many more times the part may be divided
  /// @return the first index that is not yet sorted; at most a block before `to`
  private static int sort(
      Object x, int from, int to, int sorted, int last, Object scratch, int depth) {
    if (to - sorted <= SIZE) {
      return sorted;
    }
    boolean isBlock = to - from <= SIZE;
    if (isBlock || depth == 0) {
      BLOCK.sort(x, Math.min(sorted, last), true);
      if (isBlock) {
        return from;
      }
      PLAIN.sort(x, from, 1, to - from);
      return to;
    }
    long pivot = pivot(x, from, to - from);
    int middle = partition(x, from, to, pivot, scratch);
    if (middle > from) {
      int next = sort(x, from, middle, sorted, last, scratch, depth - 1);
      return sort(x, middle, to, next, last, scratch, depth - 1);
    }
    // The pivot is the minimum. All numbers equal to the pivot move to the front, where they stay.
    BLOCK.sort(x, Math.min(sorted, last), true);
    middle = pivot == LARGEST ? to : partition(x, from, to, pivot + 1, scratch);
    return sort(x, middle, to, middle, last, scratch, depth - 1);
  }

  /// Sorts at most a block, padded by the largest integer.
  @SuppressWarnings("SuspiciousSystemArraycopy") // arrays of one type
  private static void sortFew(Object x, int from, int count, Object scratch) {
    Vector<Object> largest = SPECIES.broadcast(LARGEST);
    for (int i = count - count % LANES; i < SIZE; i += LANES) {
      NUMBERS.store(largest, scratch, i);
    }
    System.arraycopy(x, from, scratch, 0, count);
    BLOCK.sort(scratch, 0, true);
    System.arraycopy(scratch, 0, x, from, count);
  }

  /// Returns the median of three medians of three numbers.
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

  /// Moves numbers less than the pivot to the start of a range, and the other numbers to its end.
  ///
  /// First, numbers at both ends of the range are saved in the scratch array: about as many as the
  /// array holds, such that the numbers that remain in between are a whole number of strides. This
  /// frees space at both ends, so that whole vectors can be stored there. Lanes that do not belong
  /// to an end are overwritten later.
  ///
  /// Numbers less than the pivot are stored before index `left`, the other numbers from `left +
  /// unread` on. While strides remain to be read, the free space at both ends together is as large
  /// as the saved numbers, which are more than two strides. So one end always has space for a
  /// stride, and reading a stride from an end frees space there. More numbers must be unread than
  /// are stored at once: otherwise, the lanes that do not belong to the end of the range would
  /// overwrite numbers at its start.
  ///
  /// @return the index of the first number that is not less than the pivot
  @SuppressWarnings("SuspiciousSystemArraycopy") // arrays of one type
  private static int partition(Object x, int from, int to, long pivot, Object scratch) {
    Vector<Object> bound = SPECIES.broadcast(pivot);
    int unread = to - from;
    int saved = unread <= SCRATCH ? unread : SCRATCH - STRIDE + unread % STRIDE;
    int tail = unread <= SCRATCH ? 0 : SCRATCH / 2;
    int begin = from + saved - tail;
    int end = to - tail;
    System.arraycopy(x, from, scratch, 0, saved - tail);
    System.arraycopy(x, end, scratch, saved - tail, tail);
    int odd = unread % LANES;
    Vector<Object> some = SPECIES.fromArray(scratch, saved - LANES);
    VectorMask<Object> in = lastLanes(odd);
    VectorMask<Object> less = some.compare(VectorOperators.LT, bound).and(in);
    store(some, less, in.andNot(less), x, from, to - LANES);
    int left = from + less.trueCount();
    unread -= odd;
    boolean isBegin = true;
    while (unread > STRIDE) {
      Object source = x;
      int at;
      if (begin == end) {
        source = scratch;
        at = unread - STRIDE;
      } else {
        // Read from one end until the other end has no space for a stride.
        isBegin = isBegin ? left + unread - end >= STRIDE : begin - left < STRIDE;
        end -= isBegin ? 0 : STRIDE;
        at = isBegin ? begin : end;
        begin += isBegin ? STRIDE : 0;
      }
      Vector<Object> a = SPECIES.fromArray(source, at);
      Vector<Object> b = SPECIES.fromArray(source, at + LANES);
      Vector<Object> c = SPECIES.fromArray(source, at + 2 * LANES);
      Vector<Object> d = SPECIES.fromArray(source, at + 3 * LANES);
      VectorMask<Object> lessA = a.compare(VectorOperators.LT, bound);
      VectorMask<Object> lessB = b.compare(VectorOperators.LT, bound);
      VectorMask<Object> lessC = c.compare(VectorOperators.LT, bound);
      VectorMask<Object> lessD = d.compare(VectorOperators.LT, bound);
      int countA = lessA.trueCount();
      int countB = countA + lessB.trueCount();
      int countC = countB + lessC.trueCount();
      int countD = countC + lessD.trueCount();
      int right = left + unread - LANES;
      store(a, lessA, lessA.not(), x, left, right);
      store(b, lessB, lessB.not(), x, left + countA, right - LANES + countA);
      store(c, lessC, lessC.not(), x, left + countB, right - 2 * LANES + countB);
      store(d, lessD, lessD.not(), x, left + countC, right - 3 * LANES + countC);
      left += countD;
      unread -= STRIDE;
    }
    for (; unread > LANES; unread -= LANES) {
      some = SPECIES.fromArray(scratch, unread - LANES);
      less = some.compare(VectorOperators.LT, bound);
      store(some, less, less.not(), x, left, left + unread - LANES);
      left += less.trueCount();
    }
    // The last vector fills the gap between both ends.
    some = SPECIES.fromArray(scratch, 0);
    less = some.compare(VectorOperators.LT, bound);
    int count = less.trueCount();
    Vector<Object> others = toEnd(some, less.not());
    NUMBERS.store(some.compress(less).blend(others, lastLanes(LANES - count)), x, left);
    return left + count;
  }

  /// Stores the lanes that are less than the pivot at the start of the vector at index `left`, and
  /// the other lanes at the end of the vector at index `right`.
  private static void store(
      Vector<Object> a,
      VectorMask<Object> less,
      VectorMask<Object> others,
      Object x,
      int left,
      int right) {
    NUMBERS.store(a.compress(less), x, left);
    NUMBERS.store(toEnd(a, others), x, right);
  }

  private static Vector<Object> toEnd(Vector<Object> a, VectorMask<Object> lanes) {
    return a.compress(lanes).rearrange(REVERSE);
  }

  private static VectorMask<Object> lastLanes(int count) {
    return VectorMask.fromLong(SPECIES, -1L << (LANES - count));
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
