package io.ndmap.nd;

import io.ndmap.dtype.DType;
import java.lang.foreign.MemorySegment;

/// Many items brought down to few: sums, extremes, moments, counts; over all items or along axes.
///
/// @param <V> the leaf itself
public abstract sealed class ViewReductions<V extends NdView<V>> extends ViewArithmetic<V>
    permits ViewSelection {

  ViewReductions(
      MemorySegment segment, Strided strided, DType dtype, Backing backing, Execution execution) {
    super(segment, strided, dtype, backing, execution);
  }

  ViewReductions(ItemAccess source, Strided strided) {
    super(source, strided);
  }
}
