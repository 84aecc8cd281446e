package io.ndmap.fold;

import io.ndmap.memory.Unowned;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// A sum of floating-point numbers in double precision: blocks of [#BLOCK] numbers in eight
/// variables, and the blocks by a compensated sum (Knuth's error-free sum, which has no branch).
///
/// A number takes part in at most 19 additions before that, and the error of the rest does not grow
/// with the count. The order of additions does not depend on how the numbers are handed over, as
/// long as they come in whole blocks, and then in fewer.
///
/// The loops are written out for each type and byte order: one with a layout that is no constant is
/// fifty times slower.
public final class DoubleSum {

  /// Numbers that are added up without compensation.
  public static final int BLOCK = 128;

  // Where the last step of a block begins.
  private static final int LAST = BLOCK - 8;

  private static final ValueLayout.OfDouble F8 =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfDouble BIG =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfFloat F4 =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private double sum;
  private double error;

  /// Adds little-endian doubles.
  ///
  /// @param at byte offset of the first
  /// @param count how many; zeros follow up to a multiple of eight
  public void doubles(MemorySegment memory, long at, int count) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    double e = 0;
    double f = 0;
    double g = 0;
    double h = 0;
    MemorySegment items = Unowned.part(memory, at, (count + 7L & -8) << 3);
    for (int i = 0; i < count; i += 8) {
      long o = (long) i << 3;
      a += items.get(F8, o);
      b += items.get(F8, o + 8);
      c += items.get(F8, o + 16);
      d += items.get(F8, o + 24);
      e += items.get(F8, o + 32);
      f += items.get(F8, o + 40);
      g += items.get(F8, o + 48);
      h += items.get(F8, o + 56);
      if ((i & LAST) == LAST) {
        add(((a + b) + (c + d)) + ((e + f) + (g + h)));
        a = 0;
        b = 0;
        c = 0;
        d = 0;
        e = 0;
        f = 0;
        g = 0;
        h = 0;
      }
    }
    add(((a + b) + (c + d)) + ((e + f) + (g + h)));
  }

  /// Adds big-endian doubles; parameters as for [#doubles].
  public void bigDoubles(MemorySegment memory, long at, int count) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    double e = 0;
    double f = 0;
    double g = 0;
    double h = 0;
    MemorySegment items = Unowned.part(memory, at, (count + 7L & -8) << 3);
    for (int i = 0; i < count; i += 8) {
      long o = (long) i << 3;
      a += items.get(BIG, o);
      b += items.get(BIG, o + 8);
      c += items.get(BIG, o + 16);
      d += items.get(BIG, o + 24);
      e += items.get(BIG, o + 32);
      f += items.get(BIG, o + 40);
      g += items.get(BIG, o + 48);
      h += items.get(BIG, o + 56);
      if ((i & LAST) == LAST) {
        add(((a + b) + (c + d)) + ((e + f) + (g + h)));
        a = 0;
        b = 0;
        c = 0;
        d = 0;
        e = 0;
        f = 0;
        g = 0;
        h = 0;
      }
    }
    add(((a + b) + (c + d)) + ((e + f) + (g + h)));
  }

  /// Adds little-endian floats; parameters as for [#doubles].
  public void floats(MemorySegment memory, long at, int count) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    double e = 0;
    double f = 0;
    double g = 0;
    double h = 0;
    MemorySegment items = Unowned.part(memory, at, (count + 7L & -8) << 2);
    for (int i = 0; i < count; i += 8) {
      long o = (long) i << 2;
      a += items.get(F4, o);
      b += items.get(F4, o + 4);
      c += items.get(F4, o + 8);
      d += items.get(F4, o + 12);
      e += items.get(F4, o + 16);
      f += items.get(F4, o + 20);
      g += items.get(F4, o + 24);
      h += items.get(F4, o + 28);
      if ((i & LAST) == LAST) {
        add(((a + b) + (c + d)) + ((e + f) + (g + h)));
        a = 0;
        b = 0;
        c = 0;
        d = 0;
        e = 0;
        f = 0;
        g = 0;
        h = 0;
      }
    }
    add(((a + b) + (c + d)) + ((e + f) + (g + h)));
  }

  /// Adds a number.
  public void add(double value) {
    double next = sum + value;
    double taken = next - sum;
    error += (sum - (next - taken)) + (value - taken);
    sum = next;
  }

  /// Adds another sum with its errors.
  public void add(DoubleSum other) {
    add(other.sum);
    error += other.error;
  }

  /// Back to zero.
  public void clear() {
    sum = 0;
    error = 0;
  }

  /// The sum.
  ///
  /// @return rounded once more
  public double total() {
    // Once the sum is infinite or NaN its error is NaN and says nothing.
    return Double.isFinite(sum) ? sum + error : sum;
  }
}
