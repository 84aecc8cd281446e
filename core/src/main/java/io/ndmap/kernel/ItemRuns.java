package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Copies runs of items at constant distances, turning their bytes round where asked.
///
/// The loops here see native segments only. Each kind of heap array has a segment class of its own,
/// and a loop that has met three segment classes is ten times slower for all of them, so items that
/// come from or go to a Java array take another way ([HeapRuns]).
///
/// Items of other sizes than the carriers' move in two or four words, which overlap where the size
/// asks for it: to write some bytes twice is cheaper than a loop over the bytes of each item.
///
/// Offsets are added up and not multiplied out, which takes a third off the time of a strided loop.
public final class ItemRuns {

  /// The largest item that moves in words; a larger one is worth a call of the JDK's copy.
  public static final int WORDS = 4 * Long.BYTES;

  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private ItemRuns() {}

  /// Copies a run between memories that do not overlap.
  ///
  /// @param source where the items come from
  /// @param from byte offset of the first one
  /// @param fromStride bytes from one to the next, of either sign
  /// @param target where they go
  /// @param to byte offset of the first one
  /// @param toStride bytes from one to the next, of either sign
  /// @param count how many there are
  /// @param itemsize bytes of an item, at least 1
  /// @param swap whether the bytes of an item are turned round, all together; the itemsize is then
  ///   2, 4, 8 or 16
  public static void copy(
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      int count,
      int itemsize,
      boolean swap) {
    if (!swap && fromStride == itemsize && toStride == itemsize) {
      MemorySegment.copy(source, from, target, to, (long) count * itemsize);
    } else if (!source.isNative() || !target.isNative()) {
      HeapRuns.copy(source, from, fromStride, target, to, toStride, count, itemsize, swap);
    } else if (swap) {
      SwappedRuns.copy(source, from, fromStride, target, to, toStride, count, itemsize);
    } else {
      plain(source, from, fromStride, target, to, toStride, count, itemsize);
    }
  }

  private static void plain(
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      int count,
      int itemsize) {
    switch (itemsize) {
      case 1, 2, 4, 8 -> {
        if (toStride == itemsize) {
          CarrierRuns.gather(source, from, fromStride, target, to, count, itemsize);
        } else if (fromStride == itemsize) {
          CarrierRuns.scatter(source, from, target, to, toStride, count, itemsize);
        } else {
          CarrierRuns.copy(source, from, fromStride, target, to, toStride, count, itemsize);
        }
      }
      case 3 -> twoShorts(source, from, fromStride, target, to, toStride, count, itemsize - 2);
      case 5, 6, 7 -> twoInts(source, from, fromStride, target, to, toStride, count, itemsize - 4);
      default -> {
        if (itemsize <= 2 * Long.BYTES) {
          twoLongs(source, from, fromStride, target, to, toStride, count, itemsize - Long.BYTES);
        } else if (itemsize <= WORDS) {
          fourLongs(source, from, fromStride, target, to, toStride, count, itemsize - Long.BYTES);
        } else {
          blocks(source, from, fromStride, target, to, toStride, count, itemsize);
        }
      }
    }
  }

  private static void twoShorts(
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      int count,
      int last) {
    long f = from;
    long t = to;
    for (int i = 0; i < count; i++) {
      short head = source.get(SHORT, f);
      short tail = source.get(SHORT, f + last);
      target.set(SHORT, t, head);
      target.set(SHORT, t + last, tail);
      f += fromStride;
      t += toStride;
    }
  }

  private static void twoInts(
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      int count,
      int last) {
    long f = from;
    long t = to;
    for (int i = 0; i < count; i++) {
      int head = source.get(INT, f);
      int tail = source.get(INT, f + last);
      target.set(INT, t, head);
      target.set(INT, t + last, tail);
      f += fromStride;
      t += toStride;
    }
  }

  private static void twoLongs(
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      int count,
      int last) {
    long f = from;
    long t = to;
    for (int i = 0; i < count; i++) {
      long head = source.get(LONG, f);
      long tail = source.get(LONG, f + last);
      target.set(LONG, t, head);
      target.set(LONG, t + last, tail);
      f += fromStride;
      t += toStride;
    }
  }

  private static void fourLongs(
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      int count,
      int last) {
    long f = from;
    long t = to;
    for (int i = 0; i < count; i++) {
      long first = source.get(LONG, f);
      long second = source.get(LONG, f + 8);
      long third = source.get(LONG, f + last - 8);
      long fourth = source.get(LONG, f + last);
      target.set(LONG, t, first);
      target.set(LONG, t + 8, second);
      target.set(LONG, t + last - 8, third);
      target.set(LONG, t + last, fourth);
      f += fromStride;
      t += toStride;
    }
  }

  private static void blocks(
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      int count,
      int itemsize) {
    long f = from;
    long t = to;
    for (int i = 0; i < count; i++) {
      MemorySegment.copy(source, f, target, t, itemsize);
      f += fromStride;
      t += toStride;
    }
  }
}
