package io.ndmap.loop.plain;

import io.ndmap.loop.Loop;
import io.ndmap.loop.Run;
import io.ndmap.loop.Sums;
import io.ndmap.loop.plain.PlainRow.Addend;
import io.ndmap.memory.Unowned;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/// The plain loop of [Sums], defined once more for each row. Items up to a multiple of eight are
/// read.
final class PlainSums implements Loop {

  private static final PlainRow ROW = PlainRow.of(MethodHandles.lookup());
  private static final @Nullable Addend ADDEND = ROW.as(Addend.class);

  @Override
  @SuppressWarnings("NullAway") // there is one in all copies
  public void run(Run[] operands, Run result, int count) {
    Run items = operands[0];
    long bytes = (long) (count + Sums.LANES - 1 & -Sums.LANES) * ADDEND.itemsize();
    MemorySegment memory = Unowned.part(items.memory(), items.at(), bytes);
    double center = operands.length > 1 ? operands[1].getDouble(0) : 0;
    int sums = 0;
    for (int done = 0; done < count; done += Sums.BLOCK) {
      int end = Math.min(done + Sums.BLOCK, count);
      double a = 0;
      double b = 0;
      double c = 0;
      double d = 0;
      double e = 0;
      double f = 0;
      double g = 0;
      double h = 0;
      for (int i = done; i < end; i += Sums.LANES) {
        a += ADDEND.of(memory, i, center);
        b += ADDEND.of(memory, i + 1, center);
        c += ADDEND.of(memory, i + 2, center);
        d += ADDEND.of(memory, i + 3, center);
        e += ADDEND.of(memory, i + 4, center);
        f += ADDEND.of(memory, i + 5, center);
        g += ADDEND.of(memory, i + 6, center);
        h += ADDEND.of(memory, i + 7, center);
      }
      result.set(sums, a);
      result.set(sums + 1, b);
      result.set(sums + 2, c);
      result.set(sums + 3, d);
      result.set(sums + 4, e);
      result.set(sums + 5, f);
      result.set(sums + 6, g);
      result.set(sums + 7, h);
      sums += Sums.LANES;
    }
  }

  @Override
  public boolean isPlain() {
    return true;
  }
}
