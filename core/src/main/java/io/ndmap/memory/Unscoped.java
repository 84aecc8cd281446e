package io.ndmap.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.MemorySegment.Scope;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Unscoped memory for loops: slices of all memory. *Unscoped* is native memory whose segment
/// belongs to no arena that can be closed or is confined to a thread: its scope is that of the
/// global arena. A slice is created in the loop's own method, so that HotSpot knows, when it
/// compiles the loop, that the slice has no owner thread.
///
/// When a segment is a method parameter, HotSpot checks its owner thread on every access. HotSpot
/// hoists the check out of loops, but the hoisted check depends on the profile of the whole JVM.
/// Once confined memory was used, HotSpot speculates that the memory is confined. For unscoped
/// memory the speculation fails, and the loop continues in the interpreter, a hundred times slower.
///
/// HotSpot also checks the bounds of every offset that is not an affine function of the loop
/// variable. Loops with such offsets access [#ALL] at offsets from [#offset] and [#targetOffset].
/// These two methods check the whole range once; accesses through [#ALL] are not checked against
/// the range again.
public final class Unscoped {

  /// All memory; null if native access is off. A constant, so that HotSpot knows that the segment
  /// has no owner thread. Loops read this field themselves, because a call of an accessor might not
  /// be inlined.
  public static final @Nullable MemorySegment ALL = ProvidedMemory.everything();

  private static final Scope NONE = Arena.global().scope();

  private Unscoped() {}

  /// Returns a slice to be read.
  ///
  /// @param memory unscoped memory
  /// @param at byte offset of the slice
  /// @param bytes size of the slice
  /// @return a segment that must not be written to, even though it is not marked read-only
  /// @throws IndexOutOfBoundsException if the slice is not within the memory
  /// @throws IllegalArgumentException if the memory is not unscoped, unless native access is off
  public static MemorySegment slice(MemorySegment memory, long at, long bytes) {
    MemorySegment all = ALL;
    if (all == null) {
      return memory.asSlice(at, bytes);
    }
    Objects.checkFromIndexSize(at, bytes, memory.byteSize());
    return all.asSlice(address(memory) + at, bytes);
  }

  /// Returns a slice to be written, otherwise like [#slice].
  ///
  /// @param memory unscoped memory
  /// @param at byte offset of the slice
  /// @param bytes size of the slice
  /// @return the segment
  /// @throws IndexOutOfBoundsException if the slice is not within the memory
  /// @throws IllegalArgumentException if the memory is read-only, or as for [#slice]
  public static MemorySegment target(MemorySegment memory, long at, long bytes) {
    checkWritable(memory);
    return slice(memory, at, bytes);
  }

  /// Returns the offset in [#ALL] of a slice to be read.
  ///
  /// @param memory unscoped memory
  /// @param at byte offset of the slice
  /// @param bytes size of the slice
  /// @return byte offset of the slice in all memory, or in `memory` if native access is off; only
  ///   the bytes of the slice may be accessed
  /// @throws IndexOutOfBoundsException if the slice is not within the memory
  /// @throws IllegalArgumentException if the memory is not unscoped, unless native access is off
  public static long offset(MemorySegment memory, long at, long bytes) {
    Objects.checkFromIndexSize(at, bytes, memory.byteSize());
    return ALL == null ? at : address(memory) + at;
  }

  /// Returns the offset in [#ALL] of a slice to be written, otherwise like [#offset].
  ///
  /// @param memory unscoped memory
  /// @param at byte offset of the slice
  /// @param bytes size of the slice
  /// @return byte offset of the slice, as for [#offset]; only the bytes of the slice may be
  ///   accessed
  /// @throws IndexOutOfBoundsException if the slice is not within the memory
  /// @throws IllegalArgumentException if the memory is read-only, or as for [#offset]
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
