package io.ndmap.loop.plain;

import static io.ndmap.memory.LittleEndian.DOUBLE;

import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.loop.Sums;
import io.ndmap.loop.plain.PlainTemplateData.Addend;
import io.ndmap.memory.Unscoped;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/// The plain loop of [Sums]. There is a hidden copy of this class for each operation and compute
/// type. The loop adds a multiple of eight elements: the caller pads other counts with zeros.
final class PlainSums implements Loop {

  private static final PlainTemplateData DATA = PlainTemplateData.of(MethodHandles.lookup());
  private static final @Nullable Addend ADDEND = DATA.as(Addend.class);
  private static final long SIZE = DATA.itemsize();
  private static final int BLOCK = DATA.block();

  // The index of the first element of the last step of a block.
  private static final int LAST = BLOCK - Sums.LANES;

  @Override
  @SuppressWarnings("NullAway") // not null in hidden copies
  public void run(Span[] operands, Span result, int count) {
    Span items = operands[0];
    long bytes = (long) (count + Sums.LANES - 1 & -Sums.LANES) * SIZE;
    MemorySegment memory = Unscoped.slice(items.memory(), items.at(), bytes);
    double center = operands.length > 1 ? operands[1].getDouble(0) : 0;
    int blocks = Math.ceilDiv(count, BLOCK);
    MemorySegment sums =
        Unscoped.target(result.memory(), result.at(), (long) blocks * Double.BYTES);
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    double e = 0;
    double f = 0;
    double g = 0;
    double h = 0;
    // One loop over all blocks: a nested loop of few iterations per block would pay for its set-up
    // each time.
    for (int i = 0; i < count; i += Sums.LANES) {
      long o = (long) i * SIZE;
      a += ADDEND.of(memory, o, center);
      b += ADDEND.of(memory, o + SIZE, center);
      c += ADDEND.of(memory, o + 2 * SIZE, center);
      d += ADDEND.of(memory, o + 3 * SIZE, center);
      e += ADDEND.of(memory, o + 4 * SIZE, center);
      f += ADDEND.of(memory, o + 5 * SIZE, center);
      g += ADDEND.of(memory, o + 6 * SIZE, center);
      h += ADDEND.of(memory, o + 7 * SIZE, center);
      if ((i & LAST) == LAST || i + Sums.LANES >= count) {
        long to = (long) (i / BLOCK) * Double.BYTES;
        sums.set(DOUBLE, to, ((a + b) + (c + d)) + ((e + f) + (g + h)));
        a = 0;
        b = 0;
        c = 0;
        d = 0;
        e = 0;
        f = 0;
        g = 0;
        h = 0;
      }
    }
  }

  @Override
  public boolean isPlain() {
    return true;
  }
}
