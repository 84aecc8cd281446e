package io.ndmap.loop.plain;

import io.ndmap.loop.Conversion;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.memory.Scratch;
import io.ndmap.move.CastLoop;
import io.ndmap.move.CastPath;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// The plain loop of a [Conversion]: one loop of [CastPath], or several loops, each of which passes
/// blocks of elements to the next.
final class PlainConversion implements Loop {

  /// The number of elements of a block: more would not fit the L1 cache.
  private static final int MOST = 512;

  private final int itemsize;
  private final int resultSize;
  private final List<CastLoop> loops;

  PlainConversion(Conversion conversion) {
    this.itemsize = conversion.from().itemsize();
    this.resultSize = conversion.to().itemsize();
    this.loops = CastPath.between(conversion.from(), conversion.to());
  }

  @Override
  public void run(Span[] operands, Span result, int count) {
    Span items = operands[0];
    if (loops.size() == 1) {
      loops.getFirst().run(items.memory(), items.at(), result.memory(), result.at(), count);
      return;
    }
    try (Scratch scratch = Scratch.take()) {
      MemorySegment buffer = scratch.memory();
      for (int done = 0; done < count; done += MOST) {
        int n = Math.min(MOST, count - done);
        MemorySegment from = items.memory();
        long first = items.at() + (long) done * itemsize;
        for (int k = 0; k < loops.size() - 1; k++) {
          loops.get(k).run(from, first, buffer, Scratch.at(k), n);
          from = buffer;
          first = Scratch.at(k);
        }
        long to = result.at() + (long) done * resultSize;
        loops.getLast().run(from, first, result.memory(), to, n);
      }
    }
  }

  @Override
  public boolean isPlain() {
    return true;
  }
}
