package io.ndmap.loop;

/// What is added up of floating-point numbers, in double precision: blocks of [#BLOCK] numbers, of
/// each of which eight sums remain, of every eighth number.
///
/// The order of additions is part of the contract: results have the same bits by vectors of any
/// width, and without.
public enum Sums {
  /// The numbers.
  NUMBERS,
  /// Big-endian doubles, whose lane is that of integers of 64 bits.
  BIG_ENDIAN,
  /// The squares of their distances from the second operand, one number.
  SQUARES;

  /// Numbers of a block.
  public static final int BLOCK = 128;

  /// Sums that remain of a block.
  public static final int LANES = 8;

  /// Numbers that are added to each of them.
  public static final int ROWS = BLOCK / LANES;
}
