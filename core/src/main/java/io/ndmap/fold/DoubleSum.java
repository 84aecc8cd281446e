package io.ndmap.fold;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.engine.Loops;
import io.ndmap.loop.ArrayRoom;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Run;
import io.ndmap.loop.Sums;
import io.ndmap.memory.Scratch;
import io.ndmap.memory.Unowned;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// A sum of floating-point numbers in double precision: blocks of [Sums#BLOCK] numbers in eight
/// sums, and the blocks by a compensated sum (Knuth's error-free sum, which has no branch).
///
/// A number takes part in at most 19 additions before that, and the error of the rest does not grow
/// with the count. The order of additions does not depend on how the numbers are handed over, as
/// long as they come in whole blocks, and then in fewer.
public final class DoubleSum {

  /// Numbers that are taken at once: their sums take half of a block of [Scratch].
  private static final int MOST = 1 << 14;

  /// Where these are in the room, and behind them one number.
  private static final long SUMS = Scratch.at(3);

  private static final long NUMBER = SUMS + Scratch.BLOCK / 2;

  private static final ValueLayout.OfDouble F8 =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final ArrayRoom NO_ARRAYS = new ArrayRoom(0);

  private double sum;
  private double error;

  /// Adds little-endian doubles.
  ///
  /// @param at byte offset of the first
  /// @param count how many; zeros follow up to a multiple of eight
  /// @param room of four blocks of [Scratch], of which the last is used; belongs to no arena
  /// @param plain whether the numbers are in memory that can fault
  public void doubles(MemorySegment memory, long at, int count, MemorySegment room, boolean plain) {
    addAll(Sums.NUMBERS, ScalarKind.FLOAT64, memory, at, count, room, plain);
  }

  /// Adds big-endian doubles; parameters as for [#doubles].
  public void bigDoubles(
      MemorySegment memory, long at, int count, MemorySegment room, boolean plain) {
    addAll(Sums.BIG_ENDIAN, ScalarKind.INT64, memory, at, count, room, plain);
  }

  /// Adds little-endian floats; parameters as for [#doubles].
  public void floats(MemorySegment memory, long at, int count, MemorySegment room, boolean plain) {
    addAll(Sums.NUMBERS, ScalarKind.FLOAT32, memory, at, count, room, plain);
  }

  /// Adds the squares of the distances of little-endian doubles from a number, of which there are a
  /// multiple of eight; parameters as for [#doubles].
  void squares(
      MemorySegment memory, long at, int count, double center, MemorySegment room, boolean plain) {
    Run number =
        new Run(room, NUMBER, NO_ARRAYS)
            .number(ScalarKind.FLOAT64, Double.doubleToRawLongBits(center));
    addAll(Sums.SQUARES, ScalarKind.FLOAT64, memory, at, count, room, plain, number);
  }

  private void addAll(
      Sums sums,
      ScalarKind lane,
      MemorySegment memory,
      long at,
      int count,
      MemorySegment room,
      boolean plain,
      Run... others) {
    Run results = new Run(room, SUMS, NO_ARRAYS);
    Loop loop = plain ? Loops.of(sums, lane).plain() : Loops.of(sums, lane);
    Run[] operands = new Run[1 + others.length];
    System.arraycopy(others, 0, operands, 1, others.length);
    for (int done = 0; done < count; done += MOST) {
      int some = Math.min(MOST, count - done);
      operands[0] = new Run(memory, at + (long) done * lane.itemsize(), NO_ARRAYS);
      loop.run(operands, results, some);
      addBlocks(room, Math.ceilDiv(some, Sums.BLOCK));
    }
  }

  private void addBlocks(MemorySegment room, int blocks) {
    MemorySegment sums = Unowned.part(room, SUMS, (long) blocks * Sums.LANES * Double.BYTES);
    for (int block = 0; block < blocks; block++) {
      long o = (long) block << 6;
      double a = sums.get(F8, o) + sums.get(F8, o + 8);
      double b = sums.get(F8, o + 16) + sums.get(F8, o + 24);
      double c = sums.get(F8, o + 32) + sums.get(F8, o + 40);
      double d = sums.get(F8, o + 48) + sums.get(F8, o + 56);
      add((a + b) + (c + d));
    }
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
