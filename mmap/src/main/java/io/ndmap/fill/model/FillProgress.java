package io.ndmap.fill.model;

/// The progress of a fill.
///
/// @param chunks the number of chunks
/// @param done the number of complete chunks
/// @param claimed the number of claimed chunks, including those whose owner has died
/// @param poisoned the number of poisoned chunks, which were abandoned, or lost their owner, too
///   often
public record FillProgress(long chunks, long done, long claimed, long poisoned) {

  /// Returns the number of free chunks.
  ///
  /// @return the number of chunks that are neither done, claimed nor poisoned
  public long free() {
    return chunks - done - claimed - poisoned;
  }

  /// Returns whether the array is complete.
  ///
  /// @return whether every chunk is done
  public boolean isComplete() {
    return done == chunks;
  }
}
