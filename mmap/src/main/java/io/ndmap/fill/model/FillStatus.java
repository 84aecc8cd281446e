package io.ndmap.fill.model;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/// The status of a fill at some moment during the call.
///
/// @param file the array's own name
/// @param state whether it is still filled
/// @param progress counts of chunks; zeros if they are not known, see [#isCounted]
/// @param dead how many chunks dead participants had claimed, which are free to claim
/// @param missingBytes how many bytes the array's file lacks at its end because it was truncated:
///   such a fill cannot proceed; 0 if it is complete, or is not filled any more
/// @param workers the participants, and dead ones whose slot was not reused
/// @param poisoned the chunks that cannot be claimed, at most the first hundred
public record FillStatus(
    Path file,
    State state,
    FillProgress progress,
    long dead,
    long missingBytes,
    List<WorkerStatus> workers,
    List<PoisonedChunk> poisoned) {

  /// The state of the array.
  public enum State {
    /// Chunks are missing.
    FILLING,
    /// Every chunk is done, and the next participant publishes the array.
    COMPLETE,
    /// The array is published.
    PUBLISHED,
    /// It was aborted.
    ABORTED
  }

  private static final double MILLIS = 1e3;

  /// Makes it immutable.
  public FillStatus {
    workers = List.copyOf(workers);
    poisoned = List.copyOf(poisoned);
  }

  /// Whether the counts of chunks are known. They are not for a published array, whose partition is
  /// not kept.
  ///
  /// @return false for a published array whose ledger is gone
  public boolean isCounted() {
    return state != State.PUBLISHED || progress.chunks() > 0;
  }

  /// The rate at which living participants commit chunks, since each has joined.
  ///
  /// @return chunks a second, or empty if none has committed one
  public OptionalDouble rate() {
    double rate = 0;
    for (WorkerStatus worker : workers) {
      if (worker.alive() && worker.last().isPresent()) {
        long millis = worker.last().get().toEpochMilli() - worker.joined().toEpochMilli();
        rate += worker.committed() * MILLIS / Math.max(1, millis);
      }
    }
    return rate > 0 ? OptionalDouble.of(rate) : OptionalDouble.empty();
  }

  /// The time to completion at that rate.
  ///
  /// @return seconds from now, or nothing if there is no rate
  public OptionalDouble secondsLeft() {
    OptionalDouble rate = rate();
    long left = progress.chunks() - progress.done() - progress.poisoned();
    return rate.isPresent() ? OptionalDouble.of(left / rate.getAsDouble()) : OptionalDouble.empty();
  }
}
