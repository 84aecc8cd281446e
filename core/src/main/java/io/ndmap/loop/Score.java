package io.ndmap.loop;

/// Scores of two vectors of equal length, which are the operands. The result is one double; or, if
/// the compute type is a 64-bit integer, one such integer, which wraps.
///
/// Floating-point terms are added in their compute type, in blocks of [#BLOCK] elements: a block
/// has eight accumulators, each for every eighth element. The accumulators of a block are added
/// pairwise in double precision; the sums of the blocks are added one after the other. Loops may
/// overwrite the 256 bytes that begin with the result. The order of additions is part of the
/// contract, as for [Sums].
public enum Score {

  /// The dot product.
  PRODUCT,

  /// The square of the Euclidean distance.
  SQUARED_DISTANCE;

  /// The number of elements of a block.
  public static final int BLOCK = 256;

  /// The number of accumulators of a block.
  public static final int LANES = 8;
}
