package io.ndmap.nd;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.Collectors;

/// Views of a view: parts of the same memory, other axes over it, members of its items. Nothing is
/// copied.
///
/// @param <V> the leaf itself, so that a view of a leaf has the leaf's type
public abstract sealed class ViewAlgebra<V extends NdView<V>> extends ItemAccess
    permits ViewCopies {

  ViewAlgebra(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    super(segment, strided, dtype, backing, execution);
  }

  ViewAlgebra(ItemAccess source, Strided strided) {
    super(source, strided);
  }

  /// The same leaf over other memory.
  abstract V with(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution);

  /// The same leaf over other items of the same memory.
  abstract V at(Strided where);

  /// This as what it always is: nothing but views extends the layers of a view.
  final NdView<?> self() {
    return (NdView<?>) this;
  }

  /// A part of the array, as `a[index]` in NumPy; axes that are not mentioned stay whole.
  ///
  /// @param index the parts, from the first axis on
  /// @return a view of the same memory
  /// @throws IndexOutOfBoundsException if a position lies outside its axis or there are too many
  ///   parts
  /// @throws IllegalArgumentException if there are two ellipses or the view would have more than 64
  ///   axes
  public final V slice(Index... index) {
    return at(strided.apply(List.of(index)));
  }

  /// A part of the array by NumPy's text, such as `"::2, -1, ..., None"`.
  ///
  /// @param index what stands between the brackets
  /// @return a view of the same memory
  /// @throws IndexOutOfBoundsException if a position lies outside its axis or there are too many
  ///   parts
  /// @throws IllegalArgumentException if the text is not a basic index, see [Index#parse]
  public final V slice(String index) {
    return at(strided.apply(Index.parse(index)));
  }

  /// A range of one axis, `start:stop:step`, with Python's rules for bounds.
  ///
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @param start the first position
  /// @param stop the position behind the last
  /// @param step the distance, of either sign
  /// @return a view of the same memory
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if `step` is 0
  public final V slice(int axis, long start, long stop, long step) {
    return at(strided.slice(axis, start, stop, step));
  }

  /// A range of one axis, `start:stop`, with Python's rules for bounds.
  ///
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @param start the first position
  /// @param stop the position behind the last
  /// @return a view of the same memory
  /// @throws IndexOutOfBoundsException if there is no such axis
  public final V slice(int axis, long start, long stop) {
    return slice(axis, start, stop, 1);
  }

  /// A box of the array, such as a part of a [Partition].
  ///
  /// @param box a range of positions along each axis
  /// @return a view of the same memory, with as many axes
  /// @throws IllegalArgumentException if the box has another rank
  /// @throws IndexOutOfBoundsException if it reaches beyond an axis
  public final V slice(Box box) {
    box.requireWithin(shape(), backing.name());
    return at(strided.slice(box));
  }

  /// One position of one axis, which disappears.
  ///
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @param position from `-size` to `size - 1`; negative ones count from the end
  /// @return a view of rank - 1 of the same memory
  /// @throws IndexOutOfBoundsException if there is no such axis or position
  public final V index(int axis, long position) {
    return at(strided.index(axis, position));
  }

  /// A new axis of length 1.
  ///
  /// @param axis where it will stand, from `-(rank + 1)` to `rank`; negative ones count from the
  ///   end of the new view
  /// @return a view of rank + 1 of the same memory
  /// @throws IndexOutOfBoundsException if `axis < -(rank() + 1)` or `axis > rank()`
  /// @throws IllegalArgumentException if there are 64 axes already
  public final V newAxis(int axis) {
    return at(strided.newAxis(axis));
  }

  /// The axes in reverse order, `a.T` in NumPy.
  ///
  /// @return a view of the same memory
  public final V transpose() {
    return at(strided.reverseAxes());
  }

  /// The axes in another order.
  ///
  /// @param axes every axis once, negative ones counted from the end; the first named becomes axis
  ///   0
  /// @return a view of the same memory
  /// @throws IllegalArgumentException if `axes` is not a permutation of 0 to rank - 1
  public final V transpose(int... axes) {
    return at(strided.transpose(axes));
  }

  /// An axis turned round, as `numpy.flip`.
  ///
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @return a view of the same memory
  /// @throws IndexOutOfBoundsException if there is no such axis
  public final V flip(int axis) {
    return at(strided.flip(axis));
  }

  // ---- other axes over the same items

  /// The axes in another order, the same as [#transpose(int...)].
  ///
  /// @param axes every axis once, negative ones counted from the end; the first named becomes axis
  ///   0
  /// @return a view of the same memory
  /// @throws IllegalArgumentException if `axes` is not a permutation of 0 to rank - 1
  public final V permute(int... axes) {
    return transpose(axes);
  }

  /// Two axes exchanged, as `numpy.swapaxes`.
  ///
  /// @param first from `-rank` to `rank - 1`; negative ones count from the end
  /// @param second likewise
  /// @return a view of the same memory
  /// @throws IndexOutOfBoundsException if there is no such axis
  public final V swapAxes(int first, int second) {
    return at(Axes.swapped(strided, first, second));
  }

  /// One axis elsewhere, the others in their order, as `numpy.moveaxis`.
  ///
  /// @param from where it stands, from `-rank` to `rank - 1`; negative ones count from the end
  /// @param to where it will stand, likewise
  /// @return a view of the same memory
  /// @throws IndexOutOfBoundsException if there is no such axis
  public final V moveAxis(int from, int to) {
    return at(Axes.moved(strided, from, to));
  }

  /// The view without its axes of length 1, as `numpy.squeeze`.
  ///
  /// @return a view of the same memory
  public final V squeeze() {
    return at(strided.withoutUnitAxes());
  }

  /// The view without one axis of length 1.
  ///
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @return a view of rank - 1 of the same memory
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if its length is not 1
  public final V squeeze(int axis) {
    return at(Axes.squeezed(strided, axis));
  }

  /// A new axis of length 1, the same as [#newAxis(int)], as `numpy.expand_dims`.
  ///
  /// @param axis where it will stand, from `-(rank + 1)` to `rank`; negative ones count from the
  ///   end of the new view
  /// @return a view of rank + 1 of the same memory
  /// @throws IndexOutOfBoundsException if `axis < -(rank() + 1)` or `axis > rank()`
  /// @throws IllegalArgumentException if there are 64 axes already
  public final V expandDims(int axis) {
    return newAxis(axis);
  }

  /// The array repeated to a larger shape, as `numpy.broadcast_to`: from the last axis on, one of
  /// length 1 takes any length, and new axes may stand in front.
  ///
  /// Where an item stands in several places of the view, it is read-only, and so are all views of
  /// it.
  ///
  /// @param shape the new shape
  /// @return a view of the same memory
  /// @throws IllegalArgumentException if an axis has neither length 1 nor that of the shape, naming
  ///   both shapes
  public final V broadcastTo(Shape shape) {
    return guarded(Broadcast.to(strided, shape));
  }

  /// The same items in C order with other axes, as `numpy.reshape`, but never copied.
  ///
  /// @param sizes the lengths of the new axes; one may be -1 and is then what is left over
  /// @return a view of the same memory
  /// @throws IllegalArgumentException if the new shape holds another number of items, a size is
  ///   negative otherwise, or no strides lead from item to item (NumPy would copy then: take
  ///   `copy()` first); the message names both shapes and the strides
  public final V reshape(long... sizes) {
    return reshape(Order.C, sizes);
  }

  /// The same items with other axes, as `numpy.reshape` with an order, but never copied.
  ///
  /// @param order which axis varies fastest as the items are counted, in this view and in the new
  ///   one
  /// @param sizes the lengths of the new axes; one may be -1 and is then what is left over
  /// @return a view of the same memory
  /// @throws IllegalArgumentException as [#reshape(long...)]
  public final V reshape(Order order, long... sizes) {
    return reshape(Reshape.resolve(shape(), sizes), order);
  }

  /// The same items in C order with other axes, see [#reshape(long...)].
  ///
  /// @param shape the new shape
  /// @return a view of the same memory
  /// @throws IllegalArgumentException as [#reshape(long...)]
  public final V reshape(Shape shape) {
    return reshape(shape, Order.C);
  }

  /// The same items with other axes, see [#reshape(Order, long...)].
  ///
  /// @param shape the new shape
  /// @param order which axis varies fastest as the items are counted
  /// @return a view of the same memory
  /// @throws IllegalArgumentException as [#reshape(long...)]
  public final V reshape(Shape shape, Order order) {
    return at(Reshape.of(strided, shape, order, itemsize));
  }

  /// All items along one axis, as `numpy.reshape(a, -1, order)`, but never copied.
  ///
  /// @param order which axis varies fastest
  /// @return a view of rank 1 of the same memory
  /// @throws IllegalArgumentException if the items do not stand at equal distances in this order
  ///   (take `copy()` first); the message names the shape and the strides
  public final V flatten(Order order) {
    return reshape(Shape.of(itemCount()), order);
  }

  /// An axis in equal parts, as `numpy.split` with a number.
  ///
  /// @param parts how many, at least 1
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @return views of the same memory
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if `parts < 1` or the length of the axis is no multiple of it
  public final List<V> split(int parts, int axis) {
    return Axes.split(strided, parts, axis).stream().map(this::at).toList();
  }

  /// An axis cut into ranges, as `numpy.split` with a list: `[:at[0]]`, `[at[0]:at[1]]` and so on
  /// to `[at[n-1]:]`, each by Python's rules for bounds.
  ///
  /// @param at the positions to cut before
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @return one view more than there are positions, of the same memory
  /// @throws IndexOutOfBoundsException if there is no such axis
  public final List<V> split(long[] at, int axis) {
    return Axes.split(strided, at, axis).stream().map(this::at).toList();
  }

  /// The items at equal positions of the first two axes, as `numpy.diagonal`.
  ///
  /// @return a view of rank - 1 of the same memory, writable if this one is; the diagonal is its
  ///   last axis
  /// @throws IndexOutOfBoundsException if there are less than two axes
  public final V diagonal() {
    return diagonal(0, 0, 1);
  }

  /// The items whose position on the second axis is that on the first plus an offset, as
  /// `numpy.diagonal`.
  ///
  /// @param offset how far above the main diagonal, below it if negative
  /// @param first from `-rank` to `rank - 1`; negative ones count from the end
  /// @param second likewise
  /// @return a view of rank - 1 of the same memory, writable if this one is; the diagonal is its
  ///   last axis, empty if it lies outside the array
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if both axes are the same
  public final V diagonal(long offset, int first, int second) {
    return at(Axes.diagonal(strided, offset, first, second));
  }

  /// A window that slides over all axes, as `numpy.lib.stride_tricks.sliding_window_view`: item
  /// `(i, …, j, …)` is item `(i + j, …)` of this view.
  ///
  /// Windows that overlap are read-only, and so are all views of them.
  ///
  /// @param window the lengths of the window
  /// @return a view of the same memory; first the positions of the window, `size - length + 1` on
  ///   each axis, then the axes of the window
  /// @throws IllegalArgumentException if the window has another rank or is longer than an axis, or
  ///   if there would be more than 64 axes; the message names both shapes
  public final V slidingWindow(Shape window) {
    return guarded(Windows.over(strided, window));
  }

  /// A window that slides over some axes, see [#slidingWindow(Shape)].
  ///
  /// @param window the lengths of the window
  /// @param axes the axis for each of them, negative ones counted from the end; one may be named
  ///   twice
  /// @return a view of the same memory; the axes of the window stand last
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if there are not as many axes as the window has, the window
  ///   is longer than an axis, or there would be more than 64 axes
  public final V slidingWindow(Shape window, int... axes) {
    return guarded(Windows.over(strided, window, axes));
  }

  /// A window that slides over one axis, see [#slidingWindow(Shape)].
  ///
  /// @param length of the window
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @return a view of rank + 1 of the same memory; the axis of the window stands last
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if the window is negative or longer than the axis, or there
  ///   are 64 axes already
  public final V slidingWindow(long length, int axis) {
    return slidingWindow(Shape.of(length), axis);
  }

  private V guarded(Strided where) {
    return readOnly || !where.overlapsItself(itemsize)
        ? at(where)
        : with(segment.asReadOnly(), where, dtype, backing, execution);
  }

  // ---- other items of the same bytes

  /// The same bytes as items of another dtype or byte order, as `numpy.ndarray.view`. Where the
  /// itemsize changes, so does the last axis, whose items must be adjacent; a subarray dtype, which
  /// must have the same itemsize, appends its axes.
  ///
  /// @param other what the items are to be
  /// @return a view of the same memory
  /// @throws DTypeException if the new items are or hold Python objects, or if their size does not
  ///   divide the old one, or, where it is larger, the bytes of the last axis
  /// @throws IllegalArgumentException if the itemsize changes and the rank is 0 or the items of the
  ///   last axis are not adjacent, or if the view would have more than 64 axes
  public final NdView<?> viewAs(DType other) {
    return NdView.leaf(
        segment, Reinterpretation.of(strided, dtype, other), other, backing, execution);
  }

  /// The same bytes as items of another dtype or byte order, as a leaf of the given class.
  ///
  /// @param other what the items are to be
  /// @param leaf such as `DoubleView.class`
  /// @param <W> the leaf
  /// @return a view of the same memory
  /// @throws DTypeException as [#viewAs(DType)] and [NdView#as]
  /// @throws IllegalArgumentException as [#viewAs(DType)]
  public final <W extends NdView<W>> W viewAs(DType other, Class<W> leaf) {
    return viewAs(other).as(leaf);
  }

  /// A field of a structured array; the axes of a subarray field are appended.
  ///
  /// @param name the field's name or title
  /// @return a view of the field in every item, over the same memory
  /// @throws DTypeException if this is no structure or has no such field; the message names those
  ///   it has
  /// @throws IllegalArgumentException if the view would have more than 64 axes
  public final NdView<?> field(String name) {
    if (!(dtype instanceof StructType struct)) {
      throw new DTypeException(
          backing.name() + ": " + dtype + " has no fields, asked for '" + name + "'");
    }
    Field field =
        struct
            .find(name)
            .orElseThrow(
                () ->
                    new DTypeException(
                        backing.name()
                            + ": no field '"
                            + name
                            + "'; there are "
                            + struct.fields().stream()
                                .map(f -> "'" + f.name() + "'")
                                .collect(Collectors.joining(", "))));
    return NdView.leaf(segment, strided.shift(field.offset()), field.dtype(), backing, execution);
  }

  /// A field of a structured array as a leaf of the given class.
  ///
  /// @param name the field's name or title
  /// @param leaf such as `DoubleView.class`
  /// @param <W> the leaf
  /// @return a view of the field in every item, over the same memory
  /// @throws DTypeException as [#field(String)] and [NdView#as]
  /// @throws IllegalArgumentException if the view would have more than 64 axes
  public final <W extends NdView<W>> W field(String name, Class<W> leaf) {
    return field(name).as(leaf);
  }

  /// The real parts of complex items; of real numbers, these themselves.
  ///
  /// @return a view of the same memory
  /// @throws DTypeException if the items are no numbers
  public final NdView<?> real() {
    return part(0);
  }

  /// The imaginary parts of complex items.
  ///
  /// @return a view of the same memory
  /// @throws DTypeException if the items are not complex
  public final NdView<?> imag() {
    if (!(dtype instanceof ScalarType scalar) || !scalar.kind().isComplex()) {
      throw new DTypeException(backing.name() + ": items of " + dtype + " have no imaginary part");
    }
    return part(scalar.kind().part().itemsize());
  }

  private NdView<?> part(int offset) {
    if (!(dtype instanceof ScalarType scalar)) {
      throw new DTypeException(backing.name() + ": items of " + dtype + " have no real part");
    }
    return NdView.leaf(
        segment,
        strided.shift(offset),
        new ScalarType(scalar.kind().part(), scalar.order()),
        backing,
        execution);
  }

  // ---- equality

  /// Whether two arrays have the same shape and equal items, NaN being equal to nothing; see
  /// [#contentEquals(NdView, boolean)].
  ///
  /// @param other another array, of any dtype and layout
  /// @return as `numpy.array_equal(a, b)`
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final boolean contentEquals(NdView<?> other) {
    return contentEquals(other, false);
  }

  /// Whether two arrays have the same shape and equal items, whatever their layouts, byte orders
  /// and padding. The arrays are compared up to the first difference, in blocks, so that no copy of
  /// them is made.
  ///
  /// Items are equal when NumPy's `==` says so:
  ///
  /// - Numbers and booleans of any two dtypes by their values; 0 and -0 are equal. They are
  ///   compared exactly, but for 64-bit integers with floating-point numbers of at most 64 bits,
  ///   where NumPy and ndmap first round the integers to doubles.
  /// - Texts, and likewise bytes, by their units without trailing NULs; voids by all their bytes.
  /// - Datetimes, and likewise timedeltas, by the point or span they mean, whatever their units.
  /// - Structures field by field, if both have the same names in the same order.
  ///
  /// Where NumPy has no `==` or makes a number of a timedelta, items are unequal here: texts and
  /// bytes, times and numbers, a span in months and one in days. Without items two arrays of one
  /// shape are equal, whatever their dtypes.
  ///
  /// @param other another array, of any dtype and layout
  /// @param nanEqual whether NaN is equal to NaN and `NaT` to `NaT`, complex numbers being NaN if
  ///   one of their parts is
  /// @return as `numpy.array_equal(a, b, equal_nan=nanEqual)`
  /// @throws MappingFaultException if the memory of one of the two cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted between two parts
  public final boolean contentEquals(NdView<?> other, boolean nanEqual) {
    return ContentEquality.of(self(), other, nanEqual);
  }
}
