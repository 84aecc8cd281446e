package io.ndmap.external;

import java.lang.foreign.MemorySegment;

/// A temporary file for elements that do not fit in memory. Threads may access disjoint ranges
/// concurrently. I/O errors are unchecked exceptions.
public interface Spill extends AutoCloseable {

  /// Makes temporary files on demand.
  interface Maker {

    /// Makes a file.
    ///
    /// @param bytes the maximum size of the file: no write goes beyond it
    /// @return the file
    Spill make(long bytes);
  }

  /// Writes bytes.
  ///
  /// @param at file offset of the first byte
  /// @param from the bytes, in native memory
  void write(long at, MemorySegment from);

  /// Reads bytes that were written.
  ///
  /// @param at file offset of the first byte
  /// @param to receives the bytes, in native memory
  void read(long at, MemorySegment to);

  /// Releases the disk space.
  @Override
  void close();
}
