package io.ndmap.order;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.value.RealReader;
import io.ndmap.value.SortableBits;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// Keys of real numbers and times.
final class NumberKeys implements KeyReader {

  private final RealReader reader;
  private final SortableBits bits;
  private final boolean time;
  private final int offset;

  /// A mask. A number has the key 0 if and only if all its bits in this mask are 0.
  private final long magnitude;

  /// @param kind any real scalar type except long doubles
  /// @param offset byte offset of the number in its element
  /// @param signs whether -0.0 precedes 0.0
  NumberKeys(ScalarKind kind, boolean big, boolean time, int offset, boolean signs) {
    // Booleans are ordered by their bytes, as in NumPy.
    this.reader = new RealReader(kind == ScalarKind.BOOL ? ScalarKind.UINT8 : kind, big);
    this.time = time;
    this.bits = time ? SortableBits.TIMES : SortableBits.of(kind);
    this.offset = offset;
    this.magnitude = signs ? -1 : bits.magnitude();
  }

  /// Returns a reader of the keys of elements that are numbers or times.
  static NumberKeys of(DType dtype) {
    return switch (dtype) {
      case ScalarType scalar ->
          new NumberKeys(scalar.kind(), scalar.order() == ByteOrder.BIG_ENDIAN, false, 0, false);
      case TimeType time ->
          new NumberKeys(ScalarKind.INT64, time.order() == ByteOrder.BIG_ENDIAN, true, 0, false);
      default -> throw new AssertionError(dtype);
    };
  }

  @Override
  public void read(MemorySegment segment, long at, long stride, int count, long[] to, int start) {
    reader.bits(segment, at + offset, stride, count, to, start);
    if (time) {
      for (int i = start; i < start + count; i++) {
        // Subtracting 1 turns `NaT`, the lowest integer, into the highest key.
        to[i]--;
      }
      return;
    }
    if (bits.hasNoNaN()) {
      bits.toKeys(to, start, count);
      return;
    }
    for (int i = start; i < start + count; i++) {
      to[i] = key(to[i]);
    }
  }

  /// Returns the key of a number.
  ///
  /// @param number the number's bits, sign-extended
  long key(long number) {
    long key = (number & magnitude) == 0 ? 0 : bits.key(number);
    return bits.isNaN(key) ? Long.MAX_VALUE : key;
  }

  /// Whether elements with different bits may share a key: zeros, whose key is 0, and NaN, whose
  /// key is the highest.
  boolean hasEqual() {
    return !time && !bits.hasNoNaN();
  }

  /// Returns the sign-extended bits of the element with a key.
  ///
  /// @param key the key; if [#hasEqual], the key of zeros yields the bits of 0.0, and the key of
  ///   NaN the bits of some NaN
  long bits(long key) {
    return time ? key + 1 : bits.bits(key);
  }

  /// Returns a reader of the elements' bits instead of their keys.
  KeyReader bits() {
    return (segment, at, stride, count, to, start) ->
        reader.bits(segment, at + offset, stride, count, to, start);
  }
}
