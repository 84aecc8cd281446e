package io.ndmap.fill.model;

/// The progress of a fill.
///
/// @param chunks how many there are
/// @param done how many are complete
/// @param claimed how many a participant writes, or wrote when it died
/// @param poisoned how many failed too often
public record FillProgress(long chunks, long done, long claimed, long poisoned) {

  /// How many are not claimed.
  ///
  /// @return the rest
  public long free() {
    return chunks - done - claimed - poisoned;
  }

  /// Whether the array is complete.
  ///
  /// @return whether every chunk is done
  public boolean isComplete() {
    return done == chunks;
  }
}
