package io.ndmap.loop;

/// Sums of floating-point numbers in double precision, block by block. Each block has eight
/// accumulators, each for every eighth number; at the end of the block, the accumulators are added
/// pairwise.
///
/// The order of additions is part of the contract: results have the same bits without vectors, and
/// with vectors of any width.
public enum Sums {
  /// The sum of the numbers.
  NUMBERS(128),
  /// The sum of big-endian doubles, whose compute type is that of 64-bit integers.
  BIG_ENDIAN(128),
  /// The sum of squared differences from the second operand, which is one number.
  SQUARES(1 << 14);

  /// The number of accumulators of a block.
  public static final int LANES = 8;

  private final int block;

  Sums(int block) {
    this.block = block;
  }

  /// Returns the number of elements of a block.
  public int block() {
    return block;
  }
}
