package io.ndmap.loop.plain;

import static io.ndmap.memory.LittleEndian.DOUBLE;
import static io.ndmap.memory.LittleEndian.FLOAT;
import static io.ndmap.memory.LittleEndian.LONG;

import io.ndmap.loop.Loop;
import io.ndmap.loop.Score;
import io.ndmap.loop.Span;
import io.ndmap.loop.plain.PlainTemplateData.DoubleMap;
import io.ndmap.loop.plain.PlainTemplateData.FloatMap;
import io.ndmap.loop.plain.PlainTemplateData.LongMap;
import io.ndmap.memory.Unscoped;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/// The plain loop of [Score]. There is a hidden copy of this class for each score and compute type.
@SuppressWarnings("NullAway") // one of the terms is not null in each copy
final class PlainScores implements Loop {

  private static final PlainTemplateData DATA = PlainTemplateData.of(MethodHandles.lookup());
  private static final @Nullable FloatMap OF_FLOATS = DATA.as(FloatMap.class);
  private static final @Nullable DoubleMap OF_DOUBLES = DATA.as(DoubleMap.class);
  private static final @Nullable LongMap OF_LONGS = DATA.as(LongMap.class);
  private static final int SIZE = DATA.itemsize();
  private static final int LANES = Score.LANES;

  // The index of the first element of the last step of a block.
  private static final int LAST = Score.BLOCK - LANES;

  @Override
  public void run(Span[] operands, Span result, int count) {
    long bytes = (long) count * SIZE;
    MemorySegment x = Unscoped.slice(operands[0].memory(), operands[0].at(), bytes);
    MemorySegment y = Unscoped.slice(operands[1].memory(), operands[1].at(), bytes);
    if (OF_FLOATS != null) {
      result.set(0, floats(x, y, count));
    } else if (OF_DOUBLES != null) {
      result.set(0, doubles(x, y, count));
    } else {
      result.set(0, longs(x, y, count));
    }
  }

  private static double floats(MemorySegment x, MemorySegment y, int count) {
    double sum = 0;
    int whole = count & -LANES;
    float a = 0;
    float b = 0;
    float c = 0;
    float d = 0;
    float e = 0;
    float f = 0;
    float g = 0;
    float h = 0;
    for (int i = 0; i < whole; i += LANES) {
      long o = (long) i << 2;
      a += term(x, y, o);
      b += term(x, y, o + 4);
      c += term(x, y, o + 8);
      d += term(x, y, o + 12);
      e += term(x, y, o + 16);
      f += term(x, y, o + 20);
      g += term(x, y, o + 24);
      h += term(x, y, o + 28);
      if ((i & LAST) == LAST) {
        sum += (((double) a + b) + ((double) c + d)) + (((double) e + f) + ((double) g + h));
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
    long o = (long) whole << 2;
    int rest = count - whole;
    a += rest > 0 ? term(x, y, o) : 0;
    b += rest > 1 ? term(x, y, o + 4) : 0;
    c += rest > 2 ? term(x, y, o + 8) : 0;
    d += rest > 3 ? term(x, y, o + 12) : 0;
    e += rest > 4 ? term(x, y, o + 16) : 0;
    f += rest > 5 ? term(x, y, o + 20) : 0;
    g += rest > 6 ? term(x, y, o + 24) : 0;
    return sum + ((((double) a + b) + ((double) c + d)) + (((double) e + f) + ((double) g + h)));
  }

  private static float term(MemorySegment x, MemorySegment y, long at) {
    return OF_FLOATS.of(x.get(FLOAT, at), y.get(FLOAT, at), 0);
  }

  private static double doubles(MemorySegment x, MemorySegment y, int count) {
    double sum = 0;
    int whole = count & -LANES;
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    double e = 0;
    double f = 0;
    double g = 0;
    double h = 0;
    for (int i = 0; i < whole; i += LANES) {
      long o = (long) i << 3;
      a += doubleTerm(x, y, o);
      b += doubleTerm(x, y, o + 8);
      c += doubleTerm(x, y, o + 16);
      d += doubleTerm(x, y, o + 24);
      e += doubleTerm(x, y, o + 32);
      f += doubleTerm(x, y, o + 40);
      g += doubleTerm(x, y, o + 48);
      h += doubleTerm(x, y, o + 56);
      if ((i & LAST) == LAST) {
        sum += ((a + b) + (c + d)) + ((e + f) + (g + h));
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
    long o = (long) whole << 3;
    int rest = count - whole;
    a += rest > 0 ? doubleTerm(x, y, o) : 0;
    b += rest > 1 ? doubleTerm(x, y, o + 8) : 0;
    c += rest > 2 ? doubleTerm(x, y, o + 16) : 0;
    d += rest > 3 ? doubleTerm(x, y, o + 24) : 0;
    e += rest > 4 ? doubleTerm(x, y, o + 32) : 0;
    f += rest > 5 ? doubleTerm(x, y, o + 40) : 0;
    g += rest > 6 ? doubleTerm(x, y, o + 48) : 0;
    return sum + (((a + b) + (c + d)) + ((e + f) + (g + h)));
  }

  private static double doubleTerm(MemorySegment x, MemorySegment y, long at) {
    return OF_DOUBLES.of(x.get(DOUBLE, at), y.get(DOUBLE, at), 0);
  }

  private static long longs(MemorySegment x, MemorySegment y, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      long o = (long) i << 3;
      sum += OF_LONGS.of(x.get(LONG, o), y.get(LONG, o), 0);
    }
    return sum;
  }

  @Override
  public boolean isPlain() {
    return true;
  }
}
