package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Conversions that are fastest item by item from one native segment to another, because the
/// memory, and not the conversion, is what takes the time: copies through the heap cost more there
/// than vectors bring. All numbers stand in the byte order of the processor.
final class DirectCast {

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.nativeOrder());
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.nativeOrder());
  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.nativeOrder());

  private DirectCast() {}

  static void doublesToFloats(
      MemorySegment source, long at, MemorySegment target, long into, int count) {
    for (int i = 0; i < count; i++) {
      float image = (float) source.get(DOUBLE, at + i * 8L);
      target.set(FLOAT, into + i * 4L, image);
    }
  }

  static void floatsToDoubles(
      MemorySegment source, long at, MemorySegment target, long into, int count) {
    for (int i = 0; i < count; i++) {
      double image = source.get(FLOAT, at + i * 4L);
      target.set(DOUBLE, into + i * 8L, image);
    }
  }

  static void intsToDoubles(
      MemorySegment source, long at, MemorySegment target, long into, int count) {
    for (int i = 0; i < count; i++) {
      double image = source.get(INT, at + i * 4L);
      target.set(DOUBLE, into + i * 8L, image);
    }
  }
}
