package io.ndmap.layout;

import java.util.Arrays;

/// The lengths of an array's axes, immutable. A shape of rank 0 holds one element.
///
/// Sizes are `long` throughout and their products are checked: a shape cannot have more than 2⁶³-1
/// elements.
public final class Shape {

  /// The number of axes stored in fields, see [#size0].
  static final int FIELDS = 4;

  private static final long[] NONE = {};

  /// The maximum number of axes an array may have, as in NumPy.
  public static final int MAX_RANK = 64;

  /// The shape without axes, which holds one element.
  public static final Shape SCALAR = new Shape(0, 1, 1, 1, 1, NONE, 1);

  // The first four sizes are fields and not elements of an array: HotSpot eliminates a short-lived
  // object with fields, such as the shape of a temporary row, but not an array of unknown length.
  // Missing axes have size 1.
  private final int rank;
  final long size0;
  final long size1;
  final long size2;
  final long size3;
  private final long[] more;
  private final long itemCount;

  private Shape(
      int rank, long size0, long size1, long size2, long size3, long[] more, long itemCount) {
    this.rank = rank;
    this.size0 = size0;
    this.size1 = size1;
    this.size2 = size2;
    this.size3 = size3;
    this.more = more;
    this.itemCount = itemCount;
  }

  /// Creates a shape from sizes whose product cannot overflow, because they are the sizes of a part
  /// of an existing shape.
  private static Shape part(int rank, long size0, long size1, long size2, long size3) {
    return new Shape(rank, size0, size1, size2, size3, NONE, size0 * size1 * size2 * size3);
  }

  /// Creates a shape.
  ///
  /// @param sizes the length of each axis
  /// @return the shape
  /// @throws IllegalArgumentException if there are more than [#MAX_RANK] axes, a size is negative,
  ///   or the product of the sizes that are not zero exceeds 2⁶³-1
  public static Shape of(long... sizes) {
    if (sizes.length == 0) {
      return SCALAR;
    }
    if (sizes.length > MAX_RANK) {
      throw new IllegalArgumentException(
          "an array has at most " + MAX_RANK + " axes, found " + sizes.length);
    }
    // The check leaves out sizes of 0, as NumPy does: NumPy rejects the shape (0, 2^61) with an
    // itemsize of 8, although the array is empty.
    long product = 1;
    boolean empty = false;
    for (long size : sizes) {
      if (size < 0) {
        throw new IllegalArgumentException(
            "the sizes of a shape must not be negative, found " + text(sizes));
      }
      if (size == 0) {
        empty = true;
      } else {
        try {
          product = Math.multiplyExact(product, size);
        } catch (ArithmeticException e) {
          throw new IllegalArgumentException(
              "the shape " + text(sizes) + " has more than 2^63-1 elements", e);
        }
      }
    }
    int rank = sizes.length;
    return new Shape(
        rank,
        sizes[0],
        rank > 1 ? sizes[1] : 1,
        rank > 2 ? sizes[2] : 1,
        rank > 3 ? sizes[3] : 1,
        rank > FIELDS ? Arrays.copyOfRange(sizes, FIELDS, rank) : NONE,
        empty ? 0 : product);
  }

  /// Returns the shape without one of its axes.
  Shape without(int axis) {
    if (rank > FIELDS) {
      return of(remove(toArray(), axis));
    }
    return part(
        rank - 1, axis > 0 ? size0 : size1, axis > 1 ? size1 : size2, axis > 2 ? size2 : size3, 1);
  }

  /// Returns the shape with one of its axes shortened.
  Shape shortened(int axis, long size) {
    if (rank > FIELDS) {
      long[] sizes = toArray();
      sizes[axis] = size;
      return of(sizes);
    }
    return part(
        rank,
        axis == 0 ? size : size0,
        axis == 1 ? size : size1,
        axis == 2 ? size : size2,
        axis == 3 ? size : size3);
  }

  static long[] remove(long[] values, int at) {
    long[] rest = new long[values.length - 1];
    System.arraycopy(values, 0, rest, 0, at);
    System.arraycopy(values, at + 1, rest, at, rest.length - at);
    return rest;
  }

  /// {@return the number of axes, from 0 to [#MAX_RANK]}
  public int rank() {
    return rank;
  }

  /// {@return the length of an axis}
  ///
  /// @param axis from 0 to rank - 1; to keep loops fast, negative axes are not supported
  /// @throws IndexOutOfBoundsException if `axis < 0` or `axis >= rank()`
  public long size(int axis) {
    if (axis < 0 || axis >= rank) {
      throw noAxis(axis, rank);
    }
    return switch (axis) {
      case 0 -> size0;
      case 1 -> size1;
      case 2 -> size2;
      case 3 -> size3;
      default -> more[axis - FIELDS];
    };
  }

