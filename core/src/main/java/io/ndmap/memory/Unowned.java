package io.ndmap.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.MemorySegment.Scope;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a loop sees of memory that belongs to no arena: a part of all memory, made by the loop's
/// own method, so that HotSpot knows whose it is while it compiles the loop.
///
/// Of a segment that a method is given HotSpot must ask at each access whose it is. It takes that
/// out of the loop, but what it takes out depends on all memory that the JVM has used: where some
/// belonged to one thread, it asks before each loop whether this memory is that thread's, which is
/// wrong here, and goes on in the interpreter, a hundred times as slow.
///
/// Of offsets that do not follow from a constant distance HotSpot checks each one. Such loops go
/// through [#ALL] with offsets of [#offset] and [#targetOffset], which have checked the whole run:
/// then nobody else checks that they stay within it.
public final class Unowned {

  /// All memory, null where native access is off. A constant, by which HotSpot knows its owner:
  /// loops name it themselves, as a call for it may not be inlined.
  public static final @Nullable MemorySegment ALL = ProvidedMemory.everything();

  private static final Scope NONE = Arena.global().scope();

  private Unowned() {}

  /// A part to be read.
  ///
  /// @param memory that belongs to no arena
  /// @param at byte offset of the part
  /// @param bytes of the part
  /// @return a segment that must not be written to: it does not know whether the memory is
  ///   read-only
  /// @throws IndexOutOfBoundsException if the memory has no such part
  public static MemorySegment part(MemorySegment memory, long at, long bytes) {
    MemorySegment all = ALL;
    if (all == null) {
      return memory.asSlice(at, bytes);
    }
    Objects.checkFromIndexSize(at, bytes, memory.byteSize());
    return all.asSlice(address(memory) + at, bytes);
  }

  /// A part to be written to, else as [#part].
  ///
  /// @param memory that belongs to no arena
  /// @param at byte offset of the part
  /// @param bytes of the part
  /// @return the segment
  /// @throws IllegalArgumentException if the memory is read-only
  public static MemorySegment target(MemorySegment memory, long at, long bytes) {
    checkWritable(memory);
    return part(memory, at, bytes);
  }

  /// Where a part to be read is in [#ALL].
  ///
  /// @param memory that belongs to no arena
  /// @param at byte offset of the part
  /// @param bytes of the part
  /// @return byte offset of the part in all memory; no others than its bytes may be accessed
  /// @throws IndexOutOfBoundsException if the memory has no such part
  public static long offset(MemorySegment memory, long at, long bytes) {
    Objects.checkFromIndexSize(at, bytes, memory.byteSize());
    return ALL == null ? at : address(memory) + at;
  }

  /// Where a part to be written to is in [#ALL], else as [#offset].
  ///
  /// @param memory that belongs to no arena
  /// @param at byte offset of the part
  /// @param bytes of the part
  /// @return as [#offset]
  /// @throws IndexOutOfBoundsException if the memory has no such part
  /// @throws IllegalArgumentException if the memory is read-only
  public static long targetOffset(MemorySegment memory, long at, long bytes) {
    checkWritable(memory);
    return offset(memory, at, bytes);
  }

  private static long address(MemorySegment memory) {
    if (!memory.isNative() || !memory.scope().equals(NONE)) {
      throw new IllegalArgumentException("memory of an arena, or a Java array: " + memory);
    }
    return memory.address();
  }

  private static void checkWritable(MemorySegment memory) {
    if (memory.isReadOnly()) {
      throw new IllegalArgumentException("read-only memory: " + memory);
    }
  }
}
