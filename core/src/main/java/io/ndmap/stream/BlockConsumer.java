package io.ndmap.stream;

import io.ndmap.layout.Box;
import io.ndmap.nd.NdView;
import java.io.IOException;

/// A callback for an array's blocks.
@FunctionalInterface
public interface BlockConsumer {

  /// Processes the next block.
  ///
  /// @param block the elements, in memory that the next block reuses: they can be read and changed
  ///   until this returns, by any thread
  /// @param where the region of the array that contains them, of the same shape
  /// @throws IOException if the block cannot be processed
  void accept(NdView<?> block, Box where) throws IOException;
}
