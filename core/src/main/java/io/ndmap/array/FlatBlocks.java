package io.ndmap.array;

import io.ndmap.nd.NdView;
import io.ndmap.op.Execution;
import io.ndmap.pass.Parts;

/// Copies the elements of an array in C order, block by block, to temporary memory.
final class FlatBlocks {

  /// The number of elements of a block; the last may be shorter.
  private static final long BLOCK = 1 << 14;

  /// A callback for blocks.
  interface Body {

    /// @param block a copy of consecutive elements, of rank 1
    /// @param from the C-order index of the block's first element
    void run(NdView<?> block, long from);
  }

  private FlatBlocks() {}

  /// Passes all blocks, on the threads of an execution. The loop can be interrupted between blocks.
  static void forEach(NdView<?> array, Execution how, Body body) {
    long count = array.itemCount();
    NdView<?> source =
        Manipulation.atLeast1d(array)
            .on(how.dropBehind() ? Execution.SEQUENTIAL.droppingBehind() : Execution.SEQUENTIAL);
    new Parts(how, array.backing())
        .of(count)
        .runUnpinned(
            Math.ceilDiv(count, BLOCK),
            (part, _) -> {
              long from = part * BLOCK;
              long to = Math.min(count, from + BLOCK);
              NdView<?> block = NdView.zeros(array.dtype(), to - from);
              var _ = new FlatCopy(source, block).then(from, to);
              body.run(block, from);
            });
  }
}
