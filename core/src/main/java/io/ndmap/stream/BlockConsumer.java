package io.ndmap.stream;

import io.ndmap.layout.Box;
import io.ndmap.nd.NdView;
import java.io.IOException;

/// A callback for an array's blocks.
@FunctionalInterface
public interface BlockConsumer {

  /// Processes the next block.
  ///
  /// @param block the elements, in memory that the next block reuses; until this method returns,
  ///   any thread may read and change them
  /// @param where the region of the array that the block contains; it has the shape of the block
  /// @throws IOException if the block cannot be processed
  void accept(NdView<?> block, Box where) throws IOException;
}
