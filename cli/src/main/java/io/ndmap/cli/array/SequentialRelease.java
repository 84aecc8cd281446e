package io.ndmap.cli.array;

import io.ndmap.layout.Order;
import io.ndmap.nd.NdView;

/// Releases the pages behind a sequential pass over a file in C order, so that only those in use
/// stay in memory.
final class SequentialRelease {

  private static final long STEP = 8L << 20;

  /// How far an access may fault pages in behind it: the largest page of the page cache.
  private static final long REACH = 2L << 20;

  private final NdView<?> view;
  private final boolean contiguous;
  private long done;
  private long released;

  SequentialRelease(NdView<?> view) {
    this.view = view;
    this.contiguous = view.isContiguous(Order.C);
  }

  /// @param bytes how many more bytes were processed
  void advance(long bytes) {
    done += bytes;
    if (done - released >= STEP) {
      if (contiguous) {
        long first = view.strided().offset();
        view.backing().release(first + released - REACH, first + done);
      } else {
        view.backing().release(0, view.segment().byteSize());
      }
      released = done;
    }
  }
}
