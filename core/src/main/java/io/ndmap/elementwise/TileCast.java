package io.ndmap.elementwise;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.move.Cast;
import io.ndmap.move.RunCopy;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Casts for which `Loops` has no loop: casts between complex and real numbers, and casts of long
/// doubles, in any byte order. For one thread.
final class TileCast implements Loop {

  private static final MemorySegment ZERO =
      Arena.global().allocate(ScalarKind.LONGDOUBLE.itemsize(), Double.BYTES);

  private final ScalarKind from;
  private final ScalarKind to;
  private final boolean swap;
  private final @Nullable Cast cast;

  TileCast(ScalarKind from, boolean fromBig, ScalarKind to, boolean toBig) {
    this.from = from;
    this.to = to;
    this.swap = fromBig != toBig && from.part().itemsize() > 1;
    boolean copies = from.part() == to.part();
    this.cast = copies ? null : Cast.between(from.part(), fromBig, to.part(), toBig);
  }

  @Override
  public void run(Span[] operands, Span result, int count) {
    Span source = operands[0];
    int half = to.part().itemsize();
    parts(source, 0, result, 0, count);
    if (from.isComplex() && to.isComplex()) {
      parts(source, from.part().itemsize(), result, half, count);
    } else if (to.isComplex()) {
      int step = to.itemsize();
      RunCopy.copy(ZERO, 0, 0, result.memory(), result.at() + half, step, count, half, false);
    }
  }

  @Override
  public boolean isPlain() {
    return true;
  }

  /// Casts the real or the imaginary parts.
  ///
  /// @param at byte offset, within a source element, of the part that is read
  /// @param into byte offset, within a result, of the part that is written
  private void parts(Span source, int at, Span result, int into, int count) {
    MemorySegment read = source.memory();
    MemorySegment written = result.memory();
    long first = source.at() + at;
    long target = result.at() + into;
    int step = from.itemsize();
    int toStep = to.itemsize();
    if (cast == null) {
      RunCopy.copy(read, first, step, written, target, toStep, count, to.part().itemsize(), swap);
    } else {
      cast.run(read, first, step, written, target, toStep, count);
    }
  }
}
