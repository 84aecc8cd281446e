package io.ndmap.loop.plain;

import io.ndmap.loop.Loop;
import io.ndmap.loop.Run;
import io.ndmap.loop.Sums;
import io.ndmap.loop.plain.PlainRow.Addend;
import io.ndmap.memory.Unowned;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// The plain loop of [Sums], defined once more for each row. Items up to a multiple of eight are
/// read.
final class PlainSums implements Loop {

  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final PlainRow ROW = PlainRow.of(MethodHandles.lookup());
  private static final @Nullable Addend ADDEND = ROW.as(Addend.class);

  @Override
  @SuppressWarnings("NullAway") // there is one in all copies
  public void run(Run[] operands, Run result, int count) {
    Run items = operands[0];
    long bytes = (long) (count + Sums.LANES - 1 & -Sums.LANES) * ADDEND.itemsize();
    MemorySegment memory = Unowned.part(items.memory(), items.at(), bytes);
    double center = operands.length > 1 ? operands[1].getDouble(0) : 0;
    int blocks = Math.ceilDiv(count, Sums.BLOCK);
    MemorySegment sums =
        Unowned.target(result.memory(), result.at(), (long) blocks * Sums.LANES * Double.BYTES);
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
      long o = (long) (done / Sums.BLOCK) * Sums.LANES * Double.BYTES;
      sums.set(DOUBLE, o, a);
      sums.set(DOUBLE, o + 8, b);
      sums.set(DOUBLE, o + 16, c);
      sums.set(DOUBLE, o + 24, d);
      sums.set(DOUBLE, o + 32, e);
      sums.set(DOUBLE, o + 40, f);
      sums.set(DOUBLE, o + 48, g);
      sums.set(DOUBLE, o + 56, h);
    }
  }

  @Override
  public boolean isPlain() {
    return true;
  }
}
