package io.ndmap.layout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The layout of a view's elements: the byte offset of the first one, and for each axis its length
/// and its stride, the signed distance in bytes from one element to the next. Immutable.
///
/// The view algebra consists of pure functions from one layout to another; a view of a view is
/// again one `Strided`. Element `(i, j, …)` begins at byte `offset + i × stride(0) + j × stride(1)
/// + …`. A view never reaches a byte that its source does not reach, unless it is made by [#shift]
///   or [#append], whose arguments determine the bytes.
public final class Strided {

  private static final long[] NONE = {};

  // Fields, as in `Shape`, so that HotSpot can eliminate short-lived layouts. Missing axes have
  // stride 0.
  private final long offset;
  private final Shape shape;
  final long stride0;
  final long stride1;
  final long stride2;
  final long stride3;
  private final long[] more;

  private Strided(
      long offset,
      Shape shape,
      long stride0,
      long stride1,
      long stride2,
      long stride3,
      long[] more) {
    this.offset = offset;
    this.shape = shape;
    this.stride0 = stride0;
    this.stride1 = stride1;
    this.stride2 = stride2;
    this.stride3 = stride3;
    this.more = more;
  }

  private Strided(long offset, Shape shape, long[] strides) {
    this(
        offset,
        shape,
        strides.length > 0 ? strides[0] : 0,
        strides.length > 1 ? strides[1] : 0,
        strides.length > 2 ? strides[2] : 0,
        strides.length > 3 ? strides[3] : 0,
        strides.length > Shape.FIELDS
            ? Arrays.copyOfRange(strides, Shape.FIELDS, strides.length)
            : NONE);
  }

  /// {@return the layout of a contiguous array that begins at byte 0}
  ///
  /// @param shape the lengths of its axes
  /// @param itemsize bytes of an element
  /// @param order the memory order
  /// @throws IllegalArgumentException if the bytes exceed 2⁶³-1, see [Shape#byteSize]
  public static Strided contiguous(Shape shape, int itemsize, Order order) {
    var _ = shape.byteSize(itemsize);
    int rank = shape.rank();
    long[] strides = new long[rank];
    long stride = itemsize;
    for (int k = 0; k < rank; k++) {
      int axis = order == Order.C ? rank - 1 - k : k;
      strides[axis] = stride;
      stride *= Math.max(1, shape.size(axis));
    }
    return new Strided(0, shape, strides);
  }

  /// {@return a layout with any offset, shape and strides}
  ///
  /// @param offset the byte at which element (0, 0, …) begins
  /// @param shape the lengths of the axes
  /// @param strides the distances in bytes, one for each axis, positive or negative
  /// @throws IllegalArgumentException if the numbers of strides and axes differ, or if an element
  ///   begins before byte -2⁶³ or after byte 2⁶³-2³¹
  public static Strided of(long offset, Shape shape, long... strides) {
    if (strides.length != shape.rank()) {
      throw new IllegalArgumentException(
          "the shape " + shape + " needs " + shape.rank() + " strides, found " + strides.length);
    }
    return checked(offset, 0, shape, strides);
  }

