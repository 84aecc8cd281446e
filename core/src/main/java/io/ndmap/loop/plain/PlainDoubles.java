package io.ndmap.loop.plain;

import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import java.lang.invoke.MethodHandles;
import java.nio.DoubleBuffer;
import org.jspecify.annotations.Nullable;

/// The plain loop of an operation over 64-bit floating-point numbers. There is a hidden copy of
/// this class for each operation. Four elements are computed before the first is stored: HotSpot 25
/// vectorises four elements if all loads precede the stores, and if the method of the loop itself
/// creates the buffers through which they are accessed, so that the class of the buffers is known.
final class PlainDoubles implements Loop {

  private static final PlainTemplateData DATA = PlainTemplateData.of(MethodHandles.lookup());
  private static final PlainTemplateData.@Nullable DoubleMap MAP =
      DATA.as(PlainTemplateData.DoubleMap.class);
  private static final PlainTemplateData.@Nullable DoubleTest TEST =
      DATA.as(PlainTemplateData.DoubleTest.class);

  @Override
  public void run(Span[] given, Span result, int count) {
    Operands all = Operands.of(Double.BYTES, given);
    int most = (TEST == null ? all.piece() : result.arrays().bytes()) / Double.BYTES;
    for (int done = 0; done < count; done += most) {
      int n = Math.min(most, count - done);
      long at = (long) done * Double.BYTES;
      Operands piece = all.shift(at);
      if (TEST != null) {
        test(piece.x(), piece.y(), result.shift(done), n);
      } else if (all.areNumbers()) {
        map(piece.x(), piece.y().getDouble(0), piece.w().getDouble(0), result.shift(at), n);
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
  private static double of(double a, double b) {
    return MAP.of(a, b, b);
  }

  @SuppressWarnings("NullAway") // one of them is not null
  private static long isTrue(double a, double b) {
    return TEST.of(a, b, b);
  }

  private static void map(Span first, Span second, Span result, int n) {
    DoubleBuffer a = first.doubles(n);
    DoubleBuffer b = second.doubles(n);
    DoubleBuffer z = result.targetDoubles(n);
    int fours = n & -4;
    for (int i = 0; i < fours; i += 4) {
      double p = of(a.get(i), b.get(i));
      double q = of(a.get(i + 1), b.get(i + 1));
      double r = of(a.get(i + 2), b.get(i + 2));
      double s = of(a.get(i + 3), b.get(i + 3));
      z.put(i, p).put(i + 1, q).put(i + 2, r).put(i + 3, s);
    }
    // The last elements are not accessed through the buffers: HotSpot would then allocate the
    // buffers.
    for (int i = fours; i < n; i++) {
      result.set(i, of(first.getDouble(i), second.getDouble(i)));
    }
  }

  @SuppressWarnings("NullAway") // one of the two is not null
  private static void map(Span first, double b, double c, Span result, int n) {
    DoubleBuffer a = first.doubles(n);
    DoubleBuffer z = result.targetDoubles(n);
    int fours = n & -4;
    for (int i = 0; i < fours; i += 4) {
      double p = MAP.of(a.get(i), b, c);
      double q = MAP.of(a.get(i + 1), b, c);
      double r = MAP.of(a.get(i + 2), b, c);
      double s = MAP.of(a.get(i + 3), b, c);
      z.put(i, p).put(i + 1, q).put(i + 2, r).put(i + 3, s);
    }
    for (int i = fours; i < n; i++) {
      result.set(i, MAP.of(first.getDouble(i), b, c));
    }
  }

  /// Accesses memory directly: HotSpot does not vectorise loops over the bits of doubles.
  private static void test(Span first, Span second, Span result, int n) {
    Span a = first.slice((long) n * Double.BYTES);
    Span b = second.slice((long) n * Double.BYTES);
    Span z = result.targetSlice(n);
    for (int i = 0; i < n; i++) {
      z.set(i, (byte) isTrue(a.getDouble(i), b.getDouble(i)));
    }
  }
}
