package io.ndmap.serve.zarr;

/// Limits of one request.
///
/// @param chunkBytes the maximum number of bytes of a chunk, and of an element
/// @param fileBytes the maximum number of bytes of a file between the first and the last element of
///   a chunk of one field
/// @param nodes the maximum number of nodes whose documents are consolidated
record Limits(int chunkBytes, long fileBytes, int nodes) {

  static final Limits DEFAULT = new Limits(1 << 22, 1L << 26, 1000);

  /// The maximum number of parts of a node's path.
  static final int DEPTH = 64;
}
