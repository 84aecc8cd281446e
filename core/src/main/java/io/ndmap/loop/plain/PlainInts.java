package io.ndmap.loop.plain;

import io.ndmap.loop.ArrayRoom;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Run;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/// The plain loop of a row over integers of 32 bits, defined once more for each row.
final class PlainInts implements Loop {

  private static final PlainRow ROW = PlainRow.of(MethodHandles.lookup());
  private static final PlainRow.@Nullable IntMap MAP = ROW.as(PlainRow.IntMap.class);
  private static final PlainRow.@Nullable IntTest TEST = ROW.as(PlainRow.IntTest.class);

  @Override
  public void run(Run[] operands, Run result, int count) {
    ArrayRoom room = result.room();
    int[] a = room.ints(0);
    int[] b = operands.length > 1 ? room.ints(1) : a;
    int[] c = operands.length > 2 ? room.ints(2) : a;
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
        int[] z = room.ints(ArrayRoom.RESULTS);
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
  private static void map(int[] a, int[] b, int[] c, int[] z, int n) {
    for (int i = 0; i < n; i++) {
      z[i] = MAP.of(a[i], b[i], c[i]);
    }
  }

  @SuppressWarnings("NullAway") // one of both is there
  private static void test(int[] a, int[] b, int[] c, byte[] z, int n) {
    for (int i = 0; i < n; i++) {
      z[i] = (byte) TEST.of(a[i], b[i], c[i]);
    }
  }
}
