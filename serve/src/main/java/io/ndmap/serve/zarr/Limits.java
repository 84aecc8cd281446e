package io.ndmap.serve.zarr;

/// How much one request may read.
///
/// @param chunkBytes the most bytes of a chunk, and of an item
/// @param fileBytes the most bytes of a file between the first and the last item of a chunk of one
///   field
/// @param nodes the most nodes whose documents are consolidated
record Limits(int chunkBytes, long fileBytes, int nodes) {

  static final Limits DEFAULT = new Limits(1 << 22, 1L << 26, 1000);

  /// The most parts of a node's path.
  static final int DEPTH = 64;
}
