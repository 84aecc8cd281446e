package io.ndmap.loop;

/// Sums of floating-point numbers, in double precision, block by block: each block has eight sums,
/// of every eighth number, which are added two by two. Behind a block's result, 56 bytes may be
/// anything.
///
/// The order of additions is part of the contract: results have the same bits by vectors of any
/// width, and without.
public enum Sums {
  /// The numbers.
  NUMBERS(128),
  /// Big-endian doubles, whose lane is that of integers of 64 bits.
  BIG_ENDIAN(128),
  /// The squares of their distances from the second operand, one number.
  SQUARES(1 << 14);

  /// Sums of a block.
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
