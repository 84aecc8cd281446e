package io.ndmap.nd;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import java.lang.foreign.MemorySegment;
import java.util.stream.Collectors;

/// Other items in the same bytes: fields of structures, parts of complex numbers, the bytes as
/// items of another dtype. Nothing is copied.
///
/// @param <V> the leaf itself
public abstract sealed class ViewMembers<V extends NdView<V>> extends ViewAlgebra<V>
    permits ViewCopies {

  ViewMembers(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    super(segment, strided, dtype, backing, execution);
  }

  ViewMembers(ItemAccess source, Strided strided) {
    super(source, strided);
  }

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
}
