package io.ndmap.order;

import io.ndmap.move.RunCopy;
import java.lang.foreign.MemorySegment;

/// Keys of long doubles. The first key has the sign and the exponent, the second key has the
/// significand.
final class LongDoubleKeys implements KeyReader {

  private static final int SIZE = 16;
  private static final int INFINITE = 0x7fff;
  private static final int NEGATIVE = 0x8000;

  private final int offset;
  private final boolean big;
  private final boolean first;
  private final long[] words = new long[2 * KeyReader.BLOCK];

  /// @param offset byte offset of the number in its element
  /// @param first whether to read the first key or the second
  LongDoubleKeys(int offset, boolean big, boolean first) {
    this.offset = offset;
    this.big = big;
    this.first = first;
  }

  @Override
  public void read(MemorySegment segment, long at, long stride, int count, long[] to, int start) {
    RunCopy.copy(
        segment, at + offset, stride, MemorySegment.ofArray(words), 0, SIZE, count, SIZE, big);
    for (int i = 0; i < count; i++) {
      to[start + i] = key(words[2 * i], (int) words[2 * i + 1]);
    }
  }

  private long key(long significand, int high) {
    int exponent = high & INFINITE;
    boolean whole = significand < 0;
    // Unnormal numbers, which lack the leading bit, sort as NaN: the x87 rejects them as invalid
    // operands.
    if (exponent > 0 && (!whole || (exponent == INFINITE && significand << 1 != 0))) {
      return Long.MAX_VALUE;
    }
    if (significand == 0) {
      return first ? 0 : Long.MIN_VALUE;
    }
    // Scales start at 1, so that the negated smallest exponent differs from the key of zero.
    long scale = 1L + (exponent == 0 && whole ? 1 : exponent);
    long key = first ? scale : significand ^ Long.MIN_VALUE;
    boolean negative = (high & NEGATIVE) != 0;
    return negative ? first ? -key : ~key : key;
  }
}
