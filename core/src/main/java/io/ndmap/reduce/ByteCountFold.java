package io.ndmap.reduce;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// A histogram of the 256 byte values, which suffices for all statistics of bytes.
final class ByteCountFold extends Fold {

  /// The number of bytes that are copied to the heap at once.
  private static final int BLOCK = 1 << 13;

  private static final int BYTES = 256;

  private final long[] counts = new long[BYTES];
  // Four tables, because loading a counter that has just been stored is slow, and neighbouring
  // bytes are often equal.
  private final int[] first = new int[BYTES];
  private final int[] second = new int[BYTES];
  private final int[] third = new int[BYTES];
  private final int[] fourth = new int[BYTES];
  private final byte[] block = new byte[BLOCK];

  @Override
  void take(MemorySegment memory, long at, int count, MemorySegment scratch) {
    for (int done = 0; done < count; done += BLOCK) {
      int length = Math.min(BLOCK, count - done);
      MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at + done, block, 0, length);
      add(length);
    }
    for (int b = 0; b < BYTES; b++) {
      counts[b] += first[b] + second[b] + third[b] + fourth[b];
    }
    Arrays.fill(first, 0);
    Arrays.fill(second, 0);
    Arrays.fill(third, 0);
    Arrays.fill(fourth, 0);
  }

  private void add(int length) {
    int i = 0;
    for (; i + 4 <= length; i += 4) {
      first[block[i] & 0xff]++;
      second[block[i + 1] & 0xff]++;
      third[block[i + 2] & 0xff]++;
      fourth[block[i + 3] & 0xff]++;
    }
    for (; i < length; i++) {
      first[block[i] & 0xff]++;
    }
  }

  @Override
  void merge(Fold other) {
    ByteCountFold later = (ByteCountFold) other;
    for (int b = 0; b < BYTES; b++) {
      counts[b] += later.counts[b];
    }
  }

  /// Returns the number of occurrences of each byte value, indexed by the byte as unsigned.
  long[] counts() {
    return counts;
  }
}
