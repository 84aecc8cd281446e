package io.ndmap.array;

/// Ranges of positions in pieces, so that arrays of them stay small.
final class Batches {

  private static final int MOST = 1 << 20;

  /// Takes pieces.
  interface Body {

    /// @param start the first position
    /// @param length how many
    void run(long start, int length);
  }

  private Batches() {}

  /// Hands over the positions from one on, in their order.
  static void of(long from, long to, Body body) {
    for (long start = from; start < to; start += MOST) {
      body.run(start, (int) Math.min(MOST, to - start));
    }
  }
}
