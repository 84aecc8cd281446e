package io.ndmap.array;

import io.ndmap.nd.NdView;
import java.util.function.BiConsumer;

/// Splits two arrays of one shape at the same positions into small pieces, to bound temporary
/// memory.
final class PairedBlocks {

  private static final long MOST = 1 << 20;

  private PairedBlocks() {}

  /// Passes the pieces, halving recursively along the first axis that can be cut.
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
