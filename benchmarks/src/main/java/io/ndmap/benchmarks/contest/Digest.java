package io.ndmap.benchmarks.contest;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// A digest that Java, numpy and C all compute fast. Within each block of 4096 words of 64 bits,
/// word k is multiplied by 2k+1, and the products are added. The number of bytes and the sums of
/// the blocks are then added, weighted by powers of a constant.
public final class Digest {

  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int BLOCK = 4096;

  private Digest() {}

  /// Returns the digest of a segment.
  ///
  /// @param bytes the segment, whose size is a multiple of 8 bytes
  /// @return the digest
  public static long of(MemorySegment bytes) {
    long words = bytes.byteSize() / Long.BYTES;
    long hash = bytes.byteSize();
    for (long start = 0; start < words; start += BLOCK) {
      int count = (int) Math.min(BLOCK, words - start);
      hash = hash * 0x9E3779B97F4A7C15L + block(bytes, start * Long.BYTES, count);
    }
    return hash;
  }

  private static long block(MemorySegment bytes, long at, int count) {
    long sum = 0;
    for (int k = 0; k < count; k++) {
      sum += bytes.get(WORD, at + (long) k * Long.BYTES) * (2L * k + 1);
    }
    return sum;
  }
}
