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

  public final V take(long[] indices, int axis) {
    return own(Gathering.fresh(Batches.along(self(), indices, axis)));
  }

  public final void take(long[] indices, int axis, NdView<?> target) {
    target.requireWritable();
    Gathering.into(Batches.along(self(), indices, axis), target);
  }

  public final V gather(long[] indices) {
    return own(Gathering.fresh(Batches.flat(self(), indices)));
  }

  public final void gather(long[] indices, NdView<?> target) {
    target.requireWritable();
    Gathering.into(Batches.flat(self(), indices), target);
  }

  public final V gatherAt(long[]... coordinates) {
    return own(Gathering.fresh(Batches.at(self(), coordinates)));
  }

  public final void gatherAt(long[][] coordinates, NdView<?> target) {
    target.requireWritable();
    Gathering.into(Batches.at(self(), coordinates), target);
  }

  private V own(NdView<?> fresh) {
    return with(fresh.segment, fresh.strided, dtype, fresh.backing, execution);
  }
}
