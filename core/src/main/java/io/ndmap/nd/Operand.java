package io.ndmap.nd;

import io.ndmap.dtype.DType;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// The items of a view, laid out with the shape of the target of an operation.
///
/// @param segment the memory
/// @param layout of the target's shape
/// @param dtype what an item is
/// @param backing what the memory is called
record Operand(MemorySegment segment, Strided layout, DType dtype, Backing backing) {

  static Operand of(NdView<?> view) {
    return new Operand(view.segment(), view.strided, view.dtype, view.backing);
  }

  /// The items of a view as an operation reads them that writes into a target: repeated along axes
  /// of length 1 and missing first ones, and copied where the operation would overwrite them before
  /// it reads them.
  ///
  /// @throws IllegalArgumentException if the shapes do not fit, naming both
  static Operand of(NdView<?> view, NdView<?> target) {
    Strided layout = broadcast(view, target);
    Operand operand = new Operand(view.segment(), layout, view.dtype, view.backing);
    if (!operand.wouldBeOverwritten(Operand.of(target))) {
      return operand;
    }
    NdView<?> copy = Fresh.view(view.dtype, view.shape(), Order.C);
    view.copyTo(copy);
    return new Operand(copy.segment(), broadcast(copy, target), copy.dtype, copy.backing);
  }

  /// @throws IllegalArgumentException if the shapes do not fit, naming both
  static Strided broadcast(NdView<?> view, NdView<?> target) {
    Shape from = view.shape();
    Shape to = target.shape();
    if (from.equals(to)) {
      return view.strided;
    }
    int added = to.rank() - from.rank();
    boolean fits = added >= 0;
    long[] strides = new long[to.rank()];
    for (int k = 0; fits && k < from.rank(); k++) {
      boolean same = from.size(k) == to.size(k + added);
      strides[k + added] = same ? view.strided.stride(k) : 0;
      fits = same || from.size(k) == 1;
    }
    if (!fits) {
      throw new IllegalArgumentException(
          "cannot broadcast shape "
              + from
              + " of "
              + view.backing.name()
              + " to shape "
              + to
              + " of "
              + target.backing.name());
    }
    return Strided.of(view.strided.offset(), to, strides);
  }

  private boolean wouldBeOverwritten(Operand target) {
    if (isEmpty() || target.isEmpty()) {
      return false;
    }
    return !hasItemsOf(target)
        && reached().asOverlappingSlice(target.reached()).isPresent();
  }

  private boolean isEmpty() {
    return layout.shape().itemCount() == 0 || dtype.itemsize() == 0;
  }

  /// Whether each item of this one is the item of the other at the same place.
  boolean hasItemsOf(Operand other) {
    return dtype.itemsize() == other.dtype.itemsize()
        && sameStrides(other)
        && reached().equals(other.reached());
  }

  private boolean sameStrides(Operand other) {
    for (int k = 0; k < layout.rank(); k++) {
      if (layout.shape().size(k) > 1 && layout.stride(k) != other.layout.stride(k)) {
        return false;
      }
    }
    return true;
  }

  private MemorySegment reached() {
    long first = layout.firstByte();
    return segment.asSlice(first, layout.endByte(dtype.itemsize()) - first);
  }

  static Backing[] backings(Operand... operands) {
    return Arrays.stream(operands).map(Operand::backing).distinct().toArray(Backing[]::new);
  }
}
