package io.ndmap.loop;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.memory.Unowned;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/// Dense little-endian items in memory that belongs to no arena, or one number for all of them.
///
/// @param memory theirs and others'
/// @param at where the first begins
/// @param room of the thread that works on them
/// @param numberSize bytes of the one number that stands for all items, and fills [#NUMBER] bytes
///   and as many as the arrays of the room; 0 if there are items
public record Run(MemorySegment memory, long at, ArrayRoom room, int numberSize) {

  /// Bytes that one number fills: those of the widest vector.
  public static final int NUMBER = 64;

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

  /// Items.
  public Run(MemorySegment memory, long at, ArrayRoom room) {
    this(memory, at, room, 0);
  }

  /// Whether one number stands for all items.
  public boolean isNumber() {
    return numberSize > 0;
  }

  /// The same from a later byte on; one number stays where it is.
  public Run shift(long bytes) {
    return isNumber() ? this : new Run(memory, at + bytes, room);
  }

  /// Items to be read, for a loop whose own method asks for them, see [Unowned].
  public Run part(long bytes) {
    return new Run(Unowned.part(memory, at, bytes), 0, room);
  }

  /// Items to be written, in the same way.
  public Run targetPart(long bytes) {
    return new Run(Unowned.target(memory, at, bytes), 0, room);
  }

  /// The offset in all memory of items to be read, see [Unowned].
  public long source(long bytes) {
    return Unowned.offset(memory, at, isNumber() ? NUMBER : bytes);
  }

  /// The offset in all memory of items to be written.
  public long target(long bytes) {
    return Unowned.targetOffset(memory, at, bytes);
  }

  /// Items to be read as a buffer, in the same way as [#part].
  public IntBuffer ints(int count) {
    return buffer(Unowned.part(memory, at, (long) count * Integer.BYTES)).asIntBuffer();
  }

  public LongBuffer longs(int count) {
    return buffer(Unowned.part(memory, at, (long) count * Long.BYTES)).asLongBuffer();
  }

  public FloatBuffer floats(int count) {
    return buffer(Unowned.part(memory, at, (long) count * Float.BYTES)).asFloatBuffer();
  }

  public DoubleBuffer doubles(int count) {
    return buffer(Unowned.part(memory, at, (long) count * Double.BYTES)).asDoubleBuffer();
  }

  /// Items to be written as a buffer.
  public IntBuffer targetInts(int count) {
    return buffer(Unowned.target(memory, at, (long) count * Integer.BYTES)).asIntBuffer();
  }

  public LongBuffer targetLongs(int count) {
    return buffer(Unowned.target(memory, at, (long) count * Long.BYTES)).asLongBuffer();
  }

  public FloatBuffer targetFloats(int count) {
    return buffer(Unowned.target(memory, at, (long) count * Float.BYTES)).asFloatBuffer();
  }

  public DoubleBuffer targetDoubles(int count) {
    return buffer(Unowned.target(memory, at, (long) count * Double.BYTES)).asDoubleBuffer();
  }

  private static ByteBuffer buffer(MemorySegment items) {
    return items.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  // ---- by way of Java arrays

  /// Brings items into an array; a number fills it.
  ///
  /// @param first of the items
  public void read(byte[] into, int first, int count) {
    MemorySegment.copy(memory, BYTE, shift(first).at, into, 0, count);
  }

  public void read(short[] into, int first, int count) {
    MemorySegment.copy(memory, SHORT, shift((long) first << 1).at, into, 0, count);
  }

  public void read(float[] into, int first, int count) {
    MemorySegment.copy(memory, FLOAT, shift((long) first << 2).at, into, 0, count);
  }

  public void read(double[] into, int first, int count) {
    MemorySegment.copy(memory, DOUBLE, shift((long) first << 3).at, into, 0, count);
  }

  /// Brings bytes into an array of words.
  public void copyTo(long[] words, long bytes) {
    MemorySegment.copy(memory, at, MemorySegment.ofArray(words), 0, bytes);
  }

  /// Stores the bytes of an array of words.
  public void copyFrom(long[] words, long bytes) {
    MemorySegment.copy(MemorySegment.ofArray(words), 0, memory, at, bytes);
  }

  public void write(byte[] items, int first, int count) {
    MemorySegment.copy(items, 0, memory, BYTE, at + first, count);
  }

  public void write(short[] items, int first, int count) {
    MemorySegment.copy(items, 0, memory, SHORT, at + ((long) first << 1), count);
  }

  public void write(int[] items, int first, int count) {
    MemorySegment.copy(items, 0, memory, INT, at + ((long) first << 2), count);
  }

  public void write(long[] items, int first, int count) {
    MemorySegment.copy(items, 0, memory, LONG, at + ((long) first << 3), count);
  }

  public void write(float[] items, int first, int count) {
    MemorySegment.copy(items, 0, memory, FLOAT, at + ((long) first << 2), count);
  }

  public void write(double[] items, int first, int count) {
    MemorySegment.copy(items, 0, memory, DOUBLE, at + ((long) first << 3), count);
  }

  // ---- item by item

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

  /// Makes one number of this run.
  ///
  /// @param bits in the low bytes; of a complex number those of the real part
  public Run number(ScalarKind kind, long bits) {
    int part = kind.part().itemsize();
    memory.asSlice(at, kind.itemsize()).fill((byte) 0);
    for (int k = 0; k < part; k++) {
      memory.set(BYTE, at + k, (byte) (bits >>> (Byte.SIZE * k)));
    }
    repeat(kind.itemsize(), Math.max(NUMBER, room.bytes()));
    return new Run(memory, at, room, kind.itemsize());
  }

  /// Repeats the first bytes until there are so many.
  public void repeat(long first, long bytes) {
    for (long done = first; done < bytes; done += done) {
      MemorySegment.copy(memory, at, memory, at + done, Math.min(done, bytes - done));
    }
  }
}
