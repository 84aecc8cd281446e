package io.ndmap.mmap.event;

import io.ndmap.event.FlightRecording;
import org.jspecify.annotations.Nullable;

/// Begins events of files. Each method begins an event of one type, and returns null unless events
/// of that type are being recorded.
public final class FileRecording {

  private FileRecording() {}

  /// Begins an event of opening or creating a `.npy` file, or opening a member or a tensor.
  public static @Nullable OpenEvent open() {
    return FlightRecording.isAvailable() ? OpenEvent.begun() : null;
  }

  /// Begins an event of unmapping a file.
  public static @Nullable CloseEvent close() {
    return FlightRecording.isAvailable() ? CloseEvent.begun() : null;
  }

  /// Begins an event of forcing stored elements to the disk.
  public static @Nullable ForceEvent force() {
    return FlightRecording.isAvailable() ? ForceEvent.begun() : null;
  }

  /// Begins an event of appending rows.
  public static @Nullable AppendEvent append() {
    return FlightRecording.isAvailable() ? AppendEvent.begun() : null;
  }

  /// Begins an event of claiming a chunk.
  public static @Nullable ClaimEvent claim() {
    return FlightRecording.isAvailable() ? ClaimEvent.begun() : null;
  }

  /// Begins an event of committing a chunk.
  public static @Nullable CommitEvent commit() {
    return FlightRecording.isAvailable() ? CommitEvent.begun() : null;
  }

  /// Begins an event of reclaiming chunks of a dead participant.
  public static @Nullable ReclaimEvent reclaim() {
    return FlightRecording.isAvailable() ? ReclaimEvent.begun() : null;
  }

  /// Begins an event of inflating a member.
  public static @Nullable InflateEvent inflate() {
    return FlightRecording.isAvailable() ? InflateEvent.begun() : null;
  }

  /// Begins an event of populating pages.
  public static @Nullable PopulateEvent populate() {
    return FlightRecording.isAvailable() ? PopulateEvent.begun() : null;
  }
}
