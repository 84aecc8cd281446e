package io.ndmap.external;

import java.lang.foreign.MemorySegment;

/// Room on a disk for what memory has no room for. For many threads, each at its own bytes. What
/// goes wrong with the disk is an unchecked exception.
public interface Spill extends AutoCloseable {

  /// Makes room when it is needed.
  interface Maker {

    /// @param bytes how many will be written at most
    Spill make(long bytes);
  }

  /// Writes bytes of native memory.
  void write(long at, MemorySegment from);

  /// Reads bytes that were written into native memory.
  void read(long at, MemorySegment to);

  /// Gives the room back.
  @Override
  void close();
}
