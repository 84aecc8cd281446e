package io.ndmap.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Memory operations that need system calls or restricted methods. A module that implements this
/// interface provides it through [java.util.ServiceLoader].
public interface NativeMemory {

  /// Returns an arena for large arrays. Like [Arena#ofAuto], it cannot be closed.
  ///
  /// @return a new arena
  Arena arena();

  /// Returns an unscoped segment over the same memory, see [Alias].
  ///
  /// @param segment native memory, read-only or not
  /// @return the same bytes, read-only if `segment` is; null if native access is off
  @Nullable MemorySegment withoutArena(MemorySegment segment);

  /// Returns an unscoped segment over all memory of the process from address 0, see [Unscoped].
  ///
  /// @return the segment; null if native access is off
  @Nullable MemorySegment everything();

  /// Returns the number of major page faults (faults that waited for a disk) of the calling thread.
  ///
  /// @return the count since the thread began; -1 if native access is off, or the system does not
  ///   report it
  long majorFaults();
}
