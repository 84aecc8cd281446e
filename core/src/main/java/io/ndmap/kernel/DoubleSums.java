package io.ndmap.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Sums of doubles in one fixed order: chunks of [#CHUNK], in eight lanes that take pairs, which
/// are added up in pairs; then the chunks with their errors carried along.
///
/// The order is the same for Java arrays and for segments, so that the bits are, too. There is one
/// loop for all chunks of a run, because a loop for each of them spends as long on its entry and
/// its end as on the items.
public final class DoubleSums {

  /// Numbers that are added up without compensation.
  public static final int CHUNK = 128;

  // Where the last step of a chunk begins.
  private static final int LAST = CHUNK - 16;

  private static final ValueLayout.OfDouble LITTLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfDouble BIG =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private DoubleSums() {}

  /// Adds a run of an array; returns its sum with chunks added up plainly.
  ///
  /// @param length how many numbers from `from` on
  /// @param total takes each chunk
  /// @return nearly the sum
  public static double add(double[] values, int from, int length, CompensatedSum total) {
    int full = length & -CHUNK;
    double plain = full == 0 ? 0 : chunks(values, from, full, total);
    if (full < length) {
      double rest = rest(values, from + full, from + length);
      plain += rest;
      total.add(rest);
    }
    return plain;
  }

  /// Fewer numbers than a chunk.
  private static double rest(double[] values, int from, int end) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
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

  private static double chunks(double[] values, int from, int count, CompensatedSum total) {
    double sum = total.sum;
    double error = total.error;
    double plain = 0;
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    for (int i = 0; i < count; i += 16) {
      s0 += values[from + i] + values[from + i + 8];
      s1 += values[from + i + 1] + values[from + i + 9];
      s2 += values[from + i + 2] + values[from + i + 10];
      s3 += values[from + i + 3] + values[from + i + 11];
      s4 += values[from + i + 4] + values[from + i + 12];
      s5 += values[from + i + 5] + values[from + i + 13];
      s6 += values[from + i + 6] + values[from + i + 14];
      s7 += values[from + i + 7] + values[from + i + 15];
      if ((i & LAST) == LAST) {
        double chunk = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
        plain += chunk;
        double next = sum + chunk;
        double taken = next - sum;
        error += (sum - (next - taken)) + (chunk - taken);
        sum = next;
        s0 = 0;
        s1 = 0;
        s2 = 0;
        s3 = 0;
        s4 = 0;
        s5 = 0;
        s6 = 0;
        s7 = 0;
      }
    }
    total.sum = sum;
    total.error = error;
    return plain;
  }

  /// Adds little-endian doubles of a native segment, one behind the other.
  ///
  /// @param at byte offset of the first
  /// @param count a multiple of [#CHUNK]
  /// @param total takes each chunk
  /// @return nearly the sum
  public static double add(MemorySegment segment, long at, int count, CompensatedSum total) {
    double sum = total.sum;
    double error = total.error;
    double plain = 0;
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    for (int i = 0; i < count; i += 16) {
      s0 += segment.get(LITTLE, at + i * 8L) + segment.get(LITTLE, at + i * 8L + 64);
      s1 += segment.get(LITTLE, at + i * 8L + 8) + segment.get(LITTLE, at + i * 8L + 72);
      s2 += segment.get(LITTLE, at + i * 8L + 16) + segment.get(LITTLE, at + i * 8L + 80);
      s3 += segment.get(LITTLE, at + i * 8L + 24) + segment.get(LITTLE, at + i * 8L + 88);
      s4 += segment.get(LITTLE, at + i * 8L + 32) + segment.get(LITTLE, at + i * 8L + 96);
      s5 += segment.get(LITTLE, at + i * 8L + 40) + segment.get(LITTLE, at + i * 8L + 104);
      s6 += segment.get(LITTLE, at + i * 8L + 48) + segment.get(LITTLE, at + i * 8L + 112);
      s7 += segment.get(LITTLE, at + i * 8L + 56) + segment.get(LITTLE, at + i * 8L + 120);
      if ((i & LAST) == LAST) {
        double chunk = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
        plain += chunk;
        double next = sum + chunk;
        double taken = next - sum;
        error += (sum - (next - taken)) + (chunk - taken);
        sum = next;
        s0 = 0;
        s1 = 0;
        s2 = 0;
        s3 = 0;
        s4 = 0;
        s5 = 0;
        s6 = 0;
        s7 = 0;
      }
    }
    total.sum = sum;
    total.error = error;
    return plain;
  }

  /// Adds big-endian doubles of a native segment, one behind the other.
  ///
  /// @param at byte offset of the first
  /// @param count a multiple of [#CHUNK]
  /// @param total takes each chunk
  /// @return nearly the sum
  public static double addBig(MemorySegment segment, long at, int count, CompensatedSum total) {
    double sum = total.sum;
    double error = total.error;
    double plain = 0;
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    for (int i = 0; i < count; i += 16) {
      s0 += segment.get(BIG, at + i * 8L) + segment.get(BIG, at + i * 8L + 64);
      s1 += segment.get(BIG, at + i * 8L + 8) + segment.get(BIG, at + i * 8L + 72);
      s2 += segment.get(BIG, at + i * 8L + 16) + segment.get(BIG, at + i * 8L + 80);
      s3 += segment.get(BIG, at + i * 8L + 24) + segment.get(BIG, at + i * 8L + 88);
      s4 += segment.get(BIG, at + i * 8L + 32) + segment.get(BIG, at + i * 8L + 96);
      s5 += segment.get(BIG, at + i * 8L + 40) + segment.get(BIG, at + i * 8L + 104);
      s6 += segment.get(BIG, at + i * 8L + 48) + segment.get(BIG, at + i * 8L + 112);
      s7 += segment.get(BIG, at + i * 8L + 56) + segment.get(BIG, at + i * 8L + 120);
      if ((i & LAST) == LAST) {
        double chunk = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
        plain += chunk;
        double next = sum + chunk;
        double taken = next - sum;
        error += (sum - (next - taken)) + (chunk - taken);
        sum = next;
        s0 = 0;
        s1 = 0;
        s2 = 0;
        s3 = 0;
        s4 = 0;
        s5 = 0;
        s6 = 0;
        s7 = 0;
      }
    }
    total.sum = sum;
    total.error = error;
    return plain;
  }

  /// Adds little-endian doubles of a native segment at any distances.
  ///
  /// @param at byte offset of the first
  /// @param stride bytes from one to the next
  /// @param count a multiple of [#CHUNK]
  /// @param total takes each chunk
  /// @return nearly the sum
  public static double add(
      MemorySegment segment, long at, long stride, int count, CompensatedSum total) {
    double sum = total.sum;
    double error = total.error;
    double plain = 0;
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    for (int i = 0; i < count; i += 16) {
      long first = at + i * stride;
      long second = first + 8 * stride;
      s0 += segment.get(LITTLE, first) + segment.get(LITTLE, second);
      s1 += segment.get(LITTLE, first + stride) + segment.get(LITTLE, second + stride);
      s2 += segment.get(LITTLE, first + 2 * stride) + segment.get(LITTLE, second + 2 * stride);
      s3 += segment.get(LITTLE, first + 3 * stride) + segment.get(LITTLE, second + 3 * stride);
      s4 += segment.get(LITTLE, first + 4 * stride) + segment.get(LITTLE, second + 4 * stride);
      s5 += segment.get(LITTLE, first + 5 * stride) + segment.get(LITTLE, second + 5 * stride);
      s6 += segment.get(LITTLE, first + 6 * stride) + segment.get(LITTLE, second + 6 * stride);
      s7 += segment.get(LITTLE, first + 7 * stride) + segment.get(LITTLE, second + 7 * stride);
      if ((i & LAST) == LAST) {
        double chunk = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
        plain += chunk;
        double next = sum + chunk;
        double taken = next - sum;
        error += (sum - (next - taken)) + (chunk - taken);
        sum = next;
        s0 = 0;
        s1 = 0;
        s2 = 0;
        s3 = 0;
        s4 = 0;
        s5 = 0;
        s6 = 0;
        s7 = 0;
      }
    }
    total.sum = sum;
    total.error = error;
    return plain;
  }
}
