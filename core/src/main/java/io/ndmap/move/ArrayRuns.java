package io.ndmap.move;

import io.ndmap.memory.Unowned;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Copies runs of items between Java arrays and memory that belongs to no arena, one by one.
///
/// A loop over the segment of an array must ask which kind of array it is, and one that has met
/// several does so at each item. Here each kind has loops of its own, for items as long as the
/// array's; new arrays are of longs, whatever their items are and wherever they begin, which are
/// taken by a segment that the loop makes itself.
final class ArrayRuns {

  private static final @Nullable MemorySegment ALL = Unowned.ALL;

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.nativeOrder());
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.nativeOrder());
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.nativeOrder());
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.nativeOrder());
  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.nativeOrder());

  private final MemorySegment array;
  private final long at;
  private final long step;
  private final int count;
  private final int itemsize;

  /// Items of an array.
  ///
  /// @param array whose bytes they are
  /// @param from byte offset of the first one
  /// @param step bytes from one to the next, of either sign
  /// @param count how many there are
  /// @param itemsize their bytes
  ArrayRuns(MemorySegment array, long from, long step, int count, int itemsize) {
    Objects.checkFromIndexSize(
        from + StridedRuns.lowest(step, count),
        StridedRuns.reach(step, count, itemsize),
        array.byteSize());
    this.array = array;
    this.at = array.address() + from;
    this.step = step;
    this.count = count;
    this.itemsize = itemsize;
  }

  /// Whether the items are elements of an array.
  private boolean areOf(int elementsize) {
    return itemsize == elementsize && at % elementsize == 0 && step % elementsize == 0;
  }

  private int index() {
    return (int) (at / itemsize);
  }

  private int distance() {
    return (int) (step / itemsize);
  }

  /// Reads the items.
  ///
  /// @param target memory that belongs to no arena
  /// @param to byte offset of the first one's place
  /// @param into bytes from one place to the next
  /// @return false if nothing is done, as there is no loop for the array
  boolean load(MemorySegment target, long to, long into) {
    MemorySegment t = ALL == null ? target : ALL;
    long g = StridedRuns.firstTarget(target, to, into, count, itemsize);
    switch (array.heapBase().orElse(null)) {
      case byte[] a when areOf(1) -> load(a, index(), distance(), t, g, into, count);
      case short[] a when areOf(2) -> load(a, index(), distance(), t, g, into, count);
      case int[] a when areOf(4) -> load(a, index(), distance(), t, g, into, count);
      case float[] a when areOf(4) -> load(a, index(), distance(), t, g, into, count);
      case double[] a when areOf(8) -> load(a, index(), distance(), t, g, into, count);
      case long[] a when itemsize == 1 -> loadBytes(a, at, step, t, g, into, count);
      case long[] a when itemsize == 2 -> loadShorts(a, at, step, t, g, into, count);
      case long[] a when itemsize == 4 -> loadInts(a, at, step, t, g, into, count);
      case long[] a when itemsize == 8 -> loadLongs(a, at, step, t, g, into, count);
      case null, default -> {
        return false;
      }
    }
    return true;
  }

  /// Writes the items.
  ///
  /// @param source memory that belongs to no arena
  /// @param from byte offset of the first one there
  /// @param over bytes from one to the next there
  /// @return false if nothing is done, as there is no loop for the array
  boolean store(MemorySegment source, long from, long over) {
    MemorySegment s = ALL == null ? source : ALL;
    long f = StridedRuns.first(source, from, over, count, itemsize);
    switch (array.heapBase().orElse(null)) {
      case byte[] a when areOf(1) -> store(a, index(), distance(), s, f, over, count);
      case short[] a when areOf(2) -> store(a, index(), distance(), s, f, over, count);
      case int[] a when areOf(4) -> store(a, index(), distance(), s, f, over, count);
      case float[] a when areOf(4) -> store(a, index(), distance(), s, f, over, count);
      case double[] a when areOf(8) -> store(a, index(), distance(), s, f, over, count);
      case long[] a when itemsize == 1 -> storeBytes(a, at, step, s, f, over, count);
      case long[] a when itemsize == 2 -> storeShorts(a, at, step, s, f, over, count);
      case long[] a when itemsize == 4 -> storeInts(a, at, step, s, f, over, count);
      case long[] a when itemsize == 8 -> storeLongs(a, at, step, s, f, over, count);
      case null, default -> {
        return false;
      }
    }
    return true;
  }

  private static void load(byte[] a, int at, int step, MemorySegment t, long to, long into, int n) {
    MemorySegment results = ALL == null ? t : ALL;
    long g = to;
    for (int i = 0; i < n; i++) {
      results.set(BYTE, g, a[at + i * step]);
      g += into;
    }
  }

  private static void store(
      byte[] a, int at, int step, MemorySegment s, long from, long over, int n) {
    MemorySegment items = ALL == null ? s : ALL;
    long f = from;
    for (int i = 0; i < n; i++) {
      a[at + i * step] = items.get(BYTE, f);
      f += over;
    }
  }

  private static void load(
      short[] a, int at, int step, MemorySegment t, long to, long into, int n) {
    MemorySegment results = ALL == null ? t : ALL;
    long g = to;
    for (int i = 0; i < n; i++) {
      results.set(SHORT, g, a[at + i * step]);
      g += into;
    }
  }

  private static void store(
      short[] a, int at, int step, MemorySegment s, long from, long over, int n) {
    MemorySegment items = ALL == null ? s : ALL;
    long f = from;
    for (int i = 0; i < n; i++) {
      a[at + i * step] = items.get(SHORT, f);
      f += over;
    }
  }

  private static void load(int[] a, int at, int step, MemorySegment t, long to, long into, int n) {
    MemorySegment results = ALL == null ? t : ALL;
    long g = to;
    for (int i = 0; i < n; i++) {
      results.set(INT, g, a[at + i * step]);
      g += into;
    }
  }

  private static void store(
      int[] a, int at, int step, MemorySegment s, long from, long over, int n) {
    MemorySegment items = ALL == null ? s : ALL;
    long f = from;
    for (int i = 0; i < n; i++) {
      a[at + i * step] = items.get(INT, f);
      f += over;
    }
  }

  private static void load(
      float[] a, int at, int step, MemorySegment t, long to, long into, int n) {
    MemorySegment results = ALL == null ? t : ALL;
    long g = to;
    for (int i = 0; i < n; i++) {
      results.set(FLOAT, g, a[at + i * step]);
      g += into;
    }
  }

  private static void store(
      float[] a, int at, int step, MemorySegment s, long from, long over, int n) {
    MemorySegment items = ALL == null ? s : ALL;
    long f = from;
    for (int i = 0; i < n; i++) {
      a[at + i * step] = items.get(FLOAT, f);
      f += over;
    }
  }

  private static void load(
      double[] a, int at, int step, MemorySegment t, long to, long into, int n) {
    MemorySegment results = ALL == null ? t : ALL;
    long g = to;
    for (int i = 0; i < n; i++) {
      results.set(DOUBLE, g, a[at + i * step]);
      g += into;
    }
  }

  private static void store(
      double[] a, int at, int step, MemorySegment s, long from, long over, int n) {
    MemorySegment items = ALL == null ? s : ALL;
    long f = from;
    for (int i = 0; i < n; i++) {
      a[at + i * step] = items.get(DOUBLE, f);
      f += over;
    }
  }

  private static void loadBytes(
      long[] a, long at, long step, MemorySegment t, long to, long into, int n) {
    MemorySegment items = MemorySegment.ofArray(a);
    MemorySegment results = ALL == null ? t : ALL;
    long f = at;
    long g = to;
    for (int i = 0; i < n; i++) {
      results.set(BYTE, g, items.get(BYTE, f));
      f += step;
      g += into;
    }
  }

  private static void storeBytes(
      long[] a, long at, long step, MemorySegment s, long from, long over, int n) {
    MemorySegment results = MemorySegment.ofArray(a);
    MemorySegment items = ALL == null ? s : ALL;
    long f = from;
    long g = at;
    for (int i = 0; i < n; i++) {
      results.set(BYTE, g, items.get(BYTE, f));
      f += over;
      g += step;
    }
  }

  private static void loadShorts(
      long[] a, long at, long step, MemorySegment t, long to, long into, int n) {
    MemorySegment items = MemorySegment.ofArray(a);
    MemorySegment results = ALL == null ? t : ALL;
    long f = at;
    long g = to;
    for (int i = 0; i < n; i++) {
      results.set(SHORT, g, items.get(SHORT, f));
      f += step;
      g += into;
    }
  }

  private static void storeShorts(
      long[] a, long at, long step, MemorySegment s, long from, long over, int n) {
    MemorySegment results = MemorySegment.ofArray(a);
    MemorySegment items = ALL == null ? s : ALL;
    long f = from;
    long g = at;
    for (int i = 0; i < n; i++) {
      results.set(SHORT, g, items.get(SHORT, f));
      f += over;
      g += step;
    }
  }

  private static void loadInts(
      long[] a, long at, long step, MemorySegment t, long to, long into, int n) {
    MemorySegment items = MemorySegment.ofArray(a);
    MemorySegment results = ALL == null ? t : ALL;
    long f = at;
    long g = to;
    for (int i = 0; i < n; i++) {
      results.set(INT, g, items.get(INT, f));
      f += step;
      g += into;
    }
  }

  private static void storeInts(
      long[] a, long at, long step, MemorySegment s, long from, long over, int n) {
    MemorySegment results = MemorySegment.ofArray(a);
    MemorySegment items = ALL == null ? s : ALL;
    long f = from;
    long g = at;
    for (int i = 0; i < n; i++) {
      results.set(INT, g, items.get(INT, f));
      f += over;
      g += step;
    }
  }

  private static void loadLongs(
      long[] a, long at, long step, MemorySegment t, long to, long into, int n) {
    MemorySegment items = MemorySegment.ofArray(a);
    MemorySegment results = ALL == null ? t : ALL;
    long f = at;
    long g = to;
    for (int i = 0; i < n; i++) {
      results.set(LONG, g, items.get(LONG, f));
      f += step;
      g += into;
    }
  }

  private static void storeLongs(
      long[] a, long at, long step, MemorySegment s, long from, long over, int n) {
    MemorySegment results = MemorySegment.ofArray(a);
    MemorySegment items = ALL == null ? s : ALL;
    long f = from;
    long g = at;
    for (int i = 0; i < n; i++) {
      results.set(LONG, g, items.get(LONG, f));
      f += over;
      g += step;
    }
  }
}
