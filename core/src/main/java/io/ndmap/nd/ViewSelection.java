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

  public final V select(ByteView mask) {
    return own(MaskSelection.select(self(), mask));
  }

  public final long[][] nonZero() {
    if (rank == 0) {
      throw new IllegalArgumentException(
          backing.name() + ": an array of rank 0 has no coordinates; take newAxis(0) first");
    }
    ByteView mask =
        dtype.equals(DType.BOOL) ? self().as(ByteView.class) : Masks.nonZero(self());
    return MaskSelection.coordinates(mask, execution);
  }

  public final ByteView compare(Comparison how, double value) {
    return Masks.of(self(), NumberRange.of(Masks.comparable(self()), how, value));
  }

  public final ByteView compare(Comparison how, long value) {
    return Masks.of(self(), NumberRange.of(Masks.comparable(self()), how, value));
  }

  private V own(NdView<?> fresh) {
    return with(fresh.segment, fresh.strided, dtype, fresh.backing, execution);
  }
}
