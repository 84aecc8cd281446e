package io.ndmap.array;

import io.ndmap.nd.NdView;
import java.util.function.BiConsumer;

/// Splits two arrays of one shape at the same positions into small pieces, to bound temporary
/// memory.
final class PairedBlocks {

  /// The maximum number of elements of a piece.
  private static final long MOST = 1 << 20;

  private PairedBlocks() {}

  /// Halves the arrays recursively along the first axis longer than 1, and passes pairs of pieces
  /// in C order.
  static void of(NdView<?> one, NdView<?> other, BiConsumer<NdView<?>, NdView<?>> body) {
    if (one.itemCount() <= MOST) {
      body.accept(one, other);
      return;
    }
    int axis = 0;
    while (one.size(axis) == 1) {
      axis++;
    }
    long size = one.size(axis);
    long half = size / 2;
    of(one.slice(axis, 0, half), other.slice(axis, 0, half), body);
    of(one.slice(axis, half, size), other.slice(axis, half, size), body);
  }
}
