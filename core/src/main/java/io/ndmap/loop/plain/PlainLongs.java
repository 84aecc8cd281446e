package io.ndmap.loop.plain;

import io.ndmap.loop.ArrayRoom;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Run;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/// The plain loop of a row over integers of 64 bits, defined once more for each row.
final class PlainLongs implements Loop {

  private static final PlainRow ROW = PlainRow.of(MethodHandles.lookup());
  private static final PlainRow.@Nullable LongMap MAP = ROW.as(PlainRow.LongMap.class);
  private static final PlainRow.@Nullable LongTest TEST = ROW.as(PlainRow.LongTest.class);

  @Override
  public void run(Run[] operands, Run result, int count) {
    ArrayRoom room = result.room();
    long[] a = room.longs(0);
    long[] b = operands.length > 1 ? room.longs(1) : a;
    long[] c = operands.length > 2 ? room.longs(2) : a;
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
        long[] z = room.longs(ArrayRoom.RESULTS);
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
  private static void map(long[] a, long[] b, long[] c, long[] z, int n) {
    for (int i = 0; i < n; i++) {
      z[i] = MAP.of(a[i], b[i], c[i]);
    }
  }

  @SuppressWarnings("NullAway") // one of both is there
  private static void test(long[] a, long[] b, long[] c, byte[] z, int n) {
    for (int i = 0; i < n; i++) {
      z[i] = (byte) TEST.of(a[i], b[i], c[i]);
    }
  }
}
