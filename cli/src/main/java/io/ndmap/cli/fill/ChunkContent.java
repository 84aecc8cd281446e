package io.ndmap.cli.fill;

import io.ndmap.fill.Claim;
import java.io.IOException;

/// The source of the content of chunks. Thread-safe.
interface ChunkContent {

  /// Writes the whole content of a chunk.
  ///
  /// @throws ChunkFailedException if this chunk cannot be computed now, while other chunks may
  ///   succeed
  /// @throws IOException if no chunk can be computed
  /// @throws InterruptedException if the thread is interrupted
  void write(Claim claim) throws ChunkFailedException, IOException, InterruptedException;

  /// Makes running calls end soon, either normally or with an exception.
  default void stop() {}
}
