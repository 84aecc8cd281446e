package io.ndmap.loop.plain;

import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import java.lang.invoke.MethodHandles;
import java.nio.IntBuffer;
import org.jspecify.annotations.Nullable;

/// The plain loop of an operation over 32-bit integers, or over the bits of floating-point numbers,
/// otherwise like [PlainDoubles].
final class PlainInts implements Loop {

  private static final PlainTemplateData DATA = PlainTemplateData.of(MethodHandles.lookup());
  private static final PlainTemplateData.@Nullable IntMap MAP =
      DATA.as(PlainTemplateData.IntMap.class);
  private static final PlainTemplateData.@Nullable IntSteps STEPS =
      DATA.as(PlainTemplateData.IntSteps.class);
  private static final PlainTemplateData.@Nullable IntTest TEST =
      DATA.as(PlainTemplateData.IntTest.class);

  @Override
  public void run(Span[] given, Span result, int count) {
    Operands all = Operands.of(Integer.BYTES, given);
    int most = (MAP == null ? result.arrays().bytes() : all.piece()) / Integer.BYTES;
    for (int done = 0; done < count; done += most) {
      int n = Math.min(most, count - done);
      long at = (long) done * Integer.BYTES;
      Operands piece = all.shift(at);
      if (STEPS != null) {
        int[] results = result.arrays().ints(ArrayBuffers.RESULTS);
        steps(piece.x(), piece.y().getInt(0), piece.w().getInt(0), results, n);
        result.write(results, done, n);
      } else if (TEST != null) {
        byte[] answers = result.arrays().bytes(ArrayBuffers.RESULTS);
        if (all.areNumbers()) {
          test(piece.x(), piece.y().getInt(0), piece.w().getInt(0), answers, n);
        } else {
          test(piece.x(), piece.y(), answers, n);
        }
        result.write(answers, done, n);
      } else if (all.areNumbers()) {
        map(piece.x(), piece.y().getInt(0), piece.w().getInt(0), result.shift(at), n);
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
  private static int of(int a, int b) {
    return MAP.of(a, b, b);
  }

  @SuppressWarnings("NullAway") // one of them is not null
  private static long isTrue(int a, int b) {
    return TEST.of(a, b, b);
  }

  private static void map(Span first, Span second, Span result, int n) {
    IntBuffer a = first.ints(n);
    IntBuffer b = second.ints(n);
    IntBuffer z = result.targetInts(n);
    int fours = n & -4;
    for (int i = 0; i < fours; i += 4) {
      int p = of(a.get(i), b.get(i));
      int q = of(a.get(i + 1), b.get(i + 1));
      int r = of(a.get(i + 2), b.get(i + 2));
      int s = of(a.get(i + 3), b.get(i + 3));
      z.put(i, p).put(i + 1, q).put(i + 2, r).put(i + 3, s);
    }
    // The last elements are not accessed through the buffers: HotSpot would then allocate the
    // buffers.
    for (int i = fours; i < n; i++) {
      result.set(i, of(first.getInt(i), second.getInt(i)));
    }
  }

  @SuppressWarnings("NullAway") // one of them is not null
  private static void map(Span first, int b, int c, Span result, int n) {
    IntBuffer a = first.ints(n);
    IntBuffer z = result.targetInts(n);
    int fours = n & -4;
    for (int i = 0; i < fours; i += 4) {
      int p = MAP.of(a.get(i), b, c);
      int q = MAP.of(a.get(i + 1), b, c);
      int r = MAP.of(a.get(i + 2), b, c);
      int s = MAP.of(a.get(i + 3), b, c);
      z.put(i, p).put(i + 1, q).put(i + 2, r).put(i + 3, s);
    }
    for (int i = fours; i < n; i++) {
      result.set(i, MAP.of(first.getInt(i), b, c));
    }
  }

  @SuppressWarnings("NullAway") // one of them is not null
  private static void steps(Span first, int b, int c, int[] z, int n) {
    Span a = first.slice((long) n * Integer.BYTES);
    for (int i = 0; i < n; i++) {
      z[i] = STEPS.of(a.getInt(i), b, c);
    }
  }

  private static void test(Span first, Span second, byte[] z, int n) {
    Span a = first.slice((long) n * Integer.BYTES);
    Span b = second.slice((long) n * Integer.BYTES);
    for (int i = 0; i < n; i++) {
      z[i] = (byte) isTrue(a.getInt(i), b.getInt(i));
    }
  }

  @SuppressWarnings("NullAway") // one of them is not null
  private static void test(Span first, int b, int c, byte[] z, int n) {
    Span a = first.slice((long) n * Integer.BYTES);
    for (int i = 0; i < n; i++) {
      z[i] = (byte) TEST.of(a.getInt(i), b, c);
    }
  }
}
