package io.ndmap.nd;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import java.lang.foreign.MemorySegment;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// View of elements without a Java carrier: structures, complex numbers, long doubles, text, bytes
/// and void.
///
/// Structures are read through [#field(String)], complex numbers through [#real()] and [#imag()],
/// all other elements through the accessors of [NdView]; [#item] returns the memory of an element.
public final class ItemView extends NdView<ItemView> {

  ItemView(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    super(segment, strided, dtype, backing, execution);
  }

  private ItemView(ItemAccess source, Strided strided) {
    super(source, strided);
  }

  @Override
  ItemView with(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    return new ItemView(segment, strided, dtype, backing, execution);
  }

  @Override
  ItemView at(Strided where) {
    return new ItemView(this, where);
  }

  /// Returns the memory of one element, without a copy.
  ///
  /// @param index one index for each axis
  /// @return a segment of the view's memory, of itemsize bytes; read-only if the view is read-only
  /// @throws IndexOutOfBoundsException if an index is not from 0 to size - 1
  /// @throws IllegalArgumentException if the number of indices is not the number of axes
  /// @throws io.ndmap.op.FileClosedException if the view's file is closed
  /// @throws io.ndmap.dtype.DTypeException if the elements hold Python objects
  public MemorySegment item(long... index) {
    requireBytes();
    return segment().asSlice(strided.offsetOf(index), dtype.itemsize());
  }

  @Override
  public Stream<@Nullable Object> stream() {
    return values();
  }

  @Override
  long bitsAt(long offset) {
    throw new AssertionError(dtype + " has no carrier");
  }

  @Override
  void setBitsAt(long offset, long bits) {
    throw new AssertionError(dtype + " has no carrier");
  }
}
