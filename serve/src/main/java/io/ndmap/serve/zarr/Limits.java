package io.ndmap.serve.zarr;

/// Limits of one request.
///
/// @param chunkBytes the maximum number of bytes of a chunk, and of an element
/// @param fileBytes the maximum number of bytes in the file that one chunk of a field may span
/// @param nodes the maximum number of nodes whose documents are consolidated
record Limits(int chunkBytes, long fileBytes, int nodes) {

  static final Limits DEFAULT = new Limits(1 << 22, 1L << 26, 1000);

  /// The maximum number of segments of a node's path.
  static final int DEPTH = 64;
}
