package io.ndmap.fill.model;

/// How far a fill is.
///
/// @param chunks how many there are
/// @param done how many are complete
/// @param claimed how many somebody writes, or died while doing so
/// @param poisoned how many were given up too often
public record FillProgress(long chunks, long done, long claimed, long poisoned) {

  /// How many nobody has claimed.
  ///
  /// @return the rest
  public long free() {
    return chunks - done - claimed - poisoned;
  }

  /// Whether all of the array is there.
  ///
  /// @return whether every chunk is done
  public boolean isComplete() {
    return done == chunks;
  }
}
