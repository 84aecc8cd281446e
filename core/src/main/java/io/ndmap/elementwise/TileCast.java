package io.ndmap.elementwise;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.Run;
import io.ndmap.move.Cast;
import io.ndmap.move.Runs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Casts runs of numbers, byte-swapped and gathered as need be; complex ones part by part. One
/// object serves one thread.
public final class TileCast {

  private static final MemorySegment ZERO = Arena.global().allocate(Double.BYTES, Double.BYTES);

  private final ScalarKind from;
  private final ScalarKind to;
  private final boolean swap;
  private final @Nullable Cast cast;

  /// Casts dense items of a tile.
  public TileCast(ScalarKind from, ScalarKind to) {
    this(from, false, to, false);
  }

  /// Casts items of any byte order.
  public TileCast(ScalarKind from, boolean fromBig, ScalarKind to, boolean toBig) {
    this.from = from;
    this.to = to;
    this.swap = fromBig != toBig && from.part().itemsize() > 1;
    boolean copies = from.part() == to.part();
    this.cast = copies ? null : Cast.between(from.part(), fromBig, to.part(), toBig);
  }

  /// Casts a run between memories that do not overlap.
  public void run(
      MemorySegment source,
      long at,
      long stride,
      MemorySegment target,
      long into,
      long intoStride,
      int count) {
    parts(source, at, stride, target, into, intoStride, count);
    if (to.isComplex()) {
      long half = to.part().itemsize();
      if (from.isComplex()) {
        long other = at + from.part().itemsize();
        parts(source, other, stride, target, into + half, intoStride, count);
      } else {
        Runs.copy(ZERO, 0, 0, target, into + half, intoStride, count, to.part().itemsize(), false);
      }
    }
  }

  /// Casts dense items.
  public void run(Run source, Run target, int count) {
    run(
        source.memory(),
        source.at(),
        from.itemsize(),
        target.memory(),
        target.at(),
        to.itemsize(),
        count);
  }

  private void parts(
      MemorySegment source,
      long at,
      long stride,
      MemorySegment target,
      long into,
      long intoStride,
      int count) {
    if (cast == null) {
      Runs.copy(source, at, stride, target, into, intoStride, count, to.part().itemsize(), swap);
    } else {
      cast.run(source, at, stride, target, into, intoStride, count);
    }
  }
}
