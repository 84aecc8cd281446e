package io.ndmap.array;

/// Splits ranges of positions into batches, so that arrays of positions stay small.
final class PositionBatches {

  /// The maximum number of positions of a batch.
  private static final int MOST = 1 << 20;

  /// A callback for batches.
  interface Body {

    /// @param start the first position
    /// @param length the number of positions
    void run(long start, int length);
  }

  private PositionBatches() {}

  /// Passes the batches of a range in ascending order.
  static void of(long from, long to, Body body) {
    for (long start = from; start < to; start += MOST) {
      body.run(start, (int) Math.min(MOST, to - start));
    }
  }
}
