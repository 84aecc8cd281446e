package io.ndmap.cli.fill;

import io.ndmap.fill.Claim;
import java.io.IOException;

/// The source of a worker's chunks. For many threads at once.
interface ChunkContent {

  /// Writes all of a chunk.
  ///
  /// @throws ChunkFailure if this chunk cannot be made now, while others may
  /// @throws IOException if no chunk can
  /// @throws InterruptedException if the thread is interrupted
  void write(Claim claim) throws ChunkFailedException, IOException, InterruptedException;

  /// Has those end soon that are at work, by an exception or without one.
  default void stop() {}
}
