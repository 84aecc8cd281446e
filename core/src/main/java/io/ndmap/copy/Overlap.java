package io.ndmap.copy;

import io.ndmap.layout.BoundedEquation;
import io.ndmap.layout.Strided;
import io.ndmap.pass.Items;
import java.util.Comparator;
import java.util.stream.IntStream;

/// Whether an item of one array shares a byte with an item of another one.
///
/// The answers are exact but for layouts whose strides have so little in common that it would take
/// too long to find out, or that reach further than 2⁶³-1 bytes together; these count as
/// overlapping.
public final class Overlap {

  private Overlap() {}

  /// Whether the bytes from the first to the last of two views meet: without that, no items do.
  static boolean isNear(Items first, Items second) {
    return !first.isEmpty()
        && !second.isEmpty()
        && first.reached().asOverlappingSlice(second.reached()).isPresent();
  }

  /// Whether an item of one view shares a byte with an item of another one. Two mappings of one
  /// file are not seen to do so.
  public static boolean between(Items first, Items second) {
    // Those that are near are of one memory, in which addresses can be compared.
    return isNear(first, second)
        && between(
            first.strided().shift(first.segment().address()),
            first.dtype().itemsize(),
            second.strided().shift(second.segment().address()),
            second.dtype().itemsize());
  }

  /// The same for two layouts in one memory, of at least one item each.
  public static boolean between(Strided first, int itemsize, Strided second, int otherItemsize) {
    // With one of them seen backwards: Σ |s| x + Σ |t| y + w, where w tells which bytes of two
    // items meet, is the distance from the first byte of the other to its last byte.
    try {
      BoundedEquation.Terms terms =
          new BoundedEquation.Terms().add(1, itemsize - 2L + otherItemsize);
      addAxes(terms, first);
      addAxes(terms, second);
      return terms.mayBe(Math.subtractExact(first.endByte(itemsize) - 1, second.firstByte()));
    } catch (ArithmeticException e) {
      return true;
    }
  }

  private static void addAxes(BoundedEquation.Terms terms, Strided layout) {
    for (int axis = 0; axis < layout.rank(); axis++) {
      long stride = Math.abs(layout.stride(axis));
      if (stride > 0) {
        terms.add(stride, layout.shape().size(axis) - 1);
      }
    }
  }
}
