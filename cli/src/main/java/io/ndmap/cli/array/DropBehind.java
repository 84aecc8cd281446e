package io.ndmap.cli.array;

import io.ndmap.layout.Order;
import io.ndmap.nd.NdView;

/// Releases the pages behind a pass over a file in C order, so that only those in use stay in
/// memory.
final class DropBehind {

  private static final long STEP = 8L << 20;

  /// What an access may bring in in front of it: the largest page that a file's memory is kept in.
  private static final long REACH = 2L << 20;

  private final NdView<?> view;
  private final boolean straight;
  private long done;
  private long given;

  DropBehind(NdView<?> view) {
    this.view = view;
    this.straight = view.isContiguous(Order.C);
  }

  /// @param bytes how many more were passed
  void advance(long bytes) {
    done += bytes;
    if (done - given >= STEP) {
      if (straight) {
        long first = view.strided().offset();
        view.backing().release(first + given - REACH, first + done);
      } else {
        view.backing().release(0, view.segment().byteSize());
      }
      given = done;
    }
  }
}