  /// {@return the length of an axis, or 1 beyond the rank, as if the shape were broadcast} This
  /// method checks less than [#size], so that HotSpot can eliminate short-lived views.
  ///
  /// @param axis at least 0
  public long sizeOrOne(int axis) {
    return switch (axis) {
      case 0 -> size0;
      case 1 -> size1;
      case 2 -> size2;
      case 3 -> size3;
      default -> axis < rank ? more[axis - FIELDS] : 1;
    };
  }

  /// Normalizes an axis: negative ones count from the end.
  ///
  /// @param axis from `-rank` to `rank - 1`
  /// @return from 0 to rank - 1
  /// @throws IndexOutOfBoundsException if there is no such axis
  public int axis(int axis) {
    // Kept small, because it is called for every temporary row.
    int number = axis < 0 ? axis + rank : axis;
    if (number < 0 || number >= rank) {
      throw noAxis(axis, rank);
    }
    return number;
  }

  /// Checks a position on an axis, as `Objects.checkIndex`.
  ///
  /// @param axis from 0 to rank - 1
  /// @param position from 0 to size - 1
  /// @return the position
  /// @throws IndexOutOfBoundsException if the position is outside the axis, or if there is no such
  ///   axis; the message names the axis
  public long checkIndex(int axis, long position) {
    long size = size(axis);
    if (position < 0 || position >= size) {
      throw new IndexOutOfBoundsException(
          "index " + position + " is out of bounds for axis " + axis + " with size " + size);
    }
    return position;
  }

  /// Checks the number of indices of an element.
  ///
  /// @param given the number of indices
  /// @throws IllegalArgumentException if `given` is not the number of axes
  public void checkRank(int given) {
    if (given != rank) {
      throw new IllegalArgumentException(
          "an array of rank " + rank + " takes " + rank + " indices, found " + given);
    }
  }

  // A separate method, so that the methods that check an axis stay small enough for HotSpot to
  // inline.
  static IndexOutOfBoundsException noAxis(int axis, int rank) {
    return new IndexOutOfBoundsException(
        "axis " + axis + " is out of bounds for an array of rank " + rank);
  }

  /// {@return the number of elements: the product of all sizes, or 1 for rank 0}
  public long itemCount() {
    return itemCount;
  }

  /// {@return the size of all elements in bytes: the product of itemsize and all sizes}
  ///
  /// @param itemsize bytes of an element
  /// @throws IllegalArgumentException if the product of the itemsize and all sizes other than 0
  ///   exceeds 2⁶³-1: NumPy rejects such an array even if it is empty
  public long byteSize(int itemsize) {
    long product = itemsize;
    try {
      for (int axis = 0; axis < rank; axis++) {
        long size = size(axis);
        if (size != 0) {
          product = Math.multiplyExact(product, size);
        }
      }
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "the shape " + this + " of " + itemsize + " bytes an element exceeds 2^63-1 bytes", e);
    }
    return itemCount == 0 ? 0 : product;
  }

  /// Converts the flat index of an element to its position, `numpy.unravel_index`.
  ///
  /// @param number from 0 to itemCount - 1
  /// @param order the order in which the elements are counted
  /// @return the position along each axis, in a new array
  long[] positionOf(long number, Order order) {
    long[] position = new long[rank];
    long rest = number;
    for (int k = 0; k < rank; k++) {
      int axis = order == Order.C ? rank - 1 - k : k;
      position[axis] = rest % size(axis);
      rest /= size(axis);
    }
    return position;
  }

  /// {@return the sizes in a new array}
  public long[] toArray() {
    long[] sizes = new long[rank];
    for (int axis = 0; axis < rank; axis++) {
      sizes[axis] = size(axis);
    }
    return sizes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Shape shape
        && rank == shape.rank
        && size0 == shape.size0
        && size1 == shape.size1
        && size2 == shape.size2
        && size3 == shape.size3
        && Arrays.equals(more, shape.more);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(toArray());
  }

  /// Returns the shape as Python writes it: `()`, `(3,)`, `(3, 4)`.
  @Override
  public String toString() {
    return text(toArray());
  }

  private static String text(long[] sizes) {
    StringBuilder text = new StringBuilder("(");
    for (int i = 0; i < sizes.length; i++) {
      text.append(i == 0 ? "" : ", ").append(sizes[i]);
    }
    return text.append(sizes.length == 1 ? ",)" : ")").toString();
  }
}
