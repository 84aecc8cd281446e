package io.ndmap.nd;

import io.ndmap.dtype.DType;
import java.lang.foreign.MemorySegment;

/// Arithmetic on the items in place, one by one or with those of another view.
///
/// @param <V> the leaf itself
public abstract sealed class ViewArithmetic<V extends NdView<V>> extends ViewCopies<V>
    permits ViewReductions {

  ViewArithmetic(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    super(segment, strided, dtype, backing, execution);
  }

  ViewArithmetic(ItemAccess source, Strided strided) {
    super(source, strided);
  }
}
