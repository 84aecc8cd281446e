package io.ndmap.memory;

import java.lang.foreign.Arena;

/// A provider of memory for large arrays, found by [java.util.ServiceLoader]: of a module that
/// makes calls of the system, and so has better than the JDK.
@FunctionalInterface
public interface LargeMemory {

  /// An arena that cannot be closed, as [Arena#ofAuto].
  ///
  /// @return a new arena
  Arena arena();
}
