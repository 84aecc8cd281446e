package io.ndmap.stream;

import io.ndmap.layout.Box;
import io.ndmap.nd.NdView;
import java.io.IOException;

/// Takes an array block by block.
@FunctionalInterface
public interface BlockConsumer {

  /// Takes the next block.
  ///
  /// @param block the items, in memory that the next block reuses: they can be read and changed
  ///   until this returns, by any thread
  /// @param where the part of the array that they are, of the same shape
  /// @throws IOException if the block cannot be passed on
  void accept(NdView<?> block, Box where) throws IOException;
}
