package io.ndmap.select;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Gathers items from scattered offsets of native memory, or of an array of longs, into packed Java
/// arrays, and scatters them back.
///
/// An item is one or several words of 1, 2, 4 or 8 bytes. The places are byte offsets, computed
/// beforehand, so that a loop holds little but its loads: as many of them as the processor can have
/// under way wait for memory at the same time.
final class ScatteredItems {

  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.nativeOrder());
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.nativeOrder());
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.nativeOrder());

  private ScatteredItems() {}

  /// Reads items of one byte.
  static void gather(MemorySegment source, long[] places, int first, int n, byte[] into) {
    for (int i = 0; i < n; i++) {
      into[i] = source.get(ValueLayout.JAVA_BYTE, places[first + i]);
    }
  }

  /// Reads items of two bytes.
  static void gather(MemorySegment source, long[] places, int first, int n, short[] into) {
    for (int i = 0; i < n; i++) {
      into[i] = source.get(SHORT, places[first + i]);
    }
  }

  /// Reads items of four bytes.
  static void gather(MemorySegment source, long[] places, int first, int n, int[] into) {
    for (int i = 0; i < n; i++) {
      into[i] = source.get(INT, places[first + i]);
    }
  }

  /// Reads items of eight bytes.
  static void gather(MemorySegment source, long[] places, int first, int n, long[] into) {
    for (int i = 0; i < n; i++) {
      into[i] = source.get(LONG, places[first + i]);
    }
  }

  /// Reads items of several bytes.
  ///
  /// @param words how many an item has
  static void gather(
      MemorySegment source, long[] places, int first, int n, int words, byte[] into) {
    for (int i = 0; i < n; i++) {
      long at = places[first + i];
      for (int w = 0; w < words; w++) {
        into[i * words + w] = source.get(ValueLayout.JAVA_BYTE, at + w);
      }
    }
  }

  /// Reads items of several words of two bytes.
  ///
  /// @param words how many an item has
  static void gather(
      MemorySegment source, long[] places, int first, int n, int words, short[] into) {
    for (int i = 0; i < n; i++) {
      long at = places[first + i];
      for (int w = 0; w < words; w++) {
        into[i * words + w] = source.get(SHORT, at + (long) w * Short.BYTES);
      }
    }
  }

  /// Reads items of several words of four bytes.
  ///
  /// @param words how many an item has
  static void gather(MemorySegment source, long[] places, int first, int n, int words, int[] into) {
    for (int i = 0; i < n; i++) {
      long at = places[first + i];
      for (int w = 0; w < words; w++) {
        into[i * words + w] = source.get(INT, at + (long) w * Integer.BYTES);
      }
    }
  }

  /// Reads items of several words of eight bytes.
  ///
  /// @param words how many an item has
  static void gather(
      MemorySegment source, long[] places, int first, int n, int words, long[] into) {
    for (int i = 0; i < n; i++) {
      long at = places[first + i];
      for (int w = 0; w < words; w++) {
        into[i * words + w] = source.get(LONG, at + (long) w * Long.BYTES);
      }
    }
  }

  // ---- of arrays of longs, which new arrays are: a loop over any segment asks at each item what
  // it is

  /// Reads items of one byte.
  ///
  /// @param base what is added to each place
  static void gather(long[] source, long base, long[] places, int first, int n, byte[] into) {
    MemorySegment items = MemorySegment.ofArray(source);
    for (int i = 0; i < n; i++) {
      into[i] = items.get(ValueLayout.JAVA_BYTE, base + places[first + i]);
    }
  }

  /// Stores items of one byte, the last where a place comes twice.
  ///
  /// @param base what is added to each place
  static void scatter(byte[] from, long[] target, long base, long[] places, int first, int n) {
    MemorySegment items = MemorySegment.ofArray(target);
    for (int i = 0; i < n; i++) {
      items.set(ValueLayout.JAVA_BYTE, base + places[first + i], from[i]);
    }
  }

  /// Reads items of two bytes.
  ///
  /// @param base what is added to each place
  static void gather(long[] source, long base, long[] places, int first, int n, short[] into) {
    MemorySegment items = MemorySegment.ofArray(source);
    for (int i = 0; i < n; i++) {
      into[i] = items.get(SHORT, base + places[first + i]);
    }
  }

  /// Stores items of two bytes, the last where a place comes twice.
  ///
  /// @param base what is added to each place
  static void scatter(short[] from, long[] target, long base, long[] places, int first, int n) {
    MemorySegment items = MemorySegment.ofArray(target);
    for (int i = 0; i < n; i++) {
      items.set(SHORT, base + places[first + i], from[i]);
    }
  }

  /// Reads items of four bytes.
  ///
  /// @param base what is added to each place
  static void gather(long[] source, long base, long[] places, int first, int n, int[] into) {
    MemorySegment items = MemorySegment.ofArray(source);
    for (int i = 0; i < n; i++) {
      into[i] = items.get(INT, base + places[first + i]);
    }
  }

  /// Stores items of four bytes, the last where a place comes twice.
  ///
  /// @param base what is added to each place
  static void scatter(int[] from, long[] target, long base, long[] places, int first, int n) {
    MemorySegment items = MemorySegment.ofArray(target);
    for (int i = 0; i < n; i++) {
      items.set(INT, base + places[first + i], from[i]);
    }
  }

  /// Reads items of eight bytes.
  ///
  /// @param base what is added to each place
  static void gather(long[] source, long base, long[] places, int first, int n, long[] into) {
    MemorySegment items = MemorySegment.ofArray(source);
    for (int i = 0; i < n; i++) {
      into[i] = items.get(LONG, base + places[first + i]);
    }
  }

  /// Stores items of eight bytes, the last where a place comes twice.
  ///
  /// @param base what is added to each place
  static void scatter(long[] from, long[] target, long base, long[] places, int first, int n) {
    MemorySegment items = MemorySegment.ofArray(target);
    for (int i = 0; i < n; i++) {
      items.set(LONG, base + places[first + i], from[i]);
    }
  }

  // ---- into any memory

  /// Stores items of one byte, the last where a place comes twice.
  static void scatter(byte[] from, MemorySegment target, long[] places, int first, int n) {
    for (int i = 0; i < n; i++) {
      target.set(ValueLayout.JAVA_BYTE, places[first + i], from[i]);
    }
  }

  /// Stores items of two bytes, the last where a place comes twice.
  static void scatter(short[] from, MemorySegment target, long[] places, int first, int n) {
    for (int i = 0; i < n; i++) {
      target.set(SHORT, places[first + i], from[i]);
    }
  }

  /// Stores items of four bytes, the last where a place comes twice.
  static void scatter(int[] from, MemorySegment target, long[] places, int first, int n) {
    for (int i = 0; i < n; i++) {
      target.set(INT, places[first + i], from[i]);
    }
  }

  /// Stores items of eight bytes, the last where a place comes twice.
  static void scatter(long[] from, MemorySegment target, long[] places, int first, int n) {
    for (int i = 0; i < n; i++) {
      target.set(LONG, places[first + i], from[i]);
    }
  }
}
