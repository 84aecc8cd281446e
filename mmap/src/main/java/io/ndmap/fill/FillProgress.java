package io.ndmap.fill;

/// How far a fill is.
///
/// @param chunks how many there are
/// @param done how many are complete
/// @param claimed how many somebody writes, or died while doing so
/// @param poisoned how many were given up too often
public record FillProgress(long chunks, long done, long claimed, long poisoned) {

  static FillProgress of(long... counts) {
    long all = 0;
    for (long count : counts) {
      all += count;
    }
    return new FillProgress(
        all,
        counts[ChunkState.DONE.ordinal()],
        counts[ChunkState.CLAIMED.ordinal()],
        counts[ChunkState.POISONED.ordinal()]);
  }

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
