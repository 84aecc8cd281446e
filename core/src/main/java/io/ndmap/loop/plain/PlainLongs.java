package io.ndmap.loop.plain;

import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import java.lang.invoke.MethodHandles;
import java.nio.LongBuffer;
import org.jspecify.annotations.Nullable;

/// The plain loop of an operation over 64-bit integers, or over the bits of floating-point numbers,
/// otherwise like [PlainDoubles].
final class PlainLongs implements Loop {

  private static final PlainTemplateData DATA = PlainTemplateData.of(MethodHandles.lookup());
  private static final PlainTemplateData.@Nullable LongMap MAP =
      DATA.as(PlainTemplateData.LongMap.class);
  private static final PlainTemplateData.@Nullable LongSteps STEPS =
      DATA.as(PlainTemplateData.LongSteps.class);
  private static final PlainTemplateData.@Nullable LongTest TEST =
      DATA.as(PlainTemplateData.LongTest.class);

  @Override
  public void run(Span[] given, Span result, int count) {
    Operands all = Operands.of(Long.BYTES, given);
    int most = (MAP == null ? result.arrays().bytes() : all.piece()) / Long.BYTES;
    for (int done = 0; done < count; done += most) {
      int n = Math.min(most, count - done);
      long at = (long) done * Long.BYTES;
      Operands piece = all.shift(at);
      if (STEPS != null) {
        long[] results = result.arrays().longs(ArrayBuffers.RESULTS);
        steps(piece.x(), piece.y().getLong(0), piece.w().getLong(0), results, n);
        result.write(results, done, n);
      } else if (TEST != null) {
        byte[] answers = result.arrays().bytes(ArrayBuffers.RESULTS);
        if (all.areNumbers()) {
          test(piece.x(), piece.y().getLong(0), piece.w().getLong(0), answers, n);
        } else {
          test(piece.x(), piece.y(), answers, n);
        }
        result.write(answers, done, n);
      } else if (all.areNumbers()) {
        map(piece.x(), piece.y().getLong(0), piece.w().getLong(0), result.shift(at), n);
      } else {
        map(piece.x(), piece.y(), result.shift(at), n);
      }
    }
  }

  @Override
  public boolean isPlain() {
    return true;
  }

  @SuppressWarnings("NullAway") // one of them is not null
  private static long of(long a, long b) {
    return MAP.of(a, b, b);
  }

  @SuppressWarnings("NullAway") // one of them is not null
  private static long isTrue(long a, long b) {
    return TEST.of(a, b, b);
  }

  private static void map(Span first, Span second, Span result, int n) {
    LongBuffer a = first.longs(n);
    LongBuffer b = second.longs(n);
    LongBuffer z = result.targetLongs(n);
    int fours = n & -4;
    for (int i = 0; i < fours; i += 4) {
      long p = of(a.get(i), b.get(i));
      long q = of(a.get(i + 1), b.get(i + 1));
      long r = of(a.get(i + 2), b.get(i + 2));
      long s = of(a.get(i + 3), b.get(i + 3));
      z.put(i, p).put(i + 1, q).put(i + 2, r).put(i + 3, s);
    }
    // The last elements are not accessed through the buffers: HotSpot would then allocate the
    // buffers.
    for (int i = fours; i < n; i++) {
      result.set(i, of(first.getLong(i), second.getLong(i)));
    }
  }

  @SuppressWarnings("NullAway") // one of them is not null
  private static void map(Span first, long b, long c, Span result, int n) {
    LongBuffer a = first.longs(n);
    LongBuffer z = result.targetLongs(n);
    int fours = n & -4;
    for (int i = 0; i < fours; i += 4) {
      long p = MAP.of(a.get(i), b, c);
      long q = MAP.of(a.get(i + 1), b, c);
      long r = MAP.of(a.get(i + 2), b, c);
      long s = MAP.of(a.get(i + 3), b, c);
      z.put(i, p).put(i + 1, q).put(i + 2, r).put(i + 3, s);
    }
    for (int i = fours; i < n; i++) {
      result.set(i, MAP.of(first.getLong(i), b, c));
    }
  }

  @SuppressWarnings("NullAway") // one of them is not null
  private static void steps(Span first, long b, long c, long[] z, int n) {
    Span a = first.slice((long) n * Long.BYTES);
    for (int i = 0; i < n; i++) {
      z[i] = STEPS.of(a.getLong(i), b, c);
    }
  }

  private static void test(Span first, Span second, byte[] z, int n) {
    Span a = first.slice((long) n * Long.BYTES);
    Span b = second.slice((long) n * Long.BYTES);
    for (int i = 0; i < n; i++) {
      z[i] = (byte) isTrue(a.getLong(i), b.getLong(i));
    }
  }

  @SuppressWarnings("NullAway") // one of them is not null
  private static void test(Span first, long b, long c, byte[] z, int n) {
    Span a = first.slice((long) n * Long.BYTES);
    for (int i = 0; i < n; i++) {
      z[i] = (byte) TEST.of(a.getLong(i), b, c);
    }
  }
}
