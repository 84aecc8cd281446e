package io.ndmap.loop.plain;

import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import java.lang.invoke.MethodHandles;
import java.nio.FloatBuffer;
import org.jspecify.annotations.Nullable;

/// The plain loop of an operation over 32-bit floating-point numbers, otherwise like
/// [PlainDoubles].
final class PlainFloats implements Loop {

  private static final PlainTemplateData DATA = PlainTemplateData.of(MethodHandles.lookup());
  private static final PlainTemplateData.@Nullable FloatMap MAP =
      DATA.as(PlainTemplateData.FloatMap.class);

  @Override
  public void run(Span[] given, Span result, int count) {
    Operands all = Operands.of(Float.BYTES, given);
    int most = all.piece() / Float.BYTES;
    for (int done = 0; done < count; done += most) {
      int n = Math.min(most, count - done);
      long at = (long) done * Float.BYTES;
      Operands piece = all.shift(at);
      if (all.areNumbers()) {
        map(piece.x(), piece.y().getFloat(0), piece.w().getFloat(0), result.shift(at), n);
      } else {
        map(piece.x(), piece.y(), result.shift(at), n);
      }
    }
  }

  @Override
  public boolean isPlain() {
    return true;
  }

  @SuppressWarnings("NullAway") // MAP is not null in hidden copies
  private static float of(float a, float b) {
    return MAP.of(a, b, b);
  }

  private static void map(Span first, Span second, Span result, int n) {
    FloatBuffer a = first.floats(n);
    FloatBuffer b = second.floats(n);
    FloatBuffer z = result.targetFloats(n);
    int fours = n & -4;
    for (int i = 0; i < fours; i += 4) {
      float p = of(a.get(i), b.get(i));
      float q = of(a.get(i + 1), b.get(i + 1));
      float r = of(a.get(i + 2), b.get(i + 2));
      float s = of(a.get(i + 3), b.get(i + 3));
      z.put(i, p).put(i + 1, q).put(i + 2, r).put(i + 3, s);
    }
    // The last elements are not accessed through the buffers: HotSpot would then allocate the
    // buffers.
    for (int i = fours; i < n; i++) {
      result.set(i, of(first.getFloat(i), second.getFloat(i)));
    }
  }

  @SuppressWarnings("NullAway") // MAP is not null in hidden copies
  private static void map(Span first, float b, float c, Span result, int n) {
    FloatBuffer a = first.floats(n);
    FloatBuffer z = result.targetFloats(n);
    int fours = n & -4;
    for (int i = 0; i < fours; i += 4) {
      float p = MAP.of(a.get(i), b, c);
      float q = MAP.of(a.get(i + 1), b, c);
      float r = MAP.of(a.get(i + 2), b, c);
      float s = MAP.of(a.get(i + 3), b, c);
      z.put(i, p).put(i + 1, q).put(i + 2, r).put(i + 3, s);
    }
    for (int i = fours; i < n; i++) {
      result.set(i, MAP.of(first.getFloat(i), b, c));
    }
  }
}
