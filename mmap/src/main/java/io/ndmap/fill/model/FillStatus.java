package io.ndmap.fill.model;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/// The status of a fill, as of some moment during [io.ndmap.fill.FillControl#status].
///
/// @param file the path that the array has once it is published
/// @param state the state of the array
/// @param progress counts of chunks; zeros if they are not known, see [#isCounted]
/// @param dead the number of chunks claimed by dead participants, which can be claimed again
/// @param missingBytes the number of bytes missing at the end of the array's file because it was
///   truncated: such a fill cannot proceed; 0 if none, or if the fill has ended
/// @param workers the participants, including dead ones until their chunks are reclaimed or their
///   slot is reused
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
    /// Some chunks are not done.
    FILLING,
    /// Every chunk is done, and the next participant publishes the array.
    COMPLETE,
    /// The array is published.
    PUBLISHED,
    /// The fill was aborted.
    ABORTED
  }

  private static final double MILLIS = 1e3;

  /// Copies the lists.
  public FillStatus {
    workers = List.copyOf(workers);
    poisoned = List.copyOf(poisoned);
  }

  /// Returns whether the counts of chunks are known. They are unknown once the ledger of a
  /// published array has been removed.
  ///
  /// @return false for a published array without a ledger, or without elements
  public boolean isCounted() {
    return state != State.PUBLISHED || progress.chunks() > 0;
  }

  /// Returns the sum of the rates at which the living participants have committed chunks, each from
  /// its joining to its last commit.
  ///
  /// @return chunks per second, or empty if no living participant has committed one
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

  /// Returns the time at the [#rate] until all chunks are done except the poisoned ones.
  ///
  /// @return seconds from now, or empty if there is no rate
  public OptionalDouble secondsLeft() {
    OptionalDouble rate = rate();
    long left = progress.chunks() - progress.done() - progress.poisoned();
    return rate.isPresent() ? OptionalDouble.of(left / rate.getAsDouble()) : OptionalDouble.empty();
  }
}
