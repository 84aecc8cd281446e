package io.ndmap.cli.fill;

import io.ndmap.cli.value.IndexValues;
import io.ndmap.dtype.DTypeException;
import io.ndmap.fill.Claim;
import io.ndmap.fill.SharedFill;
import io.ndmap.fill.model.FillSpec;

/// The flat index of each element in C order, cast to the dtype as NumPy does.
///
/// @param values the indices of the whole array
record IndexContent(IndexValues values) implements ChunkContent {

  /// @throws DTypeException if the elements, or their fields, are neither numbers nor times
  static IndexContent of(SharedFill fill) {
    FillSpec spec = fill.spec();
    try {
      return new IndexContent(IndexValues.of(spec.dtype(), spec.shape(), spec.order()));
    } catch (DTypeException e) {
      throw new DTypeException(
          e.getMessage() + "; --with const:VALUE and --with cmd:PROGRAM fill them", e);
    }
  }

  @Override
  public void write(Claim claim) {
    values.store(claim.view(), claim.box());
  }
}
