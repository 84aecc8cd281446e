package io.ndmap.external;

import java.lang.foreign.MemorySegment;

/// Room on a disk for what memory has no room for. For many threads, each at its own bytes. What
/// goes wrong with the disk is an unchecked exception.
public interface Spill extends AutoCloseable {

  /// Makes room when it is needed.
  interface Maker {

    /// Makes room.
    ///
    /// @param bytes how many will be written at most
    /// @return the room
    Spill make(long bytes);
  }

  /// Writes bytes.
  ///
  /// @param at where the first goes
  /// @param from native memory
  void write(long at, MemorySegment from);

  /// Reads bytes that were written.
  ///
  /// @param at where the first is
  /// @param to native memory
  void read(long at, MemorySegment to);

  /// Gives the room back.
  @Override
  void close();
}
