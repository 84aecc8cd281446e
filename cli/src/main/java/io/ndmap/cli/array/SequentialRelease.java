package io.ndmap.cli.array;

import io.ndmap.layout.Order;
import io.ndmap.nd.NdView;

/// Releases the pages behind a sequential pass over a view in C order, so that only the pages in
/// use stay in memory. If the view is not contiguous, releases all pages of its mapping each time.
final class SequentialRelease {

  /// The minimum number of processed bytes between two releases.
  private static final long STEP = 8L << 20;

  /// An access may map pages that begin up to this many bytes before its address: the size of the
  /// largest page in the page cache.
  private static final long REACH = 2L << 20;

  private final NdView<?> view;
  private final boolean contiguous;
  private long done;
  private long released;

  SequentialRelease(NdView<?> view) {
    this.view = view;
    this.contiguous = view.isContiguous(Order.C);
  }

  /// @param bytes the number of bytes processed since the last call
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
