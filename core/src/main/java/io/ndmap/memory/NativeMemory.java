package io.ndmap.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// What takes calls of the system or restricted methods, found by [java.util.ServiceLoader] in the
/// module that has them.
public interface NativeMemory {

  /// An arena for large arrays that cannot be closed, as [Arena#ofAuto].
  ///
  /// @return a new arena
  Arena arena();

  /// The same memory as a segment that belongs to no arena, see [Alias].
  ///
  /// @param segment native memory, read-only or not
  /// @return the same bytes, read-only if `segment` is; null where native access is off
  @Nullable MemorySegment withoutArena(MemorySegment segment);

  /// All memory of the process from address 0 on, as a segment that belongs to no arena, see
  /// [Unowned].
  ///
  /// @return the segment; null where native access is off
  @Nullable MemorySegment everything();

  /// How many page faults of the calling thread have waited for a disk.
  ///
  /// @return the count since the thread began; -1 where the system does not say
  long majorFaults();
}
