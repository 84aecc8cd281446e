package io.ndmap.loop.plain;

import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/// The plain loop of an operation over words of [PackedInts]. There is a hidden copy of this class
/// for each operation and scalar type.
final class PlainPacked implements Loop {

  private static final PlainTemplateData DATA = PlainTemplateData.of(MethodHandles.lookup());
  private static final PlainTemplateData.@Nullable LongMap MAP =
      DATA.as(PlainTemplateData.LongMap.class);

  private final int itemsize;

  PlainPacked() {
    this.itemsize = DATA.itemsize();
  }

  @Override
  @SuppressWarnings("NullAway") // not null in hidden copies
  public void run(Span[] operands, Span result, int count) {
    Operands all = Operands.of(itemsize, operands);
    ArrayBuffers arrays = result.arrays();
    long[] a = arrays.longs(0);
    long[] z = arrays.longs(ArrayBuffers.RESULTS);
    long most = (long) a.length * Long.BYTES;
    long bytes = (long) count * itemsize;
    for (long done = 0; done < bytes; done += most) {
      long n = Math.min(most, bytes - done);
      int words = (int) Math.ceilDiv(n, Long.BYTES);
      all.x().shift(done).copyTo(a, n);
      if (all.areNumbers()) {
        map(a, all.y().getLong(0), all.w().getLong(0), z, words);
      } else {
        long[] b = arrays.longs(1);
        all.y().shift(done).copyTo(b, n);
        map(a, b, z, words);
      }
      result.shift(done).copyFrom(z, n);
    }
  }

  @Override
  public boolean isPlain() {
    return true;
  }

  @SuppressWarnings("NullAway") // not null in hidden copies
  private static void map(long[] a, long[] b, long[] z, int words) {
    for (int i = 0; i < words; i++) {
      z[i] = MAP.of(a[i], b[i], b[i]);
    }
  }

  @SuppressWarnings("NullAway") // not null in hidden copies
  private static void map(long[] a, long b, long c, long[] z, int words) {
    for (int i = 0; i < words; i++) {
      z[i] = MAP.of(a[i], b, c);
    }
  }
}
