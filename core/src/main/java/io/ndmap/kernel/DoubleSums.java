package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Sums of doubles in one fixed order: chunks of [#CHUNK] in eight lanes, which are added up in
/// pairs; whoever calls adds up the chunks.
///
/// The order is the same for Java arrays and for segments, so that the bits are, too.
public final class DoubleSums {

  /// Numbers that are added up without compensation.
  public static final int CHUNK = 128;

  private static final ValueLayout.OfDouble LITTLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private DoubleSums() {}

  /// Adds a run of an array; returns its sum with chunks added up plainly.
  ///
  /// @param count how many numbers from `from` on
  /// @param total takes each chunk
  public static double add(double[] values, int from, int count, CompensatedSum total) {
    double plain = 0;
    int end = from + count;
    for (int at = from; at < end; at += CHUNK) {
      double chunk = chunk(values, at, Math.min(CHUNK, end - at));
      plain += chunk;
      total.add(chunk);
    }
    return plain;
  }

  private static double chunk(double[] values, int from, int count) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    int end = from + count;
    int i = from;
    for (; i + 8 <= end; i += 8) {
      s0 += values[i];
      s1 += values[i + 1];
      s2 += values[i + 2];
      s3 += values[i + 3];
      s4 += values[i + 4];
      s5 += values[i + 5];
      s6 += values[i + 6];
      s7 += values[i + 7];
    }
    double sum = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
    for (; i < end; i++) {
      sum += values[i];
    }
    return sum;
  }

  /// Adds little-endian doubles of a native segment; returns their sum with chunks added up
  /// plainly.
  ///
  /// @param at byte offset of the first
  /// @param count a multiple of [#CHUNK]
  /// @param total takes each chunk
  public static double add(MemorySegment segment, long at, int count, CompensatedSum total) {
    double plain = 0;
    for (int done = 0; done < count; done += CHUNK) {
      double chunk = chunk(segment, at + (long) done * Double.BYTES);
      plain += chunk;
      total.add(chunk);
    }
    return plain;
  }

  private static double chunk(MemorySegment segment, long at) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    for (int i = 0; i < CHUNK * Double.BYTES; i += 8 * Double.BYTES) {
      s0 += segment.get(LITTLE, at + i);
      s1 += segment.get(LITTLE, at + i + 8);
      s2 += segment.get(LITTLE, at + i + 16);
      s3 += segment.get(LITTLE, at + i + 24);
      s4 += segment.get(LITTLE, at + i + 32);
      s5 += segment.get(LITTLE, at + i + 40);
      s6 += segment.get(LITTLE, at + i + 48);
      s7 += segment.get(LITTLE, at + i + 56);
    }
    return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
  }
}
