package io.ndmap.loop;

/// Sums of floating-point numbers in double precision, block by block: each block has eight
/// accumulators, each for every eighth number, which are added pairwise. The 56 bytes after the
/// result of a block are undefined.
///
/// The order of additions is part of the contract: results have the same bits with vectors of any
/// width, and without.
public enum Sums {
  /// The sum of the numbers.
  NUMBERS(128),
  /// The sum of big-endian doubles, whose compute type is that of 64-bit integers.
  BIG_ENDIAN(128),
  /// The sum of squared differences from the second operand, one number.
  SQUARES(1 << 14);

  /// Accumulators of a block.
  public static final int LANES = 8;

  private final int block;

  Sums(int block) {
    this.block = block;
  }

  /// Numbers of a block.
  public int block() {
    return block;
  }
}
