package io.ndmap.move;

import static io.ndmap.memory.LittleEndian.INT;
import static io.ndmap.memory.LittleEndian.LONG;
import static io.ndmap.memory.LittleEndian.SHORT;

import io.ndmap.layout.Strided;
import io.ndmap.memory.Templates;
import io.ndmap.memory.Unscoped;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The loops of [ScopedCopy], which defines a copy of this class for each pair of kinds of memory:
/// accesses in a shared loop would be megamorphic.
final class SegmentPairLoops implements SegmentPairCopy {

  /// The class data: which side is unscoped memory, which loops access through [Unscoped#ALL].
  record Sides(boolean isSourceUnscoped, boolean isTargetUnscoped) {}

  private static final Sides SIDES =
      Objects.requireNonNullElse(
          Templates.data(MethodHandles.lookup(), Sides.class), new Sides(false, false));
  private static final @Nullable MemorySegment SOURCE =
      SIDES.isSourceUnscoped() ? Unscoped.ALL : null;
  private static final @Nullable MemorySegment TARGET =
      SIDES.isTargetUnscoped() ? Unscoped.ALL : null;

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

  SegmentPairLoops() {}

  @Override
  public void copy(
      MemorySegment source,
      long from,
      long step,
      MemorySegment target,
      long to,
      long into,
      int count,
      int size) {
    long f = SOURCE == null ? from : UnscopedCopy.first(source, from, step, count, size);
    long g = TARGET == null ? to : UnscopedCopy.firstTarget(target, to, into, count, size);
    run(source, f, step, target, g, into, count, size);
  }

  @Override
  public void copy(MemorySegment source, Strided from, MemorySegment target, Strided to, int size) {
    long first = from.firstByte();
    long into = to.firstByte();
    long f = SOURCE == null ? first : Unscoped.offset(source, first, from.endByte(size) - first);
    long g = TARGET == null ? into : Unscoped.targetOffset(target, into, to.endByte(size) - into);
    rows(source, f + from.offset() - first, from, target, g + to.offset() - into, to, 0, size);
  }

  private static void rows(
      MemorySegment s,
      long from,
      Strided read,
      MemorySegment t,
      long to,
      Strided written,
      int axis,
      int size) {
    int n = (int) read.shape().size(axis);
    long step = read.stride(axis);
    long into = written.stride(axis);
    if (axis < read.rank() - 1) {
      for (int i = 0; i < n; i++) {
        rows(s, from + i * step, read, t, to + i * into, written, axis + 1, size);
      }
    } else if (step == size && into == size) {
      MemorySegment items = SOURCE == null ? s : SOURCE;
      MemorySegment.copy(items, from, TARGET == null ? t : TARGET, to, (long) n * size);
    } else {
      run(s, from, step, t, to, into, n, size);
    }
  }

  private static void run(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n, int size) {
    switch (size) {
      case 1 -> bytes(s, from, step, t, to, into, n);
      case 2 -> shorts(s, from, step, t, to, into, n);
      case 4 -> ints(s, from, step, t, to, into, n);
      default -> longs(s, from, step, t, to, into, n);
    }
  }

  private static void bytes(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    MemorySegment items = SOURCE == null ? s : SOURCE;
    MemorySegment results = TARGET == null ? t : TARGET;
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      results.set(BYTE, g, items.get(BYTE, f));
      f += step;
      g += into;
    }
  }

  private static void shorts(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    MemorySegment items = SOURCE == null ? s : SOURCE;
    MemorySegment results = TARGET == null ? t : TARGET;
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      results.set(SHORT, g, items.get(SHORT, f));
      f += step;
      g += into;
    }
  }

  private static void ints(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    MemorySegment items = SOURCE == null ? s : SOURCE;
    MemorySegment results = TARGET == null ? t : TARGET;
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      results.set(INT, g, items.get(INT, f));
      f += step;
      g += into;
    }
  }

  private static void longs(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    MemorySegment items = SOURCE == null ? s : SOURCE;
    MemorySegment results = TARGET == null ? t : TARGET;
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      results.set(LONG, g, items.get(LONG, f));
      f += step;
      g += into;
    }
  }
}
