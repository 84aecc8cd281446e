package io.ndmap.fold;

import static io.ndmap.memory.LittleEndian.DOUBLE;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.engine.Loops;
import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.loop.Sums;
import io.ndmap.memory.Scratch;
import io.ndmap.memory.Unscoped;
import java.lang.foreign.MemorySegment;

/// A sum of floating-point numbers in double precision. Blocks of 128 numbers are summed in eight
/// accumulators; the sums of the blocks are added with error compensation (Knuth's branch-free
/// TwoSum).
///
/// A number takes part in at most 19 additions without compensation, and the error of the
/// compensated sum does not grow with the count. The order of additions does not depend on how the
/// numbers are divided into calls, if all calls but the last have whole blocks.
public final class DoubleSum {

  /// The maximum count of numbers that a loop sums at once: the sums of their blocks take less than
  /// a quarter of a block of [Scratch].
  static final int MOST = 1 << 14;

  /// For fewer numbers, as in short rows, a copy costs more than vectors save.
  private static final int LEAST_STAGED = 1024;

  /// Offsets in the scratch memory: of the sums of blocks, of the second operand of [Sums#SQUARES],
  /// and of staged numbers.
  private static final long SUMS = Scratch.at(3);

  private static final long NUMBER = SUMS + Scratch.BLOCK / 4;
  private static final long TILE = SUMS + Scratch.BLOCK / 2;
  private static final int TILE_BYTES = Scratch.BLOCK / 2;

  private static final Loop DOUBLES = Loops.of(Sums.NUMBERS, ScalarKind.FLOAT64);
  private static final Loop BIG_DOUBLES = Loops.of(Sums.BIG_ENDIAN, ScalarKind.INT64);
  private static final Loop FLOATS = Loops.of(Sums.NUMBERS, ScalarKind.FLOAT32);
  private static final Loop SQUARES = Loops.of(Sums.SQUARES, ScalarKind.FLOAT64);

  private double sum;
  private double error;

  /// Adds little-endian doubles.
  ///
  /// @param at byte offset of the first double
  /// @param count the number of doubles; the caller pads them with zeros to a multiple of eight
  /// @param scratch four blocks of unscoped [Scratch] memory; the last block is used
  /// @param plain whether the numbers are in memory that can fault
  public void doubles(
      MemorySegment memory, long at, int count, MemorySegment scratch, boolean plain) {
    addAll(DOUBLES, Double.BYTES, memory, at, count, scratch, plain);
  }

  /// Adds big-endian doubles; parameters as for [#doubles].
  public void bigDoubles(
      MemorySegment memory, long at, int count, MemorySegment scratch, boolean plain) {
    addAll(BIG_DOUBLES, Double.BYTES, memory, at, count, scratch, plain);
  }

  /// Adds little-endian floats; parameters as for [#doubles].
  public void floats(
      MemorySegment memory, long at, int count, MemorySegment scratch, boolean plain) {
    addAll(FLOATS, Float.BYTES, memory, at, count, scratch, plain);
  }

  private void addAll(
      Loop loop,
      int itemsize,
      MemorySegment memory,
      long at,
      int count,
      MemorySegment scratch,
      boolean plain) {
    boolean isStaged = isStaged(loop, memory, count, scratch, plain);
    int most = isStaged ? TILE_BYTES / itemsize : MOST;
    for (int done = 0; done < count; done += most) {
      int some = Math.min(most, count - done);
      long from = at + (long) done * itemsize;
      if (isStaged) {
        addBlocks(loop, scratch, stage(memory, from, some, itemsize, scratch), some, scratch);
      } else {
        addBlocks(
            canFault(memory, scratch, plain) ? loop.plain() : loop, memory, from, some, scratch);
      }
    }
  }

  private void addBlocks(
      Loop loop, MemorySegment memory, long at, int count, MemorySegment scratch) {
    loop.run(
        new Span[] {new Span(memory, at, ArrayBuffers.NONE)},
        new Span(scratch, SUMS, ArrayBuffers.NONE),
        count);
    int blocks = Math.ceilDiv(count, Sums.NUMBERS.block());
    MemorySegment added = Unscoped.slice(scratch, SUMS, (long) blocks * Double.BYTES);
    for (int block = 0; block < blocks; block++) {
      add(added.get(DOUBLE, (long) block << 3));
    }
  }

  /// Returns whether an access to numbers can fault. Scratch memory cannot fault.
  private static boolean canFault(MemorySegment memory, MemorySegment scratch, boolean plain) {
    return plain && !memory.equals(scratch);
  }

  /// Returns whether numbers are copied to scratch memory first. Accesses to scratch memory cannot
  /// fault, so a vector loop may run over the copy.
  private static boolean isStaged(
      Loop loop, MemorySegment memory, int count, MemorySegment scratch, boolean plain) {
    return count >= LEAST_STAGED
        && canFault(memory, scratch, plain)
        && !loop.chosen(count, 1).isPlain();
  }

  /// Returns whether the doubles of [Deviations] are copied to scratch memory first.
  static boolean isStaged(MemorySegment memory, int count, MemorySegment scratch, boolean plain) {
    return isStaged(DOUBLES, memory, count, scratch, plain);
  }

  /// Copies numbers, and the zeros that follow them, to scratch memory.
  ///
  /// @param count the number of numbers, which have at most [#TILE_BYTES] bytes
  /// @return byte offset of the first number in the scratch memory
  static long stage(MemorySegment memory, long at, int count, int itemsize, MemorySegment scratch) {
    long bytes = (long) (count + Sums.LANES - 1 & -Sums.LANES) * itemsize;
    MemorySegment.copy(memory, at, scratch, TILE, bytes);
    return TILE;
  }

  /// Returns the sum of squared differences between little-endian doubles and a number.
  ///
  /// @param count the number of doubles, at most [#MOST]; other parameters as for [#doubles]
  static double squares(
      MemorySegment memory,
      long at,
      int count,
      double center,
      MemorySegment scratch,
      boolean plain) {
    int eights = count & -Sums.LANES;
    double rest = 0;
    for (int i = eights; i < count; i++) {
      double distance = memory.get(DOUBLE, at + ((long) i << 3)) - center;
      rest += distance * distance;
    }
    if (eights == 0) {
      return rest;
    }
    long bits = Double.doubleToRawLongBits(center);
    Span number = new Span(scratch, NUMBER, ArrayBuffers.NONE).number(ScalarKind.FLOAT64, bits);
    Span[] operands = {new Span(memory, at, ArrayBuffers.NONE), number};
    Loop loop = canFault(memory, scratch, plain) ? SQUARES.plain() : SQUARES;
    loop.run(operands, new Span(scratch, SUMS, ArrayBuffers.NONE), eights);
    return scratch.get(DOUBLE, SUMS) + rest;
  }

  /// Adds a number, and its rounding error to the accumulated error.
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

  /// Resets the sum to zero.
  public void clear() {
    sum = 0;
    error = 0;
  }

  /// Returns the sum.
  ///
  /// @return the sum plus its accumulated error, rounded
  public double total() {
    // If the sum is infinite or NaN, its error is NaN.
    return Double.isFinite(sum) ? sum + error : sum;
  }
}
