package io.ndmap.pass;

import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Releases the pages behind the parts of a pass that none of them needs any more, so that a pass
/// through a file larger than memory does not fill it.
///
/// Parts are finished in about their order. Pages are given back only up to the first part that is
/// not finished yet: whoever works on a part brings pages of its neighbours in with its own, and
/// what were given back before its time would come back. Only where a part is long in coming, its
/// thread having no processor, are those far ahead of it given back before it, and once more after
/// it.
final class DropBehind {

  /// Bytes of an operand that are given back at once: a system call for each part would cost more
  /// than the part where items are small.
  private static final long STEP = 8L << 20;

  /// Bytes that the kernel brings in around an access that finds nothing.
  private static final long AROUND = 64 << 10;

  /// What an access may bring in on either side of it: the largest page that a file's memory is
  /// kept in.
  private static final long REACH = 2L << 20;

  /// Bytes of an operand that may wait for a part.
  private static final long FAR = 32L << 20;

  private final long parts;
  private final LongFunction<Strided[]> layouts;
  private final Backing[] backings;
  private final long step;
  private final long far;
  private final Set<Long> ahead = new HashSet<>();
  private final List<Long> early = new ArrayList<>();
  private long finished;
  private long given;

  /// @param parts how many there are
  /// @param layouts where a part accesses its operands, the leader first
  /// @param backings the memory of the operands, in their order; of those beyond the last, nothing
  ///   is given back
  DropBehind(long parts, LongFunction<Strided[]> layouts, Backing... backings) {
    this.parts = parts;
    this.layouts = layouts;
    this.backings = backings;
    Strided[] first = layouts.apply(0);
    long most = 1;
    for (int o = 0; o < backings.length; o++) {
      most = Math.max(most, reached(first[o]));
    }
    this.step = Math.max(1, STEP / most);
    this.far = Math.max(1, FAR / most);
  }

  /// About how many bytes of memory are brought in for a layout.
  private static long reached(Strided layout) {
    int[] axes =
        IntStream.range(0, layout.rank())
            .boxed()
            .sorted(Comparator.comparingLong(k -> Math.abs(layout.stride(k))))
            .mapToInt(Integer::intValue)
            .toArray();
    long bytes = 1;
    for (int axis : axes) {
      long size = layout.shape().size(axis);
      long stride = Math.abs(layout.stride(axis));
      bytes =
          stride <= Math.max(bytes, AROUND)
              ? Math.max(bytes, size * stride)
              : size * Math.max(bytes, AROUND);
    }
    return bytes;
  }

  /// Takes note that a part is finished.
  void finish(long part) {
    List<Long> back;
    synchronized (this) {
      ahead.add(part);
      while (ahead.remove(finished)) {
        finished++;
      }
      if (finished - given >= step || finished == parts) {
        back = LongStream.range(given, finished).boxed().toList();
        given = finished;
        early.clear();
      } else if (part - finished > far) {
        early.add(part);
        if (early.size() < step) {
          return;
        }
        back = List.copyOf(early);
        early.clear();
      } else {
        return;
      }
    }
    if (!back.isEmpty()) {
      release(back);
    }
  }

  private void release(List<Long> back) {
    long[] starts = new long[backings.length];
    long[] ends = new long[backings.length];
    Arrays.fill(starts, Long.MAX_VALUE);
    Arrays.fill(ends, Long.MIN_VALUE);
    for (long part : back) {
      Strided[] of = layouts.apply(part);
      for (int o = 0; o < backings.length; o++) {
        starts[o] = Math.min(starts[o], of[o].firstByte());
        ends[o] = Math.max(ends[o], of[o].endByte(1));
      }
    }
    for (int o = 0; o < backings.length; o++) {
      backings[o].release(starts[o] - REACH, ends[o] + REACH);
    }
  }
}
