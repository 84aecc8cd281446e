package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Copies runs of items where at least one side is a Java array, through a small array.
final class HeapRuns {

  /// Items staged at once: they stay in the first-level cache.
  private static final int STAGE = 1024;

  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private HeapRuns() {}

  static void copy(
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      int count,
      int itemsize,
      boolean swap) {
    boolean carrier = itemsize <= Long.BYTES && Integer.bitCount(itemsize) == 1;
    if (carrier && count > 1 && toStride == itemsize && source.isNative()) {
      for (int done = 0; done < count; done += STAGE) {
        int part = Math.min(STAGE, count - done);
        long f = from + done * fromStride;
        MemorySegment.copy(
            gathered(source, f, fromStride, part, itemsize, swap),
            0,
            target,
            to + done * toStride,
            (long) part * itemsize);
      }
    } else if (carrier && count > 1 && fromStride == itemsize && target.isNative()) {
      for (int done = 0; done < count; done += STAGE) {
        int part = Math.min(STAGE, count - done);
        long f = from + done * fromStride;
        scatter(source, f, target, to + done * toStride, toStride, part, itemsize, swap);
      }
    } else if (carrier && count > 1 && fromStride == itemsize && toStride == itemsize) {
      for (int done = 0; done < count; done += STAGE) {
        int part = Math.min(STAGE, count - done);
        long bytes = (long) part * itemsize;
        MemorySegment.copy(
            taken(source, from + done * fromStride, part, itemsize, swap),
            0,
            target,
            to + done * toStride,
            bytes);
      }
    } else {
      items(source, from, fromStride, target, to, toStride, count, itemsize, swap);
    }
  }

  // ---- native to a Java array

  private static MemorySegment gathered(
      MemorySegment source, long from, long stride, int count, int itemsize, boolean swap) {
    return switch (itemsize) {
      case 1 -> {
        byte[] stage = new byte[count];
        for (int i = 0; i < count; i++) {
          stage[i] = source.get(ValueLayout.JAVA_BYTE, from + i * stride);
        }
        yield MemorySegment.ofArray(stage);
      }
      case 2 -> {
        short[] stage = new short[count];
        for (int i = 0; i < count; i++) {
          stage[i] = source.get(SHORT, from + i * stride);
        }
        yield MemorySegment.ofArray(inMemory(stage, swap));
      }
      case 4 -> {
        int[] stage = new int[count];
        for (int i = 0; i < count; i++) {
          stage[i] = source.get(INT, from + i * stride);
        }
        yield MemorySegment.ofArray(inMemory(stage, swap));
      }
      default -> {
        long[] stage = new long[count];
        for (int i = 0; i < count; i++) {
          stage[i] = source.get(LONG, from + i * stride);
        }
        yield MemorySegment.ofArray(inMemory(stage, swap));
      }
    };
  }

  // ---- a Java array to native

  private static void scatter(
      MemorySegment source,
      long from,
      MemorySegment target,
      long to,
      long stride,
      int count,
      int itemsize,
      boolean swap) {
    switch (itemsize) {
      case 1 -> {
        byte[] stage = new byte[count];
        take(source, from, MemorySegment.ofArray(stage));
        for (int i = 0; i < count; i++) {
          target.set(ValueLayout.JAVA_BYTE, to + i * stride, stage[i]);
        }
      }
      case 2 -> {
        short[] stage = new short[count];
        take(source, from, MemorySegment.ofArray(stage));
        inMemory(stage, swap);
        for (int i = 0; i < count; i++) {
          target.set(SHORT, to + i * stride, stage[i]);
        }
      }
      case 4 -> {
        int[] stage = new int[count];
        take(source, from, MemorySegment.ofArray(stage));
        inMemory(stage, swap);
        for (int i = 0; i < count; i++) {
          target.set(INT, to + i * stride, stage[i]);
        }
      }
      default -> {
        long[] stage = new long[count];
        take(source, from, MemorySegment.ofArray(stage));
        inMemory(stage, swap);
        for (int i = 0; i < count; i++) {
          target.set(LONG, to + i * stride, stage[i]);
        }
      }
    }
  }

  // ---- side by side in both

  private static MemorySegment taken(
      MemorySegment source, long from, int count, int itemsize, boolean swap) {
    return switch (itemsize) {
      case 1 -> {
        byte[] stage = new byte[count];
        take(source, from, MemorySegment.ofArray(stage));
        yield MemorySegment.ofArray(stage);
      }
      case 2 -> {
        short[] stage = new short[count];
        take(source, from, MemorySegment.ofArray(stage));
        yield MemorySegment.ofArray(inMemory(stage, swap));
      }
      case 4 -> {
        int[] stage = new int[count];
        take(source, from, MemorySegment.ofArray(stage));
        yield MemorySegment.ofArray(inMemory(stage, swap));
      }
      default -> {
        long[] stage = new long[count];
        take(source, from, MemorySegment.ofArray(stage));
        yield MemorySegment.ofArray(inMemory(stage, swap));
      }
    };
  }

  private static void take(MemorySegment source, long from, MemorySegment stage) {
    MemorySegment.copy(source, from, stage, 0, stage.byteSize());
  }

  private static short[] inMemory(short[] items, boolean swap) {
    if (swap) {
      for (int i = 0; i < items.length; i++) {
        items[i] = Short.reverseBytes(items[i]);
      }
    }
    return items;
  }

  private static int[] inMemory(int[] items, boolean swap) {
    if (swap) {
      for (int i = 0; i < items.length; i++) {
        items[i] = Integer.reverseBytes(items[i]);
      }
    }
    return items;
  }

  private static long[] inMemory(long[] items, boolean swap) {
    if (swap) {
      for (int i = 0; i < items.length; i++) {
        items[i] = Long.reverseBytes(items[i]);
      }
    }
    return items;
  }

  // ---- items of other sizes, and scattered ones in Java arrays

  private static void items(
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      int count,
      int itemsize,
      boolean swap) {
    for (int i = 0; i < count; i++) {
      long f = from + i * fromStride;
      long t = to + i * toStride;
      if (swap) {
        turned(source, f, target, t, itemsize);
      } else {
        MemorySegment.copy(source, f, target, t, itemsize);
      }
    }
  }

  private static void turned(
      MemorySegment source, long from, MemorySegment target, long to, int itemsize) {
    byte[] item = new byte[itemsize];
    MemorySegment.copy(source, ValueLayout.JAVA_BYTE, from, item, 0, itemsize);
    for (int low = 0, high = itemsize - 1; low < high; low++, high--) {
      byte first = item[low];
      item[low] = item[high];
      item[high] = first;
    }
    MemorySegment.copy(item, 0, target, ValueLayout.JAVA_BYTE, to, itemsize);
  }
}
