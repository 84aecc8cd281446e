package io.ndmap.mmap.event;

import io.ndmap.event.FlightRecording;
import org.jspecify.annotations.Nullable;

/// The gate to the events of files: each method begins an event, and returns null unless events of
/// its kind are being recorded.
public final class FileRecording {

  private FileRecording() {}

  /// A .npy file, or a member of an archive, was mapped.
  public static @Nullable OpenEvent open() {
    return FlightRecording.isAvailable() ? OpenEvent.begun() : null;
  }

  /// The memory of a file ended, after the last lease and the last running operation.
  public static @Nullable CloseEvent close() {
    return FlightRecording.isAvailable() ? CloseEvent.begun() : null;
  }

  /// Stored elements were written to the disk.
  public static @Nullable ForceEvent force() {
    return FlightRecording.isAvailable() ? ForceEvent.begun() : null;
  }

  /// Rows were appended to a file.
  public static @Nullable AppendEvent append() {
    return FlightRecording.isAvailable() ? AppendEvent.begun() : null;
  }

  /// A participant of a fill took a chunk.
  public static @Nullable ClaimEvent claim() {
    return FlightRecording.isAvailable() ? ClaimEvent.begun() : null;
  }

  /// A chunk of a fill was marked as done.
  public static @Nullable CommitEvent commit() {
    return FlightRecording.isAvailable() ? CommitEvent.begun() : null;
  }

  /// Chunks of a participant that died were taken back.
  public static @Nullable ReclaimEvent reclaim() {
    return FlightRecording.isAvailable() ? ReclaimEvent.begun() : null;
  }

  /// A deflated member of an archive was inflated into memory.
  public static @Nullable InflateEvent inflate() {
    return FlightRecording.isAvailable() ? InflateEvent.begun() : null;
  }

  /// Pages of a mapped file were brought into memory before their use.
  public static @Nullable PopulateEvent populate() {
    return FlightRecording.isAvailable() ? PopulateEvent.begun() : null;
  }
}
