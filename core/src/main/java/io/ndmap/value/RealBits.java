package io.ndmap.value;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.RunReader;
import java.lang.foreign.MemorySegment;

/// Loads runs of real numbers to the heap as their sign-extended bits; long doubles as those of
/// their nearest doubles. For one thread.
public final class RealBits {

  private final ScalarKind kind;
  private final boolean big;
  private final RunReader reader;

  public RealBits(ScalarKind kind, boolean big) {
    this.kind = kind;
    this.big = big;
    this.reader = new RunReader(kind, big);
  }

  /// Reads a run.
  ///
  /// @param at byte offset of the first item
  /// @param stride bytes from one to the next
  /// @param count how many
  /// @param to where they go, from `start` on
  public void read(MemorySegment segment, long at, long stride, int count, long[] to, int start) {
    if (kind == ScalarKind.LONGDOUBLE) {
      for (int i = 0; i < count; i++) {
        double number = ItemValue.readLongDouble(segment, at + i * stride, big);
        to[start + i] = Double.doubleToLongBits(number);
      }
    } else {
      reader.longs(segment, at, stride, count, to, start);
    }
  }
}
