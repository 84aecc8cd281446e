package io.ndmap.loop.plain;

import io.ndmap.loop.Loop;
import io.ndmap.loop.Run;
import java.lang.invoke.MethodHandles;
import java.nio.DoubleBuffer;
import org.jspecify.annotations.Nullable;

/// The plain loop of a row over floating-point numbers of 64 bits, defined once more for each row.
/// Four items are computed before the first is stored: HotSpot 25 makes a vector of four whose
/// loads all come before the stores. It takes buffers for that, which the method that has the loop
/// must make itself, or HotSpot does not know of which class they are.
final class PlainDoubles implements Loop {

  private static final PlainRow ROW = PlainRow.of(MethodHandles.lookup());
  private static final PlainRow.@Nullable DoubleMap MAP = ROW.as(PlainRow.DoubleMap.class);
  private static final PlainRow.@Nullable DoubleTest TEST = ROW.as(PlainRow.DoubleTest.class);

  @Override
  public void run(Run[] given, Run result, int count) {
    Operands all = Operands.of(Double.BYTES, given);
    int most = (TEST == null ? all.piece() : result.room().bytes()) / Double.BYTES;
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

  @SuppressWarnings("NullAway") // one of them is there
  private static double of(double a, double b) {
    return MAP.of(a, b, b);
  }

  @SuppressWarnings("NullAway") // one of them is there
  private static long isTrue(double a, double b) {
    return TEST.of(a, b, b);
  }

  private static void map(Run first, Run second, Run result, int n) {
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
    // Not by the buffers, which would be objects then.
    for (int i = fours; i < n; i++) {
      result.set(i, of(first.getDouble(i), second.getDouble(i)));
    }
  }

  @SuppressWarnings("NullAway") // one of both is there
  private static void map(Run first, double b, double c, Run result, int n) {
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

  /// Straight to memory: HotSpot makes no vectors of what takes the bits of doubles.
  private static void test(Run first, Run second, Run result, int n) {
    Run a = first.part((long) n * Double.BYTES);
    Run b = second.part((long) n * Double.BYTES);
    Run z = result.targetPart(n);
    for (int i = 0; i < n; i++) {
      z.set(i, (byte) isTrue(a.getDouble(i), b.getDouble(i)));
    }
  }
}
