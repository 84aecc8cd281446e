package io.ndmap.move;

import static io.ndmap.memory.LittleEndian.INT;
import static io.ndmap.memory.LittleEndian.LONG;
import static io.ndmap.memory.LittleEndian.SHORT;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The loops of [ScopedCopy], which defines a copy of this class for each pair of segment classes:
/// accesses in a shared loop would be megamorphic.
final class SegmentPairLoops implements SegmentPairCopy {

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
    switch (size) {
      case 1 -> bytes(source, from, step, target, to, into, count);
      case 2 -> shorts(source, from, step, target, to, into, count);
      case 4 -> ints(source, from, step, target, to, into, count);
      default -> longs(source, from, step, target, to, into, count);
    }
  }

  private static void bytes(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      t.set(BYTE, g, s.get(BYTE, f));
      f += step;
      g += into;
    }
  }

  private static void shorts(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      t.set(SHORT, g, s.get(SHORT, f));
      f += step;
      g += into;
    }
  }

  private static void ints(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      t.set(INT, g, s.get(INT, f));
      f += step;
      g += into;
    }
  }

  private static void longs(
      MemorySegment s, long from, long step, MemorySegment t, long to, long into, int n) {
    long f = from;
    long g = to;
    for (int i = 0; i < n; i++) {
      t.set(LONG, g, s.get(LONG, f));
      f += step;
      g += into;
    }
  }
}
