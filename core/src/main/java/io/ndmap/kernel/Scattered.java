package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Items at any distances moved into Java arrays and back, bytes as they are in little-endian
/// memory: those of native segments through a buffer ([RunBuffers] says why), those of Java arrays,
/// each kind of which is a segment class of its own, one by one.
final class Scattered {

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Scattered() {}

  private static int most(MemorySegment segment, long stride) {
    return segment.isNative() ? RunBuffers.most(stride) : 0;
  }

  /// Where the first item is in a buffer that begins with the lowest.
  private static int first(long stride, int count) {
    return stride < 0 ? (int) -((count - 1) * stride) : 0;
  }

  static void take(MemorySegment from, long at, long stride, byte[] to, int start, int count) {
    int most = most(from, stride);
    if (most == 0) {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(from, BYTE, at + i * stride, to, start + i, 1);
      }
      return;
    }
    for (int done = 0; done < count; done += most) {
      int length = Math.min(most, count - done);
      long first = at + done * stride;
      take(span(from, first, stride, length, Byte.BYTES), stride, to, start + done, length);
    }
  }

  private static void take(ByteBuffer from, long stride, byte[] to, int start, int count) {
    int step = (int) stride;
    int first = first(stride, count);
    for (int i = 0; i < count; i++) {
      to[start + i] = from.get(first + i * step);
    }
  }

  static void take(MemorySegment from, long at, long stride, short[] to, int start, int count) {
    int most = most(from, stride);
    if (most == 0) {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(from, SHORT, at + i * stride, to, start + i, 1);
      }
      return;
    }
    for (int done = 0; done < count; done += most) {
      int length = Math.min(most, count - done);
      long first = at + done * stride;
      take(span(from, first, stride, length, Short.BYTES), stride, to, start + done, length);
    }
  }

  private static void take(ByteBuffer from, long stride, short[] to, int start, int count) {
    int step = (int) stride;
    int first = first(stride, count);
    for (int i = 0; i < count; i++) {
      to[start + i] = from.getShort(first + i * step);
    }
  }

  static void take(MemorySegment from, long at, long stride, int[] to, int start, int count) {
    int most = most(from, stride);
    if (most == 0) {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(from, INT, at + i * stride, to, start + i, 1);
      }
      return;
    }
    for (int done = 0; done < count; done += most) {
      int length = Math.min(most, count - done);
      long first = at + done * stride;
      take(span(from, first, stride, length, Integer.BYTES), stride, to, start + done, length);
    }
  }

  private static void take(ByteBuffer from, long stride, int[] to, int start, int count) {
    int step = (int) stride;
    int first = first(stride, count);
    for (int i = 0; i < count; i++) {
      to[start + i] = from.getInt(first + i * step);
    }
  }

  static void take(MemorySegment from, long at, long stride, long[] to, int start, int count) {
    int most = most(from, stride);
    if (most == 0) {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(from, LONG, at + i * stride, to, start + i, 1);
      }
      return;
    }
    for (int done = 0; done < count; done += most) {
      int length = Math.min(most, count - done);
      long first = at + done * stride;
      take(span(from, first, stride, length, Long.BYTES), stride, to, start + done, length);
    }
  }

  private static void take(ByteBuffer from, long stride, long[] to, int start, int count) {
    int step = (int) stride;
    int first = first(stride, count);
    for (int i = 0; i < count; i++) {
      to[start + i] = from.getLong(first + i * step);
    }
  }

  static void take(MemorySegment from, long at, long stride, double[] to, int start, int count) {
    int most = most(from, stride);
    if (most == 0) {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(from, DOUBLE, at + i * stride, to, start + i, 1);
      }
      return;
    }
    for (int done = 0; done < count; done += most) {
      int length = Math.min(most, count - done);
      long first = at + done * stride;
      take(span(from, first, stride, length, Double.BYTES), stride, to, start + done, length);
    }
  }

  private static void take(ByteBuffer from, long stride, double[] to, int start, int count) {
    int step = (int) stride;
    int first = first(stride, count);
    for (int i = 0; i < count; i++) {
      to[start + i] = from.getDouble(first + i * step);
    }
  }

  static void take(MemorySegment from, long at, long stride, float[] to, int start, int count) {
    int most = most(from, stride);
    if (most == 0) {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(from, FLOAT, at + i * stride, to, start + i, 1);
      }
      return;
    }
    for (int done = 0; done < count; done += most) {
      int length = Math.min(most, count - done);
      long first = at + done * stride;
      take(span(from, first, stride, length, Float.BYTES), stride, to, start + done, length);
    }
  }

  private static void take(ByteBuffer from, long stride, float[] to, int start, int count) {
    int step = (int) stride;
    int first = first(stride, count);
    for (int i = 0; i < count; i++) {
      to[start + i] = from.getFloat(first + i * step);
    }
  }

  static void put(byte[] from, int start, int count, MemorySegment to, long at, long stride) {
    int most = most(to, stride);
    if (most == 0) {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(from, start + i, to, BYTE, at + i * stride, 1);
      }
      return;
    }
    for (int done = 0; done < count; done += most) {
      int length = Math.min(most, count - done);
      long first = at + done * stride;
      put(from, start + done, length, target(to, first, stride, length, Byte.BYTES), stride);
    }
  }

  private static void put(byte[] from, int start, int count, ByteBuffer to, long stride) {
    int step = (int) stride;
    int first = first(stride, count);
    for (int i = 0; i < count; i++) {
      to.put(first + i * step, from[start + i]);
    }
  }

  static void put(short[] from, int start, int count, MemorySegment to, long at, long stride) {
    int most = most(to, stride);
    if (most == 0) {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(from, start + i, to, SHORT, at + i * stride, 1);
      }
      return;
    }
    for (int done = 0; done < count; done += most) {
      int length = Math.min(most, count - done);
      long first = at + done * stride;
      put(from, start + done, length, target(to, first, stride, length, Short.BYTES), stride);
    }
  }

  private static void put(short[] from, int start, int count, ByteBuffer to, long stride) {
    int step = (int) stride;
    int first = first(stride, count);
    for (int i = 0; i < count; i++) {
      to.putShort(first + i * step, from[start + i]);
    }
  }

  static void put(int[] from, int start, int count, MemorySegment to, long at, long stride) {
    int most = most(to, stride);
    if (most == 0) {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(from, start + i, to, INT, at + i * stride, 1);
      }
      return;
    }
    for (int done = 0; done < count; done += most) {
      int length = Math.min(most, count - done);
      long first = at + done * stride;
      put(from, start + done, length, target(to, first, stride, length, Integer.BYTES), stride);
    }
  }

  private static void put(int[] from, int start, int count, ByteBuffer to, long stride) {
    int step = (int) stride;
    int first = first(stride, count);
    for (int i = 0; i < count; i++) {
      to.putInt(first + i * step, from[start + i]);
    }
  }

  static void put(long[] from, int start, int count, MemorySegment to, long at, long stride) {
    int most = most(to, stride);
    if (most == 0) {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(from, start + i, to, LONG, at + i * stride, 1);
      }
      return;
    }
    for (int done = 0; done < count; done += most) {
      int length = Math.min(most, count - done);
      long first = at + done * stride;
      put(from, start + done, length, target(to, first, stride, length, Long.BYTES), stride);
    }
  }

  private static void put(long[] from, int start, int count, ByteBuffer to, long stride) {
    int step = (int) stride;
    int first = first(stride, count);
    for (int i = 0; i < count; i++) {
      to.putLong(first + i * step, from[start + i]);
    }
  }

  static void put(double[] from, int start, int count, MemorySegment to, long at, long stride) {
    int most = most(to, stride);
    if (most == 0) {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(from, start + i, to, DOUBLE, at + i * stride, 1);
      }
      return;
    }
    for (int done = 0; done < count; done += most) {
      int length = Math.min(most, count - done);
      long first = at + done * stride;
      put(from, start + done, length, target(to, first, stride, length, Double.BYTES), stride);
    }
  }

  private static void put(double[] from, int start, int count, ByteBuffer to, long stride) {
    int step = (int) stride;
    int first = first(stride, count);
    for (int i = 0; i < count; i++) {
      to.putDouble(first + i * step, from[start + i]);
    }
  }

  static void put(float[] from, int start, int count, MemorySegment to, long at, long stride) {
    int most = most(to, stride);
    if (most == 0) {
      for (int i = 0; i < count; i++) {
        MemorySegment.copy(from, start + i, to, FLOAT, at + i * stride, 1);
      }
      return;
    }
    for (int done = 0; done < count; done += most) {
      int length = Math.min(most, count - done);
      long first = at + done * stride;
      put(from, start + done, length, target(to, first, stride, length, Float.BYTES), stride);
    }
  }

  private static void put(float[] from, int start, int count, ByteBuffer to, long stride) {
    int step = (int) stride;
    int first = first(stride, count);
    for (int i = 0; i < count; i++) {
      to.putFloat(first + i * step, from[start + i]);
    }
  }

  private static ByteBuffer span(
      MemorySegment segment, long at, long stride, int count, int itemsize) {
    return RunBuffers.span(segment.asReadOnly(), at, stride, count, itemsize);
  }

  private static ByteBuffer target(
      MemorySegment segment, long at, long stride, int count, int itemsize) {
    return RunBuffers.span(segment, at, stride, count, itemsize);
  }
}
