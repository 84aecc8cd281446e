package io.ndmap.nd;

import io.ndmap.dtype.DType;
import java.lang.foreign.MemorySegment;

/// Items picked by positions that are data: indices, coordinates, masks.
///
/// @param <V> the leaf itself
public abstract sealed class ViewSelection<V extends NdView<V>> extends ViewReductions<V>
    permits NdView {

  ViewSelection(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    super(segment, strided, dtype, backing, execution);
  }

  ViewSelection(ItemAccess source, Strided strided) {
    super(source, strided);
  }
}
