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

/// A sum of floating-point numbers in double precision: blocks of 128 numbers in eight sums, and
/// the blocks by a compensated sum (Knuth's error-free sum, which has no branch).
///
/// A number takes part in at most 19 additions before that, and the error of the rest does not grow
/// with the count. The order of additions does not depend on how the numbers are handed over, as
/// long as they come in whole blocks, and then in fewer.
public final class DoubleSum {

  /// Numbers that are taken at once: their sums take less than a quarter of a block of [Scratch].
  static final int MOST = 1 << 14;

  /// Where these are in the room, and behind them one number, and numbers that are brought there.
  private static final long SUMS = Scratch.at(3);

  private static final long NUMBER = SUMS + Scratch.BLOCK / 4;
  private static final long TILE = SUMS + Scratch.BLOCK / 2;
  private static final int TILE_BYTES = Scratch.BLOCK / 2;

  private static final ValueLayout.OfDouble F8 =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final ArrayRoom NO_ARRAYS = new ArrayRoom(0);

  private static final Loop DOUBLES = Loops.of(Sums.NUMBERS, ScalarKind.FLOAT64);
  private static final Loop BIG_DOUBLES = Loops.of(Sums.BIG_ENDIAN, ScalarKind.INT64);
  private static final Loop FLOATS = Loops.of(Sums.NUMBERS, ScalarKind.FLOAT32);
  private static final Loop SQUARES = Loops.of(Sums.SQUARES, ScalarKind.FLOAT64);

  private double sum;
  private double error;

  /// Adds little-endian doubles.
  ///
  /// @param at byte offset of the first
  /// @param count how many; zeros follow up to a multiple of eight
  /// @param room of four blocks of [Scratch], of which the last is used; belongs to no arena
  /// @param plain whether the numbers are in memory that can fault
  public void doubles(MemorySegment memory, long at, int count, MemorySegment room, boolean plain) {
    addAll(DOUBLES, Double.BYTES, memory, at, count, room, plain);
  }

  /// Adds big-endian doubles; parameters as for [#doubles].
  public void bigDoubles(
      MemorySegment memory, long at, int count, MemorySegment room, boolean plain) {
    addAll(BIG_DOUBLES, Double.BYTES, memory, at, count, room, plain);
  }

  /// Adds little-endian floats; parameters as for [#doubles].
  public void floats(MemorySegment memory, long at, int count, MemorySegment room, boolean plain) {
    addAll(FLOATS, Float.BYTES, memory, at, count, room, plain);
  }

  private void addAll(
      Loop loop,
      int itemsize,
      MemorySegment memory,
      long at,
      int count,
      MemorySegment room,
      boolean plain) {
    boolean brings = isBrought(loop, memory, count, room, plain);
    int most = brings ? TILE_BYTES / itemsize : MOST;
    for (int done = 0; done < count; done += most) {
      int some = Math.min(most, count - done);
      long from = at + (long) done * itemsize;
      if (brings) {
        addBlocks(loop, room, bring(memory, from, some, itemsize, room), some, room);
      } else {
        addBlocks(canFault(memory, room, plain) ? loop.plain() : loop, memory, from, some, room);
      }
    }
  }

  private void addBlocks(Loop loop, MemorySegment memory, long at, int count, MemorySegment room) {
    loop.run(new Run[] {new Run(memory, at, NO_ARRAYS)}, new Run(room, SUMS, NO_ARRAYS), count);
    int blocks = Math.ceilDiv(count, Sums.NUMBERS.block());
    MemorySegment added = Unowned.part(room, SUMS, (long) blocks * Double.BYTES);
    for (int block = 0; block < blocks; block++) {
      add(added.get(F8, (long) block << 3));
    }
  }

  /// Whether an access to numbers can fault: in the room none can.
  private static boolean canFault(MemorySegment memory, MemorySegment room, boolean plain) {
    return plain && !memory.equals(room);
  }

  /// Whether numbers are copied into the room first: there they cannot fault, and so a vector loop
  /// may take them.
  private static boolean isBrought(
      Loop loop, MemorySegment memory, int count, MemorySegment room, boolean plain) {
    return canFault(memory, room, plain) && !loop.chosen(count, true).isPlain();
  }

  /// The same for doubles, of which the [Deviations] are taken.
  static boolean isBrought(MemorySegment memory, int count, MemorySegment room, boolean plain) {
    return isBrought(DOUBLES, memory, count, room, plain);
  }

  /// Copies numbers, and the zeros behind them.
  ///
  /// @param count of at most [#TILE_BYTES]
  /// @return where they are in the room
  static long bring(MemorySegment memory, long at, int count, int itemsize, MemorySegment room) {
    long bytes = (long) (count + Sums.LANES - 1 & -Sums.LANES) * itemsize;
    MemorySegment.copy(memory, at, room, TILE, bytes);
    return TILE;
  }

  /// The sum of the squares of the distances of little-endian doubles from a number.
  ///
  /// @param count how many, at most [#MOST]; else parameters as for [#doubles]
  static double squares(
      MemorySegment memory, long at, int count, double center, MemorySegment room, boolean plain) {
    int eights = count & -Sums.LANES;
    double rest = 0;
    for (int i = eights; i < count; i++) {
      double distance = memory.get(F8, at + ((long) i << 3)) - center;
      rest += distance * distance;
    }
    if (eights == 0) {
      return rest;
    }
    long bits = Double.doubleToRawLongBits(center);
    Run number = new Run(room, NUMBER, NO_ARRAYS).number(ScalarKind.FLOAT64, bits);
    Run[] operands = {new Run(memory, at, NO_ARRAYS), number};
    Loop loop = canFault(memory, room, plain) ? SQUARES.plain() : SQUARES;
    loop.run(operands, new Run(room, SUMS, NO_ARRAYS), eights);
    return room.get(F8, SUMS) + rest;
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
