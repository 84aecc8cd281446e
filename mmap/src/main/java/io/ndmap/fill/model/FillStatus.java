package io.ndmap.fill.model;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/// How a fill stands, as it was at some moment while this was found out.
///
/// @param file the array's own name
/// @param state whether it is still filled
/// @param progress counts of chunks; zeros if they are not known, see [#isCounted]
/// @param dead how many chunks were claimed by those that are dead, and are free for whoever comes
/// @param missingBytes how many bytes the array's file lacks at its end because it was truncated:
///   such a fill cannot go on; 0 if it is whole, or is not filled any more
/// @param workers those that take part, and those that died and whose slot nobody took
/// @param poisoned the chunks that nobody gets, at most the first hundred
public record FillStatus(
    Path file,
    State state,
    FillProgress progress,
    long dead,
    long missingBytes,
    List<WorkerStatus> workers,
    List<PoisonedChunk> poisoned) {

  /// What has become of the array.
  public enum State {
    /// Chunks are missing.
    FILLING,
    /// Every chunk is done, and whoever comes next gives the array its name.
    COMPLETE,
    /// The array has its name.
    PUBLISHED,
    /// It was given up.
    ABORTED
  }

  private static final double MILLIS = 1e3;

  /// Makes it immutable.
  public FillStatus {
    workers = List.copyOf(workers);
    poisoned = List.copyOf(poisoned);
  }

  /// Whether the counts of chunks are known. They are not for an array that was published: how it
  /// was cut is forgotten then.
  ///
  /// @return false for a published array whose ledger is gone
  public boolean isCounted() {
    return state != State.PUBLISHED || progress.chunks() > 0;
  }

  /// How fast those that live commit chunks, since each has joined.
  ///
  /// @return chunks a second, or nothing if nobody has committed one
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

  /// When it will be complete at that rate.
  ///
  /// @return seconds from now, or nothing if there is no rate
  public OptionalDouble secondsLeft() {
    OptionalDouble rate = rate();
    long left = progress.chunks() - progress.done() - progress.poisoned();
    return rate.isPresent() ? OptionalDouble.of(left / rate.getAsDouble()) : OptionalDouble.empty();
  }
}
