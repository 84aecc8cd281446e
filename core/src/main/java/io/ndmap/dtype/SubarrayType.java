package io.ndmap.dtype;

import java.nio.ByteOrder;
import java.util.List;

/// A small array inside each element, `('<f8', (2, 3))`, in C order.
///
/// @param base the dtype of the subarray's elements, which may be a subarray again
/// @param shape the length of each axis, at least 0; there are 1 to 64 axes
/// @param itemsize the size of the whole subarray in bytes
public record SubarrayType(DType base, List<Integer> shape, int itemsize) implements DType {

  /// The maximum number of axes a subarray may have, as in NumPy.
  public static final int MAX_RANK = 64;

  /// Creates the type; its itemsize follows from base and shape.
  ///
  /// @param base the dtype of its elements
  /// @param shape the length of each of its axes
  /// @throws DTypeException if `shape` has no axes, more than 64 axes or a negative length, if the
  ///   subarray exceeds 2³¹-1 elements or bytes, or if the product of the itemsize and of all
  ///   lengths that are not 0 exceeds 2⁶³-1
  public SubarrayType(DType base, List<Integer> shape) {
    this(base, shape, itemsizeOf(base, shape));
  }

  /// Creates the type.
  ///
  /// @throws DTypeException as [#SubarrayType(DType, List)], or if `itemsize` is not the size that
  ///   follows from base and shape
  public SubarrayType {
    shape = List.copyOf(shape);
    if (itemsize != itemsizeOf(base, shape)) {
      throw new DTypeException("the itemsize of " + base + " × " + shape + " is not " + itemsize);
    }
  }

  private static int itemsizeOf(DType base, List<Integer> shape) {
    if (shape.isEmpty() || shape.size() > MAX_RANK) {
      throw new DTypeException("a subarray has 1 to " + MAX_RANK + " axes, found " + shape.size());
    }
    // NumPy counts the elements first, and an empty axis makes the count 0: (65536, 65536, 0) is
    // accepted, but (65536, 65536) is too large even if the elements have no bytes.
    long items = 1;
    for (int length : shape) {
      if (length < 0) {
        throw new DTypeException("the axes of a subarray must not be negative, found " + shape);
      }
    }
    for (int i = 0; i < shape.size() && items != 0; i++) {
      int length = shape.get(i);
      if (length != 0 && items > Long.MAX_VALUE / length) {
        throw tooLarge(base, shape);
      }
      items *= length;
    }
    if (items > Integer.MAX_VALUE || items * base.itemsize() > Integer.MAX_VALUE) {
      throw tooLarge(base, shape);
    }
    requireArray(base, shape);
    return (int) (items * base.itemsize());
  }

  /// Rejects dtypes that NumPy can create, but cannot use as the dtype of an array.
  private static void requireArray(DType base, List<Integer> shape) {
    long product = Math.max(1, base.itemsize());
    for (int length : shape) {
      if (length != 0 && product > Long.MAX_VALUE / length) {
        throw new DTypeException(
            "a subarray of shape " + shape + " of " + base + " exceeds 2^63-1 bytes");
      }
      product *= Math.max(1, length);
    }
  }

  private static DTypeException tooLarge(DType base, List<Integer> shape) {
    return new DTypeException(
        "a subarray of shape " + shape + " of " + base + " exceeds 2^31-1 elements or bytes");
  }

  @Override
  public SubarrayType withByteOrder(ByteOrder newOrder) {
    return new SubarrayType(base.withByteOrder(newOrder), shape, itemsize);
  }

  @Override
  public boolean hasObject() {
    return base.hasObject();
  }

  @Override
  public String descr() {
    return DescrWriter.literal(this);
  }

  /// The literal of the header, `('<f8', (2, 3))`.
  @Override
  public String toString() {
    return DescrWriter.text(this);
  }
}
