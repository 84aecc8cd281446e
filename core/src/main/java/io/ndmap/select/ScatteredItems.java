package io.ndmap.select;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Gathers elements from scattered byte offsets into Java arrays, without gaps, and scatters
/// elements of Java arrays to byte offsets. If an offset is repeated, the last store wins.
///
/// An element consists of one or several words of 1, 2, 4 or 8 bytes, the component size of the
/// Java array. Offsets are computed beforehand, so that a loop consists of little but loads and
/// saturates memory-level parallelism.
final class ScatteredItems {

  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.nativeOrder());
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.nativeOrder());
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.nativeOrder());

  private ScatteredItems() {}

  // ---- one word

  static void gather(MemorySegment source, long[] offsets, int first, int n, byte[] into) {
    for (int i = 0; i < n; i++) {
      into[i] = source.get(ValueLayout.JAVA_BYTE, offsets[first + i]);
    }
  }

  static void gather(MemorySegment source, long[] offsets, int first, int n, short[] into) {
    for (int i = 0; i < n; i++) {
      into[i] = source.get(SHORT, offsets[first + i]);
    }
  }

  static void gather(MemorySegment source, long[] offsets, int first, int n, int[] into) {
    for (int i = 0; i < n; i++) {
      into[i] = source.get(INT, offsets[first + i]);
    }
  }

  static void gather(MemorySegment source, long[] offsets, int first, int n, long[] into) {
    for (int i = 0; i < n; i++) {
      into[i] = source.get(LONG, offsets[first + i]);
    }
  }

  // ---- several words

  static void gather(
      MemorySegment source, long[] offsets, int first, int n, int words, byte[] into) {
    for (int i = 0; i < n; i++) {
      long at = offsets[first + i];
      for (int w = 0; w < words; w++) {
        into[i * words + w] = source.get(ValueLayout.JAVA_BYTE, at + w);
      }
    }
  }

  static void gather(
      MemorySegment source, long[] offsets, int first, int n, int words, short[] into) {
    for (int i = 0; i < n; i++) {
      long at = offsets[first + i];
      for (int w = 0; w < words; w++) {
        into[i * words + w] = source.get(SHORT, at + (long) w * Short.BYTES);
      }
    }
  }

  static void gather(
      MemorySegment source, long[] offsets, int first, int n, int words, int[] into) {
    for (int i = 0; i < n; i++) {
      long at = offsets[first + i];
      for (int w = 0; w < words; w++) {
        into[i * words + w] = source.get(INT, at + (long) w * Integer.BYTES);
      }
    }
  }

  static void gather(
      MemorySegment source, long[] offsets, int first, int n, int words, long[] into) {
    for (int i = 0; i < n; i++) {
      long at = offsets[first + i];
      for (int w = 0; w < words; w++) {
        into[i * words + w] = source.get(LONG, at + (long) w * Long.BYTES);
      }
    }
  }

  // ---- `long[]`, the memory of small results: access through a heap segment of any array type
  // would be megamorphic. `base` is added to each offset

  static void gather(long[] source, long base, long[] offsets, int first, int n, byte[] into) {
    MemorySegment items = MemorySegment.ofArray(source);
    for (int i = 0; i < n; i++) {
      into[i] = items.get(ValueLayout.JAVA_BYTE, base + offsets[first + i]);
    }
  }

  static void scatter(byte[] from, long[] target, long base, long[] offsets, int first, int n) {
    MemorySegment items = MemorySegment.ofArray(target);
    for (int i = 0; i < n; i++) {
      items.set(ValueLayout.JAVA_BYTE, base + offsets[first + i], from[i]);
    }
  }

  static void gather(long[] source, long base, long[] offsets, int first, int n, short[] into) {
    MemorySegment items = MemorySegment.ofArray(source);
    for (int i = 0; i < n; i++) {
      into[i] = items.get(SHORT, base + offsets[first + i]);
    }
  }

  static void scatter(short[] from, long[] target, long base, long[] offsets, int first, int n) {
    MemorySegment items = MemorySegment.ofArray(target);
    for (int i = 0; i < n; i++) {
      items.set(SHORT, base + offsets[first + i], from[i]);
    }
  }

  static void gather(long[] source, long base, long[] offsets, int first, int n, int[] into) {
    MemorySegment items = MemorySegment.ofArray(source);
    for (int i = 0; i < n; i++) {
      into[i] = items.get(INT, base + offsets[first + i]);
    }
  }

  static void scatter(int[] from, long[] target, long base, long[] offsets, int first, int n) {
    MemorySegment items = MemorySegment.ofArray(target);
    for (int i = 0; i < n; i++) {
      items.set(INT, base + offsets[first + i], from[i]);
    }
  }

  static void gather(long[] source, long base, long[] offsets, int first, int n, long[] into) {
    MemorySegment items = MemorySegment.ofArray(source);
    for (int i = 0; i < n; i++) {
      into[i] = items.get(LONG, base + offsets[first + i]);
    }
  }

  static void scatter(long[] from, long[] target, long base, long[] offsets, int first, int n) {
    MemorySegment items = MemorySegment.ofArray(target);
    for (int i = 0; i < n; i++) {
      items.set(LONG, base + offsets[first + i], from[i]);
    }
  }

  // ---- stores to native memory

  static void scatter(byte[] from, MemorySegment target, long[] offsets, int first, int n) {
    for (int i = 0; i < n; i++) {
      target.set(ValueLayout.JAVA_BYTE, offsets[first + i], from[i]);
    }
  }

  static void scatter(short[] from, MemorySegment target, long[] offsets, int first, int n) {
    for (int i = 0; i < n; i++) {
      target.set(SHORT, offsets[first + i], from[i]);
    }
  }

  static void scatter(int[] from, MemorySegment target, long[] offsets, int first, int n) {
    for (int i = 0; i < n; i++) {
      target.set(INT, offsets[first + i], from[i]);
    }
  }

  static void scatter(long[] from, MemorySegment target, long[] offsets, int first, int n) {
    for (int i = 0; i < n; i++) {
      target.set(LONG, offsets[first + i], from[i]);
    }
  }
}
