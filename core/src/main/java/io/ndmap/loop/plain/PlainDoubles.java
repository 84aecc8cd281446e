package io.ndmap.loop.plain;

import io.ndmap.loop.ArrayRoom;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Run;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/// The plain loop of a row over floating-point numbers of 64 bits, defined once more for each row.
final class PlainDoubles implements Loop {

  private static final PlainRow ROW = PlainRow.of(MethodHandles.lookup());
  private static final PlainRow.@Nullable DoubleMap MAP = ROW.as(PlainRow.DoubleMap.class);
  private static final PlainRow.@Nullable DoubleTest TEST = ROW.as(PlainRow.DoubleTest.class);

  @Override
  public void run(Run[] operands, Run result, int count) {
    ArrayRoom room = result.room();
    double[] a = room.doubles(0);
    double[] b = operands.length > 1 ? room.doubles(1) : a;
    double[] c = operands.length > 2 ? room.doubles(2) : a;
    for (int done = 0; done < count; done += a.length) {
      int n = Math.min(a.length, count - done);
      operands[0].read(a, done, n);
      if (operands.length > 1) {
        operands[1].read(b, done, n);
      }
      if (operands.length > 2) {
        operands[2].read(c, done, n);
      }
      if (TEST == null) {
        double[] z = room.doubles(ArrayRoom.RESULTS);
        map(a, b, c, z, n);
        result.write(z, done, n);
      } else {
        byte[] z = room.bytes(ArrayRoom.RESULTS);
        test(a, b, c, z, n);
        result.write(z, done, n);
      }
    }
  }

  @Override
  public boolean isPlain() {
    return true;
  }

  @SuppressWarnings("NullAway") // one of both is there
  private static void map(double[] a, double[] b, double[] c, double[] z, int n) {
    for (int i = 0; i < n; i++) {
      z[i] = MAP.of(a[i], b[i], c[i]);
    }
  }

  @SuppressWarnings("NullAway") // one of both is there
  private static void test(double[] a, double[] b, double[] c, byte[] z, int n) {
    for (int i = 0; i < n; i++) {
      z[i] = (byte) TEST.of(a[i], b[i], c[i]);
    }
  }
}
