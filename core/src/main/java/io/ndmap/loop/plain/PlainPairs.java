package io.ndmap.loop.plain;

import io.ndmap.loop.ArrayRoom;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Run;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/// The plain loop of a row over complex numbers, defined once more for each row.
final class PlainPairs implements Loop {

  private static final PlainRow ROW = PlainRow.of(MethodHandles.lookup());
  private static final PlainRow.@Nullable Pairs MAP = ROW.as(PlainRow.Pairs.class);
  private static final PlainRow.@Nullable PairTest TEST = ROW.as(PlainRow.PairTest.class);
  private static final PlainRow.@Nullable PairToReal REAL = ROW.as(PlainRow.PairToReal.class);
  private static final PlainRow.@Nullable FloatPairs FLOATS = ROW.as(PlainRow.FloatPairs.class);

  @Override
  public void run(Run[] operands, Run result, int count) {
    if (FLOATS == null) {
      doubles(operands, result, count);
    } else {
      floats(operands, result, count);
    }
  }

  @Override
  public boolean isPlain() {
    return true;
  }

  @SuppressWarnings("NullAway") // one of the four is there
  private static void doubles(Run[] operands, Run result, int count) {
    ArrayRoom room = result.room();
    double[] x = room.doubles(0);
    double[] y = operands.length > 1 ? room.doubles(1) : x;
    int most = x.length / 2;
    for (int done = 0; done < count; done += most) {
      int n = Math.min(most, count - done);
      for (int k = 0; k < operands.length; k++) {
        operands[k].read(k == 0 ? x : y, 2 * done, 2 * n);
      }
      if (REAL != null) {
        double[] z = room.doubles(ArrayRoom.RESULTS);
        for (int k = 0; k < n; k++) {
          z[k] = REAL.of(x[2 * k], x[2 * k + 1]);
        }
        result.write(z, done, n);
      } else if (TEST == null) {
        double[] z = room.doubles(ArrayRoom.RESULTS);
        for (int k = 0; k < 2 * n; k += 2) {
          MAP.of(x[k], x[k + 1], y[k], y[k + 1], z, k);
        }
        result.write(z, 2 * done, 2 * n);
      } else {
        byte[] z = room.bytes(ArrayRoom.RESULTS);
        for (int k = 0; k < n; k++) {
          z[k] = (byte) (TEST.of(x[2 * k], x[2 * k + 1], y[2 * k], y[2 * k + 1]) ? 1 : 0);
        }
        result.write(z, done, n);
      }
    }
  }

  @SuppressWarnings("NullAway") // one of the four is there
  private static void floats(Run[] operands, Run result, int count) {
    ArrayRoom room = result.room();
    float[] x = room.floats(0);
    float[] y = operands.length > 1 ? room.floats(1) : x;
    float[] z = room.floats(ArrayRoom.RESULTS);
    int most = x.length / 2;
    for (int done = 0; done < count; done += most) {
      int n = Math.min(most, count - done);
      for (int k = 0; k < operands.length; k++) {
        operands[k].read(k == 0 ? x : y, 2 * done, 2 * n);
      }
      for (int k = 0; k < 2 * n; k += 2) {
        FLOATS.of(x[k], x[k + 1], y[k], y[k + 1], z, k);
      }
      result.write(z, 2 * done, 2 * n);
    }
  }
}
