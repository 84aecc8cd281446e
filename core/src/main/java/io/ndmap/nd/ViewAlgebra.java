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
  /// @param axis from 0 to rank - 1
  /// @param start the first position
  /// @param stop the position behind the last
  /// @param step the distance, of either sign
  /// @return a view of the same memory
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if `step` is 0
  public final V slice(int axis, long start, long stop, long step) {
    return at(strided.slice(axis, start, stop, step));
  }

  /// One position of one axis, which disappears.
  ///
  /// @param axis from 0 to rank - 1
  /// @param position from `-size` to `size - 1`; negative ones count from the end
  /// @return a view of rank - 1 of the same memory
  /// @throws IndexOutOfBoundsException if there is no such axis or position
  public final V index(int axis, long position) {
    return at(strided.index(axis, position));
  }

  /// A new axis of length 1.
  ///
  /// @param axis where it will stand, from 0 to rank
  /// @return a view of rank + 1 of the same memory
  /// @throws IndexOutOfBoundsException if `axis < 0` or `axis > rank()`
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
  /// @param axes every axis once; the first named becomes axis 0
  /// @return a view of the same memory
  /// @throws IllegalArgumentException if `axes` is not a permutation of 0 to rank - 1
  public final V transpose(int... axes) {
    return at(strided.transpose(axes));
  }

  /// An axis turned round, as `numpy.flip`.
  ///
  /// @param axis from 0 to rank - 1
  /// @return a view of the same memory
  /// @throws IndexOutOfBoundsException if there is no such axis
  public final V flip(int axis) {
    return at(strided.flip(axis));
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
}
