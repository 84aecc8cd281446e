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

/// Releases pages behind a pass once no part needs them any more, so that a pass over a file larger
/// than memory does not fill the memory.
///
/// Parts finish roughly in order. Pages are released only up to the first unfinished part: work on
/// a part also faults in neighbouring pages, and pages released too early would be faulted back in.
/// If one part is late because its thread is not scheduled, the pages of parts far ahead of the
/// late part are released before it finishes, and once more afterwards.
final class PageRelease {

  /// The bytes of an operand that are released together: with small parts, one system call per part
  /// would cost more than the part itself.
  private static final long STEP = 8L << 20;

  /// Bytes that the operating system reads around a page fault.
  private static final long AROUND = 64 << 10;

  /// An access may fault in this many bytes on either side: the largest page size of the page
  /// cache.
  private static final long REACH = 2L << 20;

  /// If more than this many bytes of an operand lie between the first unfinished part and a
  /// finished one, the pages of the finished part are released early.
  private static final long FAR = 32L << 20;

  private final long parts;
  private final LongFunction<Strided[]> layouts;
  private final Backing[] backings;
  // The numbers of parts that have [#STEP] and [#FAR] bytes of an operand.
  private final long step;
  private final long far;
  // The finished parts after the first unfinished part.
  private final Set<Long> ahead = new HashSet<>();
  // The finished parts far ahead whose pages are to be released early.
  private final List<Long> early = new ArrayList<>();
  // The first unfinished part.
  private long finished;
  // The first part whose pages were not released again after it and all earlier parts had finished.
  private long given;

  /// @param parts the number of parts
  /// @param layouts returns the layouts of the operands of a part, given its index; the layout of
  ///   the leader (see [Pass]) comes first
  /// @param backings the backings of the first operands, in the order of the layouts; pages of
  ///   further operands are not released
  PageRelease(long parts, LongFunction<Strided[]> layouts, Backing... backings) {
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

  /// Estimates how many bytes are faulted in when all elements of a layout are accessed.
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

  /// Records that a part is finished.
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
