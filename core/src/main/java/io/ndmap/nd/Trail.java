package io.ndmap.nd;

import java.util.HashSet;
import java.util.Set;

/// What parts of a pass leave behind: the pages of files that none of them needs any more are given
/// back, so that a pass through a file larger than memory does not fill it.
///
/// Parts are finished in about their order. Pages are given back only up to the first part that is
/// not finished yet: whoever works on a part brings pages of its neighbours in with its own, and
/// what were given back before its time would come back to stay.
final class Trail {

  /// Bytes of the leader that are given back at once: a system call for each part would cost more
  /// than the part where items are small.
  private static final long STEP = 8L << 20;

  /// What an access may bring in on either side of it: the largest page that a file's memory is
  /// kept in.
  private static final long REACH = 2L << 20;

  private final Pass pass;
  private final Backing[] backings;
  private final long step;
  private final Set<Long> ahead = new HashSet<>();
  private long finished;
  private long given;

  /// @param backings the memory of the pass's operands, in their order; of those beyond the last,
  ///   nothing is given back
  Trail(Pass pass, Backing... backings) {
    this.pass = pass;
    this.backings = backings;
    Strided first = pass.part(0)[0];
    this.step = Math.max(1, STEP / Math.max(1, first.endByte(1) - first.firstByte()));
  }

  /// Takes note that a part is finished.
  void finish(long part) {
    long from;
    long to;
    synchronized (this) {
      ahead.add(part);
      while (ahead.remove(finished)) {
        finished++;
      }
      if (finished - given < step && finished < pass.parts()) {
        return;
      }
      from = given;
      to = finished;
      given = finished;
    }
    if (from < to) {
      release(from, to);
    }
  }

  private void release(long from, long to) {
    long[] starts = new long[backings.length];
    long[] ends = new long[backings.length];
    for (long part = from; part < to; part++) {
      Strided[] layouts = pass.part(part);
      for (int o = 0; o < backings.length; o++) {
        long start = layouts[o].firstByte();
        long end = layouts[o].endByte(1);
        starts[o] = part == from ? start : Math.min(starts[o], start);
        ends[o] = part == from ? end : Math.max(ends[o], end);
      }
    }
    for (int o = 0; o < backings.length; o++) {
      backings[o].release(starts[o] - REACH, ends[o] + REACH);
    }
  }
}
