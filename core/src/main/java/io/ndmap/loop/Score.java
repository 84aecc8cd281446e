package io.ndmap.loop;

/// Scores of two vectors of equal length, the operands; the result is one double, or one 64-bit
/// integer for the compute type of those, which wraps.
///
/// Floating-point terms are added in their compute type in eight accumulators, each for every
/// eighth element, within blocks of [#BLOCK] elements. The accumulators of a block are added
/// pairwise in double precision, and so are the blocks, one after the other. The 256 bytes from the
/// result on are undefined otherwise. The order of additions is part of the contract, as for
/// [Sums].
public enum Score {

  /// The dot product.
  PRODUCT,

  /// The square of the Euclidean distance.
  SQUARED_DISTANCE;

  /// Elements of a block.
  public static final int BLOCK = 256;

  /// Accumulators of a block.
  public static final int LANES = 8;
}