  /// Rejects layouts that exceed the range of offsets, so that the offsets of all elements, and of
  /// the bytes in them, do not overflow.
  private static Strided checked(long offset, long shift, Shape shape, long[] strides) {
    try {
      long low = Math.addExact(offset, shift);
      long high = low;
      for (int axis = 0; axis < strides.length && shape.itemCount() > 0; axis++) {
        long reach = Math.multiplyExact(shape.size(axis) - 1, strides[axis]);
        low = Math.addExact(low, Math.min(0, reach));
        high = Math.addExact(high, Math.max(0, reach));
      }
      var _ = Math.addExact(high, Integer.MAX_VALUE);
      return new Strided(offset + shift, shape, strides);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "a layout of shape "
              + shape
              + " and strides "
              + Arrays.toString(strides)
              + " at byte "
              + offset
              + (shift == 0 ? "" : " + " + shift)
              + " has elements before byte -2^63 or after byte 2^63-2^31",
          e);
    }
  }

  /// {@return the byte offset of element (0, 0, …)}
  public long offset() {
    return offset;
  }

  /// {@return the lengths of the axes}
  public Shape shape() {
    return shape;
  }

  /// {@return the number of axes}
  public int rank() {
    return shape.rank();
  }

  /// {@return the signed distance in bytes from one element to the next along an axis}
  ///
  /// @param axis from 0 to rank - 1; to keep loops fast, negative axes are not supported
  /// @throws IndexOutOfBoundsException if there is no such axis
  public long stride(int axis) {
    if (axis < 0 || axis >= rank()) {
      throw Shape.noAxis(axis, rank());
    }
    return switch (axis) {
      case 0 -> stride0;
      case 1 -> stride1;
      case 2 -> stride2;
      case 3 -> stride3;
      default -> more[axis - Shape.FIELDS];
    };
  }

  /// {@return the stride of an axis in bytes, or 0 beyond the rank, see [Shape#sizeOrOne]}
  ///
  /// @param axis at least 0
  public long strideOrZero(int axis) {
    return switch (axis) {
      case 0 -> stride0;
      case 1 -> stride1;
      case 2 -> stride2;
      case 3 -> stride3;
      default -> axis < rank() ? more[axis - Shape.FIELDS] : 0;
    };
  }

  /// {@return the strides of all axes in bytes, in a new array}
  public long[] strides() {
    long[] strides = new long[rank()];
    for (int axis = 0; axis < strides.length; axis++) {
      strides[axis] = stride(axis);
    }
    return strides;
  }

  /// {@return the byte offset of an element}
  ///
  /// @param index one index for each axis
  /// @throws IndexOutOfBoundsException if an index is not from 0 to size - 1; the message names
  ///   index, axis and size
  /// @throws IllegalArgumentException if the numbers of indices and axes differ
  public long offsetOf(long... index) {
    int rank = rank();
    if (index.length != rank) {
      shape.checkRank(index.length);
    }
    // No loop, so that HotSpot can eliminate the caller's array.
    long at = offset;
    if (rank > 0) {
      at += shape.checkIndex(0, index[0]) * stride0;
    }
    if (rank > 1) {
      at += shape.checkIndex(1, index[1]) * stride1;
    }
    if (rank > 2) {
      at += shape.checkIndex(2, index[2]) * stride2;
    }
    if (rank > 3) {
      at += shape.checkIndex(3, index[3]) * stride3;
    }
    return rank > Shape.FIELDS ? at + offsetOfMore(index) : at;
  }

  private long offsetOfMore(long[] index) {
    long at = 0;
    for (int axis = Shape.FIELDS; axis < index.length; axis++) {
      at += shape.checkIndex(axis, index[axis]) * more[axis - Shape.FIELDS];
    }
    return at;
  }

  /// {@return the offset of the lowest byte of all elements, or [#offset] if there are none}
  public long firstByte() {
    long first = offset;
    if (shape.itemCount() > 0) {
      for (int axis = 0; axis < rank(); axis++) {
        first += Math.min(0, (shape.size(axis) - 1) * stride(axis));
      }
    }
    return first;
  }

  /// {@return the offset after the highest byte of all elements, or [#offset] if there are none}
  ///
  /// @param itemsize bytes of an element
  public long endByte(int itemsize) {
    if (shape.itemCount() == 0) {
      return offset;
    }
    long last = offset;
    for (int axis = 0; axis < rank(); axis++) {
      last += Math.max(0, (shape.size(axis) - 1) * stride(axis));
    }
    return last + itemsize;
  }

  /// {@return the layout of the elements at one position along an axis, without that axis}
  ///
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @param position from `-size` to `size - 1`; negative ones count from the end
  /// @throws IndexOutOfBoundsException if there is no such axis or position
  public Strided index(int axis, long position) {
    int at = shape.axis(axis);
    long size = shape.size(at);
    if (position < -size || position >= size) {
      throw outOfBounds(position, at, size);
    }
    long wrapped = position < 0 ? position + size : position;
    Shape rest = shape.without(at);
    if (rank() > Shape.FIELDS) {
      return new Strided(offsetAt(at, wrapped), rest, Shape.remove(strides(), at));
    }
    return new Strided(
        offsetAt(at, wrapped),
        rest,
        at > 0 ? stride0 : stride1,
        at > 1 ? stride1 : stride2,
        at > 2 ? stride2 : stride3,
        0,
        NONE);
  }

  /// {@return the layout of a range of an axis, with Python's rules (see [Index.Slice]); a negative
  /// step reverses the axis}
  ///
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @param slice the range
  /// @throws IndexOutOfBoundsException if there is no such axis
  public Strided slice(int axis, Index.Slice slice) {
    int at = shape.axis(axis);
    long size = shape.size(at);
    long step = slice.step() == null ? 1 : slice.step();
    boolean forth = step > 0;
    long start = slice.start() == null ? forth ? 0 : size - 1 : clip(slice.start(), size, forth);
    long stop = slice.stop() == null ? forth ? size : -1 : clip(slice.stop(), size, forth);
    return range(at, start, stop, step);
  }

  /// {@return the layout of a range of an axis, `start:stop:step`, see [#slice(int, Index.Slice)]}
  ///
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @param start the first position
  /// @param stop the position after the last
  /// @param step the distance between positions, positive or negative
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if `step` is 0
  public Strided slice(int axis, long start, long stop, long step) {
    int at = shape.axis(axis);
    if (step == 0) {
      throw Index.Slice.noStep();
    }
    long size = shape.size(at);
    return range(at, clip(start, size, step > 0), clip(stop, size, step > 0), step);
  }

  private static long clip(long bound, long size, boolean forth) {
    long wrapped = bound < 0 ? bound + size : bound;
    return forth ? Math.max(0, Math.min(wrapped, size)) : Math.max(-1, Math.min(wrapped, size - 1));
  }

  private static long ceilDiv(long span, long step) {
    if (span <= 0) {
      return 0;
    }
    return step == 1 ? span : (span - 1) / step + 1;
  }

  /// Slices an axis by bounds that have already been clipped to the axis.
  private Strided range(int axis, long start, long stop, long step) {
    long count =
        step > 0
            ? ceilDiv(stop - start, step)
            : ceilDiv(start - stop, step == Long.MIN_VALUE ? Long.MAX_VALUE : -step);
    // A step may be any long. It matters only if there are two or more elements; the product then
    // cannot overflow.
    long factor = count > 1 ? step : 1;
    long at = offsetAt(axis, count == 0 ? 0 : start);
    Shape shorter = shape.shortened(axis, count);
    if (rank() > Shape.FIELDS) {
      long[] strides = strides();
      strides[axis] *= factor;
      return new Strided(at, shorter, strides);
    }
    return new Strided(
        at,
        shorter,
        axis == 0 ? stride0 * factor : stride0,
        axis == 1 ? stride1 * factor : stride1,
        axis == 2 ? stride2 * factor : stride2,
        axis == 3 ? stride3 * factor : stride3,
        NONE);
  }

  /// {@return the layout of the elements in a box, of the same rank}
  ///
  /// @param box a range of positions along each axis
  /// @throws IllegalArgumentException if the box has another rank
  /// @throws IndexOutOfBoundsException if the box reaches beyond an axis
  public Strided slice(Box box) {
    box.requireWithin(shape, "a layout");
    long at = offset;
    for (int axis = 0; axis < rank() && !box.isEmpty(); axis++) {
      at += box.start(axis) * stride(axis);
    }
    return new Strided(at, box.shape(), strides());
  }

  /// Returns the offset of a position along an axis. An empty layout keeps its offset, because a
  /// shifted offset could be outside the memory.
  private long offsetAt(int axis, long position) {
    return shape.itemCount() == 0 ? offset : offset + position * stride(axis);
  }

  /// {@return the layout of the elements that a basic index selects, as `a[index]` in NumPy; axes
  /// that the index does not mention are selected as a whole}
  ///
  /// @param index the parts, from the first axis on
  /// @throws IndexOutOfBoundsException if a position is outside its axis, or the index has more
  ///   positions and ranges than there are axes
  /// @throws IllegalArgumentException if there is more than one ellipsis, or if the layout would
  ///   have more than 64 axes
  public Strided apply(List<Index> index) {
    int consumed = 0;
    int ellipses = 0;
    for (Index part : index) {
      switch (part) {
        case Index.At _, Index.Slice _ -> consumed++;
        case Index.Ellipsis _ -> ellipses++;
        case Index.NewAxis _ -> {}
      }
    }
    if (ellipses > 1) {
      throw new IllegalArgumentException(
          "an index has at most one ellipsis ('...'), found " + ellipses);
    }
    if (consumed > rank()) {
      throw new IndexOutOfBoundsException(
          "too many indices: the array has rank " + rank() + ", but " + consumed + " were given");
    }
    Strided result = this;
    // New axes are added last, so that the rank does not exceed 64 in between.
    List<Integer> added = new ArrayList<>();
    int axis = 0;
    int original = 0;
    for (Index part : index) {
      switch (part) {
        case Index.At at -> {
          result.checkPosition(at.position(), axis, original++);
          result = result.index(axis, at.position());
        }
        case Index.Slice slice -> {
          result = result.slice(axis++, slice);
          original++;
        }
        case Index.Ellipsis _ -> {
          axis += rank() - consumed;
          original += rank() - consumed;
        }
        case Index.NewAxis _ -> added.add(axis + added.size());
      }
    }
    for (int at : added) {
      result = result.newAxis(at);
    }
    return result;
  }

  /// Checks a position. The exception names the axis by its number in the original layout, also if
  /// earlier parts of the index have removed or added axes.
  private void checkPosition(long position, int axis, int original) {
    long size = shape.size(axis);
    if (position < -size || position >= size) {
      throw outOfBounds(position, original, size);
    }
  }

  /// {@return the layout with a new axis of length 1}
  ///
  /// @param axis its position in the new layout, from `-(rank + 1)` to `rank`; negative ones count
  ///   from the end of the new layout
  /// @throws IndexOutOfBoundsException if `axis < -(rank() + 1)` or `axis > rank()`
  /// @throws IllegalArgumentException if there are 64 axes already
  public Strided newAxis(int axis) {
    int at = axis < 0 ? axis + rank() + 1 : axis;
    if (at < 0 || at > rank()) {
      throw new IndexOutOfBoundsException(
          "axis " + axis + " is out of bounds for a new axis of an array of rank " + rank());
    }
    return new Strided(offset, Shape.of(insert(shape.toArray(), at, 1)), insert(strides(), at, 0));
  }

  /// {@return the layout with its axes permuted}
  ///
  /// @param axes every axis once, negative ones counted from the end; the first named becomes axis
  ///   0
  /// @throws IllegalArgumentException if `axes` is not a permutation of 0 to rank - 1
  public Strided transpose(int... axes) {
    if (axes.length != rank()) {
      throw new IllegalArgumentException(
          "axes " + Arrays.toString(axes) + " do not match an array of rank " + rank());
    }
    long[] sizes = new long[axes.length];
    long[] newStrides = new long[axes.length];
    boolean[] seen = new boolean[axes.length];
    for (int k = 0; k < axes.length; k++) {
      int axis = axes[k] < 0 ? axes[k] + axes.length : axes[k];
      if (axis < 0 || axis >= axes.length || seen[axis]) {
        throw new IllegalArgumentException(
            "axes "
                + Arrays.toString(axes)
                + " are not a permutation of 0 to "
                + (axes.length - 1)
                + ", negative ones counted from the end");
      }
      seen[axis] = true;
      sizes[k] = shape.size(axis);
      newStrides[k] = stride(axis);
    }
    return new Strided(offset, Shape.of(sizes), newStrides);
  }

  /// {@return the layout with its axes reversed, `a.T` in NumPy}
  public Strided reverseAxes() {
    int[] axes = new int[rank()];
    Arrays.setAll(axes, k -> axes.length - 1 - k);
    return transpose(axes);
  }

  /// {@return the layout with one axis reversed, `a[..., ::-1, ...]`}
  ///
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @throws IndexOutOfBoundsException if there is no such axis
  public Strided flip(int axis) {
    int at = shape.axis(axis);
    long[] newStrides = strides();
    newStrides[at] = -newStrides[at];
    return new Strided(offsetAt(at, shape.size(at) - 1), shape, newStrides);
  }

  /// {@return the layout shifted by an offset, such as that of a field in each element}
  ///
  /// @param bytes the offset to add
  /// @throws IllegalArgumentException if an element begins before byte -2⁶³ or after byte 2⁶³-2³¹
  public Strided shift(long bytes) {
    return checked(offset, bytes, shape, strides());
  }

  /// Appends the axes of an array inside each element.
  ///
  /// @param inner the layout inside one element
  /// @return the layout with the axes of both
  /// @throws IllegalArgumentException if there would be more than 64 axes, or if an element begins
  ///   before byte -2⁶³ or after byte 2⁶³-2³¹
  public Strided append(Strided inner) {
    long[] sizes = concat(shape.toArray(), inner.shape.toArray());
    return checked(offset, inner.offset, Shape.of(sizes), concat(strides(), inner.strides()));
  }

  /// {@return whether the bytes from [#firstByte] to [#endByte] are the elements in the given
  /// order} Axes of length 1 are ignored, and an empty layout is contiguous in both orders.
  ///
  /// @param order the memory order to test
  /// @param itemsize bytes of an element
  public boolean isContiguous(Order order, int itemsize) {
    if (shape.itemCount() == 0) {
      return true;
    }
    long expected = itemsize;
    for (int k = 0; k < rank(); k++) {
      int axis = order == Order.C ? rank() - 1 - k : k;
      long size = shape.size(axis);
      if (size > 1) {
        if (stride(axis) != expected) {
          return false;
        }
        expected *= size;
      }
    }
    return true;
  }

  /// Returns whether two elements share a byte, as in broadcast arrays and sliding windows: a store
  /// to one element would change others.
  ///
  /// The answer is exact, except for layouts of many axes with unrelated strides, where an exact
  /// answer would take too long, and for layouts that extend over more than 2⁶³-1 bytes; such
  /// layouts count as overlapping.
  ///
  /// @param itemsize bytes of an element
  /// @return false if it is certain that no elements share a byte
  public boolean overlapsItself(int itemsize) {
    return !isContiguous(Order.C, itemsize)
        && SharedBytes.within(shape.toArray(), strides(), itemsize);
  }

  /// Returns whether an element of this layout shares a byte with an element of another layout of
  /// the same memory. The answer is as exact as that of [#overlapsItself].
  ///
  /// @param itemsize bytes of an element of this layout
  /// @param other the layout of the other elements
  /// @param otherItemsize bytes of an element of the other layout
  /// @return false if it is certain that no elements share a byte
  public boolean overlaps(int itemsize, Strided other, int otherItemsize) {
    if (shape.itemCount() == 0
        || other.shape.itemCount() == 0
        || itemsize == 0
        || otherItemsize == 0) {
      return false;
    }
    long last = endByte(itemsize) - 1;
    long first = other.firstByte();
    boolean isTooFar = ((last ^ first) & (last ^ (last - first))) < 0;
    return isTooFar
        || SharedBytes.between(
            shape.toArray(),
            strides(),
            other.shape.toArray(),
            other.strides(),
            (long) itemsize + otherItemsize,
            last - first);
  }

  private static IndexOutOfBoundsException outOfBounds(long position, int axis, long size) {
    return new IndexOutOfBoundsException(
        "index " + position + " is out of bounds for axis " + axis + " with size " + size);
  }

  private static long[] insert(long[] values, int at, long value) {
    long[] more = new long[values.length + 1];
    System.arraycopy(values, 0, more, 0, at);
    more[at] = value;
    System.arraycopy(values, at, more, at + 1, values.length - at);
    return more;
  }

  private static long[] concat(long[] first, long[] second) {
    long[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Strided that
        && offset == that.offset
        && shape.equals(that.shape)
        && stride0 == that.stride0
        && stride1 == that.stride1
        && stride2 == that.stride2
        && stride3 == that.stride3
        && Arrays.equals(more, that.more);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Long.hashCode(offset) + shape.hashCode()) + Arrays.hashCode(strides());
  }

  /// Returns offset, shape and strides, for messages.
  @Override
  public String toString() {
    return "offset " + offset + ", shape " + shape + ", strides " + Arrays.toString(strides());
  }
}
