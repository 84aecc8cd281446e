package io.ndmap.loop.plain;

import io.ndmap.loop.ArrayRoom;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Run;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/// The plain loop of a row over floating-point numbers of 32 bits, defined once more for each row.
final class PlainFloats implements Loop {

  private static final PlainRow ROW = PlainRow.of(MethodHandles.lookup());
  private static final PlainRow.@Nullable FloatMap MAP = ROW.as(PlainRow.FloatMap.class);

  @Override
  @SuppressWarnings("NullAway") // there is one in all copies
  public void run(Run[] operands, Run result, int count) {
    ArrayRoom room = result.room();
    float[] a = room.floats(0);
    float[] b = operands.length > 1 ? room.floats(1) : a;
    float[] c = operands.length > 2 ? room.floats(2) : a;
    float[] z = room.floats(ArrayRoom.RESULTS);
    for (int done = 0; done < count; done += a.length) {
      int n = Math.min(a.length, count - done);
      operands[0].read(a, done, n);
      if (operands.length > 1) {
        operands[1].read(b, done, n);
      }
      if (operands.length > 2) {
        operands[2].read(c, done, n);
      }
      map(a, b, c, z, n);
      result.write(z, done, n);
    }
  }

  @Override
  public boolean isPlain() {
    return true;
  }

  @SuppressWarnings("NullAway") // there is one in all copies
  private static void map(float[] a, float[] b, float[] c, float[] z, int n) {
    for (int i = 0; i < n; i++) {
      z[i] = MAP.of(a[i], b[i], c[i]);
    }
  }
}
