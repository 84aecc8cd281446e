package io.ndmap.order;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.reduce.Folds;
import io.ndmap.value.RealReader;
import io.ndmap.value.SortableBits;
import java.lang.foreign.MemorySegment;

/// Keys of real numbers and times.
final class NumberKeys implements KeyReader {

  private final RealReader reader;
  private final SortableBits bits;
  private final int offset;

  /// The bits that are zero in what has the key of zero.
  private final long magnitude;

  /// @param kind any real one but long doubles
  /// @param offset of the number in its item
  /// @param signs whether negative zeros come before the others
  NumberKeys(ScalarKind kind, boolean big, boolean time, int offset, boolean signs) {
    // Booleans are ordered by their bytes, as in NumPy.
    this.reader = new RealReader(kind == ScalarKind.BOOL ? ScalarKind.UINT8 : kind, big);
    this.bits = time ? SortableBits.TIMES : Folds.keys(kind);
    this.offset = offset;
    this.magnitude = signs ? -1 : bits.magnitude();
  }

  @Override
  public void read(MemorySegment segment, long at, long stride, int count, long[] to, int start) {
    reader.bits(segment, at + offset, stride, count, to, start);
    if (bits.equals(SortableBits.TIMES)) {
      for (int i = start; i < start + count; i++) {
        // The lowest integer is `NaT`, and becomes the highest.
        to[i]--;
      }
      return;
    }
    if (bits.hasNoNaN()) {
      bits.toKeys(to, start, count);
      return;
    }
    long mask = magnitude;
    for (int i = start; i < start + count; i++) {
      long key = (to[i] & mask) == 0 ? 0 : bits.key(to[i]);
      to[i] = bits.isNaN(key) ? Long.MAX_VALUE : key;
    }
  }
}
