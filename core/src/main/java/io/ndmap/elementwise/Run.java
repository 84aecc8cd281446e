package io.ndmap.elementwise;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.memory.Unowned;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;

/// Dense little-endian items in memory that belongs to no arena: what loops see.
///
/// Such memory is one class with one owner, so that loops over it never ask whose it is.
///
/// @param memory theirs and others'
/// @param at where the first begins
/// @param room for results that are computed before they go there
public record Run(MemorySegment memory, long at, ArrayRoom room) {

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// The same from a later item on.
  Run shift(long bytes) {
    return new Run(memory, at + bytes, room);
  }

  /// Items to be read, for a loop whose own method asks for them, see [Unowned].
  Run part(long count, int itemsize) {
    return new Run(Unowned.part(memory, at, count * itemsize), 0, room);
  }

  /// Items to be written, in the same way.
  Run target(long count, int itemsize) {
    return new Run(Unowned.target(memory, at, count * itemsize), 0, room);
  }

  /// The items as a buffer, in the same way.
  DoubleBuffer doubles(int count) {
    return buffer(Unowned.part(memory, at, (long) count * Double.BYTES)).asDoubleBuffer();
  }

  FloatBuffer floats(int count) {
    return buffer(Unowned.part(memory, at, (long) count * Float.BYTES)).asFloatBuffer();
  }

  LongBuffer longs(int count) {
    return buffer(Unowned.part(memory, at, (long) count * Long.BYTES)).asLongBuffer();
  }

  /// A buffer of items to be written, in the same way.
  DoubleBuffer targetDoubles(int count) {
    return buffer(Unowned.target(memory, at, (long) count * Double.BYTES)).asDoubleBuffer();
  }

  FloatBuffer targetFloats(int count) {
    return buffer(Unowned.target(memory, at, (long) count * Float.BYTES)).asFloatBuffer();
  }

  LongBuffer targetLongs(int count) {
    return buffer(Unowned.target(memory, at, (long) count * Long.BYTES)).asLongBuffer();
  }

  private static ByteBuffer buffer(MemorySegment items) {
    return items.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  public byte getByte(int i) {
    return memory.get(BYTE, at + i);
  }

  public void set(int i, byte item) {
    memory.set(BYTE, at + i, item);
  }

  public short getShort(int i) {
    return memory.get(SHORT, at + ((long) i << 1));
  }

  public void set(int i, short item) {
    memory.set(SHORT, at + ((long) i << 1), item);
  }

  public int getInt(int i) {
    return memory.get(INT, at + ((long) i << 2));
  }

  public void set(int i, int item) {
    memory.set(INT, at + ((long) i << 2), item);
  }

  public long getLong(int i) {
    return memory.get(LONG, at + ((long) i << 3));
  }

  public void set(int i, long item) {
    memory.set(LONG, at + ((long) i << 3), item);
  }

  public float getFloat(int i) {
    return memory.get(FLOAT, at + ((long) i << 2));
  }

  public void set(int i, float item) {
    memory.set(FLOAT, at + ((long) i << 2), item);
  }

  public double getDouble(int i) {
    return memory.get(DOUBLE, at + ((long) i << 3));
  }

  public void set(int i, double item) {
    memory.set(DOUBLE, at + ((long) i << 3), item);
  }

  /// Stores a boolean as NumPy does.
  void set(int i, boolean item) {
    memory.set(BYTE, at + i, (byte) (item ? 1 : 0));
  }

  /// Stores a number everywhere.
  ///
  /// @param bits in the low bytes; of a complex number those of the real part
  void fill(ScalarKind kind, long bits, int count) {
    int part = kind.part().itemsize();
    memory.asSlice(at, kind.itemsize()).fill((byte) 0);
    for (int k = 0; k < part; k++) {
      memory.set(BYTE, at + k, (byte) (bits >>> (Byte.SIZE * k)));
    }
    repeat(kind.itemsize(), (long) count * kind.itemsize());
  }

  /// Repeats the first bytes until there are so many.
  void repeat(long first, long bytes) {
    for (long done = first; done < bytes; done += done) {
      MemorySegment.copy(memory, at, memory, at + done, Math.min(done, bytes - done));
    }
  }
}
