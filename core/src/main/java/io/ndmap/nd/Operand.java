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
  /// @throws OverlapException if there is no room for the copy
  static Operand of(NdView<?> view, NdView<?> target) {
    Strided layout = Broadcast.to(view.strided, target.shape());
    Operand operand = new Operand(view.segment(), layout, view.dtype, view.backing);
    if (!operand.wouldBeOverwritten(Operand.of(target))) {
      return operand;
    }
    NdView<?> copy = SafeOrder.copy(view, target);
    return new Operand(
        copy.segment(), Broadcast.to(copy.strided, target.shape()), copy.dtype, copy.backing);
  }

  boolean wouldBeOverwritten(Operand target) {
    return !hasItemsOf(target) && Overlap.between(this, target);
  }

  boolean isEmpty() {
    return layout.shape().itemCount() == 0 || dtype.itemsize() == 0;
  }

  /// Whether each item of this one is the item of the other at the same place.
  boolean hasItemsOf(Operand other) {
    return dtype.itemsize() == other.dtype.itemsize()
        && hasStridesOf(other)
        && reached().equals(other.reached());
  }

  /// Whether each item of this one lies at one distance from the item of the other at the same
  /// place.
  boolean hasStridesOf(Operand other) {
    for (int k = 0; k < layout.rank(); k++) {
      if (layout.shape().size(k) > 1 && layout.stride(k) != other.layout.stride(k)) {
        return false;
      }
    }
    return true;
  }

  /// From the first byte of an item to the last one.
  MemorySegment reached() {
    long first = layout.firstByte();
    return segment.asSlice(first, layout.endByte(dtype.itemsize()) - first);
  }

  /// The parts of a pass through operands, whose pages are given back behind it as the execution
  /// says.
  static Parts parts(Execution execution, Pass pass, Operand... operands) {
    Backing[] backings = Arrays.stream(operands).map(Operand::backing).toArray(Backing[]::new);
    return new Parts(execution, backings).of(pass, backings);
  }
}
