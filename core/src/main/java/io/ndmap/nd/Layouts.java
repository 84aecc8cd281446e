package io.ndmap.nd;

import java.util.Arrays;

/// Cuts a layout between two axes.
final class Layouts {

  private Layouts() {}

  /// The first axes alone.
  static Strided leading(Strided layout, int axes) {
    return Strided.of(
        layout.offset(),
        Shape.of(Arrays.copyOf(layout.shape().toArray(), axes)),
        Arrays.copyOf(layout.strides(), axes));
  }

  /// The axes behind the first ones, from byte 0 on.
  static Strided trailing(Strided layout, int axes) {
    int rank = layout.rank();
    return Strided.of(
        0,
        Shape.of(Arrays.copyOfRange(layout.shape().toArray(), axes, rank)),
        Arrays.copyOfRange(layout.strides(), axes, rank));
  }
}
