package io.ndmap.kernel;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.move.Cast;
import java.lang.foreign.MemorySegment;

/// Converts runs of real numbers of one kind into numbers of another: [Cast], for those that know
/// it by this name.
public final class NumberCast {

  private final Cast cast;

  /// See [Cast#between].
  ///
  /// @param most without meaning
  public NumberCast(ScalarKind from, boolean fromBig, ScalarKind to, boolean toBig, long most) {
    this.cast = Cast.between(from, fromBig, to, toBig);
  }

  /// See [Cast#run].
  public void run(
      MemorySegment source,
      long at,
      long stride,
      MemorySegment target,
      long into,
      long intoStride,
      int count) {
    cast.run(source, at, stride, target, into, intoStride, count);
  }
}
