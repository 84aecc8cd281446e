package io.ndmap.fold;

import java.lang.foreign.MemorySegment;

/// Count, mean and sum of squared deviations of doubles in blocks: each block's deviations are
/// taken from its own mean while a cache has it, and blocks are merged by Chan, Golub and LeVeque's
/// formula, so that no large squares cancel.
public final class Deviations {

  private final DoubleSum block = new DoubleSum();
  private long count;
  private double mean;
  private double squares;

  /// Adds a block of contiguous little-endian doubles.
  ///
  /// @param at byte offset of the first
  /// @param length how many, at most 1024; zeros follow up to a multiple of eight
  /// @param sum takes the numbers, too
  /// @param room as [DoubleSum#doubles] wants it
  /// @param plain whether the numbers are in memory that can fault
  public void add(
      MemorySegment memory, long at, int length, DoubleSum sum, MemorySegment room, boolean plain) {
    if (length == 0) {
      return;
    }
    boolean brings = DoubleSum.isBrought(memory, length, room, plain);
    MemorySegment items = brings ? room : memory;
    long from = brings ? DoubleSum.bring(memory, at, length, Double.BYTES, room) : at;
    block.clear();
    block.doubles(items, from, length, room, plain);
    sum.add(block);
    double blockMean = block.total() / length;
    merge(length, blockMean, DoubleSum.squares(items, from, length, blockMean, room, plain));
  }

  /// Adds the numbers of others.
  public void add(Deviations other) {
    if (other.count > 0) {
      merge(other.count, other.mean, other.squares);
    }
  }

  private void merge(long otherCount, double otherMean, double otherSquares) {
    if (count == 0) {
      // Merged with nothing, large means would overflow the formula below.
      count = otherCount;
      mean = otherMean;
      squares = otherSquares;
      return;
    }
    long total = count + otherCount;
    double delta = otherMean - mean;
    squares += otherSquares + delta * delta * ((double) count * otherCount / total);
    mean += delta * ((double) otherCount / total);
    count = total;
  }

  /// Back to no numbers.
  public void clear() {
    count = 0;
    mean = 0;
    squares = 0;
  }

  /// How many numbers there are.
  ///
  /// @return the count
  public long count() {
    return count;
  }

  /// The sum of squared deviations.
  ///
  /// @return 0 without numbers
  public double squares() {
    return squares;
  }

  /// The population's standard deviation.
  ///
  /// @return NaN if there are no numbers or one is infinite
  public double deviation() {
    return count == 0 ? Double.NaN : Math.sqrt(squares / count);
  }
}
