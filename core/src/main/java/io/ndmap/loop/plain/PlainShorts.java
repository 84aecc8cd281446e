package io.ndmap.loop.plain;

import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/// The plain loop of an operation over 16-bit integers, which are sign- or zero-extended to 32
/// bits. There is a hidden copy of this class for each operation and scalar type.
final class PlainShorts implements Loop {

  private static final PlainTemplateData DATA = PlainTemplateData.of(MethodHandles.lookup());
  private static final PlainTemplateData.@Nullable IntMap MAP =
      DATA.as(PlainTemplateData.IntMap.class);
  private static final PlainTemplateData.@Nullable IntTest TEST =
      DATA.as(PlainTemplateData.IntTest.class);

  @Override
  public void run(Span[] operands, Span result, int count) {
    ArrayBuffers arrays = result.arrays();
    short[] a = arrays.shorts(0);
    short[] b = operands.length > 1 ? arrays.shorts(1) : a;
    short[] c = operands.length > 2 ? arrays.shorts(2) : a;
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
        short[] z = arrays.shorts(ArrayBuffers.RESULTS);
        map(a, b, c, z, n);
        result.write(z, done, n);
      } else {
        byte[] z = arrays.bytes(ArrayBuffers.RESULTS);
        test(a, b, c, z, n);
        result.write(z, done, n);
      }
    }
  }

  @Override
  public boolean isPlain() {
    return true;
  }

  @SuppressWarnings("NullAway") // one of the two is not null
  private static void map(short[] a, short[] b, short[] c, short[] z, int n) {
    for (int i = 0; i < n; i++) {
      z[i] = (short) MAP.of(item(a[i]), item(b[i]), item(c[i]));
    }
  }

  @SuppressWarnings("NullAway") // one of the two is not null
  private static void test(short[] a, short[] b, short[] c, byte[] z, int n) {
    for (int i = 0; i < n; i++) {
      z[i] = (byte) TEST.of(item(a[i]), item(b[i]), item(c[i]));
    }
  }

  private static int item(short bits) {
    return DATA.isUnsigned() ? bits & 0xffff : bits;
  }
}
