package io.ndmap.loop.plain;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.SortableBits;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Run;
import io.ndmap.loop.Tops;
import io.ndmap.memory.Unowned;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// The plain loop of [Special#EXTREMES].
///
/// HotSpot vectorizes the loops: integers, whose `max` has no order; not single items, but such
/// that something is computed of. Several small items are in one int, each at its top once. Most
/// loops read from two places, as the processor fetches more of two streams than of one (decision
/// 41 has those that lose by it). The two overlap where items do not divide: an item that is looked
/// at twice makes no difference.
final class PlainExtremes implements Loop {

  private static final ValueLayout.OfLong I8 =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt I4 =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final SortableBits keys;
  private final Tops tops;
  private final int itemsize;

  /// @param kind of at most eight bytes, of which there are at least four
  PlainExtremes(ScalarKind kind) {
    this.keys = SortableBits.of(kind);
    this.tops = Tops.of(kind);
    this.itemsize = kind.itemsize();
  }

  @Override
  public void run(Run[] operands, Run result, int count) {
    MemorySegment memory = operands[0].memory();
    long at = operands[0].at();
    long bytes = (long) count * itemsize;
    int word = Math.max(itemsize, Integer.BYTES);
    int words = (int) Math.ceilDiv(bytes, 2 * word);
    long second = at + bytes - (long) words * word;
    if (keys.turn() != 0) {
      switch (itemsize) {
        case 2 -> shorts(memory, at, second, words, result);
        case 4 -> ints(memory, at, count, result);
        default -> longs(memory, at, second, words, result);
      }
    } else if (itemsize == Long.BYTES) {
      store(
          result,
          ~largestLong(memory, at, second, words, ~keys.flip()),
          largestLong(memory, at, second, words, keys.flip()));
    } else {
      store(
          result,
          tops.key(~largestTop(memory, at, second, words, ~tops.flip())),
          tops.key(largestTop(memory, at, second, words, tops.flip())));
    }
  }

  private static void store(Run result, long low, long high) {
    result.set(0, low);
    result.set(1, high);
  }

  // ---- integers

  private int largestTop(MemorySegment memory, long at, long second, int words, int turned) {
    return switch (itemsize) {
      case 1 ->
          Math.max(
              largestByte(memory, at, words, turned), largestByte(memory, second, words, turned));
      case 2 -> largestShort(memory, at, second, words, turned);
      default -> largestInt(memory, at, second, words, turned);
    };
  }

  private static long largestLong(
      MemorySegment memory, long at, long second, int words, long turned) {
    MemorySegment one = Unowned.part(memory, at, (long) words << 3);
    MemorySegment two = Unowned.part(memory, second, (long) words << 3);
    long most = Long.MIN_VALUE;
    for (int i = 0; i < words; i++) {
      long o = (long) i << 3;
      most = Math.max(most, Math.max(one.get(I8, o) ^ turned, two.get(I8, o) ^ turned));
    }
    return most;
  }

  private static int largestInt(MemorySegment memory, long at, long second, int words, int turned) {
    MemorySegment one = Unowned.part(memory, at, (long) words << 2);
    MemorySegment two = Unowned.part(memory, second, (long) words << 2);
    int most = Integer.MIN_VALUE;
    for (int i = 0; i < words; i++) {
      long o = (long) i << 2;
      most = Math.max(most, Math.max(one.get(I4, o) ^ turned, two.get(I4, o) ^ turned));
    }
    return most;
  }

  private static int largestShort(
      MemorySegment memory, long at, long second, int words, int turned) {
    MemorySegment one = Unowned.part(memory, at, (long) words << 2);
    MemorySegment two = Unowned.part(memory, second, (long) words << 2);
    int a = Integer.MIN_VALUE;
    int b = Integer.MIN_VALUE;
    for (int i = 0; i < words; i++) {
      long o = (long) i << 2;
      int x = one.get(I4, o) ^ turned;
      int y = two.get(I4, o) ^ turned;
      a = Math.max(a, Math.max(x, y));
      b = Math.max(b, Math.max(x << 16, y << 16));
    }
    return Math.max(a, b);
  }

  /// From one place at a time: a longer loop is not vectorized in every JVM.
  private static int largestByte(MemorySegment memory, long at, int words, int turned) {
    MemorySegment part = Unowned.part(memory, at, (long) words << 2);
    int a = Integer.MIN_VALUE;
    int b = Integer.MIN_VALUE;
    int c = Integer.MIN_VALUE;
    int d = Integer.MIN_VALUE;
    for (int i = 0; i < words; i++) {
      int items = part.get(I4, (long) i << 2) ^ turned;
      a = Math.max(a, items);
      b = Math.max(b, items << 8);
      c = Math.max(c, items << 16);
      d = Math.max(d, items << 24);
    }
    return Math.max(Math.max(a, b), Math.max(c, d));
  }

  // ---- floating-point numbers and times

  private void longs(MemorySegment memory, long at, long second, int words, Run result) {
    long turn = keys.turn();
    MemorySegment one = Unowned.part(memory, at, (long) words << 3);
    MemorySegment two = Unowned.part(memory, second, (long) words << 3);
    long most = Long.MIN_VALUE;
    long least = Long.MAX_VALUE;
    for (int i = 0; i < words; i++) {
      long o = (long) i << 3;
      long x = one.get(I8, o);
      long y = two.get(I8, o);
      x ^= x >> 63 & turn;
      y ^= y >> 63 & turn;
      most = Math.max(most, Math.max(x, y));
      least = Math.min(least, Math.min(x, y));
    }
    store(result, least, most);
  }

  private void ints(MemorySegment memory, long at, int count, Run result) {
    int turn = (int) keys.turn();
    MemorySegment part = Unowned.part(memory, at, (long) count << 2);
    int most = Integer.MIN_VALUE;
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      int item = part.get(I4, (long) i << 2);
      item ^= item >> 31 & turn;
      most = Math.max(most, item);
      least = Math.min(least, item);
    }
    store(result, tops.key(least), tops.key(most));
  }

  private void shorts(MemorySegment memory, long at, long second, int words, Run result) {
    int turn = (int) keys.turn() << 16;
    MemorySegment one = Unowned.part(memory, at, (long) words << 2);
    MemorySegment two = Unowned.part(memory, second, (long) words << 2);
    int most = Integer.MIN_VALUE;
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < words; i++) {
      long o = (long) i << 2;
      int x = one.get(I4, o);
      int y = two.get(I4, o);
      int z = x << 16;
      int w = y << 16;
      x ^= x >> 31 & turn;
      y ^= y >> 31 & turn;
      z ^= z >> 31 & turn;
      w ^= w >> 31 & turn;
      most = Math.max(most, Math.max(Math.max(x, y), Math.max(z, w)));
      least = Math.min(least, Math.min(Math.min(x, y), Math.min(z, w)));
    }
    store(result, tops.key(least), tops.key(most));
  }

  @Override
  public boolean isPlain() {
    return true;
  }
}
