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

/// The loops of [ScopedCopy], which defines a hidden copy of this class for each pair of kinds of
/// memory: accesses in a shared loop would be megamorphic.
final class SegmentPairLoops implements SegmentPairCopy {

  /// How loops access memory: unscoped memory through [Unscoped#ALL]; `long` arrays, which hold all
  /// new small arrays, through a segment that the loop itself creates, see [Unscoped]; other memory
  /// through the given segment.
  enum Kind {
    UNSCOPED,
    LONGS,
    OTHER
  }

  /// The class data of a hidden copy: the kinds of the source and the target.
  record Sides(Kind source, Kind target) {}

  private static final Sides SIDES =
      Objects.requireNonNullElse(
          Templates.data(MethodHandles.lookup(), Sides.class), new Sides(Kind.OTHER, Kind.OTHER));
  private static final Kind SOURCE = SIDES.source();
  private static final Kind TARGET = SIDES.target();
  private static final @Nullable MemorySegment ALL = Unscoped.ALL;

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
    long low = UnscopedCopy.lowest(step, count);
    long lowest = UnscopedCopy.lowest(into, count);
    long f = offset(source, from + low, UnscopedCopy.reach(step, count, size)) - low;
    long g = targetOffset(target, to + lowest, UnscopedCopy.reach(into, count, size)) - lowest;
    run(source, f, step, target, g, into, count, size);
  }

  @Override
  public void copy(MemorySegment source, Strided from, MemorySegment target, Strided to, int size) {
    long first = from.firstByte();
    long into = to.firstByte();
    long f = offset(source, first, from.endByte(size) - first) - first + from.offset();
    long g = targetOffset(target, into, to.endByte(size) - into) - into + to.offset();
    if (from.rank() == 1) {
      row(source, f, from, target, g, to, size);
    } else {
      rows(source, f, from, target, g, to, 0, size);
    }
  }

  /// Returns the offset, in the segment that loops read, of a byte range of the source.
  private static long offset(MemorySegment s, long at, long bytes) {
    return switch (SOURCE) {
      case UNSCOPED -> Unscoped.offset(s, at, bytes);
      case LONGS -> inArray(s, at, bytes);
      case OTHER -> at;
    };
  }

  private static long targetOffset(MemorySegment t, long at, long bytes) {
    return switch (TARGET) {
      case UNSCOPED -> Unscoped.targetOffset(t, at, bytes);
      case LONGS -> inArray(t, at, bytes);
      case OTHER -> at;
    };
  }

  private static long inArray(MemorySegment array, long at, long bytes) {
    return Objects.checkFromIndexSize(at, bytes, array.byteSize()) + array.address();
  }

  /// Returns the segment that loops read.
  private static MemorySegment items(MemorySegment s) {
    return switch (SOURCE) {
      case UNSCOPED -> ALL == null ? s : ALL;
      case LONGS -> MemorySegment.ofArray((long[]) s.heapBase().orElseThrow());
      case OTHER -> s;
    };
  }

  private static MemorySegment results(MemorySegment t) {
    return switch (TARGET) {
      case UNSCOPED -> ALL == null ? t : ALL;
      case LONGS -> MemorySegment.ofArray((long[]) t.heapBase().orElseThrow());
      case OTHER -> t;
    };
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
    // Call the row loop here: HotSpot would not inline it at the end of the recursion.
    if (axis == read.rank() - 2) {
      for (int i = 0; i < n; i++) {
        row(s, from + i * step, read, t, to + i * into, written, size);
      }
    } else {
      for (int i = 0; i < n; i++) {
        rows(s, from + i * step, read, t, to + i * into, written, axis + 1, size);
      }
    }
  }

  private static void row(
      MemorySegment s,
      long from,
      Strided read,
      MemorySegment t,
      long to,
      Strided written,
      int size) {
    int last = read.rank() - 1;
    int n = (int) read.shape().size(last);
    long step = read.stride(last);
    long into = written.stride(last);
    if (step == size && into == size) {
      MemorySegment.copy(items(s), from, results(t), to, (long) n * size);
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
    MemorySegment items = items(s);
    MemorySegment results = results(t);
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
    MemorySegment items = items(s);
    MemorySegment results = results(t);
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
    MemorySegment items = items(s);
    MemorySegment results = results(t);
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
    MemorySegment items = items(s);
    MemorySegment results = results(t);
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      results.set(LONG, g, items.get(LONG, f));
      f += step;
      g += into;
    }
  }
}
