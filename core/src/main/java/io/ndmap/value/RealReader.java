package io.ndmap.value;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.kernel.RunReader;
import java.lang.foreign.MemorySegment;

/// Loads runs of real numbers to the heap as doubles or as their bits; long doubles as their
/// nearest doubles. For one thread.
public final class RealReader {

  private final ScalarKind kind;
  private final boolean big;
  private final RunReader reader;

  public RealReader(ScalarKind kind, boolean big) {
    this.kind = kind;
    this.big = big;
    this.reader = new RunReader(kind, big);
  }

  /// Reads a run as doubles, see [RunReader#doubles].
  ///
  /// @param at byte offset of the first item
  /// @param stride bytes from one to the next
  /// @param count how many
  /// @param to where they go, from `start` on
  public void doubles(
      MemorySegment segment, long at, long stride, int count, double[] to, int start) {
    if (kind == ScalarKind.LONGDOUBLE) {
      for (int i = 0; i < count; i++) {
        to[start + i] = ItemValue.readLongDouble(segment, at + i * stride, big);
      }
    } else {
      reader.doubles(segment, at, stride, count, to, start);
    }
  }

  /// Reads a run as bits, see [RunReader#longs]; parameters as for [#doubles].
  public void bits(MemorySegment segment, long at, long stride, int count, long[] to, int start) {
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
