package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Copies strided runs of items, byte-swapped where asked.
///
/// The loops here see native segments only. Each kind of heap array has a segment class of its own,
/// and a loop that has met three segment classes is ten times slower for all of them, so items that
/// come from or go to a Java array take another way ([HeapRuns]). Loops with one access of each
/// segment bear the two classes that are left, mapped memory and other native memory.
///
/// Items of other sizes than the carriers' move in two or four words, which overlap where the size
/// asks for it: to write some bytes twice is cheaper than a loop over the bytes of each item.
///
/// Offsets are added up and not multiplied out, which takes a third off the time of a strided loop.
public final class ItemRuns {

  /// The largest item that moves in words; a larger one is worth a call of the JDK's copy.
  public static final int WORDS = 4 * Long.BYTES;

  /// Items from which on a loop over words is worth its two buffers, which take some 50 ns to make.
  private static final int MANY = 6;

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
  /// @param swap whether the bytes of an item are swapped, all together; the itemsize is then 2, 4,
  ///   8 or 16
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
      default -> {
        if (itemsize <= WORDS) {
          inWords(source, from, fromStride, target, to, toStride, count, itemsize);
        } else {
          blocks(source, from, fromStride, target, to, toStride, count, itemsize);
        }
      }
    }
  }

  /// Through buffers ([RunBuffers]), as many items at once as they reach. Of a loop that reads one
  /// segment once and writes another once, HotSpot makes a copy for each class of native segment;
  /// of one with more accesses it does not, and these were three times slower, or more.
  private static void inWords(
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      int count,
      int itemsize) {
    int most = Math.min(RunBuffers.most(fromStride), RunBuffers.most(toStride));
    if (Math.min(count, most) < MANY) {
      blocks(source, from, fromStride, target, to, toStride, count, itemsize);
      return;
    }
    for (int done = 0; done < count; done += most) {
      int n = Math.min(most, count - done);
      words(
          RunBuffers.span(source.asReadOnly(), from + done * fromStride, fromStride, n, itemsize),
          RunBuffers.first(fromStride, n),
          (int) fromStride,
          RunBuffers.span(target, to + done * toStride, toStride, n, itemsize),
          RunBuffers.first(toStride, n),
          (int) toStride,
          n,
          itemsize);
    }
  }

  private static void words(
      ByteBuffer source,
      int from,
      int fromStride,
      ByteBuffer target,
      int to,
      int toStride,
      int count,
      int itemsize) {
    if (itemsize < Integer.BYTES) {
      twoShorts(source, from, fromStride, target, to, toStride, count, itemsize - Short.BYTES);
    } else if (itemsize < Long.BYTES) {
      twoInts(source, from, fromStride, target, to, toStride, count, itemsize - Integer.BYTES);
    } else if (itemsize <= 2 * Long.BYTES) {
      twoLongs(source, from, fromStride, target, to, toStride, count, itemsize - Long.BYTES);
    } else {
      fourLongs(source, from, fromStride, target, to, toStride, count, itemsize - Long.BYTES);
    }
  }

  private static void twoShorts(
      ByteBuffer source,
      int from,
      int fromStride,
      ByteBuffer target,
      int to,
      int toStride,
      int count,
      int last) {
    int f = from;
    int t = to;
    for (int i = 0; i < count; i++) {
      short head = source.getShort(f);
      short tail = source.getShort(f + last);
      target.putShort(t, head);
      target.putShort(t + last, tail);
      f += fromStride;
      t += toStride;
    }
  }

  private static void twoInts(
      ByteBuffer source,
      int from,
      int fromStride,
      ByteBuffer target,
      int to,
      int toStride,
      int count,
      int last) {
    int f = from;
    int t = to;
    for (int i = 0; i < count; i++) {
      int head = source.getInt(f);
      int tail = source.getInt(f + last);
      target.putInt(t, head);
      target.putInt(t + last, tail);
      f += fromStride;
      t += toStride;
    }
  }

  private static void twoLongs(
      ByteBuffer source,
      int from,
      int fromStride,
      ByteBuffer target,
      int to,
      int toStride,
      int count,
      int last) {
    int f = from;
    int t = to;
    for (int i = 0; i < count; i++) {
      long head = source.getLong(f);
      long tail = source.getLong(f + last);
      target.putLong(t, head);
      target.putLong(t + last, tail);
      f += fromStride;
      t += toStride;
    }
  }

  private static void fourLongs(
      ByteBuffer source,
      int from,
      int fromStride,
      ByteBuffer target,
      int to,
      int toStride,
      int count,
      int last) {
    int f = from;
    int t = to;
    for (int i = 0; i < count; i++) {
      long first = source.getLong(f);
      long second = source.getLong(f + 8);
      long third = source.getLong(f + last - 8);
      long fourth = source.getLong(f + last);
      target.putLong(t, first);
      target.putLong(t + 8, second);
      target.putLong(t + last - 8, third);
      target.putLong(t + last, fourth);
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
