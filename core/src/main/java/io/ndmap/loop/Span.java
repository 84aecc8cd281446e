package io.ndmap.loop;

import static io.ndmap.memory.LittleEndian.DOUBLE;
import static io.ndmap.memory.LittleEndian.FLOAT;
import static io.ndmap.memory.LittleEndian.INT;
import static io.ndmap.memory.LittleEndian.LONG;
import static io.ndmap.memory.LittleEndian.SHORT;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.memory.Unscoped;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/// A span of contiguous little-endian elements in unscoped memory (see [Unscoped]); or one number,
/// for an operand that has the same value for all elements.
///
/// @param memory the memory that contains the elements
/// @param at byte offset of the first element, or of the number
/// @param arrays arrays of the thread that processes the span
/// @param numberSize bytes of the number, which is repeated to fill [#NUMBER] bytes, or
///   [ArrayBuffers#bytes] if these are more; 0 if the span has elements
public record Span(MemorySegment memory, long at, ArrayBuffers arrays, int numberSize) {

  /// The minimum number of bytes that a repeated number fills: the size of the widest vector.
  public static final int NUMBER = 64;

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

  /// Creates a span of elements.
  public Span(MemorySegment memory, long at, ArrayBuffers arrays) {
    this(memory, at, arrays, 0);
  }

  /// Returns whether the span is one number that stands for all elements.
  public boolean isNumber() {
    return numberSize > 0;
  }

  /// Returns the mask of operands that are single numbers: bit k is set if operand k is one.
  public static int numbers(Span... operands) {
    int numbers = 0;
    for (int k = 0; k < operands.length; k++) {
      numbers |= operands[k].isNumber() ? 1 << k : 0;
    }
    return numbers;
  }

  /// Returns the span that begins some bytes later; a number is returned unchanged.
  public Span shift(long bytes) {
    return isNumber() ? this : new Span(memory, at + bytes, arrays);
  }

  /// Returns a slice of elements to be read. Call this in the method of the loop itself, see
  /// [Unscoped].
  public Span slice(long bytes) {
    return new Span(Unscoped.slice(memory, at, bytes), 0, arrays);
  }

  /// Returns elements to be written, otherwise like [#slice].
  public Span targetSlice(long bytes) {
    return new Span(Unscoped.target(memory, at, bytes), 0, arrays);
  }

  /// Returns the offset, in [Unscoped#ALL], of elements to be read.
  public long source(long bytes) {
    return Unscoped.offset(memory, at, isNumber() ? NUMBER : bytes);
  }

  /// Returns the offset, in [Unscoped#ALL], of elements to be written.
  public long target(long bytes) {
    return Unscoped.targetOffset(memory, at, bytes);
  }

  /// Returns elements to be read as a buffer, otherwise like [#slice].
  public IntBuffer ints(int count) {
    return buffer(Unscoped.slice(memory, at, (long) count * Integer.BYTES)).asIntBuffer();
  }

  public LongBuffer longs(int count) {
    return buffer(Unscoped.slice(memory, at, (long) count * Long.BYTES)).asLongBuffer();
  }

  public FloatBuffer floats(int count) {
    return buffer(Unscoped.slice(memory, at, (long) count * Float.BYTES)).asFloatBuffer();
  }

  public DoubleBuffer doubles(int count) {
    return buffer(Unscoped.slice(memory, at, (long) count * Double.BYTES)).asDoubleBuffer();
  }

  /// Returns elements to be written as a buffer.
  public IntBuffer targetInts(int count) {
    return buffer(Unscoped.target(memory, at, (long) count * Integer.BYTES)).asIntBuffer();
  }

  public LongBuffer targetLongs(int count) {
    return buffer(Unscoped.target(memory, at, (long) count * Long.BYTES)).asLongBuffer();
  }

  public FloatBuffer targetFloats(int count) {
    return buffer(Unscoped.target(memory, at, (long) count * Float.BYTES)).asFloatBuffer();
  }

  public DoubleBuffer targetDoubles(int count) {
    return buffer(Unscoped.target(memory, at, (long) count * Double.BYTES)).asDoubleBuffer();
  }

  private static ByteBuffer buffer(MemorySegment items) {
    return items.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  // ---- Java arrays

  /// Loads elements into an array; a repeated number fills the array.
  ///
  /// @param first the index of the first element
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

  /// Loads bytes into an array of words.
  public void copyTo(long[] words, long bytes) {
    MemorySegment.copy(memory, at, MemorySegment.ofArray(words), 0, bytes);
  }

  /// Stores the first bytes of an array of words.
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

  // ---- single elements

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

  /// Stores one number in this span's memory, and returns the span of the number.
  ///
  /// @param bits the bits of the number, in the low bytes; for complex numbers, the bits of the
  ///   real part, and the imaginary part is 0
  public Span number(ScalarKind kind, long bits) {
    int size = kind.itemsize();
    int part = kind.part().itemsize();
    long word = part < Long.BYTES ? bits & ((1L << (Byte.SIZE * part)) - 1) : bits;
    for (int filled = size; filled < Long.BYTES; filled *= 2) {
      word |= word << (Byte.SIZE * filled);
    }
    for (int k = 0; k < NUMBER; k += Long.BYTES) {
      memory.set(LONG, at + k, k % size < Long.BYTES ? word : 0);
    }
    repeat(NUMBER, arrays.bytes());
    return new Span(memory, at, arrays, size);
  }

  /// Fills the first `bytes` bytes by repeating the first `first` bytes.
  public void repeat(long first, long bytes) {
    for (long done = first; done < bytes; done += done) {
      MemorySegment.copy(memory, at, memory, at + done, Math.min(done, bytes - done));
    }
  }
}
