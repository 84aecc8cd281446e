package io.ndmap.array;

import io.ndmap.nd.NdView;
import java.util.function.BiConsumer;

/// Two arrays of one shape in pieces at the same places, so that what is made of a piece stays
/// small.
final class Pieces {

  private static final long MOST = 1 << 20;

  private Pieces() {}

  /// Hands over the pieces, halves of halves along the first axis that can be cut.
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
